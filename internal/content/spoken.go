package content

import (
	"html"
	"strings"

	"github.com/quartet-dev/quartet/internal/lazyregexp"
)

// The signs of prose. Admin has the same ones (values/spoken.ts), and both pass
// testdata/spoken.json: a page is called the same while it is typed and in a list.
var (
	blockTag = lazyregexp.New(`</?(?:p|h[1-6]|li|blockquote|pre|tr|figure|hr|br)\b[^>]*>`)
	anyTag   = lazyregexp.New(`<[^>]*>`)

	fence   = lazyregexp.New("^(?:```|~~~)")
	begins  = lazyregexp.New(`^(?:>\s*|(?:#{1,6}|[-*+]|\d{1,9}[.)]|\[[ xX]\]|\[!\w+\][-+]?)(?:\s+|$))*`)
	ruled   = lazyregexp.New(`^[-*_=|: ]*$`)
	linked  = lazyregexp.New(`!?\[([^\]]*)\]\([^)]*\)`)
	paired  = lazyregexp.New("\\*\\*|__|~~|`+")
	opening = lazyregexp.New(`(^|[^\pL\pN\\*_])[*_]+([^\s*_])`)
	closing = lazyregexp.New(`([^\s\\*_])[*_]+([^\pL\pN*_]|$)`)
	escaped = lazyregexp.New("\\\\([!-/:-@\\[-`{-~])")
)

// spoken is the first line with words of a text that is written as hint says, without the signs
// that it is written with; a text that is no prose as it is.
func spoken(hint, text string) string {
	switch hint {
	case "markdown":
		return firstLine(text, spokenMarkdown)
	case "richtext":
		return firstLine(blockTag.ReplaceAllString(text, "\n"), spokenHTML)
	}
	return text
}

func firstLine(text string, said func(line string) string) string {
	for line := range strings.Lines(text) {
		if words := strings.TrimSpace(said(strings.TrimSpace(line))); words != "" {
			return words
		}
	}
	return ""
}

func spokenHTML(line string) string {
	return html.UnescapeString(anyTag.ReplaceAllString(line, ""))
}

func spokenMarkdown(line string) string {
	if fence.MatchString(line) {
		return ""
	}
	line = begins.ReplaceAllString(line, "")
	if ruled.MatchString(line) {
		return ""
	}
	line = linked.ReplaceAllString(line, "$1")
	line = paired.ReplaceAllString(line, "")
	line = opening.ReplaceAllString(line, "$1$2")
	line = closing.ReplaceAllString(line, "$1$2")
	return escaped.ReplaceAllString(line, "$1")
}
