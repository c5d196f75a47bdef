package auth

import (
	"strconv"
	"testing"
	"time"
)

// Counts in memory are bounded, and what is over is forgotten.
func TestLocalCountsAreBounded(t *testing.T) {
	r, now := newLocalRates(), time.Date(2026, 11, 1, 12, 0, 0, 0, time.UTC)
	count := func(n int) {
		for i := range n {
			if _, ok, err := r.allow(now, OtherRequests.meters([]string{strconv.Itoa(i)})); !ok || err != nil {
				t.Fatal(ok, err)
			}
		}
	}
	count(maxLocalCounts * 3 / 2)
	if n := len(r.counts); n < maxLocalCounts-purgeBatch || n > maxLocalCounts+1 {
		t.Errorf("%d are kept, want about %d", n, maxLocalCounts)
	}
	now = now.Add(2 * time.Minute)
	count(maxLocalCounts)
	for key, c := range r.counts {
		if c.ends.Before(now.Add(-time.Minute)) && len(r.counts) > maxLocalCounts+1 {
			t.Fatalf("%v is kept beside too many", key)
		}
	}
}
