package templates

import (
	"bytes"
	"errors"
	"html/template"
	"strconv"
	"strings"

	"github.com/quartet-dev/quartet/asset"
	"github.com/quartet-dev/quartet/internal/pages/markup"
	"github.com/quartet-dev/quartet/internal/pages/page"
)

// The forms in which the body of an entry is stored, beside plain text.
const (
	formatMarkdown = "markdown"
	formatRichText = "richtext"
)

// markupFunctions make HTML of what people wrote.
func (s *state) markupFunctions() template.FuncMap {
	return template.FuncMap{
		"markdown": func(v any, level ...int) (template.HTML, error) { return s.leveled(markup.Markdown, plain(v), level) },
		"richtext": func(v any, level ...int) (template.HTML, error) { return s.leveled(markup.RichText, plain(v), level) },
		"body":     s.body,
		"picture":  s.picture,
	}
}

// maxLevel is the lowest level of a heading.
const maxLevel = 6

// a maker makes HTML of a text.
type maker func([]byte, string, markup.Options) ([]byte, error)

// leveled makes HTML of a text. Its headings stand below one of the level given,
// or else below the heading of the page.
func (s *state) leveled(make maker, source string, level []int) (template.HTML, error) {
	var o markup.Options
	switch {
	case len(level) > 1 || len(level) == 1 && (level[0] < 1 || level[0] > maxLevel):
		return "", errors.New("the level of a heading is 1 to 6")
	case len(level) == 1:
		o.Level = level[0]
	}
	return s.markup(make, source, o)
}

func (s *state) markup(make maker, source string, o markup.Options) (template.HTML, error) {
	if source == "" {
		return "", s.check()
	}
	if err := s.spend(len(source)); err != nil {
		return "", err
	}
	if ids := markup.MediaIDs(source); ids != nil {
		if err := s.lookUp(ids...); err != nil {
			return "", err
		}
	}
	html, err := make(nil, source, s.markupOptions(o))
	if err != nil {
		return "", err
	}
	if o.EagerImages > 0 && bytes.Contains(html, []byte("<img")) {
		s.shown++
	}
	return template.HTML(html), s.spend(len(html)) //nolint:gosec // markup makes safe HTML alone
}

func (s *state) markupOptions(o markup.Options) markup.Options {
	o.Texts = s.markupTexts()
	if s.assets != nil {
		o.Media = func(id string) *asset.Asset { return s.assets[id] }
	}
	if s.marked++; s.marked > 1 {
		o.IDPrefix = "t" + strconv.Itoa(s.marked) + "-"
	}
	return o
}

// markupTexts are the words that markup adds, as the texts of the site have them.
func (s *state) markupTexts() markup.Texts {
	word := func(key string) string { return s.set.texts.known(s.locale(), s.canonical(), key) }
	return markup.Texts{
		Table: word("table"), Footnotes: word("footnotes"), Back: word("backToText"), Done: word("taskDone"), Open: word("taskOpen"),
		Callout: func(kind string) string {
			switch kind {
			case "note":
				return word("calloutNote")
			case "tip":
				return word("calloutTip")
			case "important":
				return word("calloutImportant")
			case "warning":
				return word("calloutWarning")
			}
			return word("calloutCaution")
		},
	}
}

// body is the body of an entry as its format says. Its options say how pictures of
// the media library stand in it. It alone has players: what markdown and richtext show
// may be of visitors (decision 355).
func (s *state) body(e *page.Entry, options ...map[string]any) (template.HTML, error) {
	o, err := s.bodyOptions(options)
	o.Players, o.Still = s.render.Players, s.render.Still
	switch {
	case err != nil:
		return "", err
	case e == nil:
		return "", s.check()
	case e.BodyFormat == formatMarkdown:
		return s.markup(markup.Markdown, e.Body, o)
	case e.BodyFormat == formatRichText:
		return s.markup(markup.RichText, e.Body, o)
	}
	return s.markup(paragraphs, e.Body, o)
}

// bodyOptions are sizes, and loading of the first picture of the text: first, eager or
// lazy.
func (s *state) bodyOptions(options []map[string]any) (o markup.Options, err error) {
	if len(options) > 1 {
		return o, errors.New("the options of a body are one dict")
	}
	for _, given := range options {
		for name, value := range given {
			switch name {
			case "sizes":
				o.Sizes = plain(value)
			case "loading":
				if how := plain(value); how == "eager" || how == loadFirst && s.shown == 0 {
					o.EagerImages = 1
				}
			default:
				return o, errors.New("a body has no option " + name + ", but sizes, loading")
			}
		}
	}
	return o, nil
}

// paragraphs are a plain text: an empty line begins a paragraph, and every other
// line a line.
func paragraphs(dst []byte, source string, _ markup.Options) ([]byte, error) {
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
