package markup

import (
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// RichText appends to dst the rich text of an editor, sanitized: paragraphs,
// headings, lists, quotes, code, tables, figures, images, links, details and the
// marks within a line. But for pictures of the media library it stays what it is
// when it is sanitized again with the same options. It returns [ErrTooLong] or [ErrTooComplex], and then dst as it was.
func RichText(dst []byte, source string, o Options) ([]byte, error) {
	body, err := sanitize(source)
	if err != nil {
		return dst, err
	}
	blocks := map[*html.Node]bool{}
	markBlocks(body, blocks)
	return render(dst, o, func(w *writer) bool {
		r := &rich{writer: w, blocks: blocks}
		r.flow(children(body), true)
		return true
	})
}

// sanitize returns the tree of a rich text without what the policy forbids.
func sanitize(source string) (*html.Node, error) {
	if len(source) > MaxSource {
		return nil, ErrTooLong
	}
	body := &html.Node{Type: html.ElementNode, Data: "body", DataAtom: atom.Body}
	clean := richPolicy().Sanitize(clean(source))
	if reopens(clean) {
		return nil, ErrTooComplex
	}
	nodes, err := html.ParseFragment(strings.NewReader(clean), body)
	if err != nil {
		return nil, ErrTooComplex // the parser refuses nothing but depth
	}
	for _, n := range nodes {
		body.AppendChild(n)
	}
	return body, nil
}

// markBlocks finds the nodes that cannot stand within a line: blocks, and marks
// around blocks, as some editors put a whole document into one. It reports
// whether n holds one.
func markBlocks(n *html.Node, blocks map[*html.Node]bool) (holds bool) {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if markBlocks(c, blocks) || c.Type == html.ElementNode && !withinLine(c) {
			blocks[c] = true
			holds = true
		}
	}
	return holds
}

func withinLine(n *html.Node) bool {
	switch n.Data {
	case "a", "img", "br", "wbr", "span", "font":
		return true
	}
	return phrasing[n.Data] != ""
}

func children(n *html.Node) []*html.Node {
	var nodes []*html.Node
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		nodes = append(nodes, c)
	}
	return nodes
}

// A rich writes the tree of a rich text, each element where HTML allows it.
type rich struct {
	*writer
	blocks map[*html.Node]bool
}

// flow writes nodes where blocks may stand. What is no block becomes paragraphs
// where wrap says so.
func (r *rich) flow(nodes []*html.Node, wrap bool) {
	for len(nodes) > 0 && !r.full() {
		n := 0
		switch {
		case !r.blocks[nodes[0]]:
			n = prefix(nodes, func(n *html.Node) bool { return !r.blocks[n] })
			r.line(nodes[:n], wrap)
		case nodes[0].Data == "li":
			n = prefix(nodes, func(n *html.Node) bool { return n.Data == "li" || isBlank(n) })
			r.items("ul", nodes[:n])
		default:
			n = 1
			r.block(nodes[0])
		}
		nodes = nodes[n:]
	}
}

// prefix returns how many nodes at the beginning are of a kind.
func prefix(nodes []*html.Node, is func(*html.Node) bool) int {
	for i, n := range nodes {
		if !is(n) {
			return i
		}
	}
	return len(nodes)
}

func (r *rich) block(n *html.Node) {
	switch n.Data {
	case "h1", "h2", "h3", "h4", "h5", "h6":
		r.heading(n)
	case "ul", "ol":
		r.items(n.Data, children(n), listAttributes(n)...)
	case "blockquote":
		r.quote(n)
	case "pre":
		r.pre(n)
	case "hr":
		r.raw("<hr>\n")
	case "table":
		r.table(n)
	case "figure":
		r.figure(n)
	case "details":
		r.details(n)
	case "p":
		r.paragraph(n)
	default:
		r.flow(children(n), true)
	}
}

func (r *rich) paragraph(n *html.Node) {
	line := trim(r.flatten(nil, children(n)))
	ofText := n.Parent.Data == "body"
	if r.gallery(line) || ofText && r.player(loneLinkIn(line)) {
		return
	}
	r.flow(children(n), true)
}

func (r *rich) heading(n *html.Node) {
	text := textOf(n)
	if strings.TrimSpace(text) == "" {
		r.flow(children(n), true)
		return
	}
	closing := r.openHeading(int(n.Data[1]-'0'), text)
	r.line(children(n), false)
	r.raw(closing)
}

