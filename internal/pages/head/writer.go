package head

import (
	"html/template"
	"strings"
	"unicode"
)

// A writer writes elements of a head, one a line.
type writer struct{ strings.Builder }

func (w *writer) html() template.HTML {
	return template.HTML(w.String()) //nolint:gosec // every text in it was escaped when it was written
}

func (w *writer) element(name, text string) {
	w.WriteString("<" + name + ">" + escape(text) + "</" + name + ">\n")
}

// meta leaves out what has no content.
func (w *writer) meta(attribute, name, content string) {
	if content != "" {
		w.void("meta", attribute, name, "content", content)
	}
}

func (w *writer) link(rel, href string, attributes ...string) {
	w.WriteString("<link")
	w.attributes("rel", rel, "href", href)
	w.attributes(attributes...)
	w.WriteString(">\n")
}

// void writes an element without content.
func (w *writer) void(name string, attributes ...string) {
	w.WriteString("<")
	w.WriteString(name)
	w.attributes(attributes...)
	w.WriteString(">\n")
}

// attributes leaves out those without a value.
func (w *writer) attributes(attributes ...string) {
	for i := 0; i+1 < len(attributes); i += 2 {
		if attributes[i+1] == "" {
			continue
		}
		w.WriteString(" ")
		w.WriteString(attributes[i])
		w.WriteString(`="`)
		w.WriteString(escape(attributes[i+1]))
		w.WriteString(`"`)
	}
}

// escape makes one line of a text that stands between tags or in quotes. White
// space becomes one space, and what no document may hold U+FFFD.
func escape(text string) string {
	if !isPrintable(text) && strings.IndexFunc(text, unclean) >= 0 {
		text = strings.Map(clean, strings.Join(strings.Fields(text), " "))
	}
	return template.HTMLEscapeString(text)
}

// isPrintable reports whether a text is printable ASCII, as most are.
func isPrintable(text string) bool {
	for i := range len(text) {
		if c := text[i]; c < ' ' || c > '~' {
			return false
		}
	}
	return true
}

func clean(r rune) rune {
	if unclean(r) {
		return unicode.ReplacementChar
	}
	return r
}

// unclean reports whether a character is a control character, a noncharacter or
// no character at all.
func unclean(r rune) bool {
	return unicode.IsControl(r) || r == unicode.ReplacementChar || r&0xfffe == 0xfffe || 0xfdd0 <= r && r <= 0xfdef
}
