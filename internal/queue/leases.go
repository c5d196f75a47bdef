package queue

import (
	"slices"
	"time"

	"github.com/quartet-dev/quartet/internal/diag"
)

// renewalsPerLease is how often, in the time of a lease, the leases are looked at. One is
// renewed when a third of it is over, so that there is time to try again.
const renewalsPerLease = 6

// keep renews the leases of what the queue holds, all in one write, and looks
// for events that a clock has put off. It ends with the dispatcher, or when
// handlers are cut off.
func (q *Queue) keep() {
	beat := time.NewTicker(max(q.opts.Lease/renewalsPerLease, time.Millisecond))
	defer beat.Stop()
	for n := 0; ; n++ {
		if n%renewalsPerLease == 0 {
			q.correctClock()
		}
		select {
		case <-q.over:
			return
		case <-q.ctx.Done():
			return
		case <-beat.C:
			q.renew()
		}
	}
}

// correctClock has what the clock put off run in its time. When it cannot, it is
// tried again a lease later (decision 123).
func (q *Queue) correctClock() {
	n, err := q.store.CorrectClock(q.ctx, maxWaits(), q.opts.Lease)
	switch {
	case err != nil && q.ctx.Err() == nil:
		q.opts.Log.Warn("deferred hooks that a change of the clock has delayed could not be found", "error", diag.Logged(err))
	case n > 0:
		q.opts.Log.Warn("deferred hooks were due later than they can be and are brought forward; the clock was set back", "events", n)
		q.Wake()
	}
}

func (q *Queue) renew() {
	began := time.Now()
	aging := q.expiring(began.Add(q.opts.Lease * 2 / 3))
	if len(aging) == 0 {
		return
	}
	claims := make([]*Claim, len(aging))
	for i, h := range aging {
		claims[i] = h.Claim
	}
	lost, err := q.store.Extend(q.ctx, claims, q.opts.Lease)
	if err != nil {
		return // the next beat tries again, until the leases are over
	}
	for i, h := range aging {
		if slices.Contains(lost, claims[i]) {
			h.drop()
		} else {
			h.extend(began.Add(q.opts.Lease))
		}
	}
}

// expiring is what is held under a lease that is over before a time.
func (q *Queue) expiring(end time.Time) (aging []*heldClaim) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for h := range q.held {
		if h.endsBefore(end) {
			aging = append(aging, h)
		}
	}
	return aging
}
