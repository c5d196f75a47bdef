package markup

import (
	"strings"
)

// EscapeInline returns plain text as Markdown that shows it, on one line, in any
// place of a line: a heading, the text of a link, an item of a list.
func EscapeInline(text string) string {
	text = spaced(text)
	var b strings.Builder
	for i, r := range text {
		if escapes(text, i, r) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}

// spaced returns a text on one line, with single spaces between its words.
func spaced(text string) string { return strings.Join(strings.Fields(clean(text)), " ") }

// escapes reports whether the character at i means something in Markdown: marks
// anywhere, and what begins or ends a block.
func escapes(text string, i int, r rune) bool {
	switch r {
	case '\\', '`', '*', '_', '[', ']', '<', '>', '~', '|':
		return true
	case '&':
		return isEntity(text[i:])
	case '#':
		return i == 0 || text[i-1] == ' ' || text[i-1] == '#'
	case '+', '-', '=':
		return i == 0
	case '.', ')':
		return isDigits(text[:i])
	}
	return false
}

// isEntity reports whether a text begins with what may be an entity of HTML.
func isEntity(s string) bool {
	name, _, ok := strings.Cut(s[1:], ";")
	return ok && name != "" && strings.Trim(strings.TrimPrefix(name, "#"), alphanumeric) == ""
}

const alphanumeric = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

func isDigits(s string) bool {
	return s != "" && strings.Trim(s, "0123456789") == ""
}

// Link returns a Markdown link with plain text as its title.
func Link(title, address string) string {
	return "[" + EscapeInline(title) + "](" + escapeDestination(address) + ")"
}

// escapeDestination writes what would end an address in Markdown, or mean
// something else there, as its percent-encoding.
func escapeDestination(address string) string {
	var b strings.Builder
	for i := range len(address) {
		switch c := address[i]; {
		case c <= ' ' || c == 0x7f || strings.IndexByte("()<>\\`[]|\"", c) >= 0:
			b.Write([]byte{'%', hexDigits[c>>4], hexDigits[c&15]})
		case c == '&' && isEntity(address[i:]):
			b.WriteString(`\&`)
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}
