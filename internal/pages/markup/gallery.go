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
	return asGallery(m.writer, shown, func(each ast.Node) { m.framed(each, imageIn(each)) })
}

// gallery is the same for the line that a paragraph of rich text holds.
func (r *rich) gallery(line []*html.Node) bool {
	if len(line) == 0 || isItemOfRichText(line[0]) {
		return false
	}
	var shown []*html.Node
	for _, child := range line {
		if isBlank(child) {
			continue
		}
		if !r.isPicture(soleSource([]*html.Node{child})) {
			return false
		}
		shown = append(shown, child)
	}
	return asGallery(r.writer, shown, func(each *html.Node) { r.framed([]*html.Node{each}, nil) })
}

// asGallery writes pictures side by side, each as a figure, where there are several.
func asGallery[N any](w *writer, shown []N, framed func(N)) bool {
	if len(shown) < 2 {
		return false
	}
	w.raw(galleryStart)
	for _, each := range shown {
		framed(each)
	}
	w.raw(figureEnd)
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
