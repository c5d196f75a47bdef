package markup

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/util"
)

func (m *markdown) inlines(parent ast.Node) {
	if m.spans++; m.spans > maxInline {
		m.failed = true
	}
	for n := parent.FirstChild(); n != nil && !m.failed && !m.full(); n = n.NextSibling() {
		m.inline(n)
	}
	m.spans--
}

func (m *markdown) inline(n ast.Node) {
	switch n := n.(type) {
	case *ast.Text:
		m.textNode(n)
	case *ast.String:
		m.text(string(n.Value))
	case *ast.CodeSpan:
		m.codeSpan(n)
	case *ast.Emphasis:
		m.span([]string{"em", "strong"}[n.Level-1], n)
	case *extast.Strikethrough:
		m.span("s", n)
	case *ast.Link:
		m.link(n, unescape(n.Destination), unescape(n.Title))
	case *ast.Image:
		m.imageNode(n)
	case *ast.AutoLink:
		m.autoLink(n)
	case *ast.RawHTML:
		m.rawHTML(n)
	case *extast.TaskCheckBox:
		m.checkBox(n)
	case *extast.FootnoteLink:
		m.footnoteLink(n)
	case *extast.FootnoteBacklink:
		m.footnoteBacklink(n)
	}
}

func (m *markdown) span(element string, n ast.Node) {
	m.raw("<", element, ">")
	m.inlines(n)
	m.raw("</", element, ">")
}

func (m *markdown) textNode(n *ast.Text) {
	value := n.Segment.Value(m.source)
	if n.IsRaw() {
		m.text(string(value))
		return
	}
	m.markdownText(value)
	switch {
	case n.HardLineBreak():
		m.raw("<br>\n")
	case n.SoftLineBreak() && !m.joins(value, n.NextSibling()):
		m.raw("\n")
	}
}

// joins reports whether a line ends and the next begins in a script that has no
// spaces between words, where a browser would show the line break as one.
func (m *markdown) joins(line []byte, next ast.Node) bool {
	text, ok := next.(*ast.Text)
	if !ok {
		return false
	}
	last, _ := utf8.DecodeLastRune(line)
	first, _ := utf8.DecodeRune(text.Segment.Value(m.source))
	return spaceless(last) && spaceless(first)
}

// spaceless reports whether a character belongs to a script without spaces.
func spaceless(r rune) bool {
	return util.IsEastAsianWideRune(r) || util.IsSpaceDiscardingUnicodeRune(r)
}

func (m *markdown) codeSpan(n *ast.CodeSpan) {
	m.raw("<code>")
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		if text, ok := c.(*ast.Text); ok {
			m.text(strings.ReplaceAll(string(text.Segment.Value(m.source)), "\n", " "))
		}
	}
	m.raw("</code>")
}

// link writes a link around the inlines of a node, or these alone where the
// address is not allowed or a link is open already. A link that shows nothing
// shows its address; the address names one that shows a nameless image.
func (m *markdown) link(n ast.Node, destination, title string) {
	empty := strings.TrimSpace(plain(n, m.source)) == "" && !m.holdsNamed(n)
	silent := empty && holdsImage(n)
	if m.inLink {
		m.inlines(n)
		return
	}
	href, ok := m.openLink(destination, title, "", silent)
	if !ok {
		m.inlines(n)
		return
	}
	m.inLink = true
	if empty && !silent {
		m.text(href)
	}
	m.inlines(n)
	m.raw("</a>")
	m.inLink = false
}

func holdsImage(n ast.Node) bool { return holds(n, func(*ast.Image) bool { return true }) }

// holdsNamed reports whether a node holds a file of the media library, which says
// by itself what it is.
func (m *markdown) holdsNamed(n ast.Node) bool {
	return holds(n, func(i *ast.Image) bool { return m.isNamed(unescape(i.Destination)) })
}

func holds(n ast.Node, is func(*ast.Image) bool) (found bool) {
	_ = ast.Walk(n, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if i, ok := n.(*ast.Image); ok && entering && is(i) {
			found = true
			return ast.WalkStop, nil
		}
		return ast.WalkContinue, nil
	})
	return found
}

