package content_test

import (
	"cmp"
	"slices"
	"sync"

	gocmp "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
)

// answer is what a move came to.
type answer struct {
	move
	row *content.Entry
	err error
}

// movesAtOnce: several callers move the same few entries. Whatever they are
// answered, some order of their moves explains it: each version of an entry is
// answered to one of them, and is what its move makes, by the model, of the
// version before.
func movesAtOnce(open func(int) *site) func(*rapid.T) {
	return func(r *rapid.T) {
		s, m := drawShape(r, open)
		var ids []string
		for range rapid.IntRange(1, 4).Draw(r, "entries") {
			ids = s.wantMove(r, m, m.draw(r, "Load", ids), ids)
		}
		s.pending(r)
		m.events = nil
		answers := s.moveAtOnce(m.shape, m.drawLanes(r, ids))
		(&history{site: s, model: m, rapid: r}).explain(answers)
		s.wantUses(r, m.shape)
	}
}

// drawLanes draws the moves of several callers, for what is there now.
func (m *model) drawLanes(r *rapid.T, ids []string) (lanes [][]move) {
	for range rapid.IntRange(2, 4).Draw(r, "lanes") {
		var lane []move
		for range rapid.IntRange(1, 4).Draw(r, "length") {
			mv := m.draw(r, rapid.SampledFrom(m.shape.calls()).Draw(r, "op"), ids)
			mv.acts = slices.Repeat([]act{rapid.SampledFrom([]act{passes, passes, passes, denies, fails}).Draw(r, "act")}, 2)
			if mv.op == "Load" {
				mv.id, mv.status = "", "" // one write, which makes an entry
			}
			lane = append(lane, mv)
		}
		lanes = append(lanes, lane)
	}
	return lanes
}

func (s *site) moveAtOnce(shape *shape, lanes [][]move) []answer {
	all := make([][]answer, len(lanes))
	var done sync.WaitGroup
	for i, lane := range lanes {
		done.Go(func() {
			for _, mv := range lane {
				row, _, err := s.perform(shape, mv)
				all[i] = append(all[i], answer{mv, row, err})
			}
		})
	}
	done.Wait()
	return slices.Concat(all...)
}

// history explains answers, starting at what the model holds.
type history struct {
	site  *site
	model *model
	rapid *rapid.T

	events []event // that the answered changes must have left
	gone   []string
}

func (h *history) explain(answers []answer) {
	start := h.model.rows
	h.model.now = h.site.now()
	for _, a := range answers {
		h.allowed(a)
	}
	// By version: creates come before what was made of them.
	slices.SortStableFunc(answers, func(a, b answer) int { return cmp.Compare(a.version(), b.version()) })
	for _, a := range answers {
		if a.err == nil && a.row != nil {
			h.replay(a, a.row.ID)
		}
	}
	for _, a := range answers {
		if a.err == nil && a.row == nil {
			h.replay(a, a.id)
			h.gone = append(h.gone, a.id)
		}
	}
	h.site.wantStored(h.rapid, h.model)
	for _, a := range answers {
		if diag.HasCode(a.err, diag.NotFound) && holds(start, a.id) && !slices.Contains(h.gone, a.id) {
			h.rapid.Fatalf("%s did not find %s, which nobody removed", a.op, a.id)
		}
	}
	h.wantUnique(h.model.rows)
	h.wantEvents(start)
}

func (a answer) version() int64 {
	if a.row == nil {
		return 0
	}
	return a.row.Version
}

func holds(rows []*content.Entry, id string) bool {
	return slices.ContainsFunc(rows, func(e *content.Entry) bool { return e.ID == id })
}

// allowed checks that a race may end in the failure.
func (h *history) allowed(a answer) {
	if a.err == nil {
		return
	}
	switch code := diag.As(a.err).Code; code {
	case diag.Conflict, diag.NotFound, diag.InputValidationFailed, diag.Unauthenticated, diag.AuthDenied,
		diag.EntitlementRequired, diag.LifecycleHookRejected:
	default:
		h.rapid.Fatalf("%s: %v", a.op, describe(a.err))
	}
}

// replay makes an answered move on the version before, alone in its
// collection, and wants the same answer.
func (h *history) replay(a answer, id string) {
	alone := &model{shape: h.model.shape, locales: h.model.locales, now: h.model.now, made: []string{id}}
	before := h.model.find(id)
	if before != nil {
		alone.rows = []*content.Entry{before}
	}
	want, refused := alone.apply(a.move)
	switch {
	case refused != nil:
		h.rapid.Fatalf("%s of %+v was done, though it is %s at %s", a.op, before, refused.code, refused.path)
	case a.row != nil && !same(want.Row(), a.row.Row()):
		h.rapid.Fatalf("%s answered %s", a.op, gocmp.Diff(canonical(want.Row()), canonical(a.row.Row())))
	}
	h.events = append(h.events, alone.events...)
	others := slices.DeleteFunc(slices.Clone(h.model.rows), func(e *content.Entry) bool { return e.ID == id })
	h.model.rows = append(others, alone.rows...)
}

func (h *history) wantUnique(rows []*content.Entry) {
	for i, e := range rows {
		for _, tuple := range h.model.shape.uniques {
			for _, other := range rows[:i] {
				if shares(tuple, e.Data, other.Data) {
					h.rapid.Fatalf("two entries hold one tuple of %v: %v and %v", tuple, e.Data, other.Data)
				}
			}
		}
	}
}

// wantEvents wants one event for each answered change. Where every change
// leaves one, their order is the order of the changes, and no unique index may
// have been broken in between either.
func (h *history) wantEvents(rows []*content.Entry) {
	stored := h.site.pending(h.rapid)
	for _, e := range stored {
		if !h.model.shape.tellsAll() {
			break
		}
		row := entryFrom(e.Row)
		rows = slices.DeleteFunc(slices.Clone(rows), func(other *content.Entry) bool { return other.ID == row.ID })
		if e.Hook != "after_delete" {
			rows = append(rows, row)
		}
		h.wantUnique(rows)
	}
	slices.SortFunc(stored, compareEvents)
	slices.SortFunc(h.events, compareEvents)
	if diff := gocmp.Diff(h.events, stored); diff != "" {
		h.rapid.Fatalf("events: %s", diff)
	}
}

func (s *shape) tellsAll() bool {
	for _, hook := range []string{"after_create", "after_update", "after_publish", "after_delete"} {
		if len(on(s.after, hook)) == 0 {
			return false
		}
	}
	return true
}

func compareEvents(a, b event) int {
	return cmp.Or(
		cmp.Compare(a.Row["id"].(string), b.Row["id"].(string)),
		cmp.Compare(a.Row["version"].(float64), b.Row["version"].(float64)),
		cmp.Compare(a.Hook, b.Hook),
	)
}

// entryFrom reads as much of an event's row as unique indexes look at.
func entryFrom(row values) *content.Entry {
	return &content.Entry{ID: row["id"].(string), Data: row["data"].(map[string]any)}
}
