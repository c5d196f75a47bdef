package yamldoc

import (
	"strings"

	"github.com/quartet-dev/quartet/internal/lazyregexp"
)

// In a flow collection a brace ends a plain text, so that /posts/{id} is a text
// and then a mapping where none may be.
var (
	beforeBrace = lazyregexp.New(`(?:^|[,\[{]|:\s)\s*([^\s,\[\]{}'"#&*!|>%@-][^,\[\]{}'"]*)$`)
	fromBrace   = lazyregexp.New(`^(?:\{[\w.-]+\}[^\s,\[\]{}'"]*)+`)
)

// unquoted is the suggestion for a syntax error at a brace in a plain text; ""
// for any other.
func (p part) unquoted(at Position) string {
	line := []rune(p.lineAt(at.Line))
	if at.Column > len(line) {
		return ""
	}
	before := beforeBrace.FindStringSubmatch(string(line[:at.Column-1]))
	rest := fromBrace.FindStringSubmatch(string(line[at.Column-1:]))
	if before == nil || rest == nil {
		return ""
	}
	text := before[1]
	if i := strings.LastIndex(text, ": "); i >= 0 {
		text = strings.TrimSpace(text[i+1:])
	}
	return "Quote a text that has braces: '" + text + rest[0] + "'."
}

// lineAt is a line of the part, by its number in the file.
func (p part) lineAt(number int) string {
	rest := p.text
	for range number - p.line - 1 {
		rest = rest[len(firstLine(rest)):]
	}
	return strings.TrimRight(string(firstLine(rest)), "\r\n")
}
