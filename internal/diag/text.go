package diag

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"strings"
)

// Text writes diagnostics for people: `file:line:col: CODE message`, the
// source line with a caret under the column, and what was expected.
type Text struct {
	// Read gives the bytes of a source file; nil or an error leaves the source
	// line out.
	Read func(file string) ([]byte, error)
	// Color asks for terminal colours.
	Color bool
}

// Write writes every diagnostic of l in order.
func (t Text) Write(w io.Writer, l List) error {
	out := bufio.NewWriter(w)
	lines := sourceLines{read: t.Read, files: map[string][]string{}}
	for _, d := range l {
		t.head(out, d)
		t.excerpt(out, d.Source, &lines)
		t.details(out, d)
	}
	return out.Flush()
}

func (t Text) head(w io.Writer, d *Diagnostic) {
	if place := placeOf(d); place != "" {
		fmt.Fprintf(w, "%s: ", t.paint(bold, printable(place)))
	}
	paint, warning := red, ""
	if d.Severity == Warning {
		paint, warning = yellow, "warning: "
	}
	message := d.Message
	if placeOf(d) != d.Path {
		message = strings.TrimPrefix(d.Error(), string(d.Code)+" ") // which names the property
	}
	fmt.Fprintf(w, "%s %s%s\n", t.paint(paint, string(d.Code)), warning, OneLine(message))
}

// placeOf is where an editor can jump to, or the path when no file is known.
func placeOf(d *Diagnostic) string {
	s := d.Source
	switch {
	case s == nil || s.File == "":
		return d.Path
	case s.Line == 0:
		return s.File
	case s.Column == 0:
		return fmt.Sprintf("%s:%d", s.File, s.Line)
	}
	return fmt.Sprintf("%s:%d:%d", s.File, s.Line, s.Column)
}

func (t Text) excerpt(w io.Writer, s *Source, lines *sourceLines) {
	if s == nil || s.Line == 0 {
		return
	}
	line, ok := lines.line(s.File, s.Line)
	if !ok {
		return
	}
	t.line(w, s.Line, s.Column, line)
}

// line shows one line of a file, with a caret under the column; 0 for none.
func (t Text) line(w io.Writer, number, column int, line string) {
	gutter := fmt.Sprintf("%5d | ", number)
	text, before := cut([]rune(line), column)
	fmt.Fprintf(w, "%s%s\n", t.paint(faint, gutter), text)
	if column > 0 {
		indent := strings.Repeat(" ", len(gutter)-2) + "| "
		fmt.Fprintf(w, "%s%s%s\n", t.paint(faint, indent), before, t.paint(red, "^"))
	}
}

func (t Text) details(w io.Writer, d *Diagnostic) {
	if d.Expected != nil {
		fmt.Fprintf(w, "  expected: %s\n", brief(d.Expected))
	}
	if len(d.Candidates) > 0 {
		fmt.Fprintf(w, "  candidates: %s\n", printable(strings.Join(d.Candidates, ", ")))
	}
	if d.Suggestion != "" {
		fmt.Fprintf(w, "  suggestion: %s\n", indented(d.Suggestion))
	}
}

// indented keeps the lines of a text that somebody copies, such as statements. All but the
// first are indented, so that none of them looks like a diagnostic of its own.
func indented(text string) string {
	all := strings.Split(text, "\n")
	for i := range all {
		all[i] = printable(all[i])
	}
	return strings.Join(all, "\n    ")
}

// brief shows a text as it is and anything else as JSON.
func brief(v any) string {
	if text, ok := v.(string); ok {
		return printable(text)
	}
	var data strings.Builder
	encoder := json.NewEncoder(&data)
	encoder.SetEscapeHTML(false) // it is read, and on no page
	if err := encoder.Encode(v); err != nil {
		return printable(fmt.Sprint(v))
	}
	return printable(strings.TrimSuffix(data.String(), "\n"))
}

type color string

const (
	bold   color = "\x1b[1m"
	faint  color = "\x1b[2m"
	red    color = "\x1b[31m"
	yellow color = "\x1b[33m"
	reset  color = "\x1b[0m"
)

func (t Text) paint(c color, text string) string {
	if !t.Color {
		return text
	}
	return string(c) + text + string(reset)
}
