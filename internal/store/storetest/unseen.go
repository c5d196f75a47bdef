package storetest

import (
	"context"
	"testing"
	"time"

	"github.com/quartet-dev/quartet/internal/audit"
	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/moves"
	"github.com/quartet-dev/quartet/internal/plan"
)

// A move publishes nothing that somebody who may not publish has made since it was set, as a
// draft or in the draft beside the entry, unless an editor has gone on with it. One that
// others overtake while it is made is made with what they have written.
func testMovesOfTheUnseen(t *testing.T, open func(t *testing.T, p *plan.Plan) (MovesStore, func() MovesStore)) {
	f, s, _ := openMoves(t, open)
	now := time.UnixMilli(1_900_000_000_000).UTC()
	tick := func() time.Time { now = now.Add(time.Second); return now }
	site := f.service(content.Options{Now: tick})
	asked := func() {}
	service := moves.New(moves.Options{
		Store: s.Moves(), Content: site, Versions: s, Now: tick,
		Person: func(_ context.Context, id string) (moves.Person, bool, error) {
			asked()
			return moves.Person{Role: map[string]string{"eve": "editor", "ada": "owner", "carl": "contributor"}[id]}, true, nil
		},
	})
	ctx := audit.Through(t.Context(), audit.Admin)
	of := func(id, role string) content.StaffEntries {
		return site.StaffEntries(content.Caller{User: &content.User{ID: id}, Staff: &content.Staff{ID: id, Role: role}})
	}
	eve, ada, carl := of("eve", "editor"), of("ada", "owner"), of("carl", "contributor")
	saved := func(by content.StaffEntries, e *content.Entry, name string) {
		t.Helper()
		d, err := by.PendingDraft(ctx, e)
		ok(t, err)
		save := content.DraftSave{Collection: "items", ID: e.ID, Patch: map[string]any{"name": name}, Version: e.Version}
		if d != nil {
			save.Draft = d.Counter
		}
		_, _, err = by.SaveDraft(ctx, save)
		ok(t, err)
	}
	patched := func(by content.StaffEntries, e *content.Entry, name string) {
		t.Helper()
		_, err := by.Patch(ctx, "items", e.ID, map[string]any{"name": name}, 0)
		ok(t, err)
	}
	noted := func(by content.StaffEntries, e *content.Entry) {
		t.Helper()
		_, err := by.Patch(ctx, "items", e.ID, map[string]any{"shelf": "unseen"}, 0)
		ok(t, err)
	}
	dropped := func(by content.StaffEntries, e *content.Entry) {
		t.Helper()
		ok(t, by.DiscardDraft(ctx, "items", e.ID, 0))
	}
	for name, each := range map[string]struct {
		published bool
		before    func(e *content.Entry) // the move is set
		after     func(e *content.Entry)
		meanwhile func(e *content.Entry)
		want      string // the name that readers see; "" for a refusal
	}{
		"a draft that an editor saw":         {before: func(e *content.Entry) { patched(carl, e, "new") }, want: "new"},
		"a draft that a contributor changed": {after: func(e *content.Entry) { patched(carl, e, "new") }},
		"a draft that an editor went on with": {
			after: func(e *content.Entry) { patched(carl, e, "new"); patched(ada, e, "newer") }, want: "newer",
		},
		"a pending draft that an editor saw": {published: true, before: func(e *content.Entry) { saved(carl, e, "new") }, want: "new"},
		"a pending draft that a contributor changed": {
			published: true, before: func(e *content.Entry) { saved(eve, e, "new") }, after: func(e *content.Entry) { saved(carl, e, "newer") },
		},
		"a pending draft that an editor went on with": {
			published: true, after: func(e *content.Entry) { saved(carl, e, "new"); saved(ada, e, "newer") }, want: "newer",
		},
		"a pending draft of a draft":                                         {after: func(e *content.Entry) { saved(carl, e, "new") }},
		"a draft that a contributor changed below an editor's pending draft": {after: func(e *content.Entry) { saved(ada, e, "new"); noted(carl, e) }},
		"a pending draft that a contributor discarded":                       {before: func(e *content.Entry) { saved(eve, e, "new") }, after: func(e *content.Entry) { dropped(carl, e) }},
		"a pending draft that a contributor discarded beside what is public": {
			published: true, before: func(e *content.Entry) { saved(eve, e, "new") }, after: func(e *content.Entry) { dropped(carl, e) },
		},
		"a pending draft that an editor discarded": {
			before: func(e *content.Entry) { saved(carl, e, "new") }, after: func(e *content.Entry) { dropped(ada, e) }, want: "old",
		},
		"an editor saves meanwhile":   {published: true, after: func(e *content.Entry) { saved(ada, e, "new") }, meanwhile: func(e *content.Entry) { saved(ada, e, "newer") }, want: "newer"},
		"contributor saves meanwhile": {published: true, after: func(e *content.Entry) { saved(ada, e, "new") }, meanwhile: func(e *content.Entry) { saved(carl, e, "newer") }},
	} {
		t.Run(name, func(t *testing.T) {
			e, err := eve.Create(ctx, "items", map[string]any{"name": "old"})
			ok(t, err)
			if each.published {
				e, err = eve.Publish(ctx, "items", e.ID, 0)
				ok(t, err)
			}
			does(each.before, e)
			m, err := service.Set(ctx, editor, moves.Wanted{Collection: "items", Entry: e.ID, Direction: moves.Publish, Due: now.Add(time.Minute), Zone: "UTC"})
			ok(t, err)
			does(each.after, e)
			asks := 0
			asked = func() {
				if asks++; asks == 2 { // who wrote last; before that, who set it
					does(each.meanwhile, e)
				}
			}
			err = service.Deliver(ctx, &content.Deferred{ID: m.ID, Hook: moves.Hook, Schema: "items", EntryID: e.ID, Body: moves.Body(m.ID)})
			asked = func() {}
			ok(t, err)
			batch, err := s.Moves().Batch(ctx, m.ID)
			ok(t, err)
			var left *moves.Move
			if len(batch) > 0 {
				left = batch[0]
			}
			is, err := site.Get(ctx, "items", e.ID)
			ok(t, err)
			if each.want == "" {
				if left == nil || !left.Failed() || left.Problem.Code != diag.Conflict || left.Problem.Path != "data#" {
					t.Errorf("the move is %+v", left)
				}
				if published := is.Status == content.Published; published != each.published || published && is.Data["name"] != "old" {
					t.Errorf("the entry is %s, %v", is.Status, is.Data)
				}
				return
			}
			if left != nil || is.Status != content.Published || is.Data["name"] != each.want {
				t.Errorf("the entry is %s, %v, and the move %+v", is.Status, is.Data, left)
			}
		})
	}
}

func does(what func(e *content.Entry), e *content.Entry) {
	if what != nil {
		what(e)
	}
}
