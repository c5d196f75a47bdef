package httpx

import (
	"net/http"
	"net/http/httptest"
	"net/netip"
	"testing"
)

// "The client address is the socket's unless trustedProxies names the proxy in
// front" (open-parts.md, Rate limits).
func TestClientAddress(t *testing.T) {
	trusted := Proxies{netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("fd00::/8")}
	for _, c := range []struct {
		name, socket string
		forwarded    []string
		trusted      Proxies
		want         string
	}{
		{"the socket's", "192.0.2.7:4711", nil, trusted, "192.0.2.7"},
		{"a stranger's word does not count", "192.0.2.7:4711", []string{"198.51.100.1"}, trusted, "192.0.2.7"},
		{"nobody is trusted", "10.0.0.1:4711", []string{"198.51.100.1"}, nil, "10.0.0.1"},
		{"a proxy's word counts", "10.0.0.1:4711", []string{"198.51.100.1"}, trusted, "198.51.100.1"},
		{"two proxies", "10.0.0.1:4711", []string{"198.51.100.1, 10.9.9.9"}, trusted, "198.51.100.1"},
		{"two headers", "10.0.0.1:4711", []string{"198.51.100.1", "10.9.9.9"}, trusted, "198.51.100.1"},
		{"what the client itself claims is not believed", "10.0.0.1:4711", []string{"203.0.113.9, 198.51.100.1"}, trusted, "198.51.100.1"},
		{"a proxy asks for itself", "10.0.0.1:4711", nil, trusted, "10.0.0.1"},
		{"nonsense ends the search", "10.0.0.1:4711", []string{"198.51.100.1, nonsense"}, trusted, "10.0.0.1"},
		{"an entry with a port", "10.0.0.1:4711", []string{"198.51.100.1:5678"}, trusted, "198.51.100.1"},
		{"an entry of IPv6 with a port", "10.0.0.1:4711", []string{"[2001:db8::1]:443"}, trusted, "2001:db8::1"},
		{"an entry in brackets", "10.0.0.1:4711", []string{"[2001:db8::1]"}, trusted, "2001:db8::1"},
		{"an entry with a zone and a port", "10.0.0.1:4711", []string{"[fe80::1%eth0]:443"}, trusted, "fe80::1"},
		{"an entry of IPv4 in IPv6 with a port", "10.0.0.1:4711", []string{"[::ffff:198.51.100.1]:443"}, trusted, "198.51.100.1"},
		{"two proxies with ports", "10.0.0.1:4711", []string{"203.0.113.9:1, 198.51.100.1:2, 10.9.9.9:3"}, trusted, "198.51.100.1"},
		{"a port that is none ends the search", "10.0.0.1:4711", []string{"198.51.100.1:99999"}, trusted, "10.0.0.1"},
		{"IPv4 in brackets is nonsense", "10.0.0.1:4711", []string{"[198.51.100.1]"}, trusted, "10.0.0.1"},
		{"half a bracket is nonsense", "10.0.0.1:4711", []string{"[2001:db8::1"}, trusted, "10.0.0.1"},
		{"IPv4 in IPv6", "[::ffff:192.0.2.7]:4711", nil, trusted, "192.0.2.7"},
		{"an IPv6 proxy", "[fd00::1]:4711", []string{"2001:db8:1:2:3:4:5:6"}, trusted, "2001:db8:1:2:3:4:5:6"},
		{"a zone is of no matter", "[fe80::1%eth0]:4711", nil, trusted, "fe80::1"},
		{"no address", "@", nil, trusted, "invalid IP"},
	} {
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		r.RemoteAddr = c.socket
		r.Header["X-Forwarded-For"] = c.forwarded
		if got := c.trusted.Client(r).String(); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}
