package inflight

import (
	"context"
	"sync"
	"time"
)

// Small is the length, in bytes, up to which an answer is not counted.
const Small = 64 << 10

// SmallBuffer is the capacity of a buffer in which a read finds out whether its
// answer is small: with room for the row that makes it large.
const SmallBuffer = Small + Small/4

// What the process keeps in memory of large answers.
const (
	maxAnswers = 48 << 20
	// maxAnswer is what a read takes as soon as it is not small: what the largest
	// answer and the buffer that it grew out of take.
	maxAnswer = 16 << 20
	// maxReads is how many large reads run at a time: the others that read wait
	// for connections and processors, and small reads must not wait for large.
	maxReads = 2
	maxWait  = 10 * time.Second
)

// Answers is what is in memory of large answers, from when they are read until
// they are sent (decision 117).
var Answers = NewBudget(maxAnswers, maxWait)

// reads counts the large reads that run.
var reads = NewBudget(maxReads, maxWait)

// Reservation is what one request keeps of Answers. The zero Reservation keeps nothing. It is
// safe for concurrent use.
type Reservation struct {
	mu    sync.Mutex
	kept  int64
	share *Share
	ended bool
}

// Add counts n more bytes that the request keeps.
func (h *Reservation) Add(n int) {
	if h == nil || n <= 0 {
		return
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.keep(int64(n), 0)
}

// missing is what a large read takes beside what the request keeps already.
func (h *Reservation) missing() int64 {
	h.mu.Lock()
	defer h.mu.Unlock()
	return max(maxAnswer-h.kept, 0)
}

// keepRead counts what a read has left, in place of what it took. A handler may
// read page after page, and has let go of the first ones long since: its reads
// together count for no more than the largest answer, or than one of them that is
// larger.
func (h *Reservation) keepRead(n, took int64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.keep(max(min(n, max(maxAnswer, n)-h.kept), 0), took)
}

// keep counts n more bytes, in place of others that were counted for the request.
func (h *Reservation) keep(n, others int64) {
	if h.ended {
		n = 0
	}
	h.kept += n
	Answers.change(n - others)
}

// AtLeast counts an answer of n bytes, unless the request keeps as much already.
func (h *Reservation) AtLeast(n int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	has := h.kept
	if h.share != nil {
		has += h.share.bytes
	}
	if more := int64(n) - has; more > 0 && !h.ended {
		Answers.change(more)
		h.kept += more
	}
}

// Drop gives everything back.
func (h *Reservation) Drop() {
	if h != nil {
		h.drop(false)
	}
}

// End gives everything back for good: what a request does beyond its answer is
// not counted.
func (h *Reservation) End() { h.drop(true) }

func (h *Reservation) drop(ended bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.kept > 0 {
		Answers.Release(h.kept)
		h.kept = 0
	}
	if h.share != nil {
		h.share.release()
		h.share = nil
	}
	h.ended = h.ended || ended
}

// Request is the context of a request with what it has reserved.
type Request struct {
	context.Context
	Reservation Reservation
}

type reservationKey struct{}

// Value implements context.Context.
func (r *Request) Value(key any) any {
	if key == (reservationKey{}) {
		return &r.Reservation
	}
	return r.Context.Value(key)
}

// ReservationOf is the reservation of the request that ctx belongs to; nil for none, which
// counts nothing.
func ReservationOf(ctx context.Context) *Reservation {
	h, _ := ctx.Value(reservationKey{}).(*Reservation)
	return h
}
