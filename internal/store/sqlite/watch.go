package sqlite

import (
	"context"
	"github.com/quartet-dev/quartet/internal/store"
	"time"

	"github.com/quartet-dev/quartet/internal/diag"
)

// watch is what the driver asks, between rows and every thousand steps of
// SQLite's machine, whether to go on. One stands for all requests that a
// connection serves: a context of its own for each request would cost a tenth
// of a short read.
type watch struct {
	request context.Context
	started time.Time
	limit   time.Duration // 0 for none
	asked   uint8
	late    bool
}

// guard begins to watch a request.
func (w *watch) guard(request context.Context, limit time.Duration) {
	*w = watch{request: request, limit: limit}
	if limit > 0 {
		w.started = time.Now()
	}
}

// again gives the request its whole time once more.
func (w *watch) again() {
	if w.limit > 0 {
		w.started, w.late = time.Now(), false
	}
}

// within runs fn in a shorter time, and reports whether that was over. Afterwards
// the request has its whole time.
func (w *watch) within(limit time.Duration, fn func() error) (over bool, err error) {
	whole := w.limit
	w.limit = limit
	w.again()
	err = fn()
	over = w.late && isInterrupt(err)
	w.limit = whole
	w.again()
	return over, err
}

// release lets everything pass again.
func (w *watch) release() { *w = watch{} }

// Err is context.Canceled when the client has left and
// context.DeadlineExceeded when the time is up. The clock is read at every
// sixteenth question.
func (w *watch) Err() error {
	if w.request == nil {
		return nil
	}
	if err := w.request.Err(); err != nil {
		return err
	}
	if w.asked++; w.limit > 0 && w.asked%16 == 0 && time.Since(w.started) > w.limit {
		w.late = true
	}
	if w.late {
		return context.DeadlineExceeded
	}
	return nil
}

// Deadline, Done and Value make watch a context; the driver asks Err alone.
func (w *watch) Deadline() (time.Time, bool) { return time.Time{}, false }
func (w *watch) Done() <-chan struct{}       { return nil }
func (w *watch) Value(any) any               { return nil }

// explain is the diagnostic for an error that came while w was watching: who
// left, whose time was up, or what the database says.
func (w *watch) explain(err error) *diag.Diagnostic {
	switch {
	case !isInterrupt(err):
		return failure(err)
	case w.late:
		return store.TooSlow(err)
	case w.request != nil && w.request.Err() != nil:
		return store.Unavailable(w.request.Err())
	default:
		return store.Unavailable(err)
	}
}
