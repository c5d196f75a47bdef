package pages

import (
	"bytes"
	"context"
	"errors"
	"io"
	"slices"
	"time"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/pages/document"
	"github.com/quartet-dev/quartet/internal/pages/page"
)

// firstPart is the value of ?part= of the part that no cursor leads to.
const firstPart = "1"

// sitemap answers one part of the sitemap, or the whole of one that fits into one
// part, or else the index of all parts.
func (v *visit) sitemap(ctx context.Context, q asked) (*answer, error) {
	if q.cursor == "" && q.part != firstPart {
		return v.sitemapWhole(ctx)
	}
	at, err := v.openPlace("sitemap", q.cursor, keysByID)
	if err != nil {
		return nil, err
	}
	body, next, err := v.sitemapPart(ctx, at)
	if err != nil {
		return nil, err
	}
	a := v.answerOf(document.SitemapType, body)
	if next != nil {
		v.linkNext(a, paged(sitemapPath, v.sealPlace("sitemap", *next, keysByID)))
	}
	return a, nil
}

// sitemapWhole is the only part, or the index.
func (v *visit) sitemapWhole(ctx context.Context) (*answer, error) {
	body, next, err := v.sitemapPart(ctx, indexPlace{})
	if err != nil || next == nil {
		return v.answerOf(document.SitemapType, body), err
	}
	var index bytes.Buffer
	parts := document.NewSitemapIndex(&index, v.site.page)
	address := sitemapPath + "?part=" + firstPart
	for {
		if err := parts.Add(document.Location{URL: address}); err != nil {
			return nil, err
		}
		if next == nil {
			break
		}
		address = paged(sitemapPath, v.sealPlace("sitemap", *next, keysByID))
		if next, err = v.skipPart(ctx, *next); err != nil {
			return nil, err
		}
	}
	if err := parts.Close(); err != nil {
		return nil, err
	}
	return v.answerOf(document.SitemapType, index.Bytes()), nil
}

// sitemapPart writes the part that begins at a place. next is nil at the end.
func (v *visit) sitemapPart(ctx context.Context, at indexPlace) (body []byte, next *indexPlace, err error) {
	var out bytes.Buffer
	part := document.NewSitemap(&out, v.site.page)
	next, err = v.walk(ctx, at, func(items []*item) (int, error) { return v.addLocations(ctx, part, items) }, func() error { return v.addFixed(ctx, part) })
	if err != nil {
		return nil, nil, err
	}
	err = part.Close()
	return out.Bytes(), next, err
}

// skipPart finds where the part behind the one that begins at a place does.
func (v *visit) skipPart(ctx context.Context, at indexPlace) (*indexPlace, error) {
	part := document.NewSitemap(io.Discard, v.site.page) // a part ends by its bytes, too
	return v.walk(ctx, at, func(items []*item) (int, error) { return v.addLocations(ctx, part, items) }, func() error { return nil })
}

// walkBatch is how many entries a walk reads at once.
const walkBatch = 100

// walk goes through a part of all entries with pages, by collection and id. add
// takes items of one route and says how many fit; what does not begins the next
// part. fixed is called at the very beginning.
func (v *visit) walk(ctx context.Context, at indexPlace, add func([]*item) (int, error), fixed func() error) (next *indexPlace, err error) {
	size := document.PartSize(len(v.site.locales))
	left := size
	if at.section == 0 && at.after == nil {
		if err := fixed(); err != nil {
			return nil, err
		}
		left = max(1, left-v.fixedCount())
	}
	for at.section < len(v.routes.all) {
		found, after, err := v.batch(ctx, v.routes.all[at.section], at.after)
		if err != nil {
			return nil, err
		}
		fit := wholeEntries(found, min(left, len(found)))
		if fit == 0 && left == size {
			fit = firstEntry(found) // whatever its locales: a part is never empty
		}
		if fit, err = add(found[:fit]); err != nil {
			return nil, err
		}
		if left -= fit; fit < len(found) {
			if fit > 0 {
				at.after = place{found[fit-1].entry.ID}
			}
			return &at, nil
		}
		if at.after = after; after == nil {
			at.section++
		}
	}
	return nil, nil
}

// wholeEntries is n, or fewer, so that the pages of no entry are parted.
func wholeEntries(items []*item, n int) int {
	for n < len(items) && n > 0 && items[n].entry.ID == items[n-1].entry.ID {
		n--
	}
	return n
}

