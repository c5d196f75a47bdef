package diag

import (
	"strings"
	"unicode"
)

// sourceLines reads each file once.
type sourceLines struct {
	read  func(string) ([]byte, error)
	files map[string][]string
}

func (s *sourceLines) line(file string, number int) (string, bool) {
	if s.read == nil {
		return "", false
	}
	lines, ok := s.files[file]
	if !ok {
		// Without the file there is no excerpt; the diagnostic itself still says all.
		if data, err := s.read(file); err == nil {
			lines = strings.Split(string(data), "\n")
		}
		s.files[file] = lines
	}
	if number > len(lines) {
		return "", false
	}
	return strings.TrimSuffix(lines[number-1], "\r"), true
}

// A long line shows this many characters around the caret.
const (
	shownBefore = 60
	shownAfter  = 40
)

// cut gives the part of line around column (from 1; 0 is unknown) that fits a
// terminal, and the blank text that puts a caret under the column.
func cut(line []rune, column int) (text, before string) {
	at := min(max(column-1, 0), len(line))
	start := max(at-shownBefore, 0)
	if len(line) <= shownBefore+shownAfter {
		start = 0
	}
	end := min(start+shownBefore+shownAfter, len(line))
	head, tail := "", ""
	if start > 0 {
		head = "…"
	}
	if end < len(line) {
		tail = "…"
	}
	text = head + printable(string(line[start:end])) + tail
	return text, blank(head + printable(string(line[start:at])))
}

// Excerpt shows the lines of text around a place as Text shows the one of a
// diagnostic, with a caret under the column; line and column count from 1.
func Excerpt(text string, line, column, around int) string {
	lines := strings.Split(text, "\n")
	if line < 1 || line > len(lines) {
		return ""
	}
	if last := len(lines) - 1; lines[last] == "" && line <= last {
		lines = lines[:last] // what follows the last newline is no line
	}
	var shown strings.Builder
	for number := max(line-around, 1); number <= min(line+around, len(lines)); number++ {
		at := 0
		if number == line {
			at = column
		}
		Text{}.line(&shown, number, at, strings.TrimSuffix(lines[number-1], "\r"))
	}
	return strings.TrimSuffix(shown.String(), "\n")
}

// blank replaces text by spaces of the same width on a terminal; tabs stay.
func blank(text string) string {
	var b strings.Builder
	for _, r := range text {
		switch {
		case r == '\t':
			b.WriteByte('\t')
		case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf):
		case unicode.Is(wide, r):
			b.WriteString("  ")
		default:
			b.WriteByte(' ')
		}
	}
	return b.String()
}

// OneLine is text for one line of a terminal: line breaks, which errors of several
// parts have, become spaces, and no other control character is left.
func OneLine(text string) string {
	lines := strings.FieldsFunc(text, func(r rune) bool { return r == '\n' || r == '\r' })
	for i := range lines {
		lines[i] = strings.TrimSpace(lines[i])
	}
	return printable(strings.Join(lines, " "))
}

// printable keeps control characters from driving the terminal.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && r != '\t' {
			return unicode.ReplacementChar
		}
		return r
	}, text)
}

// wide are the characters that take two columns: East Asian ideographs,
// syllables and full-width forms, and emoji.
var wide = &unicode.RangeTable{
	R16: []unicode.Range16{
		{Lo: 0x1100, Hi: 0x115f, Stride: 1},
		{Lo: 0x2e80, Hi: 0x303e, Stride: 1},
		{Lo: 0x3041, Hi: 0x33ff, Stride: 1},
		{Lo: 0x3400, Hi: 0x4dbf, Stride: 1},
		{Lo: 0x4e00, Hi: 0xa4cf, Stride: 1},
		{Lo: 0xac00, Hi: 0xd7a3, Stride: 1},
		{Lo: 0xf900, Hi: 0xfaff, Stride: 1},
		{Lo: 0xfe30, Hi: 0xfe6f, Stride: 1},
		{Lo: 0xff00, Hi: 0xff60, Stride: 1},
		{Lo: 0xffe0, Hi: 0xffe6, Stride: 1},
	},
	R32: []unicode.Range32{
		{Lo: 0x1f300, Hi: 0x1f64f, Stride: 1},
		{Lo: 0x1f680, Hi: 0x1f6ff, Stride: 1},
		{Lo: 0x1f900, Hi: 0x1faff, Stride: 1},
		{Lo: 0x20000, Hi: 0x3fffd, Stride: 1},
	},
}
