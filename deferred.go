package quartet

import (
	"context"

	"github.com/quartet-dev/quartet/internal/app"
	"github.com/quartet-dev/quartet/internal/queue"
)

// Deferred is what waits for after_* hooks. They are delivered at least once:
// the event is stored with the write that caused it, and a hook that fails is
// tried twelve times over about a day. Then its part of the event is dead, and
// kept until it is replayed or dropped.
type Deferred struct{ queue *app.Deferred }

// DeferredItem is a pending event, or the part of a dead one that one Trigger has.
type DeferredItem struct {
	Key        int64         `json:"-"` // its place in a list
	Event      string        `json:"event"`
	Hook       string        `json:"hook"`
	Schema     string        `json:"schema"`
	EntryID    string        `json:"entryId"`
	Triggers   []string      `json:"triggers"` // those that have not run yet
	State      DeferredState `json:"state"`
	Running    bool          `json:"running"`              // a worker holds it
	Tries      int           `json:"tries"`                // of the first Trigger
	Time       int64         `json:"time"`                 // epoch milliseconds: when it is due, or when it died
	Diagnostic *Diagnostic   `json:"diagnostic,omitempty"` // why the last try failed
}

// DeferredState is DeferredPending or DeferredDead.
type DeferredState string

// The states of deferred hooks.
const (
	DeferredPending DeferredState = "pending"
	DeferredDead    DeferredState = "dead"
)

// DeferredQuery chooses items.
type DeferredQuery struct {
	State DeferredState
	After int64 // the Key of the last item of the list before
	Limit int   // 1 to 500; 0 is 50
}

// Deferred is the service's queue of after_* hooks.
func (s *Service) Deferred() *Deferred { return &Deferred{s.app.Deferred()} }

// OpenDeferred opens the queue of a site that it does not start, beside
// whatever serves it. No hook runs in it; whoever serves the site takes up
// what is replayed. The manifests are not looked at, the settings must be well
// formed.
func OpenDeferred(ctx context.Context, o Options) (*Deferred, error) {
	opened, err := app.OpenDeferred(ctx, o.app())
	if err != nil {
		return nil, bootError(err)
	}
	return &Deferred{opened}, nil
}

// List lists items in the order in which events were stored, or died.
func (d *Deferred) List(ctx context.Context, q DeferredQuery) ([]DeferredItem, error) {
	found, err := d.queue.List(ctx, queue.Query{State: queue.State(q.State), After: q.After, Limit: q.Limit})
	var items []DeferredItem
	for _, i := range found {
		items = append(items, DeferredItem{
			Key: i.Key, Event: i.Event, Hook: i.Hook, Schema: i.Schema, EntryID: i.EntryID, Triggers: i.Triggers,
			State: DeferredState(i.State), Running: i.Running, Tries: i.Tries, Time: i.Time, Diagnostic: i.Diagnostic,
		})
	}
	return items, err
}

// Replay makes what is dead of an event due at once, or the event itself where
// it waits for another try, under the same event id, with all their tries before
// them. What runs is left alone. It is NOT_FOUND when nothing is dead or waits.
func (d *Deferred) Replay(ctx context.Context, event string) error {
	return d.queue.Replay(ctx, event)
}

// ReplayAll replays everything that is dead and tells how many parts that were.
func (d *Deferred) ReplayAll(ctx context.Context) (int, error) {
	return d.queue.ReplayAll(ctx, queue.Dead)
}

// ReplayWaiting makes everything that waits for another try due at once, such as
// when what it needs answers again. It tells how many events that were.
func (d *Deferred) ReplayWaiting(ctx context.Context) (int, error) {
	return d.queue.ReplayAll(ctx, queue.Pending)
}

// Drop forgets the dead parts of an event for good. It is NOT_FOUND when the
// event has none.
func (d *Deferred) Drop(ctx context.Context, event string) error { return d.queue.Drop(ctx, event) }

// DropAll forgets everything that is dead and tells how many parts that were.
func (d *Deferred) DropAll(ctx context.Context) (int, error) { return d.queue.DropAll(ctx) }

// Close lets go of the database that OpenDeferred has opened. The queue of a
// Service ends with the Service.
func (d *Deferred) Close() error { return d.queue.Close() }
