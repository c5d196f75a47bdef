package pages

import (
	"cmp"
	"context"
	"strings"
	"time"
	"unicode"

	"github.com/quartet-dev/quartet/internal/pages/markup"
	"github.com/quartet-dev/quartet/internal/pages/page"
)

// visit is the making of one answer.
type visit struct {
	*Pages
	reads
	site    *snapshot
	target  target
	library *library
	still   bool // for the frame of a preview, which loads nothing from elsewhere
}

// descriptionLength is how many characters a description has at most.
const descriptionLength = 160

// blank is the page of the visit without anything of its own.
func (v *visit) blank() *page.Page {
	t := v.target
	p := &page.Page{
		Kind: t.kind, Site: v.site.page, Locale: t.locale, Lang: cmp.Or(t.locale, v.site.canonical),
		Path: t.in(asHTML).path(), Home: v.homeOf(t.locale), Preview: v.preview,
	}
	for _, r := range v.routes.all {
		c := v.collection(r, t.locale)
		if r.List {
			p.Menu = append(p.Menu, c)
		}
		if r == t.route && t.kind != page.Home {
			p.Collection = c
		}
	}
	p.SEO = page.SEO{Description: v.site.Description, Type: "website", Canonical: p.Path}
	return p
}

func (v *visit) homeOf(locale string) string {
	if !v.routes.hasHome() {
		return ""
	}
	return v.routes.homeIn(locale).path()
}

func (v *visit) collection(r *route, locale string) *page.Collection {
	t := target{kind: page.List, locale: locale, route: r}
	c := &page.Collection{Name: r.Collection, Title: titleOf(r, locale), Segment: r.Segment}
	if r.List {
		c.URL = t.path()
	}
	if r.Feed {
		c.Atom, c.JSON = t.in(asAtom).path(), t.in(asJSONFeed).path()
	}
	return c
}

// titleOf is what a collection is called in a locale. A collection of
// translations is called as what it translates.
func titleOf(r *route, locale string) string {
	schema := r.schema
	if r.parent != nil {
		schema = r.parent
	}
	if text := schema.Title().In(locale); text != "" {
		return text
	}
	return r.Collection
}

// entry is an item as templates see it.
func (v *visit) entry(i *item) *page.Entry {
	data, written := i.data(), i.written()
	e := &page.Entry{
		ID: i.entry.ID, Collection: i.route.Collection, Slug: i.slug(), Locale: written, Data: data,
		BodyField: i.route.body, BodyFormat: i.route.bodyFormat,
		CreatedAt: time.UnixMilli(i.entry.CreatedAt).UTC(), UpdatedAt: time.UnixMilli(i.updatedAt()).UTC(), ChangedAt: i.entry.UpdatedAt,
	}
	if i.isFallback() {
		e.Lang = written
	}
	e.PublishedAt = v.publishedAt(data, e.CreatedAt)
	e.Body = v.text(data[i.route.body], i.locale)
	e.TitleField, e.Title = v.firstText(i.route.titles[i.schema()], data, i.locale)
	e.Title = or(e.Title, e.ID)
	if e.Described, e.Description = v.firstText(descriptions, data, i.locale); e.Description == "" {
		e.Description = excerptOf(e)
	}
	e.Description = oneLine(plainOf(e.Description, i.route.described[e.Described]))
	v.showMedia(i.route, e)
	if e.Slug != "" {
		t := i.target()
		e.URL = t.path()
		if i.route.Markdown {
			e.Markdown = t.in(asMarkdown).path()
		}
	}
	return e
}

// oneLine is a text with one space between its words, which most texts have already.
func oneLine(text string) string {
	between := true // words, or before the first one
	for _, r := range text {
		if unicode.IsSpace(r) && (between || r != ' ') {
			return strings.Join(strings.Fields(text), " ")
		}
		between = r == ' '
	}
	return strings.TrimSuffix(text, " ")
}

// firstText is the first of the properties that is a text, or an object from locale to
// text.
func (v *visit) firstText(names []string, data map[string]any, locale string) (name, text string) {
	for _, name := range names {
		if text := v.text(data[name], locale); text != "" {
			return name, text
		}
	}
	return "", ""
}

// text is a value as a text of a locale, "" where it is none.
func (v *visit) text(value any, locale string) string {
	switch value := value.(type) {
	case string:
		return value
	case map[string]any:
		for _, each := range []string{locale, v.site.canonical} {
			if text, _ := value[each].(string); text != "" && each != "" {
				return text
			}
		}
	}
	return ""
}

// descriptions are the properties that describe an entry, the first that is a text.
var descriptions = []string{"description", "summary", "excerpt", "abstract", "lead"}

// longestDescription is how many characters of a description are read that is not plain.
const longestDescription = 4096

// plainOf is a description without its marks: heads, cards and feeds show no emphasis. One
// that has nothing but headings or code stays as it is written.
func plainOf(text, format string) string {
	plain := text
	switch format {
	case formatMarkdown:
		plain = markup.Excerpt(text, longestDescription)
	case formatRichText:
		plain = markup.ExcerptRichText(text, longestDescription)
	}
	return cmp.Or(plain, text)
}

// excerptOf is how the text of an entry begins.
func excerptOf(e *page.Entry) string {
	switch e.BodyFormat {
	case formatMarkdown:
		return markup.Excerpt(e.Body, descriptionLength)
	case formatRichText:
		return markup.ExcerptRichText(e.Body, descriptionLength)
	}
	return markup.ExcerptText(e.Body, descriptionLength)
}

