package fetch

import (
	"context"
	"fmt"
	"net"
	"net/netip"
	"strings"
	"syscall"

	"code.dny.dev/ssrf"
)

// dialer connects to the public internet, and to the hosts that are allowed.
type dialer struct {
	allowed         allowList
	guarded, direct *net.Dialer
}

func newDialer(resolver *net.Resolver, allowed allowList) *dialer {
	return &dialer{
		allowed: allowed,
		guarded: &net.Dialer{Timeout: connectTimeout, Resolver: resolver, Control: guard},
		direct:  &net.Dialer{Timeout: connectTimeout, Resolver: resolver},
	}
}

// dial connects to the host and the port of a URL. Connections are kept by both,
// so one to a host that is allowed serves no other.
func (d *dialer) dial(ctx context.Context, network, address string) (net.Conn, error) {
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return nil, err
	}
	if d.allowed.has(host, port) {
		return d.direct.DialContext(ctx, network, address)
	}
	if isOtherProtocol(port) {
		return nil, fmt.Errorf("port %s: %w", port, errForbidden)
	}
	return d.guarded.DialContext(ctx, network, address)
}

var public = ssrf.New(ssrf.WithAnyPort())

// nat64 is where a network without IPv4 has all of its addresses (RFC 6052).
var nat64 = netip.MustParsePrefix("64:ff9b::/96")

// guard lets pass what is on the public internet. It sees the address that is
// about to be connected to, after the name was resolved.
func guard(network, address string, _ syscall.RawConn) error {
	at, err := netip.ParseAddrPort(address)
	if err != nil || network != "tcp4" && network != "tcp6" {
		return fmt.Errorf("%s %s: %w", network, address, errForbidden)
	}
	if !isPublic(at.Addr()) {
		return fmt.Errorf("%s: %w", address, errForbidden)
	}
	return nil
}

// isPublic reports whether an address is one of the public internet. An IPv4
// address inside of one of IPv6 counts as itself.
func isPublic(a netip.Addr) bool {
	a = a.WithZone("").Unmap()
	if nat64.Contains(a) {
		inside := a.As16()
		a = netip.AddrFrom4([4]byte(inside[12:]))
	}
	return public.SafeAddr(a) == nil
}

// otherProtocols are the ports that the Fetch Standard blocks: what listens
// there might take a request for something else.
const otherProtocols = " 0 1 7 9 11 13 15 17 19 20 21 22 23 25 37 42 43 53 69 77 79 87 95 101 102 103 104 109 110 111 113 115 117 119 123 135 137 139 143 161 179 " +
	"389 427 465 512 513 514 515 526 530 531 532 540 548 554 556 563 587 601 636 989 990 993 995 1719 1720 1723 2049 3659 4045 4190 5060 5061 6000 6566 " +
	"6665 6666 6667 6668 6669 6679 6697 10080 "

func isOtherProtocol(port string) bool { return strings.Contains(otherProtocols, " "+port+" ") }
