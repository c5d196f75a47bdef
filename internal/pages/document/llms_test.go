package document_test

import (
	"strings"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet/internal/pages/document"
	"github.com/quartet-dev/quartet/internal/pages/document/documenttest"
	"github.com/quartet-dev/quartet/internal/pages/page"
)

func writeLLMs(t *testing.T, doc *document.LLMs) string {
	t.Helper()
	var b strings.Builder
	if err := document.WriteLLMs(&b, doc); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestHostileTextsKeepTheStructureOfLLMs(t *testing.T) {
	one := []document.Link{{Title: "a", URL: "/a"}}
	for _, text := range hostile {
		doc := &document.LLMs{
			Site: page.Site{Title: text, Description: text},
			Sections: []document.Section{
				{Title: text, Links: []document.Link{{Title: text, URL: "/a", Description: text}, {Title: "b", URL: "/" + text}}},
				{Title: text, Locale: "en", Links: one},
				{Title: text, Locale: "en", Links: one},
				{Title: "Continue", Links: one},
				{Title: "Without links"},
			},
			Next: "/llms.txt?cursor=x",
		}
		written := writeLLMs(t, doc)
		read, err := documenttest.ReadLLMs(written)
		if err != nil {
			t.Errorf("%q: %v in\n%s", text, err, written)
			continue
		}
		if len(read.Sections) != 5 || len(read.Sections[0].Links) != 2 || read.Sections[4].Heading != "Continue" {
			t.Errorf("%q: %+v", text, read)
			continue
		}
		if want := string([]rune(oneLine(text))); want != "" {
			first := read.Sections[0]
			got := []string{read.Title, read.Description, first.Heading, first.Links[0].Title, first.Links[0].Description}
			if diff := cmp.Diff([]string{want, want, want, want, want}, got); diff != "" {
				t.Errorf("%q: %s", text, diff)
			}
		}
	}
}

// oneLine is a text with one space for white space and what is no character of a text.
func oneLine(text string) string {
	return strings.Join(strings.FieldsFunc(text, func(r rune) bool {
		return unicode.IsSpace(r) || unicode.IsControl(r) || r == '\u2028' || r == '\u2029'
	}), " ")
}
