package templates

import (
	"fmt"
	"html/template"
	"strconv"
)

// printFunctions stand in the place of those of html/template, which have no
// bounds.
func (s *state) printFunctions() template.FuncMap {
	return template.FuncMap{
		"print":    s.bounded(fmt.Sprint),
		"println":  s.bounded(fmt.Sprintln),
		"printf":   s.printf,
		"html":     s.bounded(template.HTMLEscaper),
		"js":       s.bounded(template.JSEscaper),
		"urlquery": s.bounded(template.URLQueryEscaper),
	}
}

func (s *state) bounded(write func(...any) string) func(...any) (string, error) {
	return func(values ...any) (string, error) {
		if _, err := s.weigh(values...); err != nil {
			return "", err
		}
		text := write(values...)
		return text, s.spend(len(text))
	}
}

// maxWidth bounds the width and precision of a verb.
const maxWidth = 100

func (s *state) printf(format string, values ...any) (string, error) {
	verbs, err := verbsOf(format)
	if err != nil {
		return "", err
	}
	weight, err := s.weigh(values...)
	if err != nil {
		return "", err
	}
	// A verb can name any value: %[1]s as often as it likes.
	if most := maxValues * s.set.options.Bytes; len(format)+verbs*(maxWidth+weight) > most {
		return "", limit("printf might write more than %d bytes", most)
	}
	text := fmt.Sprintf(format, values...)
	return text, s.spend(len(text))
}

// verbsOf counts the verbs of a format, and refuses widths that could be large.
func verbsOf(format string) (verbs int, err error) {
	for i := 0; i < len(format); i++ {
		if format[i] != '%' {
			continue
		}
		verbs++
		for i++; i < len(format) && isModifier(format[i]); i++ {
			if format[i] == '*' {
				return 0, fmt.Errorf("printf has no * in a verb")
			}
			number := i
			for i < len(format) && '0' <= format[i] && format[i] <= '9' {
				i++
			}
			if width, err := strconv.Atoi(format[number:i]); number < i && (err != nil || width > maxWidth) {
				return 0, fmt.Errorf("printf has no width or precision above %d", maxWidth)
			}
			if number < i {
				i--
			}
		}
	}
	return verbs, nil
}

// isModifier reports whether c may stand between % and the letter of a verb.
func isModifier(c byte) bool {
	switch c {
	case '+', '-', '#', ' ', '.', '[', ']', '*':
		return true
	}
	return '0' <= c && c <= '9'
}
