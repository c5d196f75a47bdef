package sqlgen_test

import (
	"strings"
	"testing"

	"github.com/quartet-dev/quartet/internal/sqlgen"
)

// Grams are of three characters, of two where one is of a dense script, and of
// what is left at the end.
func TestGrams(t *testing.T) {
	for text, want := range map[string]string{
		"":       "",
		"Teas":   "TEA EAS AS S",
		"äß":     "Äß ß",
		"\u212A": "K", // the sign of the kelvin
		"茶館":     "茶館 館",
		"a茶b":    "A茶 茶B B",
		"ab茶":    "AB茶 B茶 茶",
		"a-1":    "A\ue02d1 \ue02d1 1",
	} {
		if got := strings.TrimSpace(sqlgen.Grams([]byte(text))); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	if got := sqlgen.Grams([]byte("of one"), []byte("a")); got != "OF\ue020 F\ue020O \ue020ON ONE NE E A " {
		t.Errorf("two texts: %q", got)
	}
	if got := sqlgen.Grams([]byte(strings.Repeat("tea", 1<<20))); got != "\ue000" {
		t.Errorf("a text that is too long has %d bytes of grams", len(got))
	}
}

// What is sought is the grams that the term's end does not cut off, each once,
// and texts that are too long.
func TestSoughtGrams(t *testing.T) {
	for term, want := range map[string]string{
		"teas":                    `("EAS" AND "TEA") OR ` + "\"\ue000\"",
		"te":                      `("TE" *) OR ` + "\"\ue000\"",
		`"`:                       "(\"\ue022\" *) OR \"\ue000\"",
		"館":                       `("館" *) OR ` + "\"\ue000\"",
		"茶館x":                     `("茶館" AND "館X") OR ` + "\"\ue000\"",
		strings.Repeat("tea", 60): `("ATE" AND "EAT" AND "TEA") OR ` + "\"\ue000\"",
	} {
		if got := sqlgen.SoughtGrams(term); got != want {
			t.Errorf("%q: %s, want %s", term, got, want)
		}
	}
}
