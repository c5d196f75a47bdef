package fetch

import (
	"context"
	"sync/atomic"
	"time"
)

const (
	callSlots    = 6   // requests of a call at the same time; more of them wait
	callRequests = 100 // of a call altogether

	// defaultPatience is how long the head of an answer may take. A call that has
	// more than half a minute gives it a third of its time.
	defaultPatience = 10 * time.Second
	patienceShare   = 3
)

// call bounds the requests of one call of a handler.
type call struct {
	slots chan struct{}
	left  atomic.Int64
	share time.Duration // of its time, for the head of an answer
}

type callKey struct{}

// ForCall is the context of one call of a handler, whose requests share its
// bounds: how many there are, how many at the same time, and how long each may
// wait for an answer, which depends on the deadline of ctx.
func ForCall(ctx context.Context) context.Context {
	return context.WithValue(ctx, callKey{}, newCall(ctx))
}

func newCall(ctx context.Context) *call {
	b := &call{slots: make(chan struct{}, callSlots)}
	b.left.Store(callRequests)
	if deadline, ok := ctx.Deadline(); ok {
		b.share = time.Until(deadline) / patienceShare
	}
	return b
}

func callOf(ctx context.Context) *call {
	if b, ok := ctx.Value(callKey{}).(*call); ok {
		return b
	}
	return newCall(context.WithoutCancel(ctx)) // a request by itself, with no share of anything
}

// enter waits until the call and the site have a slot, which leave gives back.
func (c *Client) enter(ctx context.Context, bounds *call) (leave func(), err error) {
	if bounds.left.Add(-1) < 0 {
		return nil, refuse(Busy, "A call may make 100 requests, and has made them.")
	}
	if err := take(ctx, bounds.slots); err != nil {
		return nil, err
	}
	if err := take(ctx, c.slots); err != nil {
		<-bounds.slots
		return nil, err
	}
	return func() { <-c.slots; <-bounds.slots }, nil
}

func take(ctx context.Context, slots chan struct{}) error {
	select {
	case slots <- struct{}{}:
		return nil
	case <-ctx.Done():
	}
	if context.Cause(ctx) == errSlow { //nolint:errorlint // a value of ours, handed over as it is
		return refuse(Busy, "Too many other requests are under way; this one was not sent.")
	}
	return ended(ctx)
}
