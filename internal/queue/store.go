package queue

import (
	"context"
	"time"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/observe"
)

// Store keeps events. Several processes may use one at the same time; each of
// its methods is one transaction, durable when it returns (decision 209).
//
// Errors are as those of content.Store. What is asked about a Claim that has
// gone to another worker changes nothing (decision 32).
type Store interface {
	// Claim takes up to limit events that are due, the longest due first, for
	// the time of a lease, and counts a try of each. It takes fewer when their
	// bodies come to MostBytes, and an event whose last lease ran out by itself:
	// it may be what ended its process, and must not take others' tries along.
	// It is cheap when none is due.
	Claim(ctx context.Context, limit int, lease time.Duration) ([]*Claim, error)

	// Settle records outcomes, each whatever becomes of the others, and then
	// claims as Claim does, in one transaction. Err of an outcome tells why it
	// was not recorded: CONFLICT when the claim has gone to another worker. The
	// error that is returned tells why nothing was claimed.
	Settle(ctx context.Context, outcomes []*Outcome, limit int, lease time.Duration) ([]*Claim, error)

	// Extend makes the leases of claims begin anew, and gives those claims that
	// have gone to other workers.
	Extend(ctx context.Context, claims []*Claim, lease time.Duration) (lost []*Claim, err error)

	// CorrectClock brings forward what is due later than it can be, because the clock
	// was set back since: an event that a worker holds is due a lease from now at
	// the latest, another one waits[tries] from now, the last of waits for those
	// with more tries. It tells how many there were, and is cheap when there are
	// none.
	CorrectClock(ctx context.Context, waits []time.Duration, lease time.Duration) (int, error)

	// List lists events in the order in which they were stored or died.
	List(ctx context.Context, q Query) ([]Item, error)

	// Status reports how many events there are, and how late they are.
	Status(ctx context.Context) (observe.Hooks, error)

	// Replay makes what is dead of an event, and the event itself where it
	// waits, due now, as if it had never been tried. What a worker holds is left
	// alone. It tells how many parts that were.
	Replay(ctx context.Context, event string) (int, error)

	// ReplayAll is Replay of everything that is dead, or of everything that
	// waits for another try.
	ReplayAll(ctx context.Context, state State) (int, error)

	// Purge stores a purge of the CDN's copies, which is due after PurgeDelay,
	// unless one waits that is due within PurgeReach: that one covers whatever is
	// durable now, because no worker can have begun it.
	Purge(ctx context.Context) error

	// Supersede removes the purges that were stored before the event and that no
	// worker holds, waiting or dead. It is cheap when there are none.
	Supersede(ctx context.Context, event string) error

	// Drop removes the dead parts of an event, or all, for good. It tells how
	// many.
	Drop(ctx context.Context, event string) (int, error)
}

// A purge waits for PurgeDelay, so that many writes within a moment are one.
// While the CDN fails, a write relies on a try that comes within PurgeReach, and
// has one of its own when the next is further away (decision 144).
const (
	PurgeDelay = time.Second
	PurgeReach = 30 * time.Second
)

// MostBytes bounds the bodies of one Claim together. One event comes whatever
// its size.
const MostBytes = 4 << 20

// Claim is an event that a worker holds. Its first Trigger is the one to run.
type Claim struct {
	content.Deferred
	Key   int64            // the event's place in the store
	Token string           // tells this claim from earlier and later ones
	Tries int              // of the first Trigger, this one included
	Last  *diag.Diagnostic // why the last try failed; nil for none
	Due   time.Time        // since when it was due

	Lapsed bool // the lease of the try before ran out: its process ended, or was too slow
}

// Outcome is what became of the first Trigger of a Claim.
type Outcome struct {
	*Claim
	End   End
	Again time.Time // when the event is due again, where it was put off
	Err   error     // set by Settle: why this was not recorded
}

// End is how a try of a Trigger ended.
type End int

// The ends of a try.
const (
	// Ran: the claim goes on with the next Trigger, at its first try; after the
	// last the event is gone.
	Ran End = iota

	// GaveUp: as Ran, but the Trigger's part of the event is kept as dead, with
	// Last.
	GaveUp

	// PutOff: the claim is over, and the event, with Tries and Last, is due at
	// the time Again.
	PutOff
)

// State is whether events wait or run, or were given up.
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
