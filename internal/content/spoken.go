package content

import (
	"html"
	"strings"

	"github.com/quartet-dev/quartet/internal/lazyregexp"
)

// The signs of prose. Admin has the same ones (values/spoken.ts), and both pass
// testdata/spoken.json: a page is called the same while it is typed and in a list. White
// space is that of Unicode, as strings.TrimSpace has it: \s has another set in each language.
var (
	blockTag = lazyregexp.New(`</?(?:p|h[1-6]|li|blockquote|pre|tr|figure|hr|br)\b[^>]*>`)
	anyTag   = lazyregexp.New(`<[/!?A-Za-z][^>]*(?:>|$)`) // the last one may be cut off

	fence   = lazyregexp.New("^(?:```|~~~)")
	begins  = lazyregexp.New(`^(?:>[\s\v\x{85}\pZ]*|(?:#{1,6}|[-*+]|\d{1,9}[.)]|\[[ xX]\]|\[!\w+\][-+]?)(?:[\s\v\x{85}\pZ]+|$))*`)
	ruled   = lazyregexp.New(`^[-*_=|: ]*$`)
	linked  = lazyregexp.New(`!?\[([^\]]*)\]\([^)]*\)`)
	paired  = lazyregexp.New("\\*\\*|__|~~|`+")
	opening = lazyregexp.New(`(^|[^\pL\pN\\*_])[*_]+([^\s\v\x{85}\pZ*_])`)
	closing = lazyregexp.New(`([^\s\v\x{85}\pZ\\*_])[*_]+([^\pL\pN*_]|$)`)
	escaped = lazyregexp.New("\\\\([!-/:-@\\[-`{-~])")
)

// looked is how much of a text is looked at, in characters: the time of Admin grows with the
// square of it.
const looked = 4000

// spoken is the first line with words of a text that is written as hint says, without the signs
// that it is written with; a text that is no prose as it is.
func spoken(hint, text string) string {
	switch hint {
	case "markdown":
		return firstLine(beginning(text), spokenMarkdown)
	case "richtext":
		return firstLine(spokenHTML(beginning(text)), strings.TrimSpace)
	}
	return text
}

func beginning(text string) string {
	n := 0
	for i := range text {
		if n == looked {
			return text[:i]
		}
		n++
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

func spokenHTML(text string) string {
	return html.UnescapeString(anyTag.ReplaceAllString(blockTag.ReplaceAllString(text, "\n"), ""))
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
