package yamldoc

import (
	"bytes"
	"unicode/utf8"
)

// part is a stretch of a file that starts and ends at document markers, so
// that what is wrong with it does not touch the rest. It usually holds one
// document. line counts the lines before it.
type part struct {
	text []byte
	line int
}

var byteOrderMark = []byte("\ufeff")

// split cuts a file before each `---` and after each `...`. Both are markers
// wherever they stand at the start of a line, in the middle of a scalar too.
// Comments and directives stay with the document they precede.
func split(data []byte) []part {
	rest := bytes.TrimPrefix(data, byteOrderMark)
	var parts []part
	at, size, begun := part{text: rest}, 0, false
	cut := func(line int) {
		parts = append(parts, part{at.text[:size], at.line})
		at, size, begun = part{at.text[size:], line}, 0, false
	}
	for number := 0; len(rest) > 0; number++ {
		line := firstLine(rest)
		rest = rest[len(line):]
		if begun && isMarker(line, "---") {
			cut(number)
		}
		begun = begun || !isLead(line)
		size += len(line)
		if isMarker(line, "...") {
			cut(number + 1)
		}
	}
	cut(0)
	for i := range parts {
		parts[i].text = withoutVersion(parts[i].text)
	}
	return parts
}

func firstLine(text []byte) []byte {
	if i := bytes.IndexByte(text, '\n'); i >= 0 {
		return text[:i+1]
	}
	return text
}

func isMarker(line []byte, marker string) bool {
	after, ok := bytes.CutPrefix(line, []byte(marker))
	return ok && (len(after) == 0 || bytes.IndexByte([]byte(" \t\r\n"), after[0]) >= 0)
}

// isLead reports whether a line may precede a document's `---`.
func isLead(line []byte) bool {
	trimmed := bytes.TrimSpace(line)
	return len(trimmed) == 0 || trimmed[0] == '#' || line[0] == '%'
}

// withoutVersion turns the directive of the one version that is meant into a
// comment: the parser underneath does not know it.
func withoutVersion(text []byte) []byte {
	for at := 0; at < len(text); {
		line := firstLine(text[at:])
		if !isLead(line) {
			break
		}
		if string(bytes.TrimSpace(line)) == "%YAML 1.2" {
			text = bytes.Clone(text)
			text[at] = '#'
			break
		}
		at += len(line)
	}
	return text
}

// firstRefused finds the first character that no YAML file may hold.
func firstRefused(p part) (Position, string) {
	at := Position{Line: p.line + 1, Column: 1}
	for i := 0; i < len(p.text); {
		r, size := utf8.DecodeRune(p.text[i:])
		if r == utf8.RuneError && size == 1 {
			return at, "The file is not valid UTF-8 here."
		}
		if isControl(r) {
			return at, "The file holds a control character here."
		}
		if r == '\n' {
			at = Position{at.Line + 1, 0}
		}
		at.Column++
		i += size
	}
	return at, ""
}

// isControl is what YAML's c-printable leaves out.
func isControl(r rune) bool {
	switch {
	case r == '\t' || r == '\n' || r == '\r' || r == 0x85:
		return false
	case r < 0x20, r >= 0x7f && r < 0xa0, r == 0xfffe, r == 0xffff:
		return true
	}
	return false
}
