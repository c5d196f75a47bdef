package queue

import (
	"context"
	"log/slog"
	"time"

	"github.com/quartet-dev/quartet/internal/diag"
)

// gatherTime is the least between two writes of the dispatcher. What is done and
// what is stored meanwhile goes into one.
const gatherTime = 5 * time.Millisecond

// aheadTime is how much work, by its pace, the queue claims ahead of its
// workers. What it holds nobody else can run.
const aheadTime = 100 * time.Millisecond

// An event of which so many tries have ended with their processes runs alone:
// nothing else is claimed until it is done, or has run for a while. So one that
// ends processes uses up the tries of no other.
const (
	trustedTries = 3
	aloneTime    = time.Second
)

// dispatcher claims events for the workers, and records what they have done. It
// is the only one that does, a batch at a time (decision 122).
type dispatcher struct {
	*Queue
	poll, sweep *time.Ticker
	stopping    <-chan struct{} // nil once that was heard
	draining    bool
	failing     bool
	done        []*heldClaim // whose outcomes are to be recorded
	wrote       time.Time    // when the last write began
	suspect     *heldClaim   // that runs alone; nil for none

	size     int       // events that may be held
	moved    int       // outcomes in the present measurement of the pace
	measured time.Time // when that began
}

func (q *Queue) dispatch() {
	defer close(q.over)
	d := &dispatcher{
		Queue: q, poll: time.NewTicker(q.opts.Poll), sweep: time.NewTicker(max(q.opts.Lease/renewalsPerLease, time.Millisecond)),
		stopping: q.stopping, size: min(q.opts.Workers, q.opts.Batch), measured: time.Now(),
	}
	defer d.poll.Stop()
	defer d.sweep.Stop()
	for more := true; !d.draining || len(q.held) > 0; {
		d.checkSignals()
		if len(d.done) == 0 && (!more || d.free() == 0) {
			d.rest()
		}
		d.gather()
		more = d.settle()
	}
}

// checkSignals looks for what must not wait for a rest: with work without end there is
// none.
func (d *dispatcher) checkSignals() {
	select {
	case <-d.stopping:
		d.drain()
	case <-d.sweep.C:
		d.handBackStale()
	default:
	}
}

// rest waits until there may be something to claim or to record. While the
// store fails nobody wakes it before its time.
func (d *dispatcher) rest() {
	wake := d.wake
	if d.failing {
		wake = nil
	}
	select {
	case <-wake:
	case <-d.poll.C:
	case <-d.sweep.C:
		d.handBackStale()
	case h := <-d.ended:
		d.done = append(d.done, h)
	case <-d.stopping:
		d.drain()
	}
}

// gather collects outcomes until it is time to write again.
func (d *dispatcher) gather() {
	late := time.NewTimer(time.Until(d.wrote.Add(gatherTime)))
	defer late.Stop()
	for waiting := true; waiting || len(d.ended) > 0; {
		select {
		case h := <-d.ended:
			d.done = append(d.done, h)
		case <-late.C:
			waiting = false
		}
	}
}

// drain hands back what has not begun, and gives out nothing more.
func (d *dispatcher) drain() {
	d.stopping, d.draining = nil, true
	close(d.ready)
	for h := range d.ready {
		h.handBack()
		d.done = append(d.done, h)
	}
}

// handBackStale hands back what no worker has begun for long, because those are
// all busy: other processes may have idle ones.
func (d *dispatcher) handBackStale() {
	for range len(d.ready) {
		select {
		case h := <-d.ready:
			if time.Since(h.since) < d.opts.Lease/3 {
				d.ready <- h
				continue
			}
			h.handBack()
			d.done = append(d.done, h)
		default:
			return
		}
	}
}

// free is how many more events may be held, when those that are done with are
// let go of.
func (d *dispatcher) free() int {
	held, bytes := len(d.held), d.bytes
	for _, h := range d.done {
		if h.isOver() {
			held, bytes = held-1, bytes-len(h.Body)
		}
	}
	alone := d.suspect != nil && time.Since(d.suspect.since) < aloneTime
	if alone || d.draining || bytes >= MostBytes {
		return 0
	}
	return max(d.size-held, 0)
}

// recordTimeout bounds the wait for the store, whatever became of the queue.
const recordTimeout = 5 * time.Second

