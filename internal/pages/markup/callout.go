package markup

import (
	"bytes"
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

// calloutAttribute is where the tree keeps the kind of a callout.
const calloutAttribute = "callout"

// A calloutTransformer takes the line that makes a quotation a callout out of its text.
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
			if kind := calloutOf(first, reader.Source()); kind != "" {
				quote.SetAttributeString(calloutAttribute, kind)
				withoutFirstLine(first)
			}
		}
		return ast.WalkContinue, nil
	})
}

// calloutOf is the kind of callout that a paragraph begins, "" for none: its first line is
// the label and nothing else. A label that a definition makes a link is none.
func calloutOf(p *ast.Paragraph, source []byte) string {
	if onFirstLine(p, p.FirstChild()) == nil {
		return ""
	}
	line := p.Lines().At(0)
	return callouts[strings.ToUpper(string(bytes.TrimSpace(line.Value(source))))]
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
	// A page that knows nothing of callouts shows it as what it is written as.
	m.raw(`<blockquote class="callout `, name, `" role="note">`, "\n<p><strong>")
	m.text(m.o.Texts.callout(name))
	m.raw("</strong></p>\n")
	m.blocks(n)
	m.raw("</blockquote>\n")
}
