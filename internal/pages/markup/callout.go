package markup

import (
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// callouts are the kinds of a quotation that begins with a line such as [!NOTE], as GitHub
// has them (decision 370): how each is called in the markup.
var callouts = map[string]string{
	"[!NOTE]": "note", "[!TIP]": "tip", "[!IMPORTANT]": "important", "[!WARNING]": "warning", "[!CAUTION]": "caution",
}

// Where the tree keeps what a quotation is.
const (
	calloutAttribute = "callout" // the kind
	foldAttribute    = "fold"    // the sign behind the label, of one that folds
)

// A calloutTransformer takes the label that makes a quotation a callout out of its text.
type calloutTransformer struct{}

func (calloutTransformer) Transform(doc *ast.Document, reader text.Reader, _ parser.Context) {
	_ = ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		switch n.Kind() {
		case ast.KindDocument, ast.KindList, ast.KindListItem, ast.KindBlockquote:
		default:
			return ast.WalkSkipChildren, nil
		}
		quote, ok := n.(*ast.Blockquote)
		if !ok || !entering {
			return ast.WalkContinue, nil
		}
		if first, ok := quote.FirstChild().(*ast.Paragraph); ok {
			label(quote, first, reader.Source())
		}
		return ast.WalkContinue, nil
	})
}

// label makes a quotation a callout where its first paragraph begins with the label of
// one: alone in its line, or with a sign and a title, which make it fold (decision 385).
// A label that a definition makes a link is none.
func label(quote *ast.Blockquote, first *ast.Paragraph, source []byte) {
	if onFirstLine(first, first.FirstChild()) == nil {
		return
	}
	line := first.Lines().At(0)
	written, rest, _ := strings.Cut(string(line.Value(source)), "]")
	kind := callouts[strings.ToUpper(written)+"]"]
	sign, title := rest[:min(len(rest), 1)], strings.TrimLeft(rest[min(len(rest), 1):], spaces)
	switch {
	case kind == "":
	case isSpace(rest):
		quote.SetAttributeString(calloutAttribute, kind)
		withoutFirstLine(first)
	case (sign == "-" || sign == "+") && (title == "" || len(title) < len(rest)-1):
		quote.SetAttributeString(calloutAttribute, kind)
		quote.SetAttributeString(foldAttribute, sign)
		titled(first, line.Stop-len(title))
	}
}

// titled parts the first line of a paragraph from the others, as a paragraph before it:
// the title, from a place of the source on.
func titled(p *ast.Paragraph, from int) {
	title := ast.NewParagraph()
	p.Parent().InsertBefore(p.Parent(), p, title)
	for isOpen := true; isOpen && p.FirstChild() != nil; {
		n := p.FirstChild()
		title.AppendChild(title, n)
		if t, ok := n.(*ast.Text); ok && (t.SoftLineBreak() || t.HardLineBreak()) {
			t.SetSoftLineBreak(false)
			t.SetHardLineBreak(false)
			isOpen = false
		}
	}
	for t, ok := title.FirstChild().(*ast.Text); ok && t.Segment.Start < from; t, ok = title.FirstChild().(*ast.Text) {
		if t.Segment.Stop > from {
			t.Segment = t.Segment.WithStart(from)
			break
		}
		title.RemoveChild(title, t)
	}
	if p.FirstChild() == nil {
		p.Parent().RemoveChild(p.Parent(), p)
	}
}

// withoutFirstLine takes the texts of the first line out, and the paragraph where it has no other.
func withoutFirstLine(p *ast.Paragraph) {
	for n := onFirstLine(p, p.FirstChild()); n != nil; n = onFirstLine(p, p.FirstChild()) {
		p.RemoveChild(p, n)
	}
	if p.FirstChild() == nil {
		p.Parent().RemoveChild(p.Parent(), p)
	}
}

// onFirstLine is a piece of a paragraph, where it is a text of the first line.
func onFirstLine(p *ast.Paragraph, n ast.Node) *ast.Text {
	if t, ok := n.(*ast.Text); ok && p.Lines().Len() > 0 && t.Segment.Start < p.Lines().At(0).Stop {
		return t
	}
	return nil
}

func (m *markdown) blockquote(n *ast.Blockquote) {
	kind, _ := n.AttributeString(calloutAttribute)
	name, isCallout := kind.(string)
	if !isCallout {
		m.around("blockquote", n)
		return
	}
	if sign, folds := n.AttributeString(foldAttribute); folds {
		m.folded(n, name, sign == "+")
		return
	}
	// A page that knows nothing of callouts shows it as what it is written as.
	m.raw(`<blockquote class="callout `, name, `" role="note">`, "\n<p><strong>")
	m.text(m.o.Texts.callout(name))
	m.raw("</strong></p>\n")
	m.blocks(n)
	m.raw("</blockquote>\n")
}

// folded writes a callout of which a page shows the title alone, until somebody opens
// it. One without a title is called by its kind.
func (m *markdown) folded(n *ast.Blockquote, name string, open bool) {
	m.raw(`<details class="callout `, name, `"`)
	if open {
		m.raw(" open")
	}
	m.raw("><summary>")
	title := n.FirstChild()
	if strings.TrimSpace(plain(title, m.source)) == "" {
		m.text(m.o.Texts.callout(name))
	} else {
		m.inlines(title)
	}
	m.raw("</summary>\n")
	m.blocksFrom(title.NextSibling())
	m.raw("</details>\n")
}