// settle records what is done and claims what there is room for. It reports
// whether more may be due.
func (d *dispatcher) settle() (more bool) {
	room := d.free()
	done, outcomes := d.outcomes()
	if room == 0 && len(outcomes) == 0 {
		return false
	}
	d.wrote = time.Now()
	ctx, cancel := context.WithTimeout(context.Background(), recordTimeout)
	defer cancel()
	claims, err := d.store.Settle(ctx, outcomes, room, d.opts.Lease)
	d.logReadiness(err)
	d.measure(done, time.Since(d.wrote))
	d.logFailure(done)
	for _, h := range done {
		d.recorded(h)
	}
	for _, c := range claims {
		d.hold(c, d.wrote.Add(d.opts.Lease))
	}
	return len(claims) > 0
}

// outcomes are what is to be recorded of what is done. What was dropped is let
// go of.
func (d *dispatcher) outcomes() (done []*heldClaim, outcomes []*Outcome) {
	for _, h := range d.done {
		if h.dropped {
			d.letGo(h)
			continue
		}
		h.Err = nil
		done, outcomes = append(done, h), append(outcomes, &h.Outcome)
	}
	d.done = nil
	return done, outcomes
}

// logReadiness says when events can no longer be claimed, once.
func (d *dispatcher) logReadiness(err error) {
	d.claimErr.Store(&err)
	if err != nil && !d.failing {
		d.opts.Log.Warn("deferred hooks cannot be claimed now", "error", diag.Logged(err))
	}
	d.failing = err != nil
}

// logFailure says once of a whole batch that the store could not take it.
func (d *dispatcher) logFailure(done []*heldClaim) {
	var unrecorded int
	var err error
	for _, h := range done {
		if h.Err != nil && !diag.HasCode(h.Err, diag.Conflict) {
			unrecorded, err = unrecorded+1, h.Err
		}
	}
	if unrecorded > 0 {
		d.opts.Log.Warn("the outcome of deferred hooks was not recorded; they run again when their claims expire",
			"hooks", unrecorded, "error", diag.Logged(err))
	}
}

// measure holds as many events as were done in the last aheadTime, so that few
// wait behind a slow handler and the workers never wait for a commit. Where commits are
// slow, it is what was done in the time of four: less would be done by the next one, and
// less be held again.
func (d *dispatcher) measure(done []*heldClaim, commit time.Duration) {
	for _, h := range done {
		if h.begun {
			d.moved++
		}
	}
	passed := d.wrote.Sub(d.measured)
	switch {
	case passed >= aheadTime:
		d.size = int(float64(d.moved) * float64(max(aheadTime, 4*commit)) / float64(passed))
		d.moved, d.measured = 0, d.wrote
	case d.moved > d.size:
		d.size = d.moved
	}
	d.size = min(max(d.size, d.opts.Workers), d.opts.Batch)
}

// recorded goes on with a claim of which an outcome was recorded, or not.
func (d *dispatcher) recorded(h *heldClaim) {
	switch {
	case h.Err != nil:
		if diag.HasCode(h.Err, diag.Conflict) {
			d.log(slog.LevelWarn, "the outcome of a deferred hook was not recorded", h.Claim, h.Err)
		}
		d.letGo(h)
		return
	case h.End == GaveUp: // said when it is so: whoever reads it finds it among the dead
		d.counts.dead.Add(1)
		d.log(slog.LevelError, "a deferred hook is dead", h.Claim, h.Last)
	}
	if h.isOver() {
		d.letGo(h)
		return
	}
	h.Triggers, h.Tries, h.Last = h.Triggers[1:], 1, nil
	d.cleared(h)
	d.giveOut(h)
}

// hold takes a new claim.
func (d *dispatcher) hold(c *Claim, leaseEnds time.Time) {
	h := &heldClaim{Outcome: Outcome{Claim: c}, leaseEnds: leaseEnds}
	d.mu.Lock()
	d.held[h] = struct{}{}
	d.mu.Unlock()
	d.bytes += len(c.Body)
	if c.Lapsed && c.Tries > trustedTries {
		d.suspect = h
	}
	d.giveOut(h)
}

func (d *dispatcher) letGo(h *heldClaim) {
	d.mu.Lock()
	delete(d.held, h)
	d.mu.Unlock()
	d.bytes -= len(h.Body)
	d.cleared(h)
}

// cleared ends the suspicion of an event that outlived a try.
func (d *dispatcher) cleared(h *heldClaim) {
	if d.suspect == h {
		d.suspect = nil
	}
}

// giveOut has a worker run the first Trigger of a claim.
func (d *dispatcher) giveOut(h *heldClaim) {
	if d.draining {
		h.handBack()
		d.done = append(d.done, h)
		return
	}
	h.since, h.begun = time.Now(), false
	d.ready <- h
}
