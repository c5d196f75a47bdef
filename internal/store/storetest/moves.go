package storetest

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet/internal/audit"
	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/moves"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/queue"
)

// MovesStore is what the suite of scheduled moves needs of an adapter.
type MovesStore interface {
	content.Store
	moves.Versions
	Moves() moves.Store
	Outbox() queue.Store
}

// RunMoves runs the suite of stores of scheduled moves. open opens an empty store, and
// once more the same.
func RunMoves(t *testing.T, open func(t *testing.T, p *plan.Plan) (MovesStore, func() MovesStore)) {
	t.Run("Moves", func(t *testing.T) { testMoves(t, open) })
	t.Run("Claims", func(t *testing.T) { testMoveClaims(t, open) })
	t.Run("PendingDrafts", func(t *testing.T) { testMovesOfDrafts(t, open) })
	t.Run("Deleted", func(t *testing.T) { testMovesOfTheDeleted(t, open) })
	t.Run("Unseen", func(t *testing.T) { testMovesOfTheUnseen(t, open) })
	t.Run("Batches", func(t *testing.T) { testBatches(t, open) })
	t.Run("Together", func(t *testing.T) { testMovesTogether(t, open) })
	t.Run("Meanwhile", func(t *testing.T) { testBatchesMeanwhile(t, open) })
}

func openMoves(t *testing.T, open func(t *testing.T, p *plan.Plan) (MovesStore, func() MovesStore)) (*fixture, MovesStore, func() MovesStore) {
	var s MovesStore
	var again func() MovesStore
	f := with(t, func(t *testing.T, p *plan.Plan) content.Store {
		s, again = open(t, p)
		return s
	})
	return f, s, again
}

