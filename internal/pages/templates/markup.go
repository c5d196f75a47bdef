package templates

import (
	"html/template"
	"strings"

	"github.com/quartet-dev/quartet/internal/pages/page"
)

// The forms in which the body of an entry is stored.
const (
	formatMarkdown = "markdown"
	formatRichText = "richtext"
)

// markupFunctions make HTML of what people wrote.
func (s *state) markupFunctions() template.FuncMap {
	return template.FuncMap{
		"markdown": func(v any) (template.HTML, error) { return s.markup(s.set.options.Markdown, plain(v)) },
		"richtext": func(v any) (template.HTML, error) { return s.markup(s.set.options.RichText, plain(v)) },
		"body":     s.body,
		"picture":  s.picture,
	}
}

func (s *state) markup(make func([]byte, string) ([]byte, error), source string) (template.HTML, error) {
	if source == "" {
		return "", nil
	}
	if err := s.spend(len(source)); err != nil {
		return "", err
	}
	html, err := make(nil, source)
	if err != nil {
		return "", err
	}
	return template.HTML(html), s.spend(len(html)) //nolint:gosec // markup makes safe HTML alone
}

// body is the body of an entry as its format says.
func (s *state) body(e *page.Entry) (template.HTML, error) {
	switch {
	case e == nil:
		return "", nil
	case e.BodyFormat == formatMarkdown:
		return s.markup(s.set.options.Markdown, e.Body)
	case e.BodyFormat == formatRichText:
		return s.markup(s.set.options.RichText, e.Body)
	}
	return s.markup(paragraphs, e.Body)
}

// paragraphs are a plain text: an empty line begins a paragraph, and every other
// line a line.
func paragraphs(dst []byte, source string) ([]byte, error) {
	for part := range strings.SplitSeq(strings.ReplaceAll(source, "\r\n", "\n"), "\n\n") {
		if part = strings.Trim(part, "\n"); strings.TrimSpace(part) == "" {
			continue
		}
		dst = append(dst, "<p>"...)
		dst = append(dst, strings.ReplaceAll(template.HTMLEscapeString(part), "\n", "<br>\n")...)
		dst = append(dst, "</p>\n"...)
	}
	return dst, nil
}
