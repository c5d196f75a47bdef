package markup

import (
	"bytes"
	"html"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"
)

// maxInline is how many spans may stand inside each other.
const maxInline = 100

// Markdown appends the HTML of a Markdown text to dst: CommonMark with tables,
// strikethrough, autolinks, task lists and callouts as GitHub has them, and footnotes.
// It returns [ErrTooLong] or [ErrTooComplex], and then dst as it was.
func Markdown(dst []byte, source string, o Options) ([]byte, error) {
	text := []byte(clean(source))
	doc, err := parse(text)
	if err != nil {
		return dst, err
	}
	return render(dst, o, func(w *writer) bool {
		m := &markdown{writer: w, source: text}
		m.blocks(doc)
		return !m.failed
	})
}

// clean returns a text without what HTML cannot hold, and with newlines alone at
// the ends of its lines.
func clean(source string) string {
	if strings.Contains(source, "\r") {
		source = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(source)
	}
	if utf8.ValidString(source) && !strings.ContainsFunc(source, func(r rune) bool { return printable(r) != r }) {
		return source
	}
	return strings.Map(printable, source)
}

// A markdown writes the tree of a Markdown text.
type markdown struct {
	*writer
	source []byte
	spans  int  // how many are open
	failed bool // too deep
	// captioned is the image whose title is written as a caption.
	captioned *ast.Image
}

func (m *markdown) blocks(parent ast.Node) { m.blocksFrom(parent.FirstChild()) }

// blocksFrom writes a block and those behind it.
func (m *markdown) blocksFrom(n ast.Node) {
	for ; n != nil && !m.failed && !m.full(); n = n.NextSibling() {
		m.block(n)
	}
}

func (m *markdown) block(n ast.Node) {
	switch n := n.(type) {
	case *ast.Heading:
		m.heading(n)
	case *ast.Paragraph:
		m.paragraph(n)
	case *ast.TextBlock:
		m.inlines(n)
	case *ast.Blockquote:
		m.blockquote(n)
	case *ast.List:
		m.list(n)
	case *ast.FencedCodeBlock:
		m.code(n, string(n.Language(m.source)))
	case *ast.CodeBlock:
		m.code(n, "")
	case *ast.HTMLBlock:
		m.htmlBlock(n)
	case *ast.ThematicBreak:
		m.raw("<hr>\n")
	case *extast.Table:
		m.table(n)
	case *extast.FootnoteList:
		m.footnotes(n)
	}
}

// around writes an element around the blocks of a node.
func (m *markdown) around(element string, n ast.Node) {
	m.raw("<", element, ">\n")
	m.blocks(n)
	m.raw("</", element, ">\n")
}

func (m *markdown) heading(n *ast.Heading) {
	text := plain(n, m.source)
	if strings.TrimSpace(text) == "" {
		return // a heading that says nothing is an obstacle for who listens
	}
	closing := m.openHeading(n.Level, text)
	m.inlines(n)
	m.raw(closing)
}

func (m *markdown) paragraph(n *ast.Paragraph) {
	link := m.loneLink(n)
	ofText := n.Parent().Kind() == ast.KindDocument
	if m.figure(n) || m.gallery(n) || ofText && m.player(link) {
		return
	}
	m.raw(m.paragraphStart(link, isItem(n)))
	m.inlines(n)
	m.raw("</p>\n")
}

// figure writes a paragraph that is an image alone, or a link around one, as a
// figure, and reports whether it is one.
func (m *markdown) figure(n *ast.Paragraph) bool {
	image := soleImage(n)
	if image == nil || !m.stands(unescape(image.Destination)) {
		return false
	}
	m.framed(n.FirstChild(), image)
	return true
}

// framed writes an image, or the link around it, as a figure. The title of the image
// is its caption.
func (m *markdown) framed(shown ast.Node, image *ast.Image) {
	m.raw(figureStart)
	m.captioned = image
	m.inline(shown)
	if caption := m.captionOf(unescape(image.Destination)); len(bytes.TrimSpace(image.Title)) > 0 {
		m.raw("<figcaption>")
		m.markdownText(image.Title)
		m.raw("</figcaption>")
	} else if caption != "" {
		m.raw("<figcaption>")
		m.text(caption)
		m.raw("</figcaption>")
	}
	m.raw(figureEnd)
}

// soleImage is the image that a node holds alone, be it within a link; nil where it
// holds anything else.
func soleImage(n ast.Node) *ast.Image {
	child := n.FirstChild()
	if child == nil || child.NextSibling() != nil {
		return nil
	}
	return imageIn(child)
}

// imageIn is the image that a node is, or that a link is around; nil for anything else.
func imageIn(n ast.Node) *ast.Image {
	if n.Kind() == ast.KindLink {
		return soleImage(n)
	}
	image, _ := n.(*ast.Image)
	return image
}

