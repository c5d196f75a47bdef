package markup

import (
	"strings"

	"github.com/yuin/goldmark/ast"
	"golang.org/x/net/html"
)

// loneLink is a link that is all there is in a paragraph. The zero value stands for a
// paragraph that has anything else.
type loneLink struct {
	href, shown, title string
}

func (m *markdown) loneLink(n *ast.Paragraph) loneLink {
	child := n.FirstChild()
	if child == nil || child.NextSibling() != nil {
		return loneLink{}
	}
	switch link := child.(type) {
	case *ast.AutoLink:
		if link.AutoLinkType == ast.AutoLinkURL {
			return loneLink{href: string(link.URL(m.source)), shown: string(link.Label(m.source))}
		}
	case *ast.Link:
		return loneLink{unescape(link.Destination), plain(link, m.source), unescape(link.Title)}
	}
	return loneLink{}
}

// loneLinkIn is the same of the line that a paragraph of rich text holds.
func loneLinkIn(line []*html.Node) loneLink {
	if len(line) != 1 || line[0].Data != "a" {
		return loneLink{}
	}
	return loneLink{attribute(line[0], "href"), textOf(line[0]), attribute(line[0], "title")}
}

// showsAddress reports whether a link shows the address of another site, and no words
// of any kind.
func (l loneLink) showsAddress() bool {
	return external(l.href) && strings.TrimSpace(l.title) == "" && escapeAddress(strings.TrimSpace(l.shown)) == escapeAddress(l.href)
}

// paragraphStart begins the paragraph of a link: one whose title says what is at its
// address stands for that page (decision 384), but in texts of visitors.
func (w *writer) paragraphStart(l loneLink) string {
	if w.o.Foreign || strings.TrimSpace(l.title) == "" || !w.leads(l.href) {
		return "<p>"
	}
	return `<p class="bookmark">`
}
