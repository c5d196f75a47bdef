package typescript

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
)

// quote writes a text as a string literal.
func quote(text string) string {
	var out strings.Builder
	out.WriteByte('\'')
	for _, r := range text {
		switch {
		case r == '\'' || r == '\\':
			out.WriteByte('\\')
			out.WriteRune(r)
		case r == '\n':
			out.WriteString(`\n`)
		case isHidden(r):
			writeEscape(&out, r)
		default:
			out.WriteRune(r)
		}
	}
	out.WriteByte('\'')
	return out.String()
}

func writeEscape(out *strings.Builder, r rune) {
	if r > 0xffff {
		fmt.Fprintf(out, `\u{%x}`, r)
		return
	}
	fmt.Fprintf(out, `\u%04x`, r)
}

// isHidden reports whether a rune ends a line, cannot be seen, or changes the
// direction of what follows: source text must read as it runs.
func isHidden(r rune) bool {
	return unicode.IsControl(r) || unicode.In(r, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Co)
}

// isIdentifier reports whether a name needs no quotes as the name of a member.
func isIdentifier(name string) bool {
	for i, r := range name {
		isLetter := r == '_' || r == '$' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z'
		if !isLetter && (i == 0 || r < '0' || r > '9') {
			return false
		}
	}
	return name != ""
}

// member is a name in front of a colon.
func member(name string) string {
	if isIdentifier(name) {
		return name
	}
	return quote(name)
}

// comment writes paragraphs, each once, as a doc comment in front of a declaration;
// nothing for none.
func comment(indent string, paragraphs ...string) string {
	var lines []string
	for i, each := range paragraphs {
		if strings.TrimSpace(each) == "" || slices.Contains(paragraphs[:i], each) {
			continue
		}
		if len(lines) > 0 {
			lines = append(lines, "")
		}
		lines = append(lines, linesOf(strings.TrimSpace(each))...)
	}
	switch len(lines) {
	case 0:
		return ""
	case 1:
		return indent + "/** " + lines[0] + " */\n"
	}
	var out strings.Builder
	out.WriteString(indent + "/**\n")
	for _, line := range lines {
		out.WriteString(strings.TrimRight(indent+" * "+line, " ") + "\n")
	}
	out.WriteString(indent + " */\n")
	return out.String()
}

// linesOf are the lines of words that cannot end their comment, are no tags of
// it and no orders to a compiler.
func linesOf(words string) []string {
	words = strings.NewReplacer("\r\n", "\n", "\r", "\n", "\u2028", "\n", "\u2029", "\n", "\t", " ", "*/", `*\/`, "@", `\@`).Replace(words)
	words = strings.Map(func(r rune) rune {
		if r != '\n' && isHidden(r) {
			return -1
		}
		return r
	}, words)
	words = strings.ReplaceAll(words, "*/", `*\/`) // what was between them is gone
	lines := strings.Split(words, "\n")
	for i := range lines {
		lines[i] = strings.TrimSpace(lines[i])
	}
	return lines
}
