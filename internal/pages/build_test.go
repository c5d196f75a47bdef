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

// Heads and cards show no emphasis, so a description has no marks there.
func TestADescriptionIsPlain(t *testing.T) {
	for _, test := range [][3]string{
		{"Boil *it* **once**, with [care](/care).", "", "Boil *it* **once**, with [care](/care)."},
		{"Boil *it* **once**, with [care](/care).", formatMarkdown, "Boil it once, with care."},
		{"<p>Boil <b>it</b></p>", formatRichText, "Boil it"},
		{"# Water", formatMarkdown, "# Water"},
		{"", formatMarkdown, ""},
	} {
		if got := plainOf(test[0], test[1]); got != test[2] {
			t.Errorf("%q as %q is %q, want %q", test[0], test[1], got, test[2])
		}
	}
}
