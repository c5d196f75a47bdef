package markup

import (
	"bytes"
	"slices"
	"strings"

	"github.com/yuin/goldmark/ast"

	"github.com/quartet-dev/quartet/asset"
	"github.com/quartet-dev/quartet/internal/pages/picture"
)

// Absolute returns a Markdown text whose relative links, images and definitions
// of links lead to the same places from anywhere: they are resolved against the
// Base of the options. Files of the media library get their addresses, and one that
// is not there leaves its text alone. It changes no other byte; code and raw HTML
// stay as they are. Where the text cannot be read it returns the text unchanged,
// and where Base is no absolute address, relative links stay. A link to a place in
// the text itself stays, because that place goes along.
func Absolute(markdown string, o Options) string {
	w := &writer{o: o, base: newBase(o.Base)}
	if w.base.url == nil && len(MediaIDs(markdown)) == 0 {
		return markdown
	}
	source := []byte(markdown)
	doc, err := parse(source)
	if err != nil {
		return markdown
	}
	return apply(markdown, edits(doc, source, w))
}

// An edit replaces the bytes from start to end of a text.
type edit struct {
	start, end int
	text       string
}

func apply(text string, edits []edit) string {
	slices.SortFunc(edits, func(a, b edit) int { return a.start - b.start })
	var b strings.Builder
	done := 0
	for _, e := range edits {
		b.WriteString(text[done:e.start])
		b.WriteString(e.text)
		done = e.end
	}
	b.WriteString(text[done:])
	return b.String()
}

// edits returns the edits that make the addresses of a text absolute.
func edits(doc ast.Node, source []byte, w *writer) []edit {
	var found []edit
	_ = ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		destination := destinationOf(n)
		if !entering || len(destination) == 0 {
			return ast.WalkContinue, nil
		}
		start, ok := offset(source, destination)
		if !ok {
			return ast.WalkContinue, nil
		}
		if a, isMedia := w.media(unescape(destination)); isMedia {
			found = append(found, w.mediaEdits(a, n, source, start, start+len(destination))...)
		} else if cut, lead := w.base.lead(string(destination)); lead != "" {
			found = append(found, edit{start, start + cut, lead})
		}
		return ast.WalkContinue, nil
	})
	return found
}

// mediaEdits are those of a link or an image that leads to a file of the media
// library, whose address stands from start to end.
func (w *writer) mediaEdits(a *asset.Asset, n ast.Node, source []byte, start, end int) []edit {
	opened, closing, closed := around(n, source, start, end)
	switch {
	case a == nil && closed == 0:
		return []edit{{start, end, "#"}} // a definition, or an address apart from its text
	case a == nil:
		return []edit{{n.Pos(), opened, ""}, {closing, closed, ""}}
	}
	there := edit{start, end, escapeDestination(w.absolute(a.Primary().URL))}
	if n.Kind() == ast.KindImage && closed > 0 {
		return []edit{named(a, n, opened), there}
	}
	return []edit{there}
}

// named begins the image that shows a file: with the file's own name where it has no
// other, and as a link where the file is no picture.
func named(a *asset.Asset, n ast.Node, opened int) edit {
	begin := edit{n.Pos(), opened, "!["}
	if !picture.IsPicture(a) {
		begin.text = "["
	}
	if !n.HasChildren() {
		begin.text += EscapeInline(picture.Name(a))
	}
	return begin
}

// around finds what is not the text of a link or an image, whose address stands
// from start to end: up to opened, and from closing to closed. closed is 0 where
// other marks stand in between.
func around(n ast.Node, source []byte, start, end int) (opened, closing, closed int) {
	opened = n.Pos() + 1
	switch n.Kind() {
	case ast.KindImage:
		opened++
	case ast.KindLink:
	default:
		return 0, 0, 0
	}
	before := bytes.TrimRight(source[:start], spaces+"<")
	after := bytes.TrimLeft(source[end:], spaces+">")
	after = bytes.TrimLeft(after[titleLength(after):], spaces)
	if opened < 0 || opened > start || !bytes.HasSuffix(before, []byte("](")) || !bytes.HasPrefix(after, []byte(")")) {
		return 0, 0, 0
	}
	return opened, len(before) - len("]("), len(source) - len(after) + 1
}

// titleLength is how long the title is that a text begins with.
func titleLength(text []byte) int {
	if len(text) == 0 || strings.IndexByte(`"'(`, text[0]) < 0 {
		return 0
	}
	closer := text[0]
	if closer == '(' {
		closer = ')'
	}
	for i := 1; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case closer:
			return i + 1
		}
	}
	return 0
}

// destinationOf returns the address as a node has it in its own text.
func destinationOf(n ast.Node) []byte {
	switch n := n.(type) {
	case *ast.Link:
		if n.Reference == nil {
			return n.Destination
		}
	case *ast.Image:
		if n.Reference == nil {
			return n.Destination
		}
	case *ast.LinkReferenceDefinition:
		return n.Destination
	}
	return nil
}

// offset returns where in source a part of it begins, and reports whether it is
// a part of it and not a copy.
func offset(source, part []byte) (int, bool) {
	start := cap(source) - cap(part)
	if start < 0 || start+len(part) > len(source) || &source[start] != &part[0] {
		return 0, false
	}
	return start, true
}

// lead returns what makes an address absolute when it stands in place of the
// first cut bytes. It is "" for an address that is absolute or empty, and for one
// that leads to a place in the text itself.
func (b base) lead(destination string) (cut int, lead string) {
	if b.url == nil {
		return 0, ""
	}
	skip := len(destination) - len(strings.TrimLeft(destination, " \t"))
	plain := unescape([]byte(destination[skip:]))
	origin := b.url.Scheme + "://" + escapeDestination(b.url.Host)
	folder := b.url.EscapedPath()
	folder = folder[:strings.LastIndexByte(folder, '/')+1]
	switch {
	case scheme(plain) != "" || strings.Trim(plain, spaces) == "" || strings.IndexByte(spaces+"#", plain[0]) >= 0:
		return 0, ""
	case strings.HasPrefix(plain, "//"):
		return skip, b.url.Scheme + ":"
	case strings.HasPrefix(plain, "/"):
		return skip, origin
	case strings.HasPrefix(plain, "?"):
		return skip, origin + escapeDestination(b.url.EscapedPath())
	}
	cut, folder = climb(destination, skip, folder)
	if folder == "" {
		folder = "/"
	}
	return cut, origin + escapeDestination(folder)
}

// climb resolves the dots that an address has after its first skip bytes: it
// returns where they end and the folder that they lead to.
func climb(destination string, skip int, folder string) (cut int, to string) {
	for cut = skip; ; {
		switch rest := destination[cut:]; {
		case strings.HasPrefix(rest, "./"):
			cut += 2
		case strings.HasPrefix(rest, "../"):
			cut += 3
			folder = strings.TrimSuffix(folder, "/")
			folder = folder[:strings.LastIndexByte(folder, '/')+1]
		default:
			return cut, folder
		}
	}
}
