package storetest

import (
	"context"
	"testing"
	"time"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/moves"
	"github.com/quartet-dev/quartet/internal/plan"
)

// What is set for an entry ends with it, whoever deletes it: one that comes back from the
// bin stays as it is. Another entry's move stays, and so does that of a refused deletion.
func testMovesOfTheDeleted(t *testing.T, open func(t *testing.T, p *plan.Plan) (MovesStore, func() MovesStore)) {
	f, s, _ := openMoves(t, open)
	ctx, now := t.Context(), time.UnixMilli(1_900_000_000_000).UTC()
	site := f.service(content.Options{Bin: 24 * time.Hour, Now: func() time.Time { return now }})
	service := moves.New(moves.Options{
		Store: s.Moves(), Content: site, Versions: s, Now: func() time.Time { return now },
		Person: func(context.Context, string) (moves.Person, bool, error) {
			return moves.Person{Role: "editor"}, true, nil
		},
	})
	entries := site.StaffEntries(editor)
	left := func(id string, want int) {
		t.Helper()
		found, err := s.Moves().OfEntry(ctx, "items", id)
		ok(t, err)
		if len(found) != want {
			t.Errorf("%d moves are left, not %d", len(found), want)
		}
	}
	set := func(slug string) *content.Entry {
		e, err := entries.Create(ctx, "items", map[string]any{"slug": slug})
		ok(t, err)
		for _, d := range []moves.Direction{moves.Publish, moves.Unpublish} {
			_, err := service.Set(ctx, editor, moves.Wanted{Collection: "items", Entry: e.ID, Direction: d, Due: now.Add(time.Hour), Zone: "UTC"})
			ok(t, err)
		}
		return e
	}
	binned, erased, other := set("binned"), set("erased"), set("other")
	if err := entries.Delete(ctx, "items", binned.ID, 7); err == nil {
		t.Error("another version is deleted")
	}
	left(binned.ID, 2)
	ok(t, entries.Delete(ctx, "items", binned.ID, 1))
	ok(t, site.Delete(ctx, content.Caller{}, "items", erased.ID, 1)) // as a Procedure does, without the bin
	left(binned.ID, 0)
	left(erased.ID, 0)
	left(other.ID, 2)
	_, err := entries.Return(ctx, "items", binned.ID, false)
	ok(t, err)
	now = now.Add(2 * time.Hour)
	service.Look(ctx)
	left(binned.ID, 0)
	is, err := site.Get(ctx, "items", binned.ID)
	ok(t, err)
	if is.Status != content.Draft {
		t.Errorf("the entry is %s", is.Status)
	}
}
