package markup

import (
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/text"
)

// No word that the library makes a link is passed over.
func TestWordsAreLinksWhereTheLibrarySaysSo(t *testing.T) {
	library := goldmark.New(goldmark.WithExtensions(extension.GFM, extension.Footnote)).Parser()
	for _, word := range []string{
		"tea", "http", "http:", "http://", "http://tea.example", "https://tea.example/a?b=c.", "ftp://tea.example/a", "HTTP://tea.example",
		"www.tea.example", "www.", "www", "WWW.tea.example", "tea.example", "a@tea.example", "a@tea", "@tea.example", "a.b-c@tea.example.", "茶@tea.example",
		"http://茶.example", "mailto:a@tea.example", "://tea.example", ".www.tea.example", "a:www.tea.example", "tea@http://tea.example",
	} {
		for _, before := range []string{"", "a ", "a\n", "a\t", "a\u00a0", "(", "a (", "*", "_", "~", "a*", "茶 ", "a  "} {
			for _, after := range []string{"", " a", "\n", ")", "*", "_", "~", "\ta", " @ . :"} {
				source := []byte(before + word + after)
				doc, err := parse(source)
				if err != nil {
					t.Fatal(err)
				}
				if got, want := addresses(doc), addresses(library.Parse(text.NewReader(source))); got != want {
					t.Errorf("%q has %d links, want %d", source, got, want)
				}
			}
		}
	}
}

// addresses counts the links without markup in a tree.
func addresses(of ast.Node) (count int) {
	_ = ast.Walk(of, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if _, ok := n.(*ast.AutoLink); ok && entering {
			count++
		}
		return ast.WalkContinue, nil
	})
	return count
}
