package pages

import (
	"context"
	"math"
	"net/url"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/jsonvalue"
	"github.com/quartet-dev/quartet/internal/pages/page"
)

// listSize is how many entries a page of a list has.
const listSize = 20

// listAnswer answers a list: as HTML, as its mirror or as a feed.
func (v *visit) listAnswer(ctx context.Context, cursor string) (*answer, error) {
	entries, next, err := v.entriesOf(ctx, cursor)
	if err != nil {
		return nil, err
	}
	p, err := v.listPage(ctx, entries, cursor, next)
	if err != nil {
		return nil, err
	}
	switch v.target.form {
	case asMarkdown:
		return v.listMirror(p)
	case asAtom, asJSONFeed:
		return v.feed(ctx, p, cursor)
	case asHTML:
	}
	return v.html(ctx, p)
}

// entriesOf reads one page of a list. next is the cursor behind it; "" at the end.
func (v *visit) entriesOf(ctx context.Context, cursor string) (entries []*page.Entry, next string, err error) {
	t := v.target
	if t.route.view != nil {
		return v.viewed(ctx, cursor)
	}
	name := []string{"pages", t.route.Collection, t.locale}
	q := read{route: t.route, locale: t.locale, limit: listSize, of: short}
	if t.form == asAtom || t.form == asJSONFeed {
		q.of = whole
	}
	if cursor != "" {
		if q.after, err = v.OpenCursor(name, 2, cursor); err != nil {
			return nil, "", err
		}
	}
	items, after, err := v.list(ctx, q)
	if err != nil {
		return nil, "", err
	}
	for _, each := range items {
		entries = append(entries, v.entry(each))
	}
	if after != nil {
		next = v.SealCursor(name, after...)
	}
	return entries, next, nil
}

// viewed reads one page of a list that a View gives. Its rows name entries by
// their slugs, in the order of the View.
func (v *visit) viewed(ctx context.Context, cursor string) (entries []*page.Entry, next string, err error) {
	t := v.target
	show := float64(listSize)
	call := content.ViewCall{View: t.route.view, Show: &show, Cursor: cursor, Params: map[string]any{}}
	if _, ok := call.View.Params().Slot("locale"); ok && t.locale != "" {
		call.Params["locale"] = t.locale
	}
	rows, found, err := v.rows(ctx, call)
	if err != nil {
		return nil, "", err
	}
	seen := map[string]bool{} // a View of all locales may name a slug more than once
	for _, row := range rows {
		slug, _ := row[t.route.slug.Name()].(string)
		if seen[slug] {
			continue
		}
		seen[slug] = true
		each, err := v.find(ctx, target{route: t.route, locale: t.locale, slug: slug})
		if err != nil {
			return nil, "", err
		}
		if each != nil {
			entries = append(entries, v.entry(each))
		}
	}
	return entries, found.NextCursor, nil
}

// rows runs a View as anybody.
func (v *visit) rows(ctx context.Context, call content.ViewCall) (rows []map[string]any, found content.ViewPage, err error) {
	if call.View.Source() == nil {
		v.unkept = true // a statement may read anything
	}
	v.of(call.View.Source())
	if found, err = v.ExecuteView(ctx, content.Caller{}, call, nil); err != nil {
		return nil, found, err
	}
	rows, err = decodeRows(found.Rows)
	v.showRows(call.View.Source(), rows)
	return rows, found, err
}

// rowLimits take whatever a View answers with: its size is bounded already.
var rowLimits = jsonvalue.Limits{Depth: 1000, Nodes: math.MaxInt, Stored: true}

// decodeRows gives the rows of a View in the types of an entry's data, so that a
// template compares a number of either in one way.
func decodeRows(data []byte) ([]map[string]any, error) {
	value, err := jsonvalue.Decode(data, rowLimits)
	if err != nil {
		return nil, diag.Internal(err)
	}
	list, _ := value.([]any)
	rows := make([]map[string]any, len(list))
	for i, each := range list {
		rows[i], _ = each.(map[string]any)
	}
	return rows, nil
}

// listPage is the page of a list.
func (v *visit) listPage(ctx context.Context, entries []*page.Entry, cursor, next string) (*page.Page, error) {
	p := v.blank()
	p.Entries = entries
	r := v.target.route
	p.SEO.Title = v.documentTitle(p.Collection.Title)
	p.SEO.Atom, p.SEO.JSON = p.Collection.Atom, p.Collection.JSON
	if r.Markdown && r.List {
		p.SEO.Markdown = v.target.in(asMarkdown).path()
	}
	if cursor != "" {
		p.SEO.Canonical = paged(p.Path, cursor)
	} else {
		for _, locale := range v.site.locales {
			t := target{kind: page.List, locale: locale, route: r}
			p.Alternates = append(p.Alternates, page.Alternate{Locale: locale, URL: t.path()})
		}
	}
	if next != "" {
		p.Next = paged(v.target.path(), next)
	}
	v.addLanguages(p)
	v.addCrumbs(p)
	return p, ctx.Err()
}

// paged is the address of a page of a list.
func paged(path, cursor string) string { return path + "?cursor=" + url.QueryEscape(cursor) }
