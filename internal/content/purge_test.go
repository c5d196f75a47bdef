package content_test

import (
	"testing"
	"time"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/queue"
)

const shown = `
apiVersion: quartet/v1
kind: Schema
metadata: { name: notes }
spec: { title: Notes, schema: { type: object, properties: { text: { type: string } } } }
---
apiVersion: quartet/v1
kind: Schema
metadata: { name: signups }
spec: { title: Sign-ups, lifecycle: operational, schema: { type: object, properties: { text: { type: string } } } }
`

// purges tells how many purges wait, and has them done.
func (s service) purges() int {
	s.t.Helper()
	outbox := s.store.Outbox()
	items, err := outbox.List(s.ctx, queue.Query{State: queue.Pending, Limit: 100})
	s.wants(err, "", "")
	for _, item := range items {
		if item.Hook != string(content.Purge) {
			s.t.Errorf("stored %+v", item)
		}
		_, err := outbox.Replay(s.ctx, item.Event)
		s.wants(err, "", "")
	}
	var done []*queue.Outcome
	claims, err := outbox.Claim(s.ctx, 100, time.Minute)
	s.wants(err, "", "")
	for _, c := range claims {
		done = append(done, &queue.Outcome{Claim: c})
	}
	_, err = outbox.Settle(s.ctx, done, 0, time.Minute)
	s.wants(err, "", "")
	return len(items)
}

// pages.md, Cache: the write of published content purges, one of a draft, or of
// what has no drafts, does not; a refused one neither.
func TestWritesThatShowStoreAPurge(t *testing.T) {
	for _, on := range []bool{true, false} {
		s := open(t, shown, content.Options{Purge: on})
		note, err := s.Create(s.ctx, editor, "notes", values{"text": "a"})
		s.wants(err, "", "")
		want := func(what string, purged bool) {
			t.Helper()
			if got := s.purges(); got > 1 || (got == 1) != (on && purged) {
				t.Errorf("%s: %d purges, with a CDN: %t", what, got, on)
			}
		}
		want("create a draft", false)
		edit := func(expected int64) error {
			_, err := s.Patch(s.ctx, editor, "notes", note.ID, values{"text": "b"}, expected)
			return err
		}
		s.wants(edit(0), "", "")
		want("change a draft", false)
		for i, step := range []struct {
			move  string
			shows bool
		}{{"publish", true}, {"archive", true}, {"unpublish", false}, {"publish", true}, {"unpublish", true}, {"publish", true}} {
			_, err := s.move(step.move, "notes", note.ID, 0)
			s.wants(err, "", "")
			want(step.move, step.shows)
			if i == 0 {
				s.wants(edit(0), "", "")
				want("change what is published", true)
			}
		}
		s.wants(edit(1), "CONFLICT", "input#/expectedVersion")
		want("a refused change", false)
		_, err = s.Create(s.ctx, nobody, "signups", values{"text": "a"})
		s.wants(err, "", "")
		want("an operational entry", false)
	}
}
