package queue

import (
	"context"
	"errors"
	"sync"
	"time"
)

// errLost ends a handler whose claim has gone to another worker, or may have.
var errLost = errors.New("the claim of the event is lost")

// hold is a claim of this queue, from when it was made until what became of it
// is recorded. It goes from the dispatcher to a worker and back; whoever has it
// may change its Outcome.
type hold struct {
	Outcome
	since   time.Time // when it began to wait for a worker
	begun   bool      // a handler has run
	dropped bool      // nothing is to be recorded

	mu   sync.Mutex
	fuse time.Time               // when the lease is over, counted from when it was asked for
	lost bool                    // whatever the fuse says
	lose context.CancelCauseFunc // ends the handler that runs; nil while none does
	burn *time.Timer             // loses the claim when the lease is over, while a handler runs
}

// isOver reports whether nothing of the claim is left to do.
func (h *hold) isOver() bool { return h.dropped || h.End == PutOff || len(h.Triggers) == 1 }

// begin gives the context of a handler, which ends when the claim is lost. end
// must be called.
func (h *hold) begin(parent context.Context) (ctx context.Context, end func()) {
	ctx, lose := context.WithCancelCause(parent)
	h.mu.Lock()
	defer h.mu.Unlock()
	h.lose = lose
	if left := time.Until(h.fuse); h.lost || left <= 0 {
		h.lost = true
		lose(errLost)
	} else {
		h.burn = time.AfterFunc(left, h.drop)
	}
	return ctx, h.end
}

func (h *hold) end() {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.burn != nil {
		h.burn.Stop()
	}
	h.lose(nil)
	h.lose, h.burn = nil, nil
}

// drop takes the claim for lost.
func (h *hold) drop() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.lost = true
	if h.lose != nil {
		h.lose(errLost)
	}
}

// extend makes the lease end at a later time. A claim that was taken for lost
// stays lost: another worker may have begun (decision 40).
func (h *hold) extend(fuse time.Time) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.fuse = fuse
	if h.burn != nil && !h.lost {
		h.burn.Reset(time.Until(fuse))
	}
}

// endsBefore reports whether the lease is over before a time, and still worth
// renewing.
func (h *hold) endsBefore(t time.Time) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return !h.lost && h.fuse.Before(t)
}

func isLost(ctx context.Context) bool { return errors.Is(context.Cause(ctx), errLost) }
