package pages

import (
	"bytes"
	"html"
	"strings"

	"github.com/quartet-dev/quartet/internal/pages/document"
	"github.com/quartet-dev/quartet/internal/pages/markup"
	"github.com/quartet-dev/quartet/internal/pages/page"
)

// feed is a list as an Atom feed or a JSON Feed.
func (v *visit) feed(p *page.Page, cursor string) (*answer, error) {
	t := v.target
	f := &document.Feed{
		Site: p.Site, Title: p.Collection.Title, Description: p.SEO.Description, Lang: p.Lang,
		Page: p.Collection.URL, First: t.path(), Next: p.Next,
	}
	if cursor != "" {
		f.Self = paged(t.path(), cursor)
	}
	for _, e := range p.Entries {
		text, err := v.htmlOf(e)
		if err != nil {
			return nil, err
		}
		f.Items = append(f.Items, document.Item{Entry: e, HTML: text})
	}
	var body bytes.Buffer
	write, contentType := document.Atom, document.AtomType
	if t.form == asJSONFeed {
		write, contentType = document.JSONFeed, document.JSONFeedType
	}
	if err := write(&body, f); err != nil {
		return nil, err
	}
	a := v.answerOf(contentType, body.Bytes())
	v.linkNext(a, p.Next)
	return a, nil
}

// htmlOf is the text of an entry as HTML that may stand anywhere: with absolute
// links.
func (v *visit) htmlOf(e *page.Entry) (string, error) {
	o := markup.Options{Base: page.Absolute(v.site.Origin, e.URL)}
	var text []byte
	var err error
	switch e.BodyFormat {
	case formatMarkdown:
		text, err = markup.Markdown(nil, e.Body, o)
	case formatRichText:
		text, err = markup.RichText(nil, e.Body, o)
	default:
		return paragraphs(e.Body), nil
	}
	return string(text), err
}

// paragraphs is plain text as HTML.
func paragraphs(text string) string {
	var body strings.Builder
	for each := range strings.SplitSeq(strings.ReplaceAll(text, "\r\n", "\n"), "\n\n") {
		if each = strings.TrimSpace(each); each != "" {
			body.WriteString("<p>" + html.EscapeString(each) + "</p>\n")
		}
	}
	return body.String()
}
