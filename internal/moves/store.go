package moves

import (
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

// Move is one that was set for a time, and not made yet.
type Move struct {
	ID         string // rises with the time at which it was set
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

// Failed reports whether the move was refused.
func (m *Move) Failed() bool { return !m.FailedAt.IsZero() }

// Query chooses moves, those that are due first first.
type Query struct {
	From, To time.Time // due from then, and before then; zero for any time
	After    *Move     // the last one seen; nil from the start
	Limit    int
}

// Store keeps moves. Errors are as those of content.Store.
type Store interface {
	// Set stores a move in the place of one of its entry and direction.
	Set(ctx context.Context, m *Move) error

	// Cancel removes a move, and reports whether it was there.
	Cancel(ctx context.Context, collection, entry string, d Direction) (bool, error)

	// Move is the one with an id; nil for none.
	Move(ctx context.Context, id string) (*Move, error)

	// OfEntry are the moves of an entry.
	OfEntry(ctx context.Context, collection, entry string) ([]*Move, error)

	// List lists moves, and FailedMoves those that failed, the last first.
	List(ctx context.Context, q Query) ([]*Move, error)
	FailedMoves(ctx context.Context, limit int) ([]*Move, error)

	// Enqueue hands moves that are due to the queue, each once, and tells how many. It is
	// cheap when none is due.
	Enqueue(ctx context.Context, now time.Time, limit int) (int, error)

	// Fail notes why a move was refused, unless it is gone. Told notes that who set it
	// knows.
	Fail(ctx context.Context, id string, at time.Time, problem *diag.Diagnostic) error
	Told(ctx context.Context, id string) error

	// End removes a move for which there is nothing to do.
	End(ctx context.Context, id string) error

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
