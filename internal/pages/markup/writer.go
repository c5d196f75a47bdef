package markup

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/yuin/goldmark/renderer/html"
)

// A writer appends HTML to a buffer. It is the one place that knows how a link,
// an image, a heading or a table looks, whichever language it was written in.
type writer struct {
	buf     []byte
	start   int // what the caller's buffer held before
	o       Options
	base    base
	outline *outline
	images  int
	tables  int
	inLink  bool
	// known are the headings that a first writing found, and unknown tells that
	// a link asked for one that was not written yet.
	known   *outline
	unknown bool
}

// render appends to dst what write writes, and reports failure where write does.
// It writes a second time where a link leads to a heading further down.
func render(dst []byte, o Options, write func(*writer) bool) ([]byte, error) {
	w := &writer{buf: dst, start: len(dst), o: o, base: newBase(o.Base), outline: newOutline(o)}
	ok := write(w)
	if first := w.outline; ok && w.unknown && first.ids != nil {
		w = &writer{buf: w.buf[:len(dst)], start: len(dst), o: o, base: w.base, outline: newOutline(o), known: first}
		ok = write(w)
	}
	if !ok || w.full() {
		return dst, ErrTooComplex
	}
	return w.buf, nil
}

func (w *writer) raw(s ...string) {
	for _, s := range s {
		w.buf = append(w.buf, s...)
	}
}

// full reports whether the output is as long as it may be.
func (w *writer) full() bool { return len(w.buf)-w.start > MaxOutput }

// text writes plain text.
func (w *writer) text(s string) { w.buf = appendEscaped(w.buf, s) }

// attr writes an attribute with plain text as its value.
func (w *writer) attr(name, value string) {
	w.raw(" ", name, `="`)
	w.text(value)
	w.raw(`"`)
}

// markdownText writes text whose escapes and entities are those of Markdown.
func (w *writer) markdownText(source []byte) { html.DefaultWriter.Write((*sink)(w), source) }

// A sink is a writer as the Markdown library wants it.
type sink writer

func (s *sink) Write(p []byte) (int, error) { s.buf = append(s.buf, p...); return len(p), nil }
func (s *sink) WriteString(p string) (int, error) {
	s.buf = append(s.buf, p...)
	return len(p), nil
}
func (s *sink) WriteByte(c byte) error { s.buf = append(s.buf, c); return nil }
func (s *sink) WriteRune(r rune) (int, error) {
	r = printable(r)
	s.buf = utf8.AppendRune(s.buf, r)
	return utf8.RuneLen(r), nil
}
func (s *sink) Available() int { return cap(s.buf) - len(s.buf) }
func (s *sink) Buffered() int  { return len(s.buf) }
func (s *sink) Flush() error   { return nil }

// appendEscaped appends text as HTML that stands for it in content and in
// attributes. What HTML cannot hold is replaced.
func appendEscaped(dst []byte, s string) []byte {
	for _, r := range s {
		switch r {
		case '&':
			dst = append(dst, "&amp;"...)
		case '<':
			dst = append(dst, "&lt;"...)
		case '>':
			dst = append(dst, "&gt;"...)
		case '"':
			dst = append(dst, "&quot;"...)
		case '\r':
			dst = append(dst, '\n')
		default:
			dst = utf8.AppendRune(dst, printable(r))
		}
	}
	return dst
}

// printable returns r, or U+FFFD for a control character or a code point that
// HTML forbids.
func printable(r rune) rune {
	if r < 0x20 && r != '\t' && r != '\n' || r >= 0x7f && r < 0xa0 ||
		r >= 0xfdd0 && r <= 0xfdef || r&0xfffe == 0xfffe {
		return utf8.RuneError
	}
	return r
}

// openLink writes the beginning of a link and returns its address; ok is false
// where the address is not allowed and there is none. A silent link shows nothing
// that could be read out, and is called by its address.
func (w *writer) openLink(raw, title, rel string, silent bool) (href string, ok bool) {
	href, ok = w.hrefOf(raw)
	if !ok {
		return "", false
	}
	w.raw("<a")
	w.attr("href", href)
	if silent {
		w.attr("aria-label", href)
	}
	if rel = w.rel(href, rel); rel != "" {
		w.attr("rel", rel)
	}
	if title != "" {
		w.attr("title", title)
	}
	w.raw(">")
	return href, true
}

