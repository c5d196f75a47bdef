package queue

import (
	"context"
	"time"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
)

// Store keeps events. Several processes may use one at the same time; each of
// its methods is one transaction, durable when it returns.
//
// Errors are as those of content.Store. A method that takes a Claim is
// CONFLICT, and changes nothing, when the claim has gone to another worker.
type Store interface {
	// Claim takes up to limit events that are due, the longest due first, for
	// the time of a lease, and counts a try of each. It is cheap when none is
	// due.
	Claim(ctx context.Context, limit int, lease time.Duration) ([]*Claim, error)

	// Extend makes the lease of a claim begin anew.
	Extend(ctx context.Context, c *Claim, lease time.Duration) error

	// Done records that the first Trigger of the claim has run. The claim goes
	// on with the next one, at its first try; after the last the event is gone.
	Done(ctx context.Context, c *Claim) error

	// Next is Done of the last Trigger of a claim, and Claim of one event in its
	// place, in one transaction. It is nil when none is due.
	Next(ctx context.Context, c *Claim, lease time.Duration) (*Claim, error)

	// Dead is Done of a Trigger that is given up because of c.Last: its part of
	// the event is kept as dead.
	Dead(ctx context.Context, c *Claim) error

	// Retry ends a claim; the event, with c.Tries and c.Last, is due again at a
	// time.
	Retry(ctx context.Context, c *Claim, due time.Time) error

	// List lists events in the order in which they were stored or died.
	List(ctx context.Context, q Query) ([]Item, error)

	// Depth tells how many events are pending, and how many parts of events are
	// dead.
	Depth(ctx context.Context) (pending, dead int, err error)

	// Replay makes the dead parts of an event due now, as if they had never
	// been tried; of every event when event is "". It tells how many.
	Replay(ctx context.Context, event string) (int, error)

	// Drop removes the dead parts of an event, or all, for good. It tells how
	// many.
	Drop(ctx context.Context, event string) (int, error)
}

// Claim is an event that a worker holds. Its first Trigger is the one to run.
type Claim struct {
	content.Deferred
	Key   int64            // the event's place in the store
	Token string           // tells this claim from earlier and later ones
	Tries int              // of the first Trigger, this one included
	Last  *diag.Diagnostic // why the last try failed; nil for none

	fuse time.Time // when the lease is over, counted from when it was asked for
}

// State tells events that wait or run from those that were given up.
type State string

// The states of an event.
const (
	Pending State = "pending"
	Dead    State = "dead"
)

// Query chooses events.
type Query struct {
	State State
	After int64 // Item.Key of the last one seen; 0 from the start
	Limit int   // 1 to 500
}

// Item is a pending event, or the part of a dead one that one Trigger has.
type Item struct {
	Key        int64            `json:"-"`
	Event      string           `json:"event"`
	Hook       string           `json:"hook"`
	Schema     string           `json:"schema"`
	EntryID    string           `json:"entryId"`
	Triggers   []string         `json:"triggers"`
	State      State            `json:"state"`
	Running    bool             `json:"running"` // a worker holds it
	Tries      int              `json:"tries"`   // of the first Trigger
	Time       int64            `json:"time"`    // epoch milliseconds: when it is due, or when it died
	Diagnostic *diag.Diagnostic `json:"diagnostic,omitempty"`
}