// listAttributes returns the attributes that say how a list counts.
func listAttributes(n *html.Node) []string {
	var kept []string
	if n.Data != "ol" {
		return nil
	}
	if start, err := strconv.Atoi(attribute(n, "start")); err == nil && start != 1 {
		kept = append(kept, `start="`+strconv.Itoa(start)+`"`)
	}
	if hasAttribute(n, "reversed") {
		kept = append(kept, "reversed")
	}
	return kept
}

// items writes a list. What stands between its items belongs to the one before,
// as older editors nest lists.
func (r *rich) items(element string, nodes []*html.Node, attributes ...string) {
	var items [][]*html.Node
	for _, n := range nodes {
		switch {
		case n.Data == "li" && n.Type == html.ElementNode:
			items = append(items, children(n))
		case isBlank(n):
		case len(items) == 0:
			items = append(items, []*html.Node{n})
		default:
			items[len(items)-1] = append(items[len(items)-1], n)
		}
	}
	if len(items) == 0 {
		return
	}
	r.raw("<", element)
	for _, a := range attributes {
		r.raw(" ", a)
	}
	r.raw(">\n")
	for _, item := range items {
		r.raw("<li>")
		r.flow(item, false)
		r.raw("</li>\n")
	}
	r.raw("</", element, ">\n")
}

// quote writes a quotation, unless it holds nothing.
func (r *rich) quote(n *html.Node) {
	before := len(r.buf)
	r.raw("<blockquote>\n")
	inner := len(r.buf)
	r.flow(children(n), true)
	if len(r.buf) == inner {
		r.buf = r.buf[:before]
		return
	}
	r.raw("</blockquote>\n")
}

func (r *rich) pre(n *html.Node) {
	text, language := preText(n), ""
	if strings.TrimSpace(text) == "" {
		return
	}
	for c := n; c != nil; c = c.FirstChild {
		for class := range strings.FieldsSeq(attribute(c, "class")) {
			if name, ok := strings.CutPrefix(class, "language-"); ok && language == "" {
				language = name
			}
		}
	}
	r.openCode(language)
	r.text(text)
	r.raw("</code></pre>\n")
}

// figure writes what a figure shows and then its caption.
func (r *rich) figure(n *html.Node) {
	var shown, caption []*html.Node
	for _, c := range children(n) {
		if c.Data == "figcaption" && caption == nil {
			caption = children(c)
		} else {
			shown = append(shown, c)
		}
	}
	if !r.anyContent(shown) {
		r.flow(caption, true)
		return
	}
	r.framed(shown, caption)
}

// framed writes a figure: a picture of the media library has its own caption unless
// there is another.
func (r *rich) framed(shown, caption []*html.Node) {
	start := figureStart
	if holdsFigures(shown) {
		start = galleryStart
	}
	r.raw(start)
	r.flow(shown, false)
	if r.anyContent(caption) {
		r.raw("<figcaption>")
		r.flow(caption, false)
		r.raw("</figcaption>")
	} else if text := r.captionOf(soleSource(shown)); text != "" {
		r.raw("<figcaption>")
		r.text(text)
		r.raw("</figcaption>")
	}
	r.raw(figureEnd)
}

func (r *rich) details(n *html.Node) {
	var summary *html.Node
	var rest []*html.Node
	for _, c := range children(n) {
		if c.Data == "summary" && summary == nil {
			summary = c
		} else {
			rest = append(rest, c)
		}
	}
	if summary == nil || strings.TrimSpace(textOf(summary)) == "" {
		r.flow(children(n), true)
		return
	}
	r.raw("<details")
	if hasAttribute(n, "open") {
		r.raw(" open")
	}
	r.raw("><summary>")
	r.line(children(summary), false)
	r.raw("</summary>\n")
	r.flow(rest, true)
	r.raw("</details>\n")
}

// soleSource is the address of an image that is all that nodes show, be it within
// a link or a paragraph; "" where they show anything else.
func soleSource(shown []*html.Node) string {
	for {
		shown = slices.DeleteFunc(slices.Clone(shown), isBlank)
		if len(shown) != 1 {
			return ""
		}
		if shown[0].Data == "img" {
			return attribute(shown[0], "src")
		}
		shown = children(shown[0])
	}
}
