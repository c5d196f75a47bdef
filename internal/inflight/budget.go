package inflight

import (
	"container/list"
	"context"
	"sync"
	"time"

	"github.com/quartet-dev/quartet/internal/diag"
)

// Budget is a number of bytes that requests share. Those that wait are served in
// the order in which they came. It is safe for concurrent use.
type Budget struct {
	limit   int64
	maxWait time.Duration

	mu    sync.Mutex
	state State
	queue list.List // of *waiter
}

// State is what a Budget looks like from outside.
type State struct {
	Used    int64  // bytes; more than the budget has where what is in memory already was counted
	Waiting int    // requests in the queue
	Waited  uint64 // requests that had to wait, since the process began
	Refused uint64 // requests that waited in vain
}

type waiter struct {
	bytes  int64
	served chan struct{}
}

// NewBudget makes a budget of so many bytes, for which a request waits at
// most maxWait.
func NewBudget(most int64, patience time.Duration) *Budget {
	return &Budget{limit: most, maxWait: patience}
}

// Limit is how many bytes the budget has.
func (b *Budget) Limit() int64 { return b.limit }

// State is the budget as it is now.
func (b *Budget) State() State {
	b.mu.Lock()
	defer b.mu.Unlock()
	state := b.state
	state.Waiting = b.queue.Len()
	return state
}

// TryAcquire takes n bytes, and reports whether there was room for them. Nobody
// overtakes who waits.
func (b *Budget) TryAcquire(n int64) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.tryAcquire(n)
}

func (b *Budget) tryAcquire(n int64) bool {
	if b.queue.Len() > 0 || b.state.Used+n > b.limit {
		return false
	}
	b.state.Used += n
	return true
}

// Acquire takes n bytes, at most Limit, and waits for them. The error is RESOURCE_UNAVAILABLE when
// ctx ends before, or the wait is too long.
func (b *Budget) Acquire(ctx context.Context, n int64) error {
	b.mu.Lock()
	if b.tryAcquire(n) {
		b.mu.Unlock()
		return nil
	}
	w := &waiter{n, make(chan struct{})}
	place := b.queue.PushBack(w)
	b.state.Waited++
	b.mu.Unlock()

	ctx, cancel := context.WithTimeout(ctx, b.maxWait)
	defer cancel()
	select {
	case <-w.served:
		return nil
	case <-ctx.Done():
		return b.leave(place, w)
	}
}

// leave gives up a place in the queue, unless it was served meanwhile.
func (b *Budget) leave(place *list.Element, w *waiter) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	select {
	case <-w.served:
		return nil
	default:
	}
	b.queue.Remove(place)
	b.state.Refused++
	b.serve() // it may have stood before others that have room
	return full()
}

// refuse counts a request that was turned away at once.
func (b *Budget) refuse() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.state.Refused++
}

// Release gives n bytes back.
func (b *Budget) Release(n int64) { b.change(-n) }

// change takes n bytes that are in memory already, whether there is room or not:
// those who come later wait the longer. Below 0 it gives them back.
func (b *Budget) change(n int64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.state.Used += n
	b.serve()
}

// serve lets in whoever is next, as long as there is room.
func (b *Budget) serve() {
	for {
		first := b.queue.Front()
		if first == nil {
			return
		}
		w := first.Value.(*waiter)
		if b.state.Used+w.bytes > b.limit {
			return
		}
		b.queue.Remove(first)
		b.state.Used += w.bytes
		close(w.served)
	}
}

func full() error {
	d := diag.At(diag.ResourceUnavailable, "input#", "Too many large requests are in progress.")
	d.Suggestion = "Repeat the request later."
	return d
}