// hrefOf returns where a link leads: of a file of the media library, to its
// primary form.
func (w *writer) hrefOf(raw string) (href string, ok bool) {
	if a, isMedia := w.media(raw); isMedia {
		if a == nil {
			return "", false
		}
		return w.absolute(a.Primary().URL), true
	}
	href, ok = address(raw, linkAddress)
	return w.base.resolve(w.fragment(href)), ok
}

// fragment returns the id of the heading that a link in the text means. A link
// may have the id or, as in Markdown elsewhere, the words of the heading.
func (w *writer) fragment(href string) string {
	if len(href) < 2 || href[0] != '#' {
		return href
	}
	if w.known == nil {
		w.unknown = true
		return href
	}
	name := unescapeAddress(href[1:])
	if id, ok := strings.CutPrefix(name, w.known.prefix); ok && w.known.has(id) {
		return href
	}
	if name = slug(name); w.known.has(name) {
		return "#" + escapeAddress(w.known.prefix+name)
	}
	return href
}

// rel returns the relation of a link. Only what a visitor wrote is not the
// site's own word (decision 141).
func (w *writer) rel(href, rel string) string {
	if w.o.Foreign && external(href) {
		return "nofollow ugc"
	}
	return rel
}

// image writes an image and reports whether there is one.
func (w *writer) image(raw, alt, title string, size imageSize) bool {
	if a, isMedia := w.media(raw); isMedia {
		if a != nil {
			w.mediaImage(a, alt, title, size)
		}
		return a != nil
	}
	src, ok := address(raw, imageAddress)
	if !ok {
		return false
	}
	w.raw("<img")
	w.attr("src", w.base.resolve(src))
	w.attr("alt", alt)
	if title != "" {
		w.attr("title", title)
	}
	w.size(size)
	if w.images++; w.images > w.o.EagerImages {
		w.raw(` loading="lazy"`)
	}
	w.raw(` decoding="async">`)
	return true
}

// An imageSize is the width and height of an image in pixels, 0 where unknown.
type imageSize struct{ width, height int }

func (w *writer) size(size imageSize) {
	if size.width > 0 && size.height > 0 {
		width, height := size.text()
		w.attr("width", width)
		w.attr("height", height)
	}
}

func (s imageSize) text() (width, height string) {
	return strconv.Itoa(s.width), strconv.Itoa(s.height)
}

// openHeading writes the beginning of a heading, which has the level source in
// its text, and returns its end.
func (w *writer) openHeading(source int, text string) (closing string) {
	level := strconv.Itoa(w.outline.level(source))
	w.raw("<h", level)
	w.attr("id", w.outline.id(text))
	w.raw(">")
	return "</h" + level + ">\n"
}

// openTable writes the beginning of a table that scrolls by itself when it is
// wider than the page, also with the keyboard. Each has a name of its own, by
// which readers who listen tell the regions of a page apart.
func (w *writer) openTable() {
	name := w.o.Texts.table()
	if w.tables++; w.tables > 1 {
		name += " " + strconv.Itoa(w.tables)
	}
	w.raw(`<section class="table" tabindex="0"`)
	w.attr("aria-label", name)
	w.raw("><table>\n")
}

func (w *writer) closeTable() { w.raw("</table></section>\n") }

// openCode writes the beginning of a block of code. It can be scrolled with the
// keyboard. A language that is no plain word is left out.
func (w *writer) openCode(language string) {
	w.raw(`<pre tabindex="0"><code`)
	if isLanguage(language) {
		w.attr("class", "language-"+language)
	}
	w.raw(">")
}

func isLanguage(s string) bool {
	for i := range len(s) {
		if !isAlphanumeric(s[i]) && !strings.Contains("+#._-", s[i:i+1]) {
			return false
		}
	}
	return s != "" && len(s) <= 32
}
