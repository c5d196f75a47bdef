package inspect

import (
	"encoding/xml"
	"math"
	"strconv"
	"strings"
)

// svgElements are the elements of SVG that draw, describe or animate. Names that
// begin with "fe" are filters, and allowed too.
var svgElements = setOf(`a altGlyph altGlyphDef altGlyphItem animate animateColor animateMotion animateTransform
	circle clipPath defs desc discard ellipse filter flowDiv flowLine flowPara flowRegion flowRegionExclude flowRoot flowSpan
	font font-face font-face-format font-face-name font-face-src g glyph glyphRef hatch hatchpath hkern image line
	linearGradient marker mask mesh meshgradient meshpatch meshrow metadata missing-glyph mpath path pattern polygon polyline
	radialGradient rect set solidColor solidcolor stop style svg switch symbol text textPath title tref tspan use view vkern`)

// activeElements run or load something in one namespace or another. They are
// refused in all of them: a browser need not agree about namespaces.
var activeElements = setOf(`script foreignobject iframe frame frameset object embed applet audio video source track link base meta
	form input button textarea math handler listener animation handlers template noscript body html head`)

// activeSpaces are the namespaces whose elements run or load something.
var activeSpaces = map[string]bool{
	"http://www.w3.org/1999/xhtml":         true,
	"http://www.w3.org/1998/Math/MathML":   true,
	"http://www.w3.org/2001/xml-events":    true,
	"http://www.w3.org/1999/XSL/Transform": true,
	"http://www.w3.org/2001/XInclude":      true,
}

func setOf(names string) map[string]bool {
	set := map[string]bool{}
	for _, name := range strings.Fields(names) {
		set[name] = true
	}
	return set
}

// element refuses elements that run or load something. Those of other namespaces,
// in which drawing programs keep their notes, do nothing.
func (d *svg) element(name xml.Name) error {
	if d.ended {
		return broken("an element follows after its end")
	}
	if !d.begun && (name.Space != svgSpace || name.Local != "svg") {
		return broken("it is not an SVG document")
	}
	d.begun = true
	foreign := name.Space != svgSpace
	switch {
	case d.styled:
		return harmful("The SVG document has an element within a style element. Remove it")
	case activeElements[strings.ToLower(name.Local)], activeSpaces[name.Space],
		!foreign && !svgElements[name.Local] && !strings.HasPrefix(name.Local, "fe"):
		return harmful("The SVG document holds the element %q. Remove it", clip(name.Local, 40))
	}
	return nil
}

// svgSides are the sides that the outermost element gives, in pixels; 0 where it
// gives none.
func svgSides(attributes []xml.Attr) Finding {
	var f Finding
	var box []string
	for _, a := range attributes {
		switch a.Name {
		case xml.Name{Local: "width"}:
			f.Width = svgPixels(strings.TrimSuffix(a.Value, "px"))
		case xml.Name{Local: "height"}:
			f.Height = svgPixels(strings.TrimSuffix(a.Value, "px"))
		case xml.Name{Local: "viewBox"}:
			box = strings.FieldsFunc(a.Value, func(r rune) bool { return r == ',' || r <= ' ' })
		}
	}
	if (f.Width == 0 || f.Height == 0) && len(box) == 4 {
		f = Finding{Width: svgPixels(box[2]), Height: svgPixels(box[3])}
	}
	if f.Width == 0 || f.Height == 0 {
		return Finding{}
	}
	return f
}

func svgPixels(text string) int {
	n, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
	if err != nil || !(n >= 0.5 && n <= MaxSide) {
		return 0
	}
	return int(math.Round(n))
}
