package script

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/inflight"
)

const (
	// maxCalls is how many calls have a realm at a time, maxWaiting how many more wait
	// for one, and maxWait how long.
	maxCalls   = 64
	maxWaiting = 256
	maxWait    = 30 * time.Second

	// maxNested is how many calls have a realm beside those, because a handler caused
	// them: if they waited for a place among the others, handlers that wait for each
	// other would wait forever. One handler causes maxBeside of them at a time, and
	// the others wait their turn; and handlers cause each other maxDepth deep.
	maxNested = 192
	maxBeside = 16
	maxDepth  = 8
)

// admission lets calls in. It is safe for concurrent use.
type admission struct {
	calls   *inflight.Budget
	waiting atomic.Int64
	nested  atomic.Int64
}

func newAdmission() *admission { return &admission{calls: inflight.NewBudget(maxCalls, maxWait)} }

// callKey is the key of the call that a context belongs to.
type callKey struct{}

// admitted is a call that has a place.
type admitted struct {
	key    string
	depth  int // how many handlers have called each other on the way to it
	once   sync.Once
	beside chan struct{} // the calls that it has caused and that run
}

// KeyOf is the ref key of the handler whose call a context belongs to; "" for none.
func KeyOf(ctx context.Context) string {
	if call, _ := ctx.Value(callKey{}).(*admitted); call != nil {
		return call.key
	}
	return ""
}

// places are those of the calls that it causes.
func (a *admitted) places() chan struct{} {
	a.once.Do(func() { a.beside = make(chan struct{}, maxBeside) })
	return a.beside
}

// enter waits until a call may have a realm. What the call causes belongs to the
// context that it gives.
func (a *admission) enter(ctx context.Context, key string) (_ context.Context, leave func(), err error) {
	cause, _ := ctx.Value(callKey{}).(*admitted)
	if cause == nil {
		cause = &admitted{}
		leave, err = a.first(ctx)
	} else {
		leave, err = a.within(ctx, cause)
	}
	if err != nil {
		return nil, nil, err
	}
	return context.WithValue(ctx, callKey{}, &admitted{key: key, depth: cause.depth + 1}), leave, nil
}

// first lets in a call that no handler has caused.
func (a *admission) first(ctx context.Context) (leave func(), err error) {
	leave = func() { a.calls.Release(1) }
	if a.calls.TryAcquire(1) {
		return leave, nil
	}
	defer a.waiting.Add(-1)
	if a.waiting.Add(1) > maxWaiting || a.calls.Acquire(ctx, 1) != nil {
		return nil, busy()
	}
	return leave, nil
}

// within lets in a call that another one has caused.
func (a *admission) within(ctx context.Context, cause *admitted) (leave func(), err error) {
	if cause.depth == maxDepth {
		return nil, diag.At(diag.Conflict, "input#", "Handlers call each other without end.")
	}
	places := cause.places()
	select {
	case places <- struct{}{}:
	case <-ctx.Done():
		return nil, busy()
	}
	if a.nested.Add(1) > maxNested {
		a.nested.Add(-1)
		<-places
		return nil, busy()
	}
	return func() { a.nested.Add(-1); <-places }, nil
}

func busy() error {
	d := diag.At(diag.ResourceUnavailable, "input#", "Too many handlers run at the moment.")
	d.Suggestion = "Repeat the request later."
	return d
}
