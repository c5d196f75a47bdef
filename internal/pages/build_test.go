package pages

import (
	"strings"
	"testing"
)

func TestADescriptionIsOneLine(t *testing.T) {
	for _, text := range []string{
		"", " ", "  ", "a", "a b", " a b", "a b ", "a b  ", "a  b", "a\nb", "a\u00a0b", "a\u3000b", "茶 與水", "a\tb", " \n a \r\n b ",
	} {
		if got, want := oneLine(text), strings.Join(strings.Fields(text), " "); got != want {
			t.Errorf("%q became %q, want %q", text, got, want)
		}
	}
}
