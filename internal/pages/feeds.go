package pages

import (
	"bytes"
	"context"
	"html"
	"strings"

	"github.com/quartet-dev/quartet/internal/pages/document"
	"github.com/quartet-dev/quartet/internal/pages/markup"
	"github.com/quartet-dev/quartet/internal/pages/page"
)

// feed is a list as an Atom feed or a JSON Feed.
func (v *visit) feed(ctx context.Context, p *page.Page, cursor string) (*answer, error) {
	t := v.target
	f := &document.Feed{
		Site: p.Site, Title: p.Collection.Title, Description: p.SEO.Description, Lang: p.Lang,
		Page: p.Collection.URL, First: t.path(), Next: p.Next,
	}
	if cursor != "" {
		f.Self = paged(t.path(), cursor)
	}
	for _, e := range p.Entries {
		item, err := v.feedItem(ctx, e)
		if err != nil {
			return nil, err
		}
		f.Items = append(f.Items, item)
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

func (v *visit) feedItem(ctx context.Context, e *page.Entry) (item document.Item, err error) {
	item.Entry = e
	if item.HTML, err = v.htmlOf(ctx, e); err != nil {
		return item, err
	}
	if item.Attachments, err = v.attachmentsOf(ctx, e); err != nil {
		return item, err
	}
	cover, err := v.pictureOf(ctx, e)
	if cover == nil {
		item.Image = pictureElsewhere(e)
		return item, err
	}
	item.Image, item.ImageType, item.ImageBytes = cover.Primary().URL, cover.Primary().MimeType, cover.Primary().ByteSize
	return item, nil
}

// htmlOf is the text of an entry as HTML that may stand anywhere: with absolute
// links.
func (v *visit) htmlOf(ctx context.Context, e *page.Entry) (string, error) {
	media, err := v.mediaIn(ctx, e.Body)
	if err != nil {
		return "", err
	}
	o := markup.Options{Base: page.Absolute(v.site.Origin, e.URL), Media: media}
	var text []byte
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
