package timezone_test

import (
	"testing"

	"github.com/quartet-dev/quartet/internal/timezone"
)

func TestNamed(t *testing.T) {
	for name, want := range map[string]bool{
		"Europe/Vienna": true, "Asia/Taipei": true, "UTC": true,
		"": false, "Local": false, "Europe/Wien": false, "../etc/passwd": false, "+02:00": false,
	} {
		if zone, ok := timezone.Named(name); ok != want || ok && zone.String() != name {
			t.Errorf("%q: %v, %t", name, zone, ok)
		}
	}
}
