package inflight

import "context"

// Read is one read whose result may be large. It is small at first. As soon as
// its result is longer than Small, the reader calls Grow. When that says no, the
// reader gives up, so that the read holds no connection while it waits, calls Wait
// and begins anew. End must be called in any case.
//
// What is read outside of a request is not counted.
type Read struct {
	reservation *Reservation
	grown       bool
	refused     bool
	took        int64 // of Answers, since it has grown
}

// Begin begins a read for the request that ctx belongs to.
func Begin(ctx context.Context) Read { return Read{reservation: ReservationOf(ctx)} }

// Grow reports whether the read may go on.
func (r *Read) Grow() bool {
	if r.grown || r.reservation == nil {
		return true
	}
	if !reads.TryAcquire(1) {
		r.refused = true
		return false
	}
	lacks := r.reservation.missing()
	if lacks > 0 && !Answers.TryAcquire(lacks) {
		reads.Release(1)
		r.refused = true
		return false
	}
	r.grown, r.took = true, lacks
	return true
}

// Refused reports whether the read was given up and must wait.
func (r *Read) Refused() bool { return r.refused && !r.grown }

// Wait waits until the read may begin anew. The error is RESOURCE_UNAVAILABLE
// when it waited in vain.
func (r *Read) Wait(ctx context.Context) error {
	lacks := r.reservation.missing()
	if lacks > 0 {
		if err := Answers.Acquire(ctx, lacks); err != nil {
			return err
		}
	}
	if err := reads.Acquire(ctx, 1); err != nil {
		Answers.Release(lacks)
		return err
	}
	r.grown, r.took = true, lacks
	return nil
}

// End ends the read, of which the request keeps so many bytes.
func (r *Read) End(kept int) {
	if !r.grown {
		return
	}
	r.grown = false
	reads.Release(1)
	r.reservation.keepRead(int64(kept), r.took)
}
