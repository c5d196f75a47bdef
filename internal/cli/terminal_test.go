package cli

import (
	"bytes"
	"os"
	"testing"
)

// Colours only on a terminal, and never with NO_COLOR. The null device stands
// in for a terminal: it is a character device too.
func TestColours(t *testing.T) {
	device, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer device.Close()
	t.Setenv("NO_COLOR", "")
	if got := styleOf(device).bad("x"); got != "\x1b[31mx\x1b[0m" {
		t.Errorf("on a terminal: %q", got)
	}
	if got := styleOf(new(bytes.Buffer)).bad("x"); got != "x" {
		t.Errorf("elsewhere: %q", got)
	}
	t.Setenv("NO_COLOR", "1")
	if got := styleOf(device).bad("x"); got != "x" {
		t.Errorf("with NO_COLOR: %q", got)
	}
}
