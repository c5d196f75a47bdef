package inspect

import (
	"bytes"
	"encoding/base64"
	"encoding/xml"
	"strings"
)

const xmlSpace = "http://www.w3.org/XML/1998/namespace"

var (
	// linking are the attributes whose value is an address.
	linking = setOf("href src srcset data action formaction poster codebase")
	// unstyled are the attributes that no stylesheet and no painter reads.
	unstyled = setOf("id class d points viewBox transform lang role")
	// loading are the functions of CSS that load something and are not url().
	loading = []string{"@import", "image-set(", "image(", "cross-fade(", "src(", "expression(", "-moz-binding"}
)

func (d *svg) attribute(element string, a xml.Attr) error {
	name := strings.ToLower(a.Name.Local)
	switch {
	case a.Name.Space == "xmlns" || a.Name.Space == "" && name == "xmlns":
		return nil
	case strings.HasPrefix(name, "on"):
		return harmful("The SVG document holds the event attribute %q. Remove it", clip(a.Name.Local, 40))
	case name == "base" && (a.Name.Space == xmlSpace || a.Name.Space == "xml"):
		return harmful("The SVG document holds the attribute xml:base. Remove it")
	case name == "attributename" && isActive(a.Value):
		return harmful("The SVG document animates the attribute %q. Remove the animation", clip(a.Value, 40))
	case strings.Contains(squeeze(a.Value), "javascript:"):
		return harmful("The SVG document holds a script in the attribute %q. Remove it", clip(a.Name.Local, 40))
	case linking[name]:
		return d.link(element, a.Value)
	}
	if a.Name.Space != "" || unstyled[a.Name.Local] {
		return nil
	}
	return d.css(a.Value, name == "style")
}

// isActive reports whether an animation of this attribute could run or load something.
func isActive(name string) bool {
	name = strings.ToLower(strings.TrimSpace(name))
	name = name[strings.LastIndexByte(name, ':')+1:]
	return linking[name] || name == "style" || strings.HasPrefix(name, "on")
}

// squeeze leaves out what browsers overlook in the scheme of an address.
func squeeze(value string) string {
	if !strings.Contains(value, ":") {
		return ""
	}
	return strings.Map(func(r rune) rune {
		if r <= ' ' {
			return -1
		}
		return r
	}, strings.ToLower(value))
}

// lower is the text with small letters of ASCII, as CSS compares names. Others stay,
// so that both texts have the same places.
func lower(text string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'A' && r <= 'Z' {
			return r + 'a' - 'A'
		}
		return r
	}, text)
}

// link checks the address of an element. Those of an element that paints another
// one again are remembered.
func (d *svg) link(element, address string) error {
	if element == "use" || element == "pattern" || element == "feImage" {
		return d.refer(address)
	}
	return d.address(address)
}

// refer checks an address, and remembers what is painted from there.
func (d *svg) refer(address string) error {
	address = strings.TrimSpace(address)
	if fragment, found := strings.CutPrefix(address, "#"); found {
		return d.refs.add(d.node(), fragment)
	}
	return d.address(address)
}

// address lets references into the document stand, and pictures that it holds.
func (d *svg) address(address string) error {
	address = strings.TrimSpace(address)
	if address == "" || address[0] == '#' {
		return nil
	}
	mime, content, found := strings.Cut(address, ";base64,")
	mime, isData := strings.CutPrefix(strings.ToLower(mime), "data:")
	if !found || !isData {
		return harmful("The SVG document refers to %q. Only parts of itself and pictures within it are allowed", clip(address, 60))
	}
	return d.embedded(Canonical(mime), content)
}

// raster are the types of pictures that an SVG document may hold.
var raster = setOf("image/png image/jpeg image/gif image/webp image/avif")

// embedded holds a picture within the document to the rules of its own type.
func (d *svg) embedded(mime, content string) error {
	if !raster[mime] {
		return harmful("The SVG document holds a file of the type %q. Only pictures of pixels are allowed in it", clip(mime, 40))
	}
	picture, err := base64.StdEncoding.DecodeString(strings.Join(strings.Fields(content), ""))
	if err != nil {
		return broken("a picture within it is not in base64")
	}
	_, err = stream(d.s.ctx, bytes.NewReader(picture), int64(len(picture)), mime, kinds[mime])
	return err
}

// css checks a text of CSS: a stylesheet, or the value of an attribute. An escape
// could hide a name, so it is refused where one could be.
func (d *svg) css(text string, sheet bool) error {
	if strings.Contains(text, `\`) && (sheet || strings.Contains(text, "(")) {
		return harmful("The styles of the SVG document hold an escape (\\). Remove it")
	}
	low := lower(text)
	for _, word := range loading {
		if strings.Contains(low, word) {
			return harmful("The styles of the SVG document hold %q, which loads something. Remove it", word)
		}
	}
	for {
		at := strings.Index(low, "url(")
		if at < 0 {
			return nil
		}
		end := strings.IndexByte(low[at:], ')')
		if end < 0 || strings.Contains(low[at+4:at+end], "url(") {
			return harmful("The styles of the SVG document hold an address that does not end. Remove it")
		}
		address := text[at+4 : at+end]
		text, low = text[at+end:], low[at+end:]
		if err := d.refer(strings.Trim(address, " \t\r\n\f\"'")); err != nil {
			return err
		}
	}
}
