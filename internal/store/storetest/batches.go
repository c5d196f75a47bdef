package storetest

import (
	"context"
	"fmt"
	"slices"
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

type movesOpener = func(t *testing.T, p *plan.Plan) (MovesStore, func() MovesStore)

// Moves of one batch are listed, claimed, refused and ended as one; one that gets a time of
// its own leaves it.
func testBatches(t *testing.T, open movesOpener) {
	_, s, _ := openMoves(t, open)
	ctx, at, store := t.Context(), time.UnixMilli(1_700_000_000_000).UTC(), s.Moves()
	of := func(id, entry, batch string, place int, due time.Time) *moves.Move {
		return &moves.Move{ID: id, Collection: "items", Entry: entry, Direction: moves.Publish, Due: due, Zone: "UTC", Actor: "eve", SetAt: at, Batch: batch, Place: place}
	}
	wants := func(got []*moves.Move, err error) func(want ...*moves.Move) {
		return func(want ...*moves.Move) {
			t.Helper()
			if diff := cmp.Diff(want, got); diff != "" || err != nil {
				t.Error(err, diff)
			}
		}
	}
	one, two, three := of("1", "one", "b", 0, at), of("2", "two", "b", 1, at), of("3", "three", "b", 2, at)
	alone := of("0", "alone", "", 0, at.Add(time.Hour))
	ok(t, store.Set(ctx, one, two, three))
	ok(t, store.Set(ctx, alone))
	wants(store.Batch(ctx, "b"))(one, two, three)
	wants(store.Batch(ctx, "0"))(alone)
	wants(store.OfEntry(ctx, "items", "two"))(one, two, three)
	wants(store.List(ctx, moves.Query{Limit: 1}))(one, two, three)
	wants(store.List(ctx, moves.Query{Limit: 2}))(one, two, three, alone)

	// Nothing of it is changed where one of them is not there any more.
	if there, err := store.Replace(ctx, []string{"1", "9"}, of("4", "one", "", 0, at)); there || err != nil {
		t.Error(there, err)
	}
	wants(store.Batch(ctx, "b"))(one, two, three)
	ok(t, store.Set(ctx, of("4", "one", "", 0, at.Add(2*time.Hour))))
	wants(store.Batch(ctx, "b"))(two, three)
	wants(store.OfEntry(ctx, "items", "one"))(of("4", "one", "", 0, at.Add(2*time.Hour)))
	later := []*moves.Move{of("5", "two", "c", 0, at.Add(time.Minute)), of("6", "three", "c", 1, at.Add(time.Minute))}
	if there, err := store.Replace(ctx, []string{"2", "3"}, later...); !there || err != nil {
		t.Error(there, err)
	}
	wants(store.Batch(ctx, "b"))()
	wants(store.OfEntry(ctx, "items", "three"))(later...)

	if n, err := store.Enqueue(ctx, at.Add(time.Minute), 5); n != 1 || err != nil {
		t.Errorf("%d were handed over, %v", n, err)
	}
	if n, err := store.Enqueue(ctx, at.Add(time.Minute), 5); n != 0 || err != nil {
		t.Errorf("%d were handed over again, %v", n, err)
	}
	queued, err := s.Outbox().List(ctx, queue.Query{State: queue.Pending, Limit: 5})
	if len(queued) != 1 || err != nil {
		t.Fatalf("the queue has %+v, %v", queued, err)
	}
	ok(t, store.Fail(ctx, "c", at, diag.At(diag.Conflict, "input#/entries", "no")))
	ok(t, store.Told(ctx, "c"))
	failed, err := store.FailedMoves(ctx, 1)
	if len(failed) != 2 || err != nil || !failed[0].Told || failed[1].Problem.Message != "no" || !failed[1].FailedAt.Equal(at) {
		t.Errorf("failed: %+v, %v", failed, err)
	}
	ok(t, store.End(ctx, "c"))
	wants(store.List(ctx, moves.Query{Limit: 5}))(alone, of("4", "one", "", 0, at.Add(2*time.Hour)))
}

// colleague is another editor than who sets times.
var colleague = content.Caller{User: &content.User{ID: "ada"}, Staff: &content.Staff{ID: "ada", Role: "editor"}}

// openTimetable opens a programme whose editor sets times of several entries.
func openTimetable(t *testing.T, open movesOpener) programme {
	return openProgramme(t, func(t *testing.T, p *plan.Plan) content.Store {
		s, _ := open(t, p)
		return s
	})
}

func seen(entries ...*content.Entry) []content.Publication {
	all := make([]content.Publication, len(entries))
	for i, e := range entries {
		all[i] = content.Publication{Collection: e.Collection, ID: e.ID, Version: e.Version}
	}
	return all
}

func (p programme) together(d moves.Direction, entries ...*content.Entry) []*moves.Move {
	p.t.Helper()
	set, err := p.moves.SetTogether(p.ctx, editor, moves.Batch{Entries: seen(entries...), Direction: d, Due: p.now.Add(time.Hour), Zone: "Asia/Taipei"})
	ok(p.t, err)
	return set
}

// comes has the time of a batch come, as the queue would.
func (p programme) comes(batch []*moves.Move) error {
	p.t.Helper()
	*p.now = p.now.Add(24 * time.Hour)
	p.moves.Look(p.ctx)
	return p.moves.Deliver(p.ctx, &content.Deferred{ID: batch[0].Key(), Hook: moves.Hook, Body: moves.Body(batch[0].Key())})
}

func (p programme) left(batch []*moves.Move, want int) []*moves.Move {
	p.t.Helper()
	left, err := p.store.Moves().Batch(p.ctx, batch[0].Key())
	ok(p.t, err)
	if len(left) != want {
		p.t.Fatalf("%d moves are left, want %d", len(left), want)
	}
	return left
}

// Several entries are published, and unpublished, at a time in one transaction, or not at all.
func testMovesTogether(t *testing.T, open movesOpener) {
	p := openTimetable(t, open)
	entries := p.site.StaffEntries(editor)
	one, two, old := p.draft("one", "one"), p.draft("two", "two"), p.live("old", "old")
	p.saved(editor, old, map[string]any{"name": "new"})

	// What readers cannot fetch any more stays as it is, also alone.
	away := p.live("away", "away")
	alone := p.together(moves.Unpublish, away)
	_, err := entries.Archive(p.ctx, "items", away.ID, 0)
	ok(t, err)
	ok(t, p.comes(alone))
	p.left(alone, 0)
	if e, err := p.site.Get(p.ctx, "items", away.ID); err != nil || e.Status != content.Archived {
		t.Errorf("what was archived is %+v, %v", e, err)
	}

	// What is set must be as it was seen, for editors, and no more than an article has.
	set := func(by content.Caller, d moves.Direction, all ...content.Publication) error {
		_, err := p.moves.SetTogether(p.ctx, by, moves.Batch{Entries: all, Direction: d, Due: p.now.Add(time.Hour), Zone: "UTC"})
		return err
	}
	archived, err := entries.Archive(p.ctx, "items", p.draft("archived", "archived").ID, 0)
	ok(t, err)
	stale := seen(two)[0]
	stale.Version = 9
	for name, each := range map[string]struct {
		err  error
		code diag.Code
		path string
	}{
		"a contributor":       {set(contributor, moves.Publish, seen(one, two)...), diag.AuthDenied, ""},
		"another version":     {set(editor, moves.Publish, seen(one)[0], stale), diag.Conflict, "input#/entries/1/expectedVersion"},
		"another draft":       {set(editor, moves.Publish, seen(one)[0], content.Publication{Collection: "items", ID: old.ID, Draft: 77}), diag.Conflict, "input#/entries/1/expectedDraft"},
		"a draft unseen":      {set(editor, moves.Publish, content.Publication{Collection: "items", ID: old.ID, Allow: content.WithoutDraft}), diag.Conflict, "input#/entries/0/expectedDraft"},
		"an archived one":     {set(editor, moves.Publish, seen(one, archived)...), diag.Conflict, "input#/entries/1/data/status"},
		"one that is gone":    {set(editor, moves.Publish, seen(one, &content.Entry{Collection: "items", ID: "none"})...), diag.NotFound, "input#/entries/1/id"},
		"one that is twice":   {set(editor, moves.Publish, seen(one, two, one)...), diag.InputValidationFailed, "input#/entries/2"},
		"none":                {set(editor, moves.Publish), diag.InputValidationFailed, "input#/entries"},
		"more than 100":       {set(editor, moves.Publish, make([]content.Publication, content.MaxTogether+1)...), diag.InputValidationFailed, "input#/entries"},
		"a release":           {set(editor, moves.Release, seen(one)...), diag.InputValidationFailed, "input#/direction"},
		"another direction":   {set(editor, "archive", seen(one)...), diag.InputValidationFailed, "input#/direction"},
		"no drafts to be had": {set(editor, moves.Publish, content.Publication{Collection: "none", ID: "1"}), diag.NotFound, "input#/entries/0/collection"},
	} {
		if !diag.HasCode(each.err, each.code) || each.path != "" && diag.As(each.err).Path != each.path {
			t.Errorf("%s: %v", name, each.err)
		}
	}
	if all, err := p.store.Moves().List(p.ctx, moves.Query{Limit: 9}); len(all) != 0 || err != nil {
		t.Errorf("%+v, %v", all, err)
	}

	publish, before := p.together(moves.Publish, one, two, old), *p.now
	ok(t, p.comes(publish))
	ok(t, p.comes(publish)) // another try after a crash
	p.left(publish, 0)
	for e, want := range map[*content.Entry]int64{one: 2, two: 2, old: 3} {
		if is := p.wants(e, map[*content.Entry]string{one: "one", two: "two", old: "new"}[e]); is.Version != want {
			t.Errorf("%s is in version %d, want %d", e.ID, is.Version, want)
		}
	}
	made, _, err := p.store.Moves().PublishedBetween(p.ctx, before, *p.now, 9)
	ok(t, err)
	times := map[time.Time]bool{}
	for _, m := range made {
		times[m.At] = true
		if m.Actor != "eve" || m.Surface != string(audit.Schedule) {
			t.Errorf("%+v", m)
		}
	}
	if len(made) != 3 || len(times) != 1 {
		t.Errorf("made %+v", made)
	}

	// One that nobody can fetch stays as it is, and does not hold up the others.
	_, err = entries.Archive(p.ctx, "items", two.ID, 0)
	ok(t, err)
	unpublish := p.together(moves.Unpublish, p.is1(one), p.is1(two), p.is1(old))
	ok(t, p.comes(unpublish))
	p.left(unpublish, 0)
	p.wants(one, "")
	p.wants(old, "")
	if is := p.wants(two, ""); is.Status != content.Archived {
		t.Errorf("it is %s", is.Status)
	}
	if len(*p.told) != 0 {
		t.Errorf("told %+v", *p.told)
	}

	// What is done by hand leaves nothing to do.
	again := p.together(moves.Unpublish, p.is1(one), p.is1(old))
	ok(t, p.comes(again))
	p.left(again, 0)
}

// is1 is an entry as it is now.
func (p programme) is1(e *content.Entry) *content.Entry {
	p.t.Helper()
	is, err := p.site.Get(p.ctx, "items", e.ID)
	ok(p.t, err)
	return is
}

// What happens between the setting of a time and the time: a batch goes out as it is then,
// or says which of its entries is in the way, once.
func testBatchesMeanwhile(t *testing.T, open movesOpener) {
	p := openTimetable(t, open)
	entries := p.site.StaffEntries(editor)
	p.live("taken", "taken")
	pair := func(n int) (*content.Entry, *content.Entry) {
		return p.draft("fine", fmt.Sprint("fine-", n)), p.draft("other", fmt.Sprint("other-", n))
	}
	refused := func(batch []*moves.Move, want ...moves.Obstacle) {
		t.Helper()
		ok(t, p.comes(batch))
		left := p.left(batch, len(batch))
		for _, m := range left {
			if !m.Failed() || m.Problem.Code != diag.Conflict || m.Problem.Path != "input#/entries" {
				t.Fatalf("%+v", m)
			}
		}
		told := *p.told
		if len(told) != 1 || told[0].To != "eve@tea.example" {
			t.Fatalf("told %+v", told)
		}
		*p.told = nil
		got := slices.Clone(told[0].Problem.Value.([]moves.Obstacle))
		for i := range got {
			got[i].Reason.Message = ""
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
		p.wants(&content.Entry{ID: batch[0].Entry}, "")
	}
	why := func(e *content.Entry, title, code, path string) moves.Obstacle {
		return moves.Obstacle{Collection: "items", Entry: e.ID, Title: title, Reason: moves.Reason{Code: code, Path: path}}
	}

	one, two := pair(1)
	batch := p.together(moves.Publish, one, two)
	_, err := entries.Archive(p.ctx, "items", two.ID, 0)
	ok(t, err)
	refused(batch, why(two, "other", "CONFLICT", "data#/status"))

	// Mended, all of it gets another time.
	_, err = entries.Unpublish(p.ctx, "items", two.ID, 0)
	ok(t, err)
	now, err := p.moves.Reset(p.ctx, editor, batch[0].Key(), p.now.Add(time.Hour), "UTC")
	ok(t, err)
	ok(t, p.comes(batch)) // the event of before is of nothing
	p.left(batch, 0)
	p.wants(one, "")
	ok(t, p.comes(now))
	p.wants(one, "fine")
	p.wants(two, "other")
	_, err = p.moves.Reset(p.ctx, editor, now[0].Key(), p.now.Add(time.Hour), "UTC")
	wantCode(t, err, diag.NotFound)
	_, err = p.moves.Reset(p.ctx, editor, "\x00", p.now.Add(time.Hour), "UTC")
	wantCode(t, err, diag.NotFound)

	one, two = pair(2)
	batch = p.together(moves.Publish, one, two)
	_, err = p.site.StaffEntries(contributor).Patch(p.ctx, "items", two.ID, map[string]any{"name": "unseen"}, 0)
	ok(t, err)
	refused(batch, why(two, "unseen", "CONFLICT", "data#"))
	_, err = p.moves.TakeBack(p.ctx, editor, batch[0].Key())
	ok(t, err)
	p.left(batch, 0)
	_, err = p.moves.TakeBack(p.ctx, editor, batch[0].Key())
	wantCode(t, err, diag.NotFound)
	_, err = p.moves.TakeBack(p.ctx, contributor, "any")
	wantCode(t, err, diag.AuthDenied)

	// The index alone sees that both want one slug.
	first, second := p.live("a", "a"), p.live("b", "b")
	p.saved(editor, first, map[string]any{"slug": "same"})
	p.saved(editor, second, map[string]any{"slug": "same"})
	three, _ := pair(3)
	batch = p.together(moves.Publish, three, first, second)
	refused(batch, why(second, "b", "CONFLICT", "data#/slug"))
	p.wants(first, "a")

	// One that is deleted leaves its batch, and the others keep their time.
	one, two = pair(4)
	batch = p.together(moves.Publish, one, two)
	ok(t, entries.Delete(p.ctx, "items", one.ID, 0))
	ok(t, p.comes(batch))
	p.wants(two, "other")
	p.left(batch, 0)

	// One that is taken out while the batch goes out: the others go, and it stays.
	one, two = pair(5)
	three, _ = pair(6)
	batch = p.together(moves.Publish, one, two, three)
	person, asked := p.moves.Person, 0
	p.moves.Person = func(ctx context.Context, user string) (moves.Person, bool, error) {
		if asked++; asked == 2 { // its moves are read, and who wrote the entries is looked up
			ok(t, p.moves.Cancel(ctx, editor, "items", two.ID, moves.Publish))
		}
		return person(ctx, user)
	}
	_, err = p.site.StaffEntries(colleague).Patch(p.ctx, "items", one.ID, map[string]any{"name": "edited"}, 0)
	ok(t, err)
	ok(t, p.comes(batch))
	p.moves.Person = person
	if asked < 2 {
		t.Error("it was not on its way")
	}
	p.wants(one, "edited")
	p.wants(two, "")
	p.wants(three, "fine")
	p.left(batch, 0)

	// All of it is taken back while it goes out: nothing does.
	one, two = pair(7)
	batch = p.together(moves.Publish, one, two)
	p.moves.Person = func(ctx context.Context, user string) (moves.Person, bool, error) {
		if there, err := p.store.Moves().Batch(ctx, batch[0].Key()); err == nil && len(there) > 0 {
			_, err := p.moves.TakeBack(ctx, editor, batch[0].Key())
			ok(t, err)
		}
		return person(ctx, user)
	}
	ok(t, p.comes(batch))
	p.moves.Person = person
	p.wants(one, "")
	p.wants(two, "")
	if len(*p.told) != 0 {
		t.Errorf("told %+v", *p.told)
	}
}