func (m *markdown) autoLink(n *ast.AutoLink) {
	destination, label := string(n.URL(m.source)), string(n.Label(m.source))
	if n.AutoLinkType == ast.AutoLinkEmail && scheme(destination) != "mailto:" {
		destination = "mailto:" + destination
	}
	if m.inLink {
		m.text(label)
		return
	}
	_, open := m.openLink(destination, "", "", false)
	m.text(label)
	if open {
		m.raw("</a>")
	}
}

func (m *markdown) imageNode(n *ast.Image) {
	alt := strings.TrimSpace(plain(n, m.source))
	title := ""
	if n != m.captioned {
		title = unescape(n.Title)
	}
	if !m.image(unescape(n.Destination), alt, title, imageSize{}) {
		m.text(alt)
	}
}

// rawHTML shows raw HTML as the text that it is, but for line breaks.
func (m *markdown) rawHTML(n *ast.RawHTML) {
	switch text := rawHTML(n, m.source); {
	case isBreak(text):
		m.raw("<br>")
	case !isComment(text):
		m.text(text)
	}
}

func rawHTML(n *ast.RawHTML, source []byte) string {
	var b strings.Builder
	for i := range n.Segments.Len() {
		segment := n.Segments.At(i)
		b.Write(segment.Value(source))
	}
	return b.String()
}

func isComment(text string) bool { return strings.HasPrefix(text, "<!--") }

// checkBox writes the box of a task as a sign, which feeds and readers show as
// the page does.
func (m *markdown) checkBox(n *extast.TaskCheckBox) {
	sign, name := "☐", m.o.Texts.open()
	if n.IsChecked {
		sign, name = "☑", m.o.Texts.done()
	}
	m.raw(`<span class="task" role="img"`)
	m.attr("aria-label", name)
	m.raw(">", sign, "</span> ")
}

// noteID returns the id of a footnote, or of one of the places that refer to it.
func (m *markdown) noteID(kind string, index, ref int) string {
	id := m.o.IDPrefix + kind + strconv.Itoa(index)
	if ref > 0 {
		id += "-" + strconv.Itoa(ref+1)
	}
	return id
}

func (m *markdown) footnoteLink(n *extast.FootnoteLink) {
	if m.inLink {
		return
	}
	m.raw("<sup")
	m.attr("id", m.noteID("fnref-", n.Index, n.RefIndex))
	m.raw("><a")
	m.attr("href", m.base.resolve("#"+m.noteID("fn-", n.Index, 0)))
	m.raw(` role="doc-noteref">`, strconv.Itoa(n.Index), "</a></sup>")
}

func (m *markdown) footnoteBacklink(n *extast.FootnoteBacklink) {
	name := m.o.Texts.back()
	if n.RefIndex > 0 {
		name += " " + strconv.Itoa(n.RefIndex+1)
	}
	m.raw(" <a")
	m.attr("href", m.base.resolve("#"+m.noteID("fnref-", n.Index, n.RefIndex)))
	m.raw(` role="doc-backlink"`)
	m.attr("aria-label", name)
	m.raw(">↩︎</a>")
}

func (m *markdown) footnotes(n *extast.FootnoteList) {
	m.raw(`<section class="footnotes" role="doc-endnotes"`)
	m.attr("aria-label", m.o.Texts.footnotes())
	m.raw(">\n<ol>\n")
	for c := n.FirstChild(); c != nil && !m.full(); c = c.NextSibling() {
		m.raw("<li")
		m.attr("id", m.noteID("fn-", c.(*extast.Footnote).Index, 0))
		m.raw(">")
		m.footnote(c)
		m.raw("</li>\n")
	}
	m.raw("</ol>\n</section>\n")
}

// footnote writes the blocks of a footnote, after which the way back may stand.
func (m *markdown) footnote(n ast.Node) {
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		if c.Type() == ast.TypeBlock {
			m.block(c)
		} else {
			m.inline(c)
		}
	}
}
