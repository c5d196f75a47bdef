// Package loopback reports whether a host is this machine, for every rule that
// trusts what does not leave it.
package loopback

import "net/netip"

// IsHost reports whether a host, without a port or brackets, is this machine:
// localhost, or an address of loopback.
func IsHost(host string) bool {
	addr, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && addr.IsLoopback()
}
