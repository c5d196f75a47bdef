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

type (
	// DeferredItem is a pending event, or the part of a dead one that one
	// Trigger has: the fields Key (its place in a list), Event (its id), Hook, Schema, EntryID, Triggers
	// (those that have not run yet), State, Running, Tries (of the first
	// Trigger), Time (epoch milliseconds: when it is due, or when it died) and
	// Diagnostic, why the last try failed.
	DeferredItem = queue.Item

	// DeferredState is DeferredPending or DeferredDead.
	DeferredState = queue.State

	// DeferredQuery chooses items: the fields State, After (the Key of the last
	// item of the list before) and Limit, 1 to 500 with 50 as its default.
	DeferredQuery = queue.Query
)

// The states of deferred hooks.
const (
	DeferredPending = queue.Pending
	DeferredDead    = queue.Dead
)

// Deferred is the service's queue of after_* hooks.
func (s *Service) Deferred() *Deferred { return &Deferred{s.app.Deferred()} }

// OpenDeferred opens the queue of a site that it does not start, beside
// whatever serves it. No hook runs in it; whoever serves the site takes up
// what is replayed. The manifests are not looked at, the settings must be well
// formed.
func OpenDeferred(ctx context.Context, o Options) (*Deferred, error) {
	queue, err := app.OpenDeferred(ctx, o.app())
	if err != nil {
		return nil, err
	}
	return &Deferred{queue}, nil
}

// List lists items in the order in which events were stored, or died.
func (d *Deferred) List(ctx context.Context, q DeferredQuery) ([]DeferredItem, error) {
	return d.queue.List(ctx, q)
}

// Replay makes what is dead of an event due at once, or the event itself where
// it waits for another try, under the same event id, with all their tries before
// them. What runs is left alone. It is NOT_FOUND when nothing is dead or waits.
func (d *Deferred) Replay(ctx context.Context, event string) error {
	return d.queue.Replay(ctx, event)
}

// ReplayAll replays everything that is dead and tells how many parts that were.
func (d *Deferred) ReplayAll(ctx context.Context) (int, error) {
	return d.queue.ReplayAll(ctx, DeferredDead)
}

// ReplayWaiting makes everything that waits for another try due at once, such as
// when what it needs answers again. It tells how many events that were.
func (d *Deferred) ReplayWaiting(ctx context.Context) (int, error) {
	return d.queue.ReplayAll(ctx, DeferredPending)
}

// Drop forgets the dead parts of an event for good. It is NOT_FOUND when the
// event has none.
func (d *Deferred) Drop(ctx context.Context, event string) error { return d.queue.Drop(ctx, event) }

// DropAll forgets everything that is dead and tells how many parts that were.
func (d *Deferred) DropAll(ctx context.Context) (int, error) { return d.queue.DropAll(ctx) }

// Close lets go of the database that OpenDeferred has opened. The queue of a
// Service ends with the Service.
func (d *Deferred) Close() error { return d.queue.Close() }
