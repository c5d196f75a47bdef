package content_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/media"
)

const illustrated = `
apiVersion: quartet/v1
kind: Schema
metadata: { name: articles }
spec:
  title: Articles
  schema:
    type: object
    properties:
      slug: { type: string }
      cover: { type: string, x-mcp-hint: media-image }
      body: { type: string, x-mcp-hint: markdown }
      figures: { type: array, items: { type: object, properties: { asset: { type: string, x-service-ref: media_assets } } } }
  uniqueIndexes: [[slug]]
---
{ apiVersion: quartet/v1, kind: Schema, metadata: { name: plain }, spec: { title: Plain, schema: { type: object, properties: { cover: { type: string } } } } }
`

func (s service) useCounts(ids ...string) (counts map[string]int, err error) {
	err = s.store.Media().Read(s.ctx, func(r media.Reader) (err error) {
		counts, err = r.UseCounts(ids)
		return err
	})
	return counts, err
}

func (s service) wantsUses(want map[string]int) {
	s.t.Helper()
	got, err := s.useCounts("a", "b", "c", "d")
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		s.t.Fatalf("%v %s", err, diff)
	}
}

// Drafts use what they name, and so does whatever they become, until they name it no
// more or are deleted.
func TestUsesOfMediaFollowAnEntry(t *testing.T) {
	s := open(t, illustrated, content.Options{})
	done := func(e *content.Entry, err error) *content.Entry {
		t.Helper()
		s.wants(err, "", "")
		return e
	}
	e := done(s.Create(s.ctx, editor, "articles", values{"cover": "a", "body": "![x](media:b)", "figures": []any{values{"asset": "c"}, values{"asset": "a"}}}))
	all := map[string]int{"a": 1, "b": 1, "c": 1}
	s.wantsUses(all)
	done(s.Publish(s.ctx, editor, "articles", e.ID, 0))
	s.wantsUses(all)
	done(s.Patch(s.ctx, editor, "articles", e.ID, values{"cover": nil, "body": "media:b media:d"}, 0))
	s.wantsUses(map[string]int{"a": 1, "b": 1, "c": 1, "d": 1})
	done(s.Patch(s.ctx, editor, "articles", e.ID, values{"figures": []any{}}, 0))
	s.wantsUses(map[string]int{"b": 1, "d": 1})
	done(s.Load(s.ctx, "articles", "other", values{"cover": "d"}, content.Published))
	done(s.Archive(s.ctx, editor, "articles", e.ID, 0))
	s.wantsUses(map[string]int{"b": 1, "d": 2})
	done(s.Create(s.ctx, editor, "plain", values{"cover": "a"}))
	s.wantsUses(map[string]int{"b": 1, "d": 2})
	s.wants(s.Delete(s.ctx, editor, "articles", e.ID, 0), "", "")
	s.wantsUses(map[string]int{"d": 1})
}

// What lies in the bin uses its assets as before, so that no sweep takes them, and an
// entry that comes back finds them; they are free with its end.
func TestWhatIsInTheBinUsesItsMedia(t *testing.T) {
	now := time.Date(2030, 1, 1, 0, 0, 0, 0, time.UTC)
	s := open(t, illustrated, content.Options{Bin: time.Hour, Now: func() time.Time { return now }})
	staff, owner := s.StaffEntries(editor), s.StaffEntries(content.Caller{User: &content.User{ID: "ada"}, Staff: &content.Staff{ID: "ada", Role: "owner"}})
	create := func(data values) *content.Entry {
		e, err := staff.Create(s.ctx, "articles", data)
		s.wants(err, "", "")
		return e
	}
	back, erased, swept := create(values{"cover": "a", "body": "media:b"}), create(values{"cover": "b"}), create(values{"cover": "c", "body": "media:a"})
	all := map[string]int{"a": 2, "b": 2, "c": 1}
	s.wantsUses(all)
	for _, e := range []*content.Entry{back, erased, swept} {
		s.wants(staff.Delete(s.ctx, "articles", e.ID, 1), "", "")
	}
	s.wantsUses(all)
	_, err := staff.Return(s.ctx, "articles", back.ID, false)
	s.wants(err, "", "")
	s.wantsUses(all)
	s.wants(owner.Erase(s.ctx, "articles", erased.ID), "", "")
	s.wantsUses(map[string]int{"a": 2, "b": 1, "c": 1})
	now = now.Add(2 * time.Hour)
	if n, err := s.SweepBin(s.ctx); n != 1 || err != nil {
		t.Fatalf("%d were ended, %v", n, err)
	}
	s.wantsUses(map[string]int{"a": 1, "b": 1})
}

// A write that is refused, for whatever reason, changes no use.
func TestARefusedWriteChangesNoUseOfMedia(t *testing.T) {
	s := open(t, illustrated, content.Options{})
	e, err := s.Create(s.ctx, editor, "articles", values{"slug": "x", "cover": "a"})
	s.wants(err, "", "")
	_, err = s.Create(s.ctx, editor, "articles", values{"slug": "x", "cover": "b"})
	s.wants(err, diag.Conflict, "data#/slug")
	_, err = s.Patch(s.ctx, editor, "articles", e.ID, values{"cover": "b", "body": 1}, 0)
	s.wants(err, diag.InputValidationFailed, "data#/body")
	_, err = s.Patch(s.ctx, editor, "articles", e.ID, values{"cover": "b"}, 7)
	s.wants(err, diag.Conflict, "input#/expectedVersion")
	s.wantsUses(map[string]int{"a": 1})
}

// As many assets as an entry may use, and one more.
func TestAnEntryUsesABoundedNumberOfAssets(t *testing.T) {
	s := open(t, illustrated, content.Options{})
	var body strings.Builder
	for i := range content.MaxMediaUses {
		fmt.Fprintf(&body, "media:n%d ", i)
	}
	e, err := s.Create(s.ctx, editor, "articles", values{"body": body.String()})
	s.wants(err, "", "")
	_, err = s.Create(s.ctx, editor, "articles", values{"body": body.String(), "cover": "a"})
	s.wants(err, diag.InputValidationFailed, "data#")
	_, err = s.Patch(s.ctx, editor, "articles", e.ID, values{"cover": "a"}, 0)
	s.wants(err, diag.InputValidationFailed, "data#")
	_, err = s.Patch(s.ctx, editor, "articles", e.ID, values{"body": "", "cover": "a"}, 0)
	s.wants(err, "", "")
	if got, err := s.useCounts("a", "n0", "n999"); err != nil || !cmp.Equal(got, map[string]int{"a": 1}) {
		t.Errorf("%v, %v", got, err)
	}
}
