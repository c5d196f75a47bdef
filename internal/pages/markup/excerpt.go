package markup

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"
	"golang.org/x/net/html"
)

// maxExcerpt is how many bytes of a text are read for its excerpt.
const maxExcerpt = 1 << 16

// excerpt returns the beginning of what read makes of a source. It reads no more
// of the source than it needs: a list of entries asks for many excerpts at once.
func excerpt(source string, n int, read func(source string) string) string {
	for limit := 1024 + 8*max(n, 0); ; limit *= 4 {
		if len(source) <= limit || limit > maxExcerpt {
			return Truncate(read(source[:min(len(source), limit)]), n)
		}
		if text := read(source[:limit]); utf8.RuneCountInString(text) > 2*n {
			return Truncate(text, n)
		}
	}
}

// Excerpt returns the beginning of a Markdown text as plain text of at most n
// characters, for descriptions: its paragraphs, without headings, code, tables
// and images. It is "" for a text that has none, or that cannot be read.
func Excerpt(markdown string, n int) string {
	return excerpt(markdown, n, paragraphsOf)
}

func paragraphsOf(markdown string) string {
	source := []byte(clean(markdown))
	doc, err := parse(source)
	if err != nil {
		return ""
	}
	var b strings.Builder
	_ = ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		switch n.Kind() {
		case ast.KindDocument, ast.KindList, ast.KindListItem, ast.KindBlockquote:
			return ast.WalkContinue, nil
		case ast.KindParagraph, ast.KindTextBlock:
			if entering {
				appendPlain(&b, n, source, false, maxInline)
				b.WriteByte(' ')
			}
		}
		return ast.WalkSkipChildren, nil
	})
	return b.String()
}

// ExcerptRichText is [Excerpt] for the rich text of an editor.
func ExcerptRichText(source string, n int) string {
	return excerpt(source, n, func(source string) string {
		body, err := sanitize(source)
		if err != nil {
			return ""
		}
		var b strings.Builder
		appendExcerpt(&b, body)
		return b.String()
	})
}

// ExcerptText is [Excerpt] for plain text.
func ExcerptText(text string, n int) string {
	return excerpt(text, n, func(source string) string { return strings.ToValidUTF8(source, "") })
}

func appendExcerpt(b *strings.Builder, n *html.Node) {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		switch c.Data {
		case "h1", "h2", "h3", "h4", "h5", "h6", "pre", "table", "figure", "img":
			if c.Type == html.ElementNode {
				continue
			}
		}
		if c.Type == html.TextNode {
			b.WriteString(c.Data)
		}
		appendExcerpt(b, c)
		if c.Type == html.ElementNode && (!withinLine(c) || c.Data == "br") {
			b.WriteByte(' ')
		}
	}
}

// Truncate returns a text on one line and of at most n characters. A longer one
// ends after a word, or after any character of a script that has no spaces
// between words, with an ellipsis.
func Truncate(text string, n int) string {
	runes := []rune(spaced(text))
	if len(runes) <= n {
		return string(runes)
	}
	if n < 2 {
		return ""
	}
	cut := n - 1
	for cut > 0 && !breaks(runes[cut-1], runes[cut]) {
		cut--
	}
	if cut == 0 {
		cut = n - 1
	}
	kept := strings.TrimRightFunc(string(runes[:cut]), func(r rune) bool {
		return unicode.IsSpace(r) || strings.ContainsRune(",;:-–—，；：、（([{“‘「『", r)
	})
	return kept + "…"
}

// breaks reports whether a text can end between two characters.
func breaks(before, after rune) bool {
	switch {
	case unicode.IsMark(after) || after == '\u200d' || before == '\u200d':
		return false
	case unicode.IsSpace(after) || unicode.IsSpace(before):
		return true
	}
	return spaceless(before) && !unicode.IsPunct(after) || spaceless(after) && !unicode.IsPunct(after)
}
