package queue

import (
	"testing"
	"time"
)

// Deferred queue: exponential backoff with jitter, at most 12 tries over about
// a day.
func TestBackoff(t *testing.T) {
	var total time.Duration
	for try := 1; try < maxTries; try++ {
		least, middle, most := backoff(try, 0), backoff(try, 0.5), backoff(try, 1)
		if least >= middle || middle >= most || most > middle*5/4 || least < middle*3/4 {
			t.Errorf("try %d waits %v, %v or %v", try, least, middle, most)
		}
		if next := backoff(try+1, 0); try+1 < maxTries && next <= most {
			t.Errorf("after try %d the wait is up to %v, after the next as little as %v", try, most, next)
		}
		total += middle
	}
	if total < 20*time.Hour || total > 30*time.Hour {
		t.Errorf("all tries take %v", total)
	}
	for _, try := range []int{-1, 0, 1, maxTries, 1 << 40} {
		if wait := backoff(try, 0.5); wait < time.Second || wait > 24*time.Hour {
			t.Errorf("try %d waits %v", try, wait)
		}
	}
}
