package picture

import (
	"cmp"
	"strconv"

	"github.com/quartet-dev/quartet/asset"
)

// Options say how an asset stands in its page. The zero value is a picture that
// loads when it comes near the screen.
type Options struct {
	Alt     *string // in place of the asset's own; nil for that
	Class   string
	Sizes   string // how wide it is shown, as the attribute sizes says it; "" is the whole screen
	Width   string // in place of the picture's own; its height follows where that is ""
	Height  string
	Loading string // eager or lazy; "" is lazy
	Fetch   string // fetchpriority; "" leaves it to the browser
	Title   string
}

// Append appends an asset as HTML to dst, and nothing of one that has no file.
// A document becomes a link, unless it stands within one already: then it is its
// name.
func Append(dst []byte, a *asset.Asset, o Options, inLink bool) []byte {
	primary := a.Primary()
	if primary == nil {
		return dst
	}
	w := writer{dst}
	switch kind(primary.MimeType) {
	case "image":
		w.picture(a, primary, o)
	case "video":
		w.player("video", a, primary, o)
	case "audio":
		w.player("audio", a, primary, o)
	default:
		w.link(a, primary, o, inLink)
	}
	return w.buf
}

// AppendPlain appends a picture in one size, for places whose readers know no
// other: feeds, and what becomes Markdown. absolute makes an address one that
// leads there from anywhere. Anything else becomes a link, as with Append.
func AppendPlain(dst []byte, a *asset.Asset, o Options, inLink bool, absolute func(string) string) []byte {
	primary := a.Primary()
	if primary == nil {
		return dst
	}
	there := *primary
	there.URL = absolute(primary.URL)
	w := writer{dst}
	if kind(primary.MimeType) != "image" {
		w.link(a, &there, o, inLink)
		return w.buf
	}
	w.raw("<img")
	w.attr("src", there.URL)
	w.image(a, &there, o)
	w.load(o)
	return w.buf
}

// IsPicture reports whether an asset is shown as a picture. It is false for nil.
func IsPicture(a *asset.Asset) bool {
	return a != nil && a.Primary() != nil && kind(a.Primary().MimeType) == "image"
}

// IsRecording reports whether an asset is played: a sound or a video. It is false for
// nil.
func IsRecording(a *asset.Asset) bool {
	if a == nil || a.Primary() == nil {
		return false
	}
	of := kind(a.Primary().MimeType)
	return of == "audio" || of == "video"
}

// IsDocument reports whether an asset is neither seen nor heard within a page, but
// opened.
func IsDocument(a *asset.Asset) bool {
	primary := a.Primary()
	if primary == nil {
		return false
	}
	switch kind(primary.MimeType) {
	case "image", "video", "audio":
		return false
	}
	return true
}

// Name is what an asset is called where it is not seen: its alt text, its caption,
// or the type of what is no picture.
func Name(a *asset.Asset) string {
	switch primary := a.Primary(); {
	case a.Alt != "":
		return a.Alt
	case a.Caption != "":
		return a.Caption
	case primary != nil && !IsPicture(a):
		return typeName(primary.MimeType)
	}
	return ""
}

func altOf(a *asset.Asset, o Options) string {
	if o.Alt != nil {
		return *o.Alt
	}
	return a.Alt
}

// picture writes a picture with its sources: one for each modern format, and the
// widths of the primary's in the image itself.
func (w *writer) picture(a *asset.Asset, primary *asset.Variant, o Options) {
	sources := modern(a)
	fallback := fallbacks(a, primary, sources)
	if sources != nil {
		w.raw("<picture>")
	}
	for _, each := range sources {
		w.source(each, fallback, o)
	}
	w.raw("<img")
	w.attr("src", primary.URL)
	if len(fallback) > 1 {
		w.srcset(fallback)
		w.attr("sizes", cmp.Or(o.Sizes, wholeScreen))
	}
	w.image(a, primary, o)
	w.focal(a.FocalPoint)
	w.load(o)
	if sources != nil {
		w.raw("</picture>")
	}
}

// wholeScreen is how wide a picture is shown whose page does not say so.
const wholeScreen = "100vw"

func (w *writer) source(s source, fallback []candidate, o Options) {
	w.raw("<source")
	w.attr("type", s.mimeType)
	w.srcset(s.candidates)
	w.attr("sizes", cmp.Or(o.Sizes, wholeScreen))
	if len(s.candidates) < len(fallback) {
		w.attr("media", onlyWhereNeeded(fallback, o.Sizes == ""))
	}
	w.raw(">")
}

// onlyWhereNeeded is where a screen asks for more than the widest rendition of the
// fallback: elsewhere one of those fits, and a modern format that comes in its full
// width alone would weigh more (decision 171).
func onlyWhereNeeded(fallback []candidate, whole bool) string {
	widest := 0
	for _, each := range fallback[:len(fallback)-1] {
		widest = max(widest, each.width)
	}
	dense := "(min-resolution: 2dppx) and (min-width: " + strconv.Itoa(widest/2+1) + "px)"
	if whole {
		return "(min-width: " + strconv.Itoa(widest+1) + "px), " + dense
	}
	return dense
}

// image writes what an image is, behind its address.
func (w *writer) image(a *asset.Asset, v *asset.Variant, o Options) {
	w.attr("alt", altOf(a, o))
	w.size(v, o)
	w.optional("class", o.Class)
	w.optional("title", o.Title)
}

// focal keeps a part of the picture in sight where a style crops it.
func (w *writer) focal(p *asset.Point) {
	if p != nil {
		w.attr("style", "object-position:"+percent(p.X)+" "+percent(p.Y))
	}
}

// load says when the picture loads, and ends the element.
func (w *writer) load(o Options) {
	w.attr("loading", cmp.Or(o.Loading, "lazy"))
	w.optional("fetchpriority", o.Fetch)
	w.raw(` decoding="async">`)
}

// player writes a video or a sound, whose formats a browser chooses from.
func (w *writer) player(element string, a *asset.Asset, primary *asset.Variant, o Options) {
	w.raw("<", element)
	if element == "video" {
		w.size(primary, o)
	}
	w.optional("class", o.Class)
	w.optional("aria-label", altOf(a, o))
	w.raw(` controls preload="metadata">`)
	for _, each := range alternates(a, element) {
		w.file(each)
	}
	w.file(*primary)
	w.raw("</", element, ">")
}

func (w *writer) file(v asset.Variant) {
	w.raw("<source")
	w.attr("src", v.URL)
	w.attr("type", v.MimeType)
	w.raw(">")
}

func (w *writer) link(a *asset.Asset, primary *asset.Variant, o Options, inLink bool) {
	name := Name(a)
	if o.Alt != nil && *o.Alt != "" {
		name = *o.Alt
	}
	if inLink {
		w.text(name)
		return
	}
	w.raw("<a")
	w.attr("href", primary.URL)
	w.attr("type", primary.MimeType)
	w.optional("class", o.Class)
	w.optional("title", o.Title)
	w.raw(">")
	w.text(name)
	w.raw("</a>")
}
