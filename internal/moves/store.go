package moves

import (
	"cmp"
	"context"
	"time"

	"github.com/quartet-dev/quartet/internal/diag"
)

// Direction is what a move does to an entry.
type Direction string

// The directions.
const (
	Publish   Direction = "publish"
	Unpublish Direction = "unpublish"
	Release   Direction = "release" // publishes a release, which has the id Entry, and no Collection
)

// Move is one that was set for a time, and not made yet. Those of several entries may be
// one batch: they have all but their entries in common, and are made in one transaction or
// not at all.
type Move struct {
	ID         string // rises with the time at which it was set
	Batch      string // the batch that it is of; "" for one that is made alone
	Place      int    // in the batch, from 0; one may be missing
	Collection string
	Entry      string // its id
	Direction  Direction
	Due        time.Time
	Zone       string // the IANA time zone of who set it
	Actor      string // the user who set it
	Role       string // that they had then
	SetAt      time.Time

	FailedAt time.Time        // zero for one that waits
	Problem  *diag.Diagnostic // why it failed
	Told     bool             // who set it was told
}

// Key names what is made at once: the batch of the move, or the move.
func (m *Move) Key() string { return cmp.Or(m.Batch, m.ID) }

// Failed reports whether the move was refused.
func (m *Move) Failed() bool { return !m.FailedAt.IsZero() }

// Query chooses moves, those that are due first first. A batch counts once, and is whole.
type Query struct {
	From, To time.Time // due from then, and before then; zero for any time
	Limit    int
}

// Store keeps moves. Errors are as those of content.Store.
type Store interface {
	// Set stores moves in one transaction, each in the place of one of its entry and
	// direction.
	Set(ctx context.Context, all ...*Move) error

	// Replace removes the moves with these ids, and stores others as Set does, in one
	// transaction. It does neither and is false where one of them is not there.
	Replace(ctx context.Context, ids []string, by ...*Move) (there bool, err error)

	// Cancel removes a move, and reports whether it was there.
	Cancel(ctx context.Context, collection, entry string, d Direction) (bool, error)

	// Batch are the moves with a Key, by their places; nil for none.
	Batch(ctx context.Context, key string) ([]*Move, error)

	// OfEntry are the moves of an entry, each with those of its batch.
	OfEntry(ctx context.Context, collection, entry string) ([]*Move, error)

	// Waiting are the moves of entries with these ids that are not made yet and did not
	// fail, without those of their batches, those that are due first first (decision 325).
	Waiting(ctx context.Context, ids []string) ([]*Move, error)

	// List lists moves, and FailedMoves those that failed, the last first: of both, so many
	// batches.
	List(ctx context.Context, q Query) ([]*Move, error)
	FailedMoves(ctx context.Context, limit int) ([]*Move, error)

	// Enqueue hands what is due to the queue, each batch once, and tells how many. It is
	// cheap when none is due.
	Enqueue(ctx context.Context, now time.Time, limit int) (int, error)

	// Fail notes why the moves with a Key were refused, unless they are gone. Told notes
	// that who set them knows.
	Fail(ctx context.Context, key string, at time.Time, problem *diag.Diagnostic) error
	Told(ctx context.Context, key string) error

	// End removes the moves with a Key, for which there is nothing to do.
	End(ctx context.Context, key string) error

	// PublishedBetween lists what was published in a span, first first, and reports
	// whether there was more.
	PublishedBetween(ctx context.Context, from, to time.Time, limit int) ([]Published, bool, error)
}

// Published is a publish that was made.
type Published struct {
	Collection, Entry string
	At                time.Time
	Actor             string // "" for nobody
	Surface           string
	Version           int64
}