func testMoves(t *testing.T, open func(t *testing.T, p *plan.Plan) (MovesStore, func() MovesStore)) {
	f, s, _ := openMoves(t, open)
	ctx, at := t.Context(), time.UnixMilli(1_700_000_000_000).UTC()
	store := s.Moves()
	first := &moves.Move{ID: "1", Collection: "items", Entry: "one", Direction: moves.Publish, Due: at, Zone: "UTC", Actor: "eve", Role: "editor", SetAt: at}
	later := &moves.Move{ID: "2", Collection: "items", Entry: "one", Direction: moves.Unpublish, Due: at.Add(time.Hour), Zone: "Asia/Taipei", Actor: "ada", Role: "owner", SetAt: at}
	ok(t, store.Set(ctx, first))
	ok(t, store.Set(ctx, later))
	wants := func(got []*moves.Move, err error) func(want ...*moves.Move) {
		return func(want ...*moves.Move) {
			t.Helper()
			if diff := cmp.Diff(want, got); diff != "" || err != nil {
				t.Error(err, diff)
			}
		}
	}
	wants(store.OfEntry(ctx, "items", "one"))(first, later)
	wants(store.List(ctx, moves.Query{Limit: 5}))(first, later)
	wants(store.List(ctx, moves.Query{From: at.Add(time.Minute), To: at.Add(2 * time.Hour), Limit: 5}))(later)
	wants(store.List(ctx, moves.Query{To: at.Add(time.Hour), Limit: 5}))(first)

	wants(store.Waiting(ctx, []string{"two", "one"}))(first, later)
	wants(store.Waiting(ctx, []string{"two"}))()
	wants(store.Waiting(ctx, nil))()

	replaced := *first
	replaced.ID, replaced.Due = "3", at.Add(2*time.Hour)
	ok(t, store.Set(ctx, &replaced))
	wants(store.OfEntry(ctx, "items", "one"))(&replaced, later)

	problem := diag.At(diag.Conflict, "data#/status", "no")
	ok(t, store.Fail(ctx, "2", at, problem))
	ok(t, store.Told(ctx, "2"))
	failed, err := store.FailedMoves(ctx, 5)
	ok(t, err)
	if len(failed) != 1 || failed[0].ID != "2" || !failed[0].Told || failed[0].Problem.Message != "no" || !failed[0].FailedAt.Equal(at) {
		t.Errorf("failed: %+v", failed)
	}
	wants(store.Waiting(ctx, []string{"one"}))(&replaced)
	if n, err := store.Enqueue(ctx, at.Add(90*time.Minute), 5); n != 0 || err != nil {
		t.Errorf("%d were due, %v", n, err)
	}
	there, err := store.Cancel(ctx, "items", "one", moves.Unpublish)
	if !there || err != nil {
		t.Error(there, err)
	}
	if m, err := store.Batch(ctx, "2"); m != nil || err != nil {
		t.Errorf("%+v, %v", m, err)
	}

	// The move goes with the write that makes it, or stays with one that is refused.
	f.insert(draft("one", nil))
	next := draft("one", nil)
	next.Version, next.Status = 2, content.Published
	w := &content.Write{
		Op: content.Update, Schema: f.items, Entry: next, Expect: content.Expect{Version: 7, Status: content.Draft}, Moves: []string{"3"},
		Record: &audit.Record{Time: at.UnixMilli(), Actor: audit.Actor{ID: "eve"}, Surface: audit.Schedule, Action: audit.Publish, Collection: "items", Subject: "one", Version: 2},
	}
	wantCode(t, f.store.Write(ctx, w), diag.Conflict)
	wants(store.OfEntry(ctx, "items", "one"))(&replaced)
	w.Expect.Version = 1
	ok(t, f.store.Write(ctx, w))
	wants(store.OfEntry(ctx, "items", "one"))()

	// One that was taken back meanwhile is not made: who took it back was told so.
	back := *next
	back.Version, back.Status = 3, content.Draft
	gone := &content.Write{Op: content.Update, Schema: f.items, Entry: &back, Expect: content.Expect{Version: 2, Status: content.Published}, Moves: []string{"3"}}
	wantCode(t, f.store.Write(ctx, gone), diag.Conflict)
	if is, err := f.store.Entry(ctx, f.items, "one"); err != nil || is.Version != 2 || is.Status != content.Published {
		t.Errorf("the entry is %+v, %v", is, err)
	}

	made, more, err := store.PublishedBetween(ctx, at, at.Add(time.Second), 5)
	want := []moves.Published{{Collection: "items", Entry: "one", At: at, Actor: "eve", Surface: "schedule", Version: 2}}
	if diff := cmp.Diff(want, made); diff != "" || more || err != nil {
		t.Error(err, diff)
	}
	if made, _, err := store.PublishedBetween(ctx, at.Add(time.Second), at.Add(time.Hour), 5); len(made) != 0 || err != nil {
		t.Error(made, err)
	}
}

