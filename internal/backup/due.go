package backup

import (
	"time"

	"github.com/google/uuid"

	"github.com/quartet-dev/quartet/internal/backup/copies"
)

// lease is how long whoever takes a copy is taken for alive without a sign, and
// renewal the time between two signs.
const (
	lease   = 90 * time.Second
	renewal = 20 * time.Second
)

// A copy that failed is tried again after a minute, and each time that fails later by
// as much again, up to the interval or an hour.
const (
	firstRetry = time.Minute
	lastRetry  = time.Hour
)

// history is what records say, the newest first.
type history []*copies.Record

// running is the copy that is taken at a time; nil for none.
func (h history) running(now time.Time) *copies.Record {
	for _, r := range h {
		if r.IsRunning(now) {
			return r
		}
	}
	return nil
}

// done is the last copy that was taken; nil for none.
func (h history) done() *copies.Record {
	for _, r := range h {
		if r.IsDone() {
			return r
		}
	}
	return nil
}

// failures are how many have failed since, and the last of them; nil for none.
func (h history) failures() (count int, last *copies.Record) {
	for _, r := range h {
		if r.IsDone() {
			break
		}
		if r.Failed() {
			if count++; last == nil {
				last = r
			}
		}
	}
	return count, last
}

// due is when the next copy of a schedule is to be taken; the zero time is now.
func (h history) due(every time.Duration) (at time.Time) {
	if done := h.done(); done != nil {
		at = done.BeganAt.Add(every)
	}
	if count, last := h.failures(); last != nil {
		if again := last.EndedAt.Add(retryAfter(count, every)); again.After(at) {
			at = again
		}
	}
	return at
}

func retryAfter(failures int, every time.Duration) time.Duration {
	return max(firstRetry, min(firstRetry<<min(failures-1, 10), every, lastRetry))
}

func newID() string { return uuid.Must(uuid.NewV7()).String() }

// keptRecords is how many records stay.
const keptRecords = 500
