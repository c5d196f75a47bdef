package content

import (
	"context"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/principal"
)

// scheduledKey carries a scheduled move to the write that makes it.
type scheduledKey struct{}

type scheduled struct{ collection, entry, move string }

// Making says that the move of an entry which is made under ctx is a scheduled one: it is
// over with the write, in the same transaction.
func Making(ctx context.Context, collection, entry, move string) context.Context {
	return context.WithValue(ctx, scheduledKey{}, scheduled{collection, entry, move})
}

// movesOf is the scheduled move that a change makes; nil for none. What hooks write
// meanwhile is of other entries, or no move.
func movesOf(ctx context.Context, c *change) []string {
	of, ok := ctx.Value(scheduledKey{}).(scheduled)
	if !ok || c.move != publish && c.move != replace && c.move != unpublish || c.before == nil || of.entry != c.before.ID || of.collection != c.schema.Name() {
		return nil
	}
	return []string{of.move}
}

// MovesPath is where MovesChanged points.
const MovesPath = "input#/move"

// MovesChanged answers a write that makes scheduled moves one of which was taken back or set
// for another time since it was read.
func MovesChanged() *diag.Diagnostic {
	return diag.At(diag.Conflict, MovesPath, "The move was taken back, or set for another time.")
}

// Together are scheduled moves of several entries that are due: all are made in one
// transaction, with which the moves are over, or none.
type Together struct {
	Unpublish bool          // what the moves do; else they publish
	All       []Publication // as a publish would find them; for an unpublish, any versions
	Moves     []string
}

// MoveTogether makes scheduled moves, for editors. An entry that is already what it would
// become stays as it is. Every entry is checked before the hooks of any run, so that
// obstacles are all that the checks find; a hook that refuses, or an index, is found alone.
// err is about the moves as a whole. made is false where there was nothing to write: then
// the moves are still there.
func (d StaffEntries) MoveTogether(ctx context.Context, t Together) (made bool, obstacles []Obstacle, err error) {
	if err := d.caller.NeedRole(principal.Editor); err != nil {
		return false, nil, err
	}
	m := publish
	if t.Unpublish {
		m = unpublish
	}
	g, obstacles, err := d.service.moveAll(ctx, newReview(d.caller, m, ofStaff(t.All), d.service.opts.Now()), ending{moves: t.Moves})
	return g != nil && len(g.writes) > 0, obstacles, err
}
