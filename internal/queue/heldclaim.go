package queue

import (
	"context"
	"errors"
	"sync"
	"time"
)

// errLost ends a handler whose claim has gone to another worker, or may have.
var errLost = errors.New("the claim of the event is lost")

// heldClaim is a claim of this queue, from when it was made until what became of it
// is recorded. It goes from the dispatcher to a worker and back; whoever has it
// may change its Outcome.
type heldClaim struct {
	Outcome
	since   time.Time // when it began to wait for a worker
	begun   bool      // a handler has run
	dropped bool      // nothing is to be recorded

	mu        sync.Mutex
	leaseEnds time.Time               // when the lease is over, counted from when it was asked for
	lost      bool                    // whatever leaseEnds says
	lose      context.CancelCauseFunc // ends the handler that runs; nil while none does
	timer     *time.Timer             // loses the claim when the lease is over, while a handler runs
}

// isOver reports whether nothing of the claim is left to do.
func (h *heldClaim) isOver() bool { return h.dropped || h.End == PutOff || len(h.Triggers) == 1 }

// begin gives the context of a handler, which ends when the claim is lost. end
// must be called.
func (h *heldClaim) begin(parent context.Context) (ctx context.Context, end func()) {
	ctx, lose := context.WithCancelCause(parent)
	h.mu.Lock()
	defer h.mu.Unlock()
	h.lose = lose
	if left := time.Until(h.leaseEnds); h.lost || left <= 0 {
		h.lost = true
		lose(errLost)
	} else {
		h.timer = time.AfterFunc(left, h.drop)
	}
	return ctx, h.end
}

func (h *heldClaim) end() {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.timer != nil {
		h.timer.Stop()
	}
	h.lose(nil)
	h.lose, h.timer = nil, nil
}

// drop takes the claim for lost.
func (h *heldClaim) drop() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.lost = true
	if h.lose != nil {
		h.lose(errLost)
	}
}

// extend makes the lease end at a later time. A claim that was taken for lost
// stays lost: another worker may have begun (decision 40).
func (h *heldClaim) extend(end time.Time) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.leaseEnds = end
	if h.timer != nil && !h.lost {
		h.timer.Reset(time.Until(end))
	}
}

// endsBefore reports whether the lease is over before a time, and still worth
// renewing.
func (h *heldClaim) endsBefore(t time.Time) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return !h.lost && h.leaseEnds.Before(t)
}

func isLost(ctx context.Context) bool { return errors.Is(context.Cause(ctx), errLost) }
