package storetest

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet/internal/content"
)

// essays are translated twice over, once by the id and once by a property.
const essays = `
apiVersion: quartet/v1
kind: Schema
metadata: { name: essays }
spec:
  title: Essays
  schema: { type: object, required: [slug], properties: { slug: { type: string }, kind: { type: string } } }
  uniqueIndexes: [[slug]]
---
apiVersion: quartet/v1
kind: Schema
metadata: { name: essay-texts }
spec:
  title: Texts
  localized: true
  translates: { parent: essays, on: slug }
  schema:
    type: object
    required: [slug, locale]
    properties: { slug: { type: string }, locale: { type: string }, title: { type: string } }
  uniqueIndexes: [[slug, locale]]
---
apiVersion: quartet/v1
kind: Schema
metadata: { name: essay-notes }
spec:
  title: Notes
  localized: true
  lifecycle: operational
  translates: { parent: essays, on: slug }
  schema:
    type: object
    required: [slug, locale, note]
    properties: { slug: { type: string }, locale: { type: string }, note: { type: string } }
`

// leaflets of a series have their translation together.
const leaflets = `
apiVersion: quartet/v1
kind: Schema
metadata: { name: leaflets }
spec:
  title: Leaflets
  schema: { type: object, required: [series], properties: { series: { type: string }, body: { type: string } } }
---
apiVersion: quartet/v1
kind: Schema
metadata: { name: leaflet-texts }
spec:
  title: Texts
  localized: true
  translates: { parent: leaflets, on: series }
  schema:
    type: object
    required: [series, locale]
    properties: { series: { type: string }, locale: { type: string }, title: { type: string } }
`

// writtenEssays are essays of which everything was changed at a random one of few times, so
// that many changes are at once.
type writtenEssays struct {
	*fixture
	random  *rand.Rand
	ids     []string
	changed map[string]int64 // of the article, by the id
	status  map[string]content.Status
}

func writeEssays(f *fixture, count int, seed uint64) *writtenEssays {
	w := &writtenEssays{f, rand.New(rand.NewPCG(seed, 1)), nil, map[string]int64{}, map[string]content.Status{}}
	for i := range count {
		id := fmt.Sprintf("essay-%d%04d", w.random.IntN(10), i)
		w.ids, w.status[id] = append(w.ids, id), content.Draft
		if w.random.IntN(4) == 0 {
			w.status[id] = content.Published
		}
	}
	Fill(f.t, f.store, f.plan.Schema("essays"), count, func(i int) *content.Entry {
		id := w.ids[i]
		return w.entry("essays", id, map[string]any{"slug": "slug-" + id, "kind": "k" + strconv.Itoa(i%3)}, int64(10+i%40))
	})
	for i, id := range w.ids {
		w.changed[id] = int64(10 + i%40)
	}
	return w
}

func (w *writtenEssays) entry(collection, id string, data map[string]any, at int64) *content.Entry {
	return &content.Entry{ID: id, Collection: collection, Status: cmp.Or(w.status[id], content.Draft), Version: 1, Data: data, CreatedAt: 1, UpdatedAt: at}
}

// translate gives some of the essays texts, notes and drafts.
func (w *writtenEssays) translate(some int) {
	w.t.Helper()
	for _, id := range w.ids[:some] {
		w.draft("essays", id, id)
		for _, locale := range []string{"de", "en", "zh-TW"} {
			for _, collection := range []string{"essay-texts", "essay-notes"} {
				if w.random.IntN(2) == 0 {
					w.write(collection, id, locale)
				}
			}
		}
	}
}

func (w *writtenEssays) write(collection, essay, locale string) {
	w.t.Helper()
	at, id := w.at(essay), collection+strconv.Itoa(w.random.IntN(1000))+essay+locale
	if collection == "essay-notes" {
		w.status[id] = content.Published
	}
	e := w.entry(collection, id, map[string]any{"slug": "slug-" + essay, "locale": locale, "note": "of " + essay}, at)
	ok(w.t, w.store.Write(w.t.Context(), &content.Write{Op: content.Insert, Schema: w.plan.Schema(collection), Entry: e}))
	if collection == "essay-texts" {
		w.draft(collection, essay, id)
	}
}

// draft saves a draft of an entry now and then.
func (w *writtenEssays) draft(collection, essay, id string) {
	w.t.Helper()
	if w.random.IntN(3) != 0 {
		return
	}
	note := content.DraftNote{Collection: collection, EntryID: id, Base: 1, SavedAt: w.at(essay)}
	status := cmp.Or(w.status[id], content.Draft)
	_, err := w.store.SaveDraft(w.t.Context(), &content.DraftWrite{
		Draft: &content.PendingDraft{DraftNote: note, Data: map[string]any{}, BaseData: map[string]any{}},
		Entry: content.Expect{Version: 1, Status: status},
	})
	ok(w.t, err)
}

// at is the time of a change of an essay.
func (w *writtenEssays) at(essay string) int64 {
	at := int64(10 + w.random.IntN(40))
	w.changed[essay] = max(w.changed[essay], at)
	return at
}

