package picture

import (
	"html"
	"strconv"
	"strings"
	"unicode"

	"github.com/quartet-dev/quartet/asset"
)

type writer struct{ buf []byte }

func (w *writer) raw(texts ...string) {
	for _, each := range texts {
		w.buf = append(w.buf, each...)
	}
}

// text writes plain text. What no document may hold becomes white space.
func (w *writer) text(text string) {
	if strings.ContainsFunc(text, unicode.IsControl) {
		text = strings.Map(func(r rune) rune {
			if unicode.IsControl(r) {
				return ' '
			}
			return r
		}, text)
	}
	w.raw(html.EscapeString(text))
}

func (w *writer) attr(name, value string) {
	w.raw(" ", name, `="`)
	w.text(value)
	w.raw(`"`)
}

// optional leaves out an attribute without a value.
func (w *writer) optional(name, value string) {
	if value != "" {
		w.attr(name, value)
	}
}

// srcset writes the widths that a browser chooses from.
func (w *writer) srcset(all []candidate) {
	var b strings.Builder
	for i, each := range all {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(inSrcset.Replace(each.url))
		b.WriteString(" ")
		b.WriteString(strconv.Itoa(each.width))
		b.WriteString("w")
	}
	w.attr("srcset", b.String())
}

// inSrcset encodes what would end an address in a list of them.
var inSrcset = strings.NewReplacer(",", "%2C", " ", "%20")

// size writes the width and height that are asked for, or those of the variant. One
// without the other keeps the picture's shape.
func (w *writer) size(v *asset.Variant, o Options) {
	width, height := pixels(o.Width), pixels(o.Height)
	known := v.Width > 0 && v.Height > 0
	switch {
	case width == 0 && height == 0:
		width, height = v.Width, v.Height
	case height == 0 && known:
		height = max(1, (width*v.Height+v.Width/2)/v.Width)
	case width == 0 && known:
		width = max(1, (height*v.Width+v.Height/2)/v.Height)
	}
	if width > 0 && height > 0 {
		w.attr("width", strconv.Itoa(width))
		w.attr("height", strconv.Itoa(height))
	}
}

// maxPixels is more than any screen has.
const maxPixels = 1_000_000

// pixels is a number of them that was asked for, 0 for none.
func pixels(asked string) int {
	if n, err := strconv.Atoi(asked); err == nil && 0 < n && n <= maxPixels {
		return n
	}
	return 0
}

// percent is a fraction in percent, to a tenth.
func percent(fraction float64) string {
	tenths := int(min(max(fraction, 0), 1)*1000 + .5)
	return strconv.FormatFloat(float64(tenths)/10, 'f', -1, 64) + "%"
}
