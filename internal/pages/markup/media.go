package markup

import (
	"strings"

	"golang.org/x/net/html"

	"github.com/quartet-dev/quartet/asset"
	"github.com/quartet-dev/quartet/internal/pages/picture"
)

// mediaScheme begins the address of a file of the media library: media:<id>.
const mediaScheme = "media:"

// maxMediaID is how long the id of a file is at most.
const maxMediaID = 64

// MediaID returns the id that the address of a file of the media library holds.
func MediaID(address string) (id string, ok bool) {
	address = strings.Trim(address, spaces)
	if len(address) <= len(mediaScheme) || !strings.EqualFold(address[:len(mediaScheme)], mediaScheme) {
		return "", false
	}
	id = address[len(mediaScheme):]
	return id, len(id) <= maxMediaID && idLength(id) == len(id)
}

// MediaIDs returns the ids of files of the media library that a text may name, so
// that all of them can be looked up at once.
func MediaIDs(text string) (ids []string) {
	for {
		colon := strings.IndexByte(text, ':')
		if colon < 0 {
			return ids
		}
		from := max(colon+1-len(mediaScheme), 0)
		rest := text[colon+1:]
		if n := idLength(rest); 0 < n && n <= maxMediaID && strings.EqualFold(text[from:colon+1], mediaScheme) {
			ids = append(ids, rest[:n])
		}
		text = rest
	}
}

// idLength is how many bytes at the beginning of a text can be those of an id.
func idLength(text string) int {
	for i := range len(text) {
		if c := text[i]; !isAlphanumeric(c) && c != '-' && c != '_' {
			return i
		}
	}
	return len(text)
}

// media returns the file that an address names. ok is false for any other address;
// a file that is not there is nil.
func (w *writer) media(address string) (a *asset.Asset, ok bool) {
	id, ok := MediaID(address)
	if !ok {
		return nil, false
	}
	return w.file(id), true
}

// file looks a file up, and gives nil for one without content.
func (w *writer) file(id string) *asset.Asset {
	if w.o.Media == nil {
		return nil
	}
	if a := w.o.Media(id); a != nil && a.Primary() != nil {
		return a
	}
	return nil
}

// leads reports whether an address leads anywhere as the address of a link.
func (w *writer) leads(raw string) bool {
	if a, ok := w.media(raw); ok {
		return a != nil
	}
	_, ok := address(raw, linkAddress)
	return ok
}

// shows reports whether an address shows anything as the address of an image.
func (w *writer) shows(raw string) bool {
	if a, ok := w.media(raw); ok {
		return a != nil
	}
	_, ok := address(raw, imageAddress)
	return ok
}

// mediaImage writes a file in the place of an image.
func (w *writer) mediaImage(a *asset.Asset, alt, title string, size imageSize) {
	o := picture.Options{Title: title, Sizes: w.o.Sizes}
	if alt != "" {
		o.Alt = &alt
	}
	if size.width > 0 && size.height > 0 {
		o.Width, o.Height = size.text()
		o.Sizes = o.Width + "px"
	}
	if picture.IsPicture(a) {
		o.Loading, o.Fetch = w.loading()
	}
	if w.o.plain || w.o.Base != "" {
		w.buf = picture.AppendPlain(w.buf, a, o, w.inLink, w.absolute)
		return
	}
	w.buf = picture.Append(w.buf, a, o, w.inLink)
}

// loading counts a picture, and says how it loads: the first of a page, which
// readers see at once, before everything else.
func (w *writer) loading() (loading, fetch string) {
	switch w.images++; {
	case w.images > w.o.EagerImages:
		return "lazy", ""
	case w.images == 1:
		return "eager", "high"
	}
	return "eager", ""
}

// absolute is the address of a file from anywhere.
func (w *writer) absolute(address string) string { return w.base.resolve(escapeAddress(address)) }

// stands reports whether an image can stand by itself as a figure: one that is
// there, and is seen or heard.
func (w *writer) stands(raw string) bool {
	a, ok := w.media(raw)
	if !ok {
		return w.shows(raw)
	}
	return a != nil && !picture.IsDocument(a)
}

// captionOf is the caption of a file of the media library, which a figure has
// unless its text says another one.
func (w *writer) captionOf(raw string) string {
	if a, _ := w.media(raw); a != nil {
		return a.Caption
	}
	return ""
}

// isNamed reports whether a file of the media library says by itself what it is.
func (w *writer) isNamed(raw string) bool {
	a, _ := w.media(raw)
	return a != nil && (a.Alt != "" || picture.IsDocument(a))
}

// holdsNamed reports whether a node holds such a file.
func (r *rich) holdsNamed(n *html.Node) bool { return holdsImg(n, r.isNamed) }

// holdsImg reports whether a node holds an image with such an address.
func holdsImg(n *html.Node, is func(src string) bool) bool {
	for each := range n.Descendants() {
		if each.Data == "img" && each.Type == html.ElementNode && is(attribute(each, "src")) {
			return true
		}
	}
	return false
}