// pages walks through a list and gives the times of its essays; it must give each once, and
// no others than those that are wanted.
func (w *writtenEssays) pages(t *testing.T, s *content.Service, r content.ListRequest, wanted func(id string) bool) []int64 {
	t.Helper()
	r.Collection, r.Sort, r.Excerpt = "essays", content.ArticleOrder, []string{"slug"}
	var times []int64
	seen := map[string]bool{}
	for {
		page, err := s.ListEntries(t.Context(), r)
		ok(t, err)
		for _, e := range page.Entries {
			if seen[e.ID] || !wanted(e.ID) {
				t.Fatalf("%s comes again, or is not of the list", e.ID)
			}
			seen[e.ID], times = true, append(times, w.changed[e.ID])
		}
		if r.Cursor = page.NextCursor; r.Cursor == "" {
			return times
		}
		if len(page.Entries) != r.Limit && len(w.ids) <= few {
			t.Fatalf("a page of %d has %d", r.Limit, len(page.Entries))
		}
	}
}

// few are so many essays that pages of them are full: of more than 4,000 changes, a page may
// find less.
const few = 3_000

// want are the times of the essays that are wanted, in order.
func (w *writtenEssays) want(direction string, wanted func(id string) bool) (times []int64) {
	for _, id := range w.ids {
		if wanted(id) {
			times = append(times, w.changed[id])
		}
	}
	slices.SortFunc(times, func(a, b int64) int {
		if direction == "asc" {
			a, b = b, a
		}
		return cmp.Compare(b, a)
	})
	return times
}

// A list by the last change of articles knows their translations, and drafts of all of them.
func testArticleLists(t *testing.T, open Opener) {
	every, published := func(string) bool { return true }, content.ListRequest{Status: content.Published}
	check := func(t *testing.T, w *writtenEssays, r content.ListRequest, wanted func(string) bool) {
		t.Helper()
		if diff := gocmp.Diff(w.want(r.Direction, wanted), w.pages(t, w.service(content.Options{}), r, wanted)); diff != "" {
			t.Errorf("%+v: %s", r, diff)
		}
	}
	for seed := range uint64(2) {
		t.Run(strconv.FormatUint(seed, 10), func(t *testing.T) {
			w := writeEssays(with(t, open, essays), 40, seed)
			w.translate(40)
			for _, direction := range []string{"", "asc"} {
				for _, limit := range []int{3, 100} {
					check(t, w, content.ListRequest{Direction: direction, Limit: limit}, every)
					published.Direction, published.Limit = direction, limit
					check(t, w, published, func(id string) bool { return w.status[id] == content.Published })
					search := content.ListRequest{Search: "essay-1", Direction: direction, Limit: limit}
					check(t, w, search, func(id string) bool { return strings.HasPrefix(id, "essay-1") })
				}
			}
		})
	}
	t.Run("more than are sorted", func(t *testing.T) {
		w := writeEssays(with(t, open, essays), 2_900, 4)
		w.translate(80)
		check(t, w, content.ListRequest{Status: content.Draft, Limit: 100}, func(id string) bool { return w.status[id] == content.Draft })
	})
	t.Run("all made before their translations", func(t *testing.T) {
		w := writeEssays(with(t, open, essays), 4_200, 5)
		Fill(t, w.store, w.plan.Schema("essay-texts"), len(w.ids), func(i int) *content.Entry {
			return w.entry("essay-texts", "text"+w.ids[i], map[string]any{"slug": "slug-" + w.ids[i], "locale": "en"}, int64(100+i))
		})
		for i, id := range w.ids {
			w.changed[id] = int64(100 + i)
		}
		oldest := content.ListRequest{Collection: "essays", Sort: content.ArticleOrder, Direction: "asc", Limit: 100}
		page, err := w.service(content.Options{}).ListEntries(t.Context(), oldest)
		ok(t, err)
		if len(page.Entries) != 0 || page.NextCursor == "" {
			t.Errorf("%d entries, cursor %q: the first page looks at more than 4,000 changes", len(page.Entries), page.NextCursor)
		}
		for _, direction := range []string{"", "asc"} {
			check(t, w, content.ListRequest{Direction: direction, Limit: 100}, every)
		}
	})
	t.Run("many of one change", func(t *testing.T) {
		f := with(t, open, leaflets)
		body, series := strings.Repeat("a", 1_100_000), func(i int) string { return []string{"a", "b", "b", "b", "b", "b", "c"}[i] }
		Fill(t, f.store, f.plan.Schema("leaflets"), 7, func(i int) *content.Entry {
			return &content.Entry{ID: "leaflet-" + strconv.Itoa(i), Collection: "leaflets", Status: content.Draft, Version: 1, Data: map[string]any{"series": series(i), "body": body}, UpdatedAt: int64(i)}
		})
		Fill(t, f.store, f.plan.Schema("leaflet-texts"), 3, func(i int) *content.Entry {
			return &content.Entry{ID: "text-" + strconv.Itoa(i), Collection: "leaflet-texts", Status: content.Draft, Version: 1, Data: map[string]any{"series": "abc"[i : i+1], "locale": "en", "title": "A"}, UpdatedAt: int64(100 + i)}
		})
		for _, direction := range []string{"", "asc"} {
			for _, limit := range []int{2, 50} {
				var ids []string
				for r := (content.ListRequest{Collection: "leaflets", Sort: content.ArticleOrder, Direction: direction, Limit: limit}); ; {
					page, err := f.service(content.Options{}).ListEntries(t.Context(), r)
					ok(t, err)
					for _, e := range page.Entries {
						ids = append(ids, e.ID)
					}
					if r.Cursor = page.NextCursor; r.Cursor == "" {
						break
					}
				}
				if slices.Sort(ids); len(ids) != 7 || len(slices.Compact(ids)) != 7 {
					t.Errorf("%q, pages of %d: %v", direction, limit, ids)
				}
			}
		}
	})
}
