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
// is a proxy's, the last one of X-Forwarded-For that no proxy of ours has. The
// zero Addr is given for a socket without an address.
func (p Proxies) Client(r *http.Request) netip.Addr {
	socket, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return netip.Addr{}
	}
	client := socket.Addr().Unmap()
	hops := strings.Split(strings.Join(r.Header["X-Forwarded-For"], ","), ",")
	for i := len(hops) - 1; i >= 0 && p.include(client); i-- {
		hop, ok := parseHop(strings.TrimSpace(hops[i]))
		if !ok {
			break
		}
		client = hop.Unmap()
	}
	return client.WithZone("")
}

// parseHop reads one entry of X-Forwarded-For: an address, which some proxies
// write with the port, and one of IPv6 in brackets.
func parseHop(entry string) (address netip.Addr, ok bool) {
	if found, err := netip.ParseAddrPort(entry); err == nil {
		return found.Addr(), true
	}
	if inside, bracketed := strings.CutPrefix(entry, "["); bracketed {
		if entry, ok = strings.CutSuffix(inside, "]"); !ok || !strings.Contains(entry, ":") {
			return netip.Addr{}, false
		}
	}
	address, err := netip.ParseAddr(entry)
	return address, err == nil
}

func (p Proxies) include(address netip.Addr) bool {
	for _, each := range p {
		if each.Contains(address) {
			return true
		}
	}
	return false
}
