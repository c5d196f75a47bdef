package loopback

import "testing"

func TestIsHost(t *testing.T) {
	for host, want := range map[string]bool{
		"localhost": true, "127.0.0.1": true, "127.1.2.3": true, "::1": true, "::ffff:127.0.0.1": true,
		"": false, "localhost.": false, "LOCALHOST": false, "tea.localhost": false, "localhost.evil.example": false,
		"127.0.0.1.evil.example": false, "0.0.0.0": false, "10.0.0.1": false, "128.0.0.1": false, "::2": false,
		"[::1]": false, "127.0.0.1:80": false, "127.1": false, "0x7f000001": false,
	} {
		if got := IsHost(host); got != want {
			t.Errorf("%q: %t", host, got)
		}
	}
}