// firstEntry is how many of the items are pages of the first entry.
func firstEntry(items []*item) int {
	for n, each := range items {
		if each.entry.ID != items[0].entry.ID {
			return n
		}
	}
	return len(items)
}

// batch reads the next entries of a route, each once for every locale that shows it
// in its own words.
func (v *visit) batch(ctx context.Context, r *route, after place) (items []*item, next place, err error) {
	v.of(r.reads()...)
	found, err := v.ListPublished(ctx, content.PublishedQuery{Schema: r.schema, Order: content.ByID, After: after, Limit: walkBatch, Excerpt: r.address(r.schema)})
	if err != nil {
		return nil, nil, err
	}
	for _, locale := range v.site.localesOrNone() {
		own := found.Entries
		if r.localized() && locale != "" {
			own = writtenIn(own, locale)
		}
		shown, err := v.complete(ctx, r, locale, own, r.address)
		if err != nil {
			return nil, nil, err
		}
		items = append(items, shown...)
	}
	return ordered(items, found.Entries), found.Next, nil
}

// addLocations adds pages of one route, and says how many fitted.
func (v *visit) addLocations(ctx context.Context, part *document.Sitemap, items []*item) (int, error) {
	alternates, err := v.alternates(ctx, items...)
	if err != nil {
		return 0, err
	}
	for i, each := range items {
		l := document.Location{URL: each.target().path(), Modified: time.UnixMilli(each.updatedAt())}
		for _, t := range alternates[each] {
			l.Alternates = append(l.Alternates, page.Alternate{Locale: t.locale, URL: t.path()})
		}
		if err := part.Add(l); errors.Is(err, document.ErrSitemapFull) {
			return wholeEntries(items, i), nil
		} else if err != nil {
			return i, err
		}
	}
	return len(items), nil
}

// fixedTargets are the homes and the lists.
func (v *visit) fixedTargets() (all [][]target) {
	if v.routes.composedHome() {
		all = append(all, v.everywhere(target{kind: page.Home}))
	}
	for _, r := range v.routes.all {
		if r.List {
			all = append(all, v.everywhere(target{kind: page.List, route: r}))
		}
	}
	return all
}

func (v *visit) everywhere(t target) (all []target) {
	for _, locale := range v.site.localesOrNone() {
		t.locale = locale
		all = append(all, t)
	}
	return all
}

func (v *visit) fixedCount() int {
	count := 0
	for _, each := range v.fixedTargets() {
		count += len(each)
	}
	if v.routes.homeAside() {
		count += len(v.site.localesOrNone())
	}
	return count
}

// addFixed adds the homes and the lists, in every locale that has them.
func (v *visit) addFixed(ctx context.Context, part *document.Sitemap) error {
	all := v.fixedTargets()
	homes, err := v.homes(ctx)
	if err != nil {
		return err
	}
	if homes != nil {
		all = append([][]target{homes}, all...)
	}
	for _, group := range all {
		var alternates []page.Alternate
		for _, t := range group {
			if t.locale != "" {
				alternates = append(alternates, page.Alternate{Locale: t.locale, URL: t.path()})
			}
		}
		for _, t := range group {
			if err := part.Add(document.Location{URL: t.path(), Alternates: alternates}); err != nil {
				return err
			}
		}
	}
	return nil
}

// homes are the homes that are an entry, where the entry is.
func (v *visit) homes(ctx context.Context) (all []target, err error) {
	if !v.routes.homeAside() {
		return nil, nil
	}
	for _, t := range v.everywhere(v.routes.homeIn("")) {
		found, err := v.find(ctx, t)
		if err != nil {
			return nil, err
		}
		if found != nil && !found.isFallback() {
			all = append(all, t)
		}
	}
	return all, nil
}

// writtenIn are the entries of a locale.
func writtenIn(entries []*content.Entry, locale string) (own []*content.Entry) {
	for _, e := range entries {
		if e.Locale() == locale {
			own = append(own, e)
		}
	}
	return own
}

// ordered are items in the order of their entries, those of one entry together and
// without the ones that another locale's words stand in for.
func ordered(items []*item, entries []*content.Entry) []*item {
	at := make(map[string]int, len(entries))
	for i, e := range entries {
		at[e.ID] = i
	}
	items = slices.DeleteFunc(items, (*item).isFallback)
	slices.SortStableFunc(items, func(a, b *item) int { return at[a.entry.ID] - at[b.entry.ID] })
	return items
}