func (m *markdown) list(n *ast.List) {
	element := "ul"
	m.raw("<")
	if n.IsOrdered() {
		element = "ol"
	}
	m.raw(element)
	if n.IsOrdered() && n.Start != 1 {
		m.attr("start", strconv.Itoa(n.Start))
	}
	m.raw(">\n")
	for item := n.FirstChild(); item != nil && !m.full(); item = item.NextSibling() {
		m.item(item)
	}
	m.raw("</", element, ">\n")
}

func (m *markdown) item(n ast.Node) {
	m.raw("<li>")
	for child := n.FirstChild(); child != nil; child = child.NextSibling() {
		m.block(child)
		if child.Kind() == ast.KindTextBlock && child.NextSibling() != nil {
			m.raw("\n")
		}
	}
	m.raw("</li>\n")
}

func (m *markdown) code(n ast.Node, language string) {
	m.openCode(language)
	for i := range n.Lines().Len() {
		line := n.Lines().At(i)
		m.text(string(line.Value(m.source)))
	}
	m.raw("</code></pre>\n")
}

// htmlBlock shows raw HTML as the text that it is. Comments are dropped.
func (m *markdown) htmlBlock(n *ast.HTMLBlock) {
	var b strings.Builder
	for i := range n.Lines().Len() {
		line := n.Lines().At(i)
		b.Write(line.Value(m.source))
	}
	if n.HasClosure() {
		b.Write(n.ClosureLine.Value(m.source))
	}
	text := b.String()
	if n.HTMLBlockType == ast.HTMLBlockType2 {
		_, text, _ = strings.Cut(text, "-->")
	}
	if text = strings.TrimSpace(text); text != "" && !isBreak(text) {
		m.raw("<p>")
		m.text(text)
		m.raw("</p>\n")
	}
}

// isBreak reports whether raw HTML is a line break, the one element that
// Markdown has no other way to write inside a table.
func isBreak(text string) bool {
	switch strings.ToLower(strings.ReplaceAll(text, " ", "")) {
	case "<br>", "<br/>":
		return true
	}
	return false
}

func (m *markdown) table(n *extast.Table) {
	m.openTable()
	for row := n.FirstChild(); row != nil && !m.full(); row = row.NextSibling() {
		header := row.Kind() == extast.KindTableHeader
		if header {
			m.raw("<thead>\n")
		}
		m.row(row, header)
		if header {
			m.raw("</thead>\n")
		}
		if header && row.NextSibling() != nil {
			m.raw("<tbody>\n")
		}
	}
	if n.ChildCount() > 1 {
		m.raw("</tbody>\n")
	}
	m.closeTable()
}

func (m *markdown) row(n ast.Node, header bool) {
	m.raw("<tr>")
	for child := n.FirstChild(); child != nil; child = child.NextSibling() {
		cell := child.(*extast.TableCell)
		element := "td"
		if header && strings.TrimSpace(plain(cell, m.source)) != "" {
			element = "th"
		}
		m.raw("<", element)
		if element == "th" {
			m.raw(` scope="col"`)
		}
		if a := cell.Alignment; a == extast.AlignCenter || a == extast.AlignRight {
			m.attr("class", a.String())
		}
		m.raw(">")
		m.inlines(cell)
		m.raw("</", element, ">")
	}
	m.raw("</tr>\n")
}

// plain returns the text of a node without its markup.
func plain(n ast.Node, source []byte) string {
	var b strings.Builder
	appendPlain(&b, n, source, true, maxInline)
	return b.String()
}

// appendPlain appends the text of a node, with the descriptions of its images
// where images says so.
func appendPlain(b *strings.Builder, n ast.Node, source []byte, images bool, depth int) {
	for c := n.FirstChild(); c != nil && depth > 0; c = c.NextSibling() {
		switch c := c.(type) {
		case *ast.Text:
			if c.IsRaw() {
				b.Write(c.Segment.Value(source))
			} else {
				b.WriteString(unescape(c.Segment.Value(source)))
			}
			if c.SoftLineBreak() || c.HardLineBreak() {
				b.WriteByte(' ')
			}
		case *ast.String:
			b.Write(c.Value)
		case *ast.AutoLink:
			b.Write(c.Label(source))
		case *ast.RawHTML:
			if text := rawHTML(c, source); !isComment(text) && !isBreak(text) {
				b.WriteString(text)
			}
		default:
			if images || c.Kind() != ast.KindImage {
				appendPlain(b, c, source, images, depth-1)
			}
		}
	}
}

// unescape returns what the escapes and entities of a Markdown text stand for.
func unescape(source []byte) string {
	if bytes.IndexByte(source, '\\') < 0 && bytes.IndexByte(source, '&') < 0 {
		return string(source)
	}
	w := &writer{}
	w.markdownText(source)
	return html.UnescapeString(string(w.buf))
}
