package content_test

import (
	"fmt"
	"strings"
	"testing"

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