// A move publishes the pending draft of a published entry, once, in one version by who set
// it; one whose draft cannot be published is refused, and both stay as they are.
func testMovesOfDrafts(t *testing.T, open func(t *testing.T, p *plan.Plan) (MovesStore, func() MovesStore)) {
	f, s, _ := openMoves(t, open)
	ctx, at := t.Context(), time.UnixMilli(1_900_000_000_000).UTC()
	now := at.Add(-time.Hour)
	site := f.service(content.Options{Now: func() time.Time { return now }})
	service := moves.New(moves.Options{
		Store: s.Moves(), Content: site, Versions: s, Now: func() time.Time { return now },
		Person: func(context.Context, string) (moves.Person, bool, error) {
			return moves.Person{Role: "editor"}, true, nil
		},
	})
	entries := site.StaffEntries(editor)
	published := func(slug string) *content.Entry {
		e, err := entries.Create(ctx, "items", map[string]any{"name": "old", "slug": slug})
		ok(t, err)
		e, err = entries.Publish(ctx, "items", e.ID, 1)
		ok(t, err)
		return e
	}
	set := func(e *content.Entry, patch map[string]any) *content.Deferred {
		_, _, err := entries.SaveDraft(ctx, content.DraftSave{Collection: "items", ID: e.ID, Patch: patch, Version: e.Version})
		ok(t, err)
		m, err := service.Set(ctx, editor, moves.Wanted{Collection: "items", Entry: e.ID, Direction: moves.Publish, Due: at, Zone: "Asia/Taipei"})
		ok(t, err)
		return &content.Deferred{ID: m.ID, Hook: moves.Hook, Schema: "items", EntryID: e.ID, Triggers: []string{string(moves.Publish)}, Body: moves.Body(m.ID)}
	}
	wants := func(e *content.Entry, name string, version int64, pending bool) {
		t.Helper()
		is, err := site.Get(ctx, "items", e.ID)
		ok(t, err)
		d, err := entries.PendingDraft(ctx, is)
		ok(t, err)
		if is.Data["name"] != name || is.Version != version || is.Status != content.Published || (d != nil) != pending {
			t.Errorf("the entry is %v in version %d, %s, with the draft %+v", is.Data, is.Version, is.Status, d)
		}
	}
	left := func(e *content.Entry, want int) *moves.Move {
		t.Helper()
		found, err := s.Moves().OfEntry(ctx, "items", e.ID)
		ok(t, err)
		if len(found) != want {
			t.Fatalf("%d moves are left", len(found))
		}
		if want == 0 {
			return nil
		}
		return found[0]
	}
	one, two := published("one"), published("two")
	good, bad := set(one, map[string]any{"name": "new"}), set(two, map[string]any{"name": "new", "slug": "one"})
	service.Look(ctx)
	wants(one, "old", 2, true)
	now = at.Add(time.Second)
	service.Look(ctx)
	if items, err := s.Outbox().List(ctx, queue.Query{State: queue.Pending, Limit: 5}); len(items) != 2 || err != nil {
		t.Errorf("the queue has %v, %v", items, err)
	}
	ok(t, service.Deliver(ctx, good))
	ok(t, service.Deliver(ctx, good)) // another try after a crash
	wants(one, "new", 3, false)
	left(one, 0)
	ok(t, service.Deliver(ctx, bad))
	wants(two, "old", 2, true)
	if m := left(two, 1); !m.Failed() || m.Problem.Code != diag.Conflict || m.Problem.Path != "data#/slug" {
		t.Errorf("the move is %+v", m)
	}
	made, _, err := s.Moves().PublishedBetween(ctx, at, at.Add(time.Hour), 5)
	want := []moves.Published{{Collection: "items", Entry: one.ID, At: now, Actor: "eve", Surface: "schedule", Version: 3}}
	if diff := cmp.Diff(want, made); diff != "" || err != nil {
		t.Error(err, diff)
	}
}

// Of the processes that look at once, one hands a move to the queue, and one all of a batch.
func testMoveClaims(t *testing.T, open func(t *testing.T, p *plan.Plan) (MovesStore, func() MovesStore)) {
	_, s, again := openMoves(t, open)
	ctx, at := t.Context(), time.Now().Add(-time.Minute)
	other := again()
	const count = 20
	for i := range count {
		id := string(rune('a' + i))
		ok(t, s.Moves().Set(ctx, &moves.Move{ID: id, Collection: "items", Entry: id, Direction: moves.Publish, Due: at, Zone: "UTC", Actor: "eve", SetAt: at}))
	}
	for i := range count {
		batch := make([]*moves.Move, 5)
		for place := range batch {
			id := fmt.Sprint(i, "-", place)
			batch[place] = &moves.Move{ID: id, Collection: "items", Entry: id, Direction: moves.Publish, Due: at, Zone: "UTC", Actor: "eve", SetAt: at, Batch: fmt.Sprint("batch-", i), Place: place}
		}
		ok(t, s.Moves().Set(ctx, batch...))
	}
	queued := make(chan int, 8)
	for i := range 8 {
		of := []MovesStore{s, other}[i%2]
		go func() {
			n, err := of.Moves().Enqueue(ctx, time.Now(), 30)
			if err != nil {
				t.Error(err)
			}
			queued <- n
		}()
	}
	total := 0
	for range 8 {
		total += <-queued
	}
	for n, err := 1, error(nil); n > 0; total += n {
		if n, err = s.Moves().Enqueue(ctx, time.Now(), 30); err != nil {
			t.Fatal(err)
		}
	}
	items, err := s.Outbox().List(ctx, queue.Query{State: queue.Pending, Limit: 100})
	if total != 2*count || len(items) != 2*count || err != nil {
		t.Errorf("%d were handed over, the queue has %d, %v", total, len(items), err)
	}
}
