package markup

import (
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/html"
)

// line writes nodes that stand within a line, as a paragraph where wrap says so,
// and nothing where there is nothing to see.
func (r *rich) line(nodes []*html.Node, wrap bool) {
	nodes = trim(r.flatten(nil, nodes))
	if !r.anyContent(nodes) {
		return
	}
	if wrap {
		r.raw(r.paragraphStart(loneLinkIn(nodes), isItemOfRichText(nodes[0])))
	}
	for _, n := range nodes {
		r.inline(n)
	}
	if wrap {
		r.raw("</p>\n")
	}
}

const spaces = " \t\n\r\f"

// trim removes the white space at the ends of a line that HTML ignores.
func trim(nodes []*html.Node) []*html.Node {
	for len(nodes) > 0 && isBlank(nodes[0]) {
		nodes = nodes[1:]
	}
	for len(nodes) > 0 && isBlank(nodes[len(nodes)-1]) {
		nodes = nodes[:len(nodes)-1]
	}
	if len(nodes) == 0 {
		return nil
	}
	if first := nodes[0]; first.Type == html.TextNode {
		nodes[0] = textNode(strings.TrimLeft(first.Data, spaces))
	}
	if last := nodes[len(nodes)-1]; last.Type == html.TextNode {
		nodes[len(nodes)-1] = textNode(strings.TrimRight(last.Data, spaces))
	}
	return nodes
}

func textNode(text string) *html.Node { return &html.Node{Type: html.TextNode, Data: text} }

// flatten appends nodes to a line. What is written without its element is
// replaced by what it holds, so that the line begins and ends where its text
// does. Blocks in a heading, a caption or a summary stand apart.
func (r *rich) flatten(line, nodes []*html.Node) []*html.Node {
	for _, n := range nodes {
		switch {
		case r.isVoid(n):
		case n.Type == html.TextNode || n.Data == "br":
			line = append(line, n)
		case n.Data == "img":
			if !r.shows(attribute(n, "src")) {
				n = textNode(attribute(n, "alt"))
			}
			line = append(line, n)
		case r.blocks[n]:
			line = append(r.flatten(append(line, textNode(" ")), children(n)), textNode(" "))
		case n.Data == "a" && !r.isLink(n) || n.Data != "a" && phrasing[n.Data] == "":
			line = r.flatten(line, children(n))
		default:
			line = append(line, n)
		}
	}
	return line
}

// isVoid reports whether a node within a line writes nothing at all.
func (r *rich) isVoid(n *html.Node) bool {
	switch {
	case n.Type == html.TextNode:
		return n.Data == ""
	case n.Type != html.ElementNode:
		return true
	case n.Data == "br":
		return false
	case n.Data == "img":
		return !r.shows(attribute(n, "src")) && attribute(n, "alt") == ""
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if !r.isVoid(c) {
			return false
		}
	}
	return true
}

// isLink reports whether an element is a link that leads somewhere and shows
// something.
func (r *rich) isLink(n *html.Node) bool {
	return r.leads(attribute(n, "href")) && r.hasContent(n)
}

func (r *rich) inline(n *html.Node) {
	switch {
	case n.Type == html.TextNode:
		r.text(n.Data)
	case n.Data == "br":
		r.raw("<br>")
	case n.Data == "img":
		r.image(attribute(n, "src"), attribute(n, "alt"), attribute(n, "title"), sizeOf(n))
	case n.Data == "a":
		r.link(n)
	default:
		r.mark(phrasing[n.Data], n)
	}
}

func (r *rich) inlines(n *html.Node) {
	for _, c := range r.flatten(nil, children(n)) {
		if r.full() {
			return
		}
		r.inline(c)
	}
}

func (r *rich) mark(element string, n *html.Node) {
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

// link writes a link, or what it holds where a link is open already.
func (r *rich) link(n *html.Node) {
	if r.inLink {
		r.inlines(n)
		return
	}
	silent := strings.TrimSpace(textOf(n)) == "" && !r.holdsNamed(n)
	r.openLink(attribute(n, "href"), attribute(n, "title"), relation(attribute(n, "rel")), silent)
	r.inLink = true
	r.inlines(n)
	r.raw("</a>")
	r.inLink = false
}

// relations are what a writer may say of a link.
var relations = []string{"nofollow", "noopener", "noreferrer", "sponsored", "ugc"}

func relation(rel string) string {
	var kept []string
	said := strings.Fields(strings.ToLower(rel))
	for _, r := range relations {
		if slices.Contains(said, r) {
			kept = append(kept, r)
		}
	}
	return strings.Join(kept, " ")
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
		return r.shows(attribute(n, "src")) || strings.TrimSpace(attribute(n, "alt")) != ""
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
	case n.Data == "img":
		b.WriteString(attribute(n, "alt"))
	case n.Data == "br" || !withinLine(n):
		b.WriteByte(' ')
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
	return n.Type == html.TextNode && isSpace(n.Data) || n.Type == html.CommentNode
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
