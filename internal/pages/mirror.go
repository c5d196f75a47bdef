package pages

import (
	"bytes"
	"context"
	"strings"

	"github.com/quartet-dev/quartet/internal/pages/markup"
	"github.com/quartet-dev/quartet/internal/pages/page"
)

// mirror is a page as Markdown: front matter, its title and its text.
func (v *visit) mirror(ctx context.Context, p *page.Page) (*answer, error) {
	var body bytes.Buffer
	if err := v.frontMatter(&body, p); err != nil {
		return nil, err
	}
	body.WriteString("# " + markup.EscapeInline(v.mirrorTitle(p)) + "\n\n")
	if p.Entry == nil {
		v.listOfLists(&body, p)
		return v.mirrorOf(body.Bytes(), p), nil
	}
	text, err := v.markdownOf(ctx, p.Entry)
	if err != nil {
		return nil, err
	}
	body.WriteString(strings.TrimSpace(text) + "\n")
	return v.mirrorOf(body.Bytes(), p), ctx.Err()
}

func (v *visit) mirrorTitle(p *page.Page) string {
	switch {
	case p.Entry != nil:
		return p.Entry.Title
	case p.Collection != nil:
		return p.Collection.Title
	}
	return v.site.Name()
}

func (v *visit) mirrorOf(body []byte, p *page.Page) *answer {
	a := v.answerOf(markdownType, body)
	a.header["Link"] = []string{"<" + page.Absolute(v.site.Origin, p.SEO.Canonical) + `>; rel="canonical"`}
	if p.Next != "" {
		a.header["Link"][0] += ", <" + page.Absolute(v.site.Origin, p.Next) + `>; rel="next"`
	}
	return a
}

// frontMatter says what the page is.
func (v *visit) frontMatter(body *bytes.Buffer, p *page.Page) error {
	fields := []markup.Field{
		{Key: "title", Value: v.mirrorTitle(p)},
		{Key: "description", Value: p.SEO.Description},
		{Key: "url", Value: page.Absolute(v.site.Origin, p.SEO.Canonical)},
	}
	if p.Locale != "" {
		fields = append(fields, markup.Field{Key: "locale", Value: p.Locale})
	}
	if p.Entry != nil {
		fields = append(fields, markup.Field{Key: "updated", Value: p.Entry.UpdatedAt})
	}
	var alternates []markup.Field
	for _, each := range p.Alternates {
		if each.Locale != p.Locale {
			alternates = append(alternates, markup.Field{Key: each.Locale, Value: page.Absolute(v.site.Origin, each.URL)})
		}
	}
	if alternates != nil {
		fields = append(fields, markup.Field{Key: "alternates", Value: alternates})
	}
	text, err := markup.FrontMatter(fields...)
	body.WriteString(text + "\n")
	return err
}

// markdownOf is the text of an entry as Markdown, with absolute links.
func (v *visit) markdownOf(ctx context.Context, e *page.Entry) (string, error) {
	media, err := v.mediaIn(ctx, e.Body)
	if err != nil {
		return "", err
	}
	o := markup.Options{Base: page.Absolute(v.site.Origin, e.URL), Media: media}
	switch e.BodyFormat {
	case formatMarkdown:
		return markup.Absolute(e.Body, o), nil
	case formatRichText:
		return markup.ToMarkdown(e.Body, o)
	}
	return markup.EscapeInline(e.Body), nil
}

// listMirror is a list as links.
func (v *visit) listMirror(p *page.Page) (*answer, error) {
	var body bytes.Buffer
	if err := v.frontMatter(&body, p); err != nil {
		return nil, err
	}
	body.WriteString("# " + markup.EscapeInline(p.Collection.Title) + "\n\n")
	v.links(&body, p.Entries)
	if p.Next != "" {
		body.WriteString("\n" + markup.Link(v.says("next"), page.Absolute(v.site.Origin, p.Next)) + "\n")
	}
	return v.mirrorOf(body.Bytes(), p), nil
}

func (v *visit) links(body *bytes.Buffer, entries []*page.Entry) {
	for _, e := range entries {
		body.WriteString("- " + markup.Link(e.Title, page.Absolute(v.site.Origin, or(e.Markdown, e.URL))))
		if e.Description != "" {
			body.WriteString(": " + markup.EscapeInline(e.Description))
		}
		body.WriteString("\n")
	}
}

// listOfLists is the mirror of a home that is composed.
func (v *visit) listOfLists(body *bytes.Buffer, p *page.Page) {
	if p.SEO.Description != "" {
		body.WriteString(markup.EscapeInline(p.SEO.Description) + "\n\n")
	}
	for _, r := range v.routes.all {
		if !r.List {
			continue
		}
		t := target{kind: page.List, locale: p.Locale, route: r}
		if r.Markdown {
			t.form = asMarkdown
		}
		body.WriteString("- " + markup.Link(titleOf(r, p.Locale), page.Absolute(v.site.Origin, t.path())) + "\n")
	}
}
