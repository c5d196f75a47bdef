package storetest

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
)

// pages is a publishing Schema, in languages.
const pages = `
apiVersion: quartet/v1
kind: Schema
metadata: { name: pages }
spec:
  title: Pages
  localized: true
  schema:
    type: object
    required: [title, slug]
    properties:
      locale: { type: string }
      title: { type: string }
      slug: { type: string }
      body: { type: string }
  uniqueIndexes: [[slug, locale]]
`

var eve = content.Caller{User: &content.User{ID: "eve"}, Staff: &content.Staff{ID: "eve", Role: "editor"}, Auth: &content.Auth{Credential: "session"}}

// testDrafts: a pending draft through the service, on the database at hand.
func testDrafts(t *testing.T, open Opener) {
	f := with(t, open, pages)
	ctx := context.Background()
	s, err := content.New(ctx, f.plan, f.store, content.Options{Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	made := 0
	published := func(t *testing.T) *content.Entry {
		t.Helper()
		made++
		e, err := s.Create(ctx, eve, "pages", map[string]any{"title": "Tea", "slug": fmt.Sprint("tea", made), "locale": "en", "body": "old"})
		if err == nil {
			e, err = s.Publish(ctx, eve, "pages", e.ID, e.Version)
		}
		if err != nil {
			t.Fatal(err)
		}
		return e
	}
	save := func(e *content.Entry, patch map[string]any, counter int64) (*content.PendingDraft, error) {
		_, d, err := s.SaveDraft(ctx, eve, content.DraftSave{Collection: "pages", ID: e.ID, Patch: patch, Draft: counter, Version: e.Version})
		return d, err
	}
	saved := func(t *testing.T, e *content.Entry, patch map[string]any, counter int64) *content.PendingDraft {
		t.Helper()
		d, err := save(e, patch, counter)
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	live := func(t *testing.T, e *content.Entry) *content.Entry {
		t.Helper()
		now, err := s.Get(ctx, "pages", e.ID)
		if err != nil {
			t.Fatal(err)
		}
		return now
	}

	t.Run("a draft is given back as it was saved, and the entry stays", func(t *testing.T) {
		e := published(t)
		saved(t, e, map[string]any{"title": "Oolong", "body": nil}, 0)
		if diff := cmp.Diff(e, live(t, e)); diff != "" {
			t.Error("the entry has changed:", diff)
		}
		d, err := s.PendingDraft(ctx, e)
		want := map[string]any{"title": "Oolong", "slug": e.Data["slug"], "locale": "en"}
		if err != nil || d == nil || d.Counter != 1 || d.Base != e.Version || cmp.Diff(want, d.Data) != "" || cmp.Diff(e.Data, d.BaseData) != "" {
			t.Fatalf("%+v, %v", d, err)
		}
		if d.Title != "Oolong" || d.Locale != "en" || d.SavedBy != "eve" || d.BegunBy != "eve" {
			t.Errorf("%+v", d.DraftNote)
		}
		notes, err := s.DraftNotes(ctx, f.plan.Schema("pages"), []*content.Entry{e})
		if err != nil || notes[e.ID] != d.DraftNote {
			t.Errorf("%+v, %v", notes, err)
		}
		mine, err := s.DraftsBy(ctx, "eve", 10)
		if err != nil || len(mine) != 1 || mine[0] != d.DraftNote {
			t.Errorf("%+v, %v", mine, err)
		}
		last, err := s.LastDrafts(ctx, 10)
		if err != nil || len(last) == 0 || last[0] != d.DraftNote {
			t.Errorf("%+v, %v", last, err)
		}
	})
	t.Run("counters never come twice", func(t *testing.T) {
		e := published(t)
		first := saved(t, e, map[string]any{"title": "A"}, 0)
		if err := s.DiscardDraft(ctx, editor, "pages", e.ID, first.Counter); err != nil {
			t.Fatal(err)
		}
		second := saved(t, e, map[string]any{"title": "B"}, 0)
		if second.Counter <= first.Counter {
			t.Errorf("%d after %d", second.Counter, first.Counter)
		}
		_, err := save(e, map[string]any{"title": "C"}, first.Counter)
		wantCode(t, err, diag.Conflict, "input#/expectedDraft")
		wantCode(t, s.DiscardDraft(ctx, editor, "pages", e.ID, first.Counter), diag.Conflict, "input#/expectedDraft")
	})
	t.Run("a draft that comes to what is published is none", func(t *testing.T) {
		e := published(t)
		first := saved(t, e, map[string]any{"title": "A", "body": nil}, 0)
		if d := saved(t, e, map[string]any{"title": "Tea"}, first.Counter); d == nil || d.Counter != first.Counter+1 {
			t.Fatalf("the body is still another one: %+v", d)
		}
		_, err := save(e, map[string]any{"body": "old"}, first.Counter)
		wantCode(t, err, diag.Conflict, "input#/expectedDraft")
		if d := saved(t, e, map[string]any{"body": "old"}, first.Counter+1); d != nil {
			t.Errorf("%+v", d)
		}
		if d, err := s.PendingDraft(ctx, e); d != nil || err != nil {
			t.Errorf("it is still there: %+v, %v", d, err)
		}
		if by, err := s.Discarded(ctx, "pages", e.ID); err != nil || by.By != "eve" || by.At == 0 {
			t.Errorf("%+v, %v", by, err)
		}
		_, err = save(e, map[string]any{"title": "late"}, first.Counter+1)
		wantCode(t, err, diag.Conflict, "input#/expectedDraft")
		if d := saved(t, e, map[string]any{"title": "B"}, 0); d.Counter <= first.Counter+1 {
			t.Errorf("%+v", d)
		}
		if diff := cmp.Diff(e, live(t, e)); diff != "" {
			t.Error("the entry has changed:", diff)
		}
	})
	t.Run("a draft does not end beside an entry that has changed meanwhile", func(t *testing.T) {
		e := published(t)
		d := saved(t, e, map[string]any{"title": "A"}, 0)
		w := &content.DraftWrite{Draft: d, Expect: d.Counter, Entry: content.Expect{Version: e.Version - 1, Status: e.Status}, Ends: true}
		_, err := f.store.SaveDraft(ctx, w)
		wantCode(t, err, diag.Conflict, "data#/version")
		if d, err := s.PendingDraft(ctx, e); d == nil || err != nil {
			t.Errorf("it has ended: %v", err)
		}
	})
	t.Run("a publish ends the draft with the row, or neither", func(t *testing.T) {
		e := published(t)
		d := saved(t, e, map[string]any{"slug": "tea1"}, 0) // which another page has
		_, err := s.PublishAs(ctx, eve, content.Publication{Collection: "pages", ID: e.ID, Version: e.Version, Draft: d.Counter})
		wantCode(t, err, diag.Conflict, "data#/slug")
		d = saved(t, e, map[string]any{"slug": "free"}, d.Counter)
		w := &content.Write{Op: content.Update, Schema: f.plan.Schema("pages"), Entry: e, Expect: content.Expect{Version: e.Version, Status: e.Status}, Draft: &content.DraftEnd{Counter: d.Counter + 1}}
		next := *e
		next.Version, next.Data = e.Version+1, map[string]any{"title": "lost", "slug": "lost", "locale": "en"}
		w.Entry = &next
		wantCode(t, f.store.Write(ctx, w), diag.Conflict, "input#/expectedDraft")
		if diff := cmp.Diff(e, live(t, e)); diff != "" {
			t.Fatal("a write whose draft was another one was made:", diff)
		}
		after, err := s.PublishAs(ctx, eve, content.Publication{Collection: "pages", ID: e.ID, Version: e.Version, Draft: d.Counter})
		if err != nil || after.Version != e.Version+1 || after.Data["slug"] != "free" {
			t.Fatalf("%+v, %v", after, err)
		}
		if d, err := s.PendingDraft(ctx, e); d != nil || err != nil {
			t.Errorf("the draft is still there: %+v, %v", d, err)
		}
	})
	t.Run("what is published together is published whole or not at all", func(t *testing.T) {
		one, two, three := published(t), published(t), published(t)
		saved(t, one, map[string]any{"slug": "clash"}, 0)
		saved(t, two, map[string]any{"slug": "clash"}, 0)
		all := []content.Publication{{Collection: "pages", ID: three.ID}, {Collection: "pages", ID: one.ID}, {Collection: "pages", ID: two.ID}}
		_, err := s.PublishTogether(ctx, eve, all)
		wantCode(t, err, diag.Conflict, "input#/entries/2/data/slug")
		for _, e := range []*content.Entry{one, two, three} {
			if diff := cmp.Diff(e, live(t, e)); diff != "" {
				t.Error("one of them was published:", diff)
			}
		}
		saved(t, two, map[string]any{"slug": "no clash"}, 1)
		entries, err := s.PublishTogether(ctx, eve, all)
		if err != nil || len(entries) != 3 || entries[0].Version != three.Version || entries[1].Data["slug"] != "clash" || entries[2].Data["slug"] != "no clash" {
			t.Fatalf("%+v, %v", entries, err)
		}
		for i, e := range []*content.Entry{three, one, two} {
			if diff := cmp.Diff(entries[i], live(t, e)); diff != "" {
				t.Error(diff)
			}
		}
	})
	t.Run("of writers at one time one is saved and the others are told", func(t *testing.T) {
		e := published(t)
		var done sync.WaitGroup
		var kept, told atomic.Int32
		for i := range 8 {
			done.Go(func() {
				_, err := save(e, map[string]any{"body": fmt.Sprint(i)}, 0)
				switch {
				case err == nil:
					kept.Add(1)
				case diag.HasCode(err, diag.Conflict):
					told.Add(1)
				default:
					t.Error(err)
				}
			})
		}
		done.Wait()
		if kept.Load() != 1 || told.Load() != 7 {
			t.Errorf("%d were saved and %d told", kept.Load(), told.Load())
		}
	})
	t.Run("a deleted entry takes its draft along", func(t *testing.T) {
		e := published(t)
		saved(t, e, map[string]any{"title": "gone"}, 0)
		down, err := s.Unpublish(ctx, eve, "pages", e.ID, 0)
		if err != nil {
			t.Fatal(err)
		}
		if d, err := s.PendingDraft(ctx, down); d == nil || err != nil {
			t.Fatalf("unpublished, and the draft is lost: %v", err)
		}
		if err := s.Delete(ctx, eve, "pages", e.ID, 0); err != nil {
			t.Fatal(err)
		}
		if d, err := s.PendingDraft(ctx, e); d != nil || err != nil {
			t.Errorf("%+v, %v", d, err)
		}
		_, err = save(e, map[string]any{"title": "late"}, 0)
		wantCode(t, err, diag.NotFound)
	})
	t.Run("a deletion that takes a draft along takes the one that it has seen", func(t *testing.T) {
		e, err := s.Create(ctx, eve, "pages", map[string]any{"title": "Tea", "slug": "typed", "locale": "en"})
		if err != nil {
			t.Fatal(err)
		}
		w := &content.Write{Op: content.Delete, Schema: f.plan.Schema("pages"), Entry: e, Expect: content.Expect{Version: e.Version, Status: e.Status}}
		d := saved(t, e, map[string]any{"title": "typed"}, 0)
		for _, seen := range []int64{0, d.Counter - 1, d.Counter + 1} {
			w.Draft = &content.DraftEnd{Counter: seen}
			wantCode(t, f.store.Write(ctx, w), diag.Conflict, "input#/expectedDraft")
		}
		if diff := cmp.Diff(e, live(t, e)); diff != "" {
			t.Fatal("it was deleted with a draft that nobody had seen:", diff)
		}
		if err := s.DiscardDraft(ctx, editor, "pages", e.ID, d.Counter); err != nil {
			t.Fatal(err)
		}
		wantCode(t, f.store.Write(ctx, w), diag.Conflict, "input#/expectedDraft")
		w.Draft = &content.DraftEnd{}
		if err := f.store.Write(ctx, w); err != nil {
			t.Error(err)
		}
	})
}
