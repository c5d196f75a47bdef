package content_test

import (
	"sync"
	"testing"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/plan"
)

// left says who has left an address; "" for nobody.
func (s service) left(collection, slug, locale string) string {
	s.t.Helper()
	return s.leftBy(collection, "slug", slug, locale)
}

func (s service) leftBy(collection, property string, value any, locale string) string {
	s.t.Helper()
	schema := s.Plan().Schema(collection)
	id, ok, err := s.FormerAddress(s.ctx, schema, schema.Property(property), value, locale)
	if err != nil || ok != (id != "") {
		s.t.Fatalf("%s %v: %q, %t, %v", collection, value, id, ok, err)
	}
	return id
}

// An address is left by whatever takes a published entry away from it, and by nothing
// else.
func TestPublishedEntriesLeaveAddresses(t *testing.T) {
	for name, test := range map[string]struct {
		change func(s service, id string) error
		left   bool
	}{
		"another slug": {func(s service, id string) error {
			_, err := s.Patch(s.ctx, nobody, "posts", id, values{"slug": "b"}, 0)
			return err
		}, true},
		"another locale": {func(s service, id string) error {
			_, err := s.Patch(s.ctx, nobody, "posts", id, values{"locale": "de"}, 0)
			return err
		}, true},
		"no slug": {func(s service, id string) error {
			_, err := s.Patch(s.ctx, nobody, "posts", id, values{"slug": nil}, 0)
			return err
		}, true},
		"unpublished": {func(s service, id string) error {
			_, err := s.Unpublish(s.ctx, nobody, "posts", id, 0)
			return err
		}, true},
		"archived": {func(s service, id string) error {
			_, err := s.Archive(s.ctx, nobody, "posts", id, 0)
			return err
		}, true},
		"another title": {func(s service, id string) error {
			_, err := s.Patch(s.ctx, nobody, "posts", id, values{"title": "b"}, 0)
			return err
		}, false},
		"refused": {func(s service, id string) error {
			s.add("posts", values{"slug": "taken", "locale": "en"})
			_, err := s.Patch(s.ctx, nobody, "posts", id, values{"slug": "taken"}, 0)
			s.wants(err, diag.Conflict, "data#/slug")
			return nil
		}, false},
	} {
		t.Run(name, func(t *testing.T) {
			s := openPages(t)
			e := s.published("posts", values{"slug": "a", "locale": "en", "title": "a"})
			s.wants(test.change(s, e.ID), "", "")
			want := ""
			if test.left {
				want = e.ID
			}
			if got := s.left("posts", "a", "en"); got != want {
				t.Errorf("%q has left, want %q", got, want)
			}
			if got := s.left("posts", "a", "de") + s.left("terms", "a", ""); got != "" {
				t.Errorf("%q has left another address", got)
			}
		})
	}
}

// Drafts have no address, and neither have entries of Schemas without pages.
func TestWhatHasNoPageLeavesNoAddress(t *testing.T) {
	s := openPaged(t, addressed, content.Options{}, plan.Address{Schema: "posts", Slug: "slug"}, plan.Address{Schema: "none", Slug: "slug"}, plan.Address{Schema: "news", Slug: "none"})
	draft := s.add("posts", values{"slug": "a", "locale": "en"})
	_, err := s.Patch(s.ctx, nobody, "posts", draft.ID, values{"slug": "b"}, 0)
	s.wants(err, "", "")
	s.wants(s.Delete(s.ctx, nobody, "posts", draft.ID, 0), "", "")
	term := s.published("terms", values{"slug": "a"})
	_, err = s.Unpublish(s.ctx, nobody, "terms", term.ID, 0)
	s.wants(err, "", "")
	if got := s.left("posts", "a", "en") + s.left("posts", "b", "en") + s.left("terms", "a", ""); got != "" {
		t.Errorf("%q has left", got)
	}
}

