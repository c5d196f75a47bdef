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
// of other places may be badges in a line.
func (m *markdown) gallery(n *ast.Paragraph) bool {
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
	m.sideBySide(func() {
		for _, each := range shown {
			m.framed(each, imageIn(each))
		}
	})
	return true
}

// gallery is the same for a paragraph of rich text.
func (r *rich) gallery(n *html.Node) bool {
	if n.Data != "p" {
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
	r.sideBySide(func() {
		for _, each := range shown {
			r.framed([]*html.Node{each}, nil)
		}
	})
	return true
}

// sideBySide writes a gallery around its figures.
func (w *writer) sideBySide(figures func()) {
	w.raw(galleryStart)
	w.inGallery = true
	figures()
	w.inGallery = false
	w.raw(figureEnd)
}

// half is half of a width, as the attribute sizes says it, which a picture of a gallery
// has at most; one that depends on the screen stays as it is.
func half(sizes string) string {
	depth := 0
	for _, c := range sizes {
		switch {
		case c == '(':
			depth++
		case c == ')':
			depth--
		case depth == 0 && (c == ',' || c == ' '):
			return sizes
		}
	}
	if sizes == "" {
		return "50vw"
	}
	return "calc(" + sizes + " / 2)"
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
