package httpx

import (
	"net/http"
	"net/netip"
	"strings"
)

// Proxies are the address ranges of the proxies in front of the service. Only
// what they say about where a request came from is believed.
type Proxies []netip.Prefix

// Client is the address that a request came from: the socket's, or, when that
// is a proxy's, the last one of X-Forwarded-For that no proxy of ours has.
// IPv6 addresses are cut to their /64, which one household or machine has to
// itself. The zero Addr is given for a socket without an address.
func (p Proxies) Client(r *http.Request) netip.Addr {
	socket, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return netip.Addr{}
	}
	client := socket.Addr().Unmap()
	hops := strings.Split(strings.Join(r.Header["X-Forwarded-For"], ","), ",")
	for i := len(hops) - 1; i >= 0 && p.include(client); i-- {
		hop, err := netip.ParseAddr(strings.TrimSpace(hops[i]))
		if err != nil {
			break
		}
		client = hop.Unmap()
	}
	return household(client)
}

func (p Proxies) include(address netip.Addr) bool {
	for _, each := range p {
		if each.Contains(address) {
			return true
		}
	}
	return false
}

func household(address netip.Addr) netip.Addr {
	if !address.Is6() {
		return address
	}
	prefix, err := address.WithZone("").Prefix(64)
	if err != nil {
		return address
	}
	return prefix.Addr()
}
