package queue

import (
	"sync/atomic"

	"github.com/quartet-dev/quartet/observe"
)

// counts are those of observe.Deliveries.
type counts struct{ tries, delivered, failed, dead atomic.Int64 }

// Deliveries reports what this queue has done since it was made.
func (q *Queue) Deliveries() observe.Deliveries {
	return observe.Deliveries{
		Tries: q.counts.tries.Load(), Delivered: q.counts.delivered.Load(),
		Failed: q.counts.failed.Load(), Dead: q.counts.dead.Load(),
	}
}

// tried counts how a try ended.
func (c *counts) tried(err error) {
	if err == nil {
		c.delivered.Add(1)
	} else {
		c.failed.Add(1)
	}
}
