package markup

import (
	"strings"

	"github.com/yuin/goldmark/ast"
	"golang.org/x/net/html"

	"github.com/quartet-dev/quartet/internal/pages/picture"
)

const (
	figureStart  = "<figure>"
	galleryStart = `<figure class="gallery">` + "\n"
	figureEnd    = "</figure>\n"
)

// gallery writes a paragraph that is several pictures of the media library and nothing
// else as a figure of figures, and reports whether it is one (decision 383). Pictures
// of other places may be badges in a line, and an item of a list is one.
func (m *markdown) gallery(n *ast.Paragraph) bool {
	if isItem(n) {
		return false
	}
	var shown []ast.Node
	for child := n.FirstChild(); child != nil; child = child.NextSibling() {
		if text, ok := child.(*ast.Text); ok && !text.HardLineBreak() && isSpace(string(text.Value(m.source))) {
			continue
		}
		image := imageIn(child)
		if image == nil || !m.isPicture(unescape(image.Destination)) {
			return false
		}
		shown = append(shown, child)
	}
	if len(shown) < 2 {
		return false
	}
	m.raw(galleryStart)
	for _, each := range shown {
		m.framed(each, imageIn(each))
	}
	m.raw(figureEnd)
	return true
}

// gallery is the same for a paragraph of rich text.
func (r *rich) gallery(n *html.Node) bool {
	if n.Data != "p" || isItemOfRichText(n) {
		return false
	}
	var shown []*html.Node
	for _, child := range r.flatten(nil, children(n)) {
		if isBlank(child) {
			continue
		}
		if !r.isPicture(soleSource([]*html.Node{child})) {
			return false
		}
		shown = append(shown, child)
	}
	if len(shown) < 2 {
		return false
	}
	r.raw(galleryStart)
	for _, each := range shown {
		r.framed([]*html.Node{each}, nil)
	}
	r.raw(figureEnd)
	return true
}

// isPicture reports whether an address is that of a picture of the media library.
func (w *writer) isPicture(raw string) bool {
	a, _ := w.media(raw)
	return picture.IsPicture(a)
}

func isSpace(text string) bool { return strings.Trim(text, spaces) == "" }

// holdsFigures reports whether a figure is a gallery by itself: several figures, and
// nothing else.
func holdsFigures(shown []*html.Node) bool {
	figures := 0
	for _, each := range shown {
		if each.Data == "figure" {
			figures++
		} else if !isBlank(each) {
			return false
		}
	}
	return figures > 1
}
