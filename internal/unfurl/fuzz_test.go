package unfurl

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

// Whatever a page holds, what is told is short, on one line, and of letters that can be
// seen.
func FuzzParse(f *testing.F) {
	f.Add([]byte("<title>Tea</title><meta name=description content=pots>"), "text/html")
	f.Add([]byte("<meta charset=utf-16><title>\x00T"), "text/html; charset=big5")
	f.Add([]byte("<title>\u202e\xff\u2028</title>"), "")
	f.Fuzz(func(t *testing.T, source []byte, contentType string) {
		page, ok := parse(source, contentType)
		if ok != (page.Title != "") {
			t.Errorf("%t with the title %q", ok, page.Title)
		}
		for text, n := range map[string]int{page.Title: maxTitle, page.Description: maxDescription} {
			if utf8.RuneCountInString(text) > n || !utf8.ValidString(text) || strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsGraphic(r) }) {
				t.Errorf("%q", text)
			}
		}
	})
}