const (
	formatMarkdown = "markdown"
	formatRichText = "richtext"
	formatText     = "text"
)

// detail is the page of an entry, or of a home that is one; nil for none.
func (v *visit) detail(ctx context.Context) (*page.Page, error) {
	found, err := v.find(ctx, v.target)
	if err != nil || found == nil {
		return nil, err
	}
	if right := found.target(); right.kind != v.target.kind {
		return nil, &movedError{right.in(v.target.form).path()}
	}
	return v.detailOf(ctx, found)
}

func (v *visit) detailOf(ctx context.Context, found *item) (*page.Page, error) {
	p := v.blank()
	p.Entry = v.entry(found)
	if err := v.addAlternates(ctx, p, found); err != nil {
		return nil, err
	}
	v.describeEntry(p, found)
	if err := v.describePicture(ctx, p); err != nil {
		return nil, err
	}
	v.addLanguages(p)
	v.addCrumbs(p)
	return p, nil
}

func (v *visit) addAlternates(ctx context.Context, p *page.Page, found *item) error {
	if v.target.kind == page.Home {
		return v.addHomes(ctx, p)
	}
	all, err := v.alternates(ctx, found)
	if err != nil {
		return err
	}
	for _, t := range all[found] {
		p.Alternates = append(p.Alternates, page.Alternate{Locale: t.locale, URL: t.path()})
	}
	return nil
}

// addHomes adds the homes of all locales. One that is an entry is there where the
// entry is.
func (v *visit) addHomes(ctx context.Context, p *page.Page) error {
	for _, locale := range v.site.locales {
		t := v.routes.homeIn(locale)
		if t.route != nil && locale != v.target.locale {
			found, err := v.find(ctx, t)
			if err != nil {
				return err
			}
			if found == nil || found.isFallback() {
				continue
			}
		}
		p.Alternates = append(p.Alternates, page.Alternate{Locale: locale, URL: t.path()})
	}
	return nil
}

// describeEntry says in the head what the entry is.
func (v *visit) describeEntry(p *page.Page, found *item) {
	e := p.Entry
	p.SEO.Description = cmp.Or(e.Description, v.site.Description)
	p.SEO.Modified = e.UpdatedAt
	p.SEO.Title = v.documentTitle(e.Title)
	switch {
	case p.Kind == page.Home:
		p.SEO.Title = cmp.Or(v.site.Title, e.Title)
	case found.route.posts:
		p.SEO.Type, p.SEO.Published = "article", e.PublishedAt
	}
	if found.isFallback() {
		t := v.target.in(asHTML)
		t.locale = v.site.canonical
		p.SEO.Canonical = t.path()
	}
	if found.route.Markdown {
		p.SEO.Markdown = v.target.in(asMarkdown).path()
	}
	if p.Collection != nil {
		p.SEO.Atom, p.SEO.JSON = p.Collection.Atom, p.Collection.JSON
	}
	p.SEO.NoIndex = v.preview
}

// documentTitle is a title with the site's behind it.
func (v *visit) documentTitle(title string) string {
	if v.site.Title == "" || title == v.site.Title {
		return title
	}
	return title + " – " + v.site.Title
}

// says is what templates say of a key to the readers of this page.
func (v *visit) says(key string) string {
	return v.templates.Text(v.target.locale, v.site.canonical, key)
}

// addLanguages adds where to go on in each locale of the site: on this page, or
// else in the list or at the home of that locale.
func (v *visit) addLanguages(p *page.Page) {
	for _, locale := range v.site.locales {
		l := page.Language{Locale: locale, Name: v.site.names[locale], Current: locale == p.Locale}
		for _, each := range p.Alternates {
			if each.Locale == locale {
				l.URL, l.HasPage = each.URL, true
			}
		}
		if l.Current {
			l.URL, l.HasPage = p.Path, p.Kind != page.NotFound
		}
		if l.URL == "" {
			l.URL = v.nearest(locale)
		}
		if l.URL != "" {
			p.Locales = append(p.Locales, l)
		}
	}
}

// nearest is where a reader goes on in a locale that lacks the page.
func (v *visit) nearest(locale string) string {
	if r := v.target.route; r != nil && r.List && v.target.kind == page.Detail {
		return target{kind: page.List, locale: locale, route: r}.path()
	}
	return v.homeOf(locale)
}

func (v *visit) addCrumbs(p *page.Page) {
	if p.Home != "" && p.Kind != page.Home {
		p.Crumbs = append(p.Crumbs, page.Link{Title: v.site.Title, URL: p.Home})
	}
	if p.Collection != nil && p.Collection.URL != "" {
		p.Crumbs = append(p.Crumbs, page.Link{Title: p.Collection.Title, URL: p.Collection.URL})
	}
	if p.Kind == page.Detail {
		p.Crumbs = append(p.Crumbs, page.Link{Title: p.Entry.Title, URL: p.Path})
	}
}

// homePage is the home that is composed.
func (v *visit) homePage(ctx context.Context) (*page.Page, error) {
	if v.target.route != nil {
		return v.detail(ctx)
	}
	p := v.blank()
	p.SEO.Title = v.site.Title
	p.SEO.Markdown = v.target.in(asMarkdown).path()
	if err := v.addHomes(ctx, p); err != nil {
		return nil, err
	}
	v.addLanguages(p)
	return p, nil
}