// A parent that is published no more takes the pages of its translations along: it is
// remembered by what joins them, be that no text.
func TestParentsOfPagesLeaveWhatJoins(t *testing.T) {
	const wares = `
apiVersion: quartet/v1
kind: Schema
metadata: { name: wares }
spec:
  title: Wares
  lifecycle: operational
  schema: { type: object, properties: { number: { type: integer }, price: { type: integer } } }
---
apiVersion: quartet/v1
kind: Schema
metadata: { name: ware-texts }
spec:
  title: Texts
  localized: true
  translates: { parent: wares, on: number }
  schema: { type: object, properties: { number: { type: integer }, locale: { type: string }, slug: { type: string } } }
  uniqueIndexes: [[slug, locale]]
`
	s := openPaged(t, wares, content.Options{}, plan.Address{Schema: "ware-texts", Slug: "slug"})
	ware := s.add("wares", values{"number": 7, "price": 1})
	text := s.published("ware-texts", values{"number": 7, "locale": "en", "slug": "tea"})
	_, err := s.Patch(s.ctx, nobody, "wares", ware.ID, values{"price": 2}, 0)
	s.wants(err, "", "")
	if got := s.leftBy("wares", "number", int64(7), ""); got != "" {
		t.Errorf("%q has left", got)
	}
	parents, err := s.Parents(s.ctx, s.Plan().Schema("ware-texts"), []*content.Entry{text}, nil)
	if err != nil || parents[text.ID] == nil || parents[text.ID].Data["price"] != int64(2) {
		t.Errorf("the parent is %v, %v", parents, err)
	}
	s.wants(s.Delete(s.ctx, nobody, "wares", ware.ID, 0), "", "")
	if got := s.leftBy("wares", "number", int64(7), ""); got != ware.ID {
		t.Errorf("%q has left, want %q", got, ware.ID)
	}
}

// A translation that is published no more takes its parent's page in its locale along.
func TestTranslationsOfPagesLeaveWhatJoins(t *testing.T) {
	s := openPaged(t, teas, content.Options{}, plan.Address{Schema: "teas", Slug: "slug"})
	s.published("teas", values{"slug": "oolong"})
	text := s.published("tea-texts", values{"slug": "oolong", "locale": "zh-TW", "title": "t"})
	_, err := s.Unpublish(s.ctx, nobody, "tea-texts", text.ID, 0)
	s.wants(err, "", "")
	if got := s.left("tea-texts", "oolong", "zh-TW"); got != text.ID {
		t.Errorf("%q has left, want %q", got, text.ID)
	}
	if got := s.left("teas", "oolong", "") + s.left("tea-texts", "oolong", "en"); got != "" {
		t.Errorf("%q has left", got)
	}
}

// What joins a translation to its parent is no slug, though it be the same text.
func TestWhatJoinsIsNoSlug(t *testing.T) {
	s := openPaged(t, joinedTeas, content.Options{}, plan.Address{Schema: "texts", Slug: "slug"})
	first := s.published("texts", values{"code": "a", "locale": "en", "slug": "b"})
	_, err := s.Patch(s.ctx, nobody, "texts", first.ID, values{"slug": "c"}, 0)
	s.wants(err, "", "")
	second := s.published("texts", values{"code": "b", "locale": "en", "slug": "d"})
	_, err = s.Patch(s.ctx, nobody, "texts", second.ID, values{"code": "e"}, 0)
	s.wants(err, "", "")
	if got := s.left("texts", "b", "en"); got != first.ID {
		t.Errorf("%q has left the slug, want %q", got, first.ID)
	}
	if got := s.leftBy("texts", "code", "b", "en"); got != second.ID {
		t.Errorf("%q has left the parent, want %q", got, second.ID)
	}
}

const joinedTeas = `
apiVersion: quartet/v1
kind: Schema
metadata: { name: teas }
spec: { title: Teas, schema: { type: object, properties: { code: { type: string } } } }
---
apiVersion: quartet/v1
kind: Schema
metadata: { name: texts }
spec:
  title: Texts
  localized: true
  translates: { parent: teas, on: code }
  schema: { type: object, properties: { code: { type: string }, locale: { type: string }, slug: { type: string } } }
  uniqueIndexes: [[slug, locale]]
`

// Whoever looks for an address finds the entry there, or learns that it has left: there
// is no moment in between.
func TestAReaderSeesAnEntryMove(t *testing.T) {
	s := openPages(t)
	e := s.published("posts", values{"slug": "a", "locale": "en"})
	schema, slug := s.slug("posts")
	done, readers := make(chan struct{}), sync.WaitGroup{}
	for range 4 {
		readers.Go(func() {
			for {
				select {
				case <-done:
					return
				default:
				}
				_, err := s.PublishedBy(s.ctx, schema, slug, "a", "en")
				if err == nil {
					continue
				}
				id, ok, left := s.FormerAddress(s.ctx, schema, slug, "a", "en")
				if !diag.HasCode(err, diag.NotFound) || left != nil || !ok || id != e.ID {
					t.Errorf("the entry is not there: %v; has left: %q, %t, %v", err, id, ok, left)
					return
				}
			}
		})
	}
	for i := range 100 {
		_, err := s.Patch(s.ctx, nobody, "posts", e.ID, values{"slug": []string{"b", "a"}[i%2]}, 0)
		s.wants(err, "", "")
	}
	close(done)
	readers.Wait()
}
