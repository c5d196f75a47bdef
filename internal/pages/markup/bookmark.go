package markup

import (
	"strings"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"
	"golang.org/x/net/html"
)

// loneLink is a link that is all there is in a paragraph. The zero value stands for a
// paragraph that has anything else.
type loneLink struct {
	href, shown, title string
}

// loneLink looks through the formats of the link. One with a picture in it is none.
func (m *markdown) loneLink(n ast.Node) loneLink {
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
		if !holdsImage(link) {
			return loneLink{unescape(link.Destination), plain(link, m.source), unescape(link.Title)}
		}
	case *ast.Emphasis, *extast.Strikethrough:
		return m.loneLink(link)
	}
	return loneLink{}
}

// loneLinkIn is the same of the line that a paragraph of rich text holds.
func loneLinkIn(line []*html.Node) loneLink {
	if len(line) != 1 {
		return loneLink{}
	}
	switch link := line[0]; {
	case link.Data == "a" && !holdsImg(link, func(string) bool { return true }):
		return loneLink{attribute(link, "href"), textOf(link), attribute(link, "title")}
	case phrasing[link.Data] != "" && link.Type == html.ElementNode:
		return loneLinkIn(trim(children(link)))
	}
	return loneLink{}
}

// isItem reports whether a paragraph is one of an item of a list.
func isItem(n ast.Node) bool { return n.Parent() != nil && n.Parent().Kind() == ast.KindListItem }

// isItemOfRichText is the same of what is in a paragraph of rich text.
func isItemOfRichText(n *html.Node) bool {
	for n = n.Parent; n != nil && (n.Data == "p" || withinLine(n)); n = n.Parent {
	}
	return n != nil && n.Data == "li"
}

// showsAddress reports whether a link shows the address of another site, and no words
// of any kind.
func (l loneLink) showsAddress() bool {
	return external(l.href) && strings.TrimSpace(l.title) == "" && escapeAddress(strings.TrimSpace(l.shown)) == escapeAddress(l.href)
}

// paragraphStart begins the paragraph of a link: one to a page, whose title says what is
// there, stands for that page (decision 384), but in texts of visitors.
func (w *writer) paragraphStart(l loneLink, isItem bool) string {
	if isItem || w.o.Foreign || strings.TrimSpace(l.title) == "" || !isPage(l.href) || !w.leads(l.href) {
		return "<p>"
	}
	return `<p class="bookmark">`
}

// isPage reports whether an address is one of the web, or of the site itself.
func isPage(raw string) bool {
	switch scheme(strings.Trim(raw, spaces)) {
	case "", "http:", "https:":
		return true
	}
	return false
}
