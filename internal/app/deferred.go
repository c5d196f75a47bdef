package app

import (
	"context"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/queue"
)

// Deferred is what waits for after_* hooks, for whoever looks after it.
type Deferred struct {
	store queue.Store // nil when there is no database yet
	wake  func()
	close func() error
}

// The limits of a page of items.
const (
	deferredItems    = 50
	maxDeferredItems = 500
)

// Deferred is the site's queue of after_* hooks.
func (a *App) Deferred() *Deferred {
	return &Deferred{store: a.store.Outbox(), wake: a.queue.Wake, close: func() error { return nil }}
}

// OpenDeferred opens the queue of a site that it does not start. No hook runs in
// it; whoever serves the site takes up what is replayed.
func OpenDeferred(ctx context.Context, o Options) (*Deferred, error) {
	platform, err := openPlatform(ctx, o)
	if err != nil {
		return nil, err
	}
	if platform == nil {
		return &Deferred{close: func() error { return nil }}, nil
	}
	return &Deferred{store: platform.Outbox(), wake: func() {}, close: platform.Close}, nil
}

// List lists items in the order in which events were stored, or died: 50 unless
// the query says otherwise.
func (d *Deferred) List(ctx context.Context, q queue.Query) ([]queue.Item, error) {
	if q.Limit == 0 {
		q.Limit = deferredItems
	}
	switch {
	case q.Limit < 0 || q.Limit > maxDeferredItems:
		return nil, diag.At(diag.InputValidationFailed, "input#/limit", "The limit must be between 1 and 500.")
	case q.State != queue.Pending && q.State != queue.Dead:
		return nil, diag.At(diag.InputValidationFailed, "input#/state", "The state is pending or dead.")
	}
	if d.store == nil {
		return nil, nil
	}
	return d.store.List(ctx, q)
}

// Replay makes what is dead of an event due at once, or the event itself where
// it waits for another try. It is NOT_FOUND when nothing is dead or waits.
func (d *Deferred) Replay(ctx context.Context, event string) error {
	return d.one(ctx, event, "No deferred hook of this event is dead or waits.", queue.Store.Replay)
}

// ReplayAll replays everything in a state and tells how much that was.
func (d *Deferred) ReplayAll(ctx context.Context, state queue.State) (int, error) {
	return d.change(ctx, "", func(q queue.Store, ctx context.Context, _ string) (int, error) { return q.ReplayAll(ctx, state) })
}

// Drop forgets the dead parts of an event for good. It is NOT_FOUND when the
// event has none.
func (d *Deferred) Drop(ctx context.Context, event string) error {
	return d.one(ctx, event, "No dead deferred hook belongs to this event.", queue.Store.Drop)
}

// DropAll forgets everything that is dead and tells how many parts that were.
func (d *Deferred) DropAll(ctx context.Context) (int, error) {
	return d.change(ctx, "", queue.Store.Drop)
}

// Close lets go of the database that OpenDeferred has opened.
func (d *Deferred) Close() error { return d.close() }

type deferredChange func(queue.Store, context.Context, string) (int, error)

func (d *Deferred) one(ctx context.Context, event, none string, change deferredChange) error {
	n, err := 0, error(nil)
	if event != "" {
		n, err = d.change(ctx, event, change)
	}
	if err == nil && n == 0 {
		return diag.At(diag.NotFound, "", none)
	}
	return err
}

func (d *Deferred) change(ctx context.Context, event string, change deferredChange) (int, error) {
	if d.store == nil {
		return 0, nil
	}
	n, err := change(d.store, ctx, event)
	if n > 0 {
		d.wake()
	}
	return n, err
}
