package processor

import (
	"context"
	"runtime"
	"sync/atomic"
	"time"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/inflight"
)

const (
	// waitingPerSlot bounds the queue: a picture takes a fraction of a second, so
	// that whoever is last in it waits for some seconds.
	waitingPerSlot = 32
	maxWait        = 30 * time.Second
)

// Shared is the pool of the process: of all that costs it the processor.
var Shared = NewPool(max(1, runtime.GOMAXPROCS(0)-1))

// Pool is a number of slots, each for work that keeps one core busy. Those that
// wait are served in the order in which they came. It is safe for concurrent use.
type Pool struct {
	slots      *inflight.Budget
	maxWaiting int64
	waiting    atomic.Int64
	refused    atomic.Uint64
}

// State is what a Pool looks like from outside.
type State struct {
	Slots   int
	Running int
	Waiting int
	Refused uint64 // calls that got no slot, since the process began
}

// NewPool makes a pool of so many slots.
func NewPool(slots int) *Pool {
	return &Pool{
		slots:      inflight.NewBudget(int64(slots), maxWait),
		maxWaiting: int64(slots) * waitingPerSlot,
	}
}

// Acquire takes a slot and waits for it; release gives it back, once. The error is
// RESOURCE_UNAVAILABLE when too many wait already, ctx ends before, or the wait
// is too long.
func (p *Pool) Acquire(ctx context.Context) (release func(), err error) {
	if !p.slots.TryAcquire(1) {
		if err := p.wait(ctx); err != nil {
			p.refused.Add(1)
			return nil, err
		}
	}
	var released atomic.Bool
	return func() {
		if !released.Swap(true) {
			p.slots.Release(1)
		}
	}, nil
}

func (p *Pool) wait(ctx context.Context) error {
	defer p.waiting.Add(-1)
	if p.waiting.Add(1) > p.maxWaiting {
		return busy(nil)
	}
	if err := p.slots.Acquire(ctx, 1); err != nil {
		return busy(context.Cause(ctx))
	}
	return nil
}

// State is the pool as it is now.
func (p *Pool) State() State {
	slots := p.slots.State()
	return State{
		Slots:   int(p.slots.Limit()),
		Running: int(slots.Used),
		Waiting: slots.Waiting,
		Refused: p.refused.Load(),
	}
}

func busy(cause error) error {
	d := diag.At(diag.ResourceUnavailable, "input#", "Too much work for the processor is in progress.")
	d.Suggestion = "Repeat the request later."
	if cause == nil {
		return d
	}
	return d.WithCause(cause)
}
