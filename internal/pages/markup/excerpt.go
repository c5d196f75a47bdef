package markup

import (
	"strings"
	"unicode"

	"github.com/yuin/goldmark/ast"
	"golang.org/x/net/html"
)

// An excerpt reads the beginning of a text alone: enough bytes for n characters
// with their markup.
func excerptSource(source string, n int) string {
	limit := 4096 + 32*max(n, 0)
	if len(source) <= limit {
		return source
	}
	return strings.ToValidUTF8(source[:limit], "")
}

// Excerpt returns the beginning of a Markdown text as plain text of at most n
// characters, for descriptions: its paragraphs, without headings, code, tables
// and images. It is "" for a text that has none, or that cannot be read.
func Excerpt(markdown string, n int) string {
	source := []byte(clean(excerptSource(markdown, n)))
	doc, err := parse(source)
	if err != nil {
		return ""
	}
	var b strings.Builder
	_ = ast.Walk(doc, func(node ast.Node, entering bool) (ast.WalkStatus, error) {
		switch node.Kind() {
		case ast.KindParagraph, ast.KindTextBlock:
			if entering {
				appendPlain(&b, node, source, false, maxInline)
				b.WriteByte(' ')
			}
			return ast.WalkSkipChildren, nil
		case ast.KindDocument, ast.KindList, ast.KindListItem, ast.KindBlockquote:
			if b.Len() > 8*n {
				return ast.WalkStop, nil
			}
			return ast.WalkContinue, nil
		}
		return ast.WalkSkipChildren, nil
	})
	return Truncate(b.String(), n)
}

// ExcerptRichText is [Excerpt] for the rich text of an editor.
func ExcerptRichText(source string, n int) string {
	body, err := sanitize(excerptSource(source, n))
	if err != nil {
		return ""
	}
	var b strings.Builder
	appendExcerpt(&b, body)
	return Truncate(b.String(), n)
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
