package markup

import (
	"slices"
	"strings"

	"github.com/yuin/goldmark/ast"
)

// Absolute returns a Markdown text whose relative links, images and definitions
// of links lead to the same places from anywhere: they are resolved against base.
// It changes no other byte; code and raw HTML stay as they are. Where base is not
// an absolute address or the text cannot be read, it returns the text unchanged.
// A link to a place in the text itself stays, because that place goes along.
func Absolute(markdown, base string) string {
	b := newBase(base)
	if b.url == nil {
		return markdown
	}
	source := []byte(markdown)
	doc, err := parse(source)
	if err != nil {
		return markdown
	}
	return apply(markdown, edits(doc, source, b))
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
func edits(doc ast.Node, source []byte, b base) []edit {
	var found []edit
	_ = ast.Walk(doc, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		destination := destinationOf(n)
		if !entering || len(destination) == 0 {
			return ast.WalkContinue, nil
		}
		if start, ok := offset(source, destination); ok {
			if cut, lead := b.lead(string(destination)); lead != "" {
				found = append(found, edit{start, start + cut, lead})
			}
		}
		return ast.WalkContinue, nil
	})
	return found
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
