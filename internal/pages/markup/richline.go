package markup

import (
	"strconv"
	"strings"

	"golang.org/x/net/html"
)

// line writes nodes that stand within a line, as a paragraph where wrap says so,
// and nothing where there is nothing to see.
func (r *rich) line(nodes []*html.Node, wrap bool) {
	for len(nodes) > 0 && isBlank(nodes[0]) {
		nodes = nodes[1:]
	}
	for len(nodes) > 0 && isBlank(nodes[len(nodes)-1]) {
		nodes = nodes[:len(nodes)-1]
	}
	if !r.anyContent(nodes) {
		return
	}
	if wrap {
		r.raw("<p>")
	}
	for i, n := range nodes {
		if n.Type == html.TextNode {
			r.text(trimLine(n.Data, i == 0, i == len(nodes)-1))
		} else {
			r.inline(n)
		}
	}
	if wrap {
		r.raw("</p>\n")
	}
}

const spaces = " \t\n\r\f"

// trimLine removes the white space at the ends of a line that HTML ignores.
func trimLine(s string, first, last bool) string {
	if first {
		s = strings.TrimLeft(s, spaces)
	}
	if last {
		s = strings.TrimRight(s, spaces)
	}
	return s
}

func (r *rich) inlines(n *html.Node) {
	for c := n.FirstChild; c != nil && !r.full(); c = c.NextSibling {
		r.inline(c)
	}
}

func (r *rich) inline(n *html.Node) {
	switch {
	case n.Type == html.TextNode:
		r.text(n.Data)
	case n.Type != html.ElementNode:
	case n.Data == "br":
		r.raw("<br>")
	case n.Data == "img":
		r.imageNode(n)
	case n.Data == "a":
		r.link(n)
	case r.blocks[n]: // within a heading, a caption or a summary
		r.raw(" ")
		r.inlines(n)
		r.raw(" ")
	default:
		r.mark(phrasing[n.Data], n)
	}
}

// mark writes an element around the children of a node that has any; element is
// empty for those that mean nothing.
func (r *rich) mark(element string, n *html.Node) {
	if element == "" || n.FirstChild == nil {
		r.inlines(n)
		return
	}
	r.raw("<", element)
	if class := attribute(n, "class"); element == "code" && isLanguageClass(class) {
		r.attr("class", class)
	}
	r.raw(">")
	r.inlines(n)
	r.raw("</", element, ">")
}

func isLanguageClass(class string) bool {
	name, ok := strings.CutPrefix(class, "language-")
	return ok && isLanguage(name)
}

// link writes a link around the children of a node, or these alone where the
// address is not allowed, a link is open already or there is nothing to see.
func (r *rich) link(n *html.Node) {
	href := attribute(n, "href")
	if r.inLink || r.blocks[n] || !r.hasContent(n) ||
		!r.openLink(href, attribute(n, "title"), relation(attribute(n, "rel")), name(n, href)) {
		r.inlines(n)
		return
	}
	r.inLink = true
	r.inlines(n)
	r.raw("</a>")
	r.inLink = false
}

// name returns the name of a link that shows nothing which could be read out.
func name(n *html.Node, href string) string {
	if strings.TrimSpace(textOf(n)) != "" {
		return ""
	}
	return href
}

// relations are what a writer may say of a link.
var relations = []string{"nofollow", "noopener", "noreferrer", "sponsored", "ugc"}

func relation(rel string) string {
	var kept []string
	said := strings.Fields(strings.ToLower(rel))
	for _, r := range relations {
		for _, s := range said {
			if r == s {
				kept = append(kept, r)
				break
			}
		}
	}
	return strings.Join(kept, " ")
}

func (r *rich) imageNode(n *html.Node) {
	alt := attribute(n, "alt")
	if !r.image(attribute(n, "src"), alt, attribute(n, "title"), sizeOf(n)) {
		r.text(alt)
	}
}

func sizeOf(n *html.Node) imageSize {
	width, _ := strconv.Atoi(attribute(n, "width"))
	height, _ := strconv.Atoi(attribute(n, "height"))
	return imageSize{width, height}
}

func (r *rich) anyContent(nodes []*html.Node) bool {
	for _, n := range nodes {
		if r.hasContent(n) {
			return true
		}
	}
	return false
}

// hasContent reports whether a node shows anything.
func (r *rich) hasContent(n *html.Node) bool {
	switch {
	case n.Type == html.TextNode:
		return strings.TrimSpace(n.Data) != ""
	case n.Data == "img":
		_, ok := address(attribute(n, "src"), imageAddress)
		return ok || strings.TrimSpace(attribute(n, "alt")) != ""
	case n.Data == "hr":
		return true
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if r.hasContent(c) {
			return true
		}
	}
	return false
}

// textOf returns the text of a node, the descriptions of images included.
func textOf(n *html.Node) string {
	var b strings.Builder
	appendText(&b, n)
	return b.String()
}

func appendText(b *strings.Builder, n *html.Node) {
	switch {
	case n.Type == html.TextNode:
		b.WriteString(n.Data)
	case n.Data == "br":
		b.WriteByte(' ')
	case n.Data == "img":
		b.WriteString(attribute(n, "alt"))
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		appendText(b, c)
	}
}

// preText returns the text of a block of code, in which elements end lines too.
func preText(n *html.Node) string {
	var b strings.Builder
	appendCode(&b, n)
	return b.String()
}

func appendCode(b *strings.Builder, n *html.Node) {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		switch {
		case c.Type == html.TextNode:
			b.WriteString(c.Data)
		case c.Data == "br":
			b.WriteByte('\n')
		default:
			appendCode(b, c)
			if !withinLine(c) && c.NextSibling != nil {
				b.WriteByte('\n')
			}
		}
	}
}

func isBlank(n *html.Node) bool {
	return n.Type == html.TextNode && strings.Trim(n.Data, spaces) == "" || n.Type == html.CommentNode
}

func attribute(n *html.Node, key string) string {
	for _, a := range n.Attr {
		if a.Key == key {
			return a.Val
		}
	}
	return ""
}

func hasAttribute(n *html.Node, key string) bool {
	for _, a := range n.Attr {
		if a.Key == key {
			return true
		}
	}
	return false
}
