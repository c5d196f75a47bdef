package markup

import (
	"strings"

	"github.com/yuin/goldmark/ast"
	"golang.org/x/net/html"
)

// player writes what shows an address that is alone in its paragraph, as the Admin
// application shows it as a card (decision 342), and reports whether the site admits
// such a player.
func (w *writer) player(alone string) bool {
	href, ok := address(alone, linkAddress)
	if !ok || w.o.Foreign {
		return false
	}
	p, ok := w.o.Players.Of(href)
	if !ok {
		return false
	}
	_, rest, _ := strings.Cut(href, "://")
	name := p.Host + ": " + rest
	w.raw(`<figure class="embed">`)
	if w.o.Still {
		w.raw("<a")
		w.attr("href", href)
		w.attr("style", p.Look.Style()+";display:grid;place-items:center;background:#8883")
		w.raw(">")
		w.text(name)
		w.raw("</a>")
	} else {
		w.raw("<iframe")
		w.attr("src", p.Address)
		w.attr("title", name)
		w.attr("style", p.Look.Style())
		w.raw(` loading="lazy" allow="encrypted-media; fullscreen; picture-in-picture"`)
		// A player needs to know which site shows it, and may not lead its readers away.
		w.raw(` referrerpolicy="strict-origin-when-cross-origin"`)
		w.raw(` sandbox="allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-presentation"></iframe>`)
	}
	w.raw("</figure>\n")
	return true
}

// alone is the address that is all there is in a paragraph of the text itself, "" for
// none: written as it is, or as a link that shows its own address.
func (m *markdown) alone(n *ast.Paragraph) string {
	child := n.FirstChild()
	if n.Parent().Kind() != ast.KindDocument || child == nil || child.NextSibling() != nil {
		return ""
	}
	switch link := child.(type) {
	case *ast.AutoLink:
		if link.AutoLinkType == ast.AutoLinkURL {
			return shownAddress(string(link.URL(m.source)), string(link.Label(m.source)))
		}
	case *ast.Link:
		return shownAddress(unescape(link.Destination), plain(link, m.source))
	}
	return ""
}

// alone is the same of a paragraph of rich text.
func (r *rich) alone(n *html.Node) string {
	if n.Data != "p" || n.Parent == nil || n.Parent.Data != "body" {
		return ""
	}
	line := trim(r.flatten(nil, children(n)))
	if len(line) != 1 || line[0].Data != "a" {
		return ""
	}
	return shownAddress(attribute(line[0], "href"), textOf(line[0]))
}

// shownAddress is the address of a link that shows it, "" of one that shows words.
func shownAddress(href, shown string) string {
	if external(href) && escapeAddress(strings.TrimSpace(shown)) == escapeAddress(href) {
		return href
	}
	return ""
}
