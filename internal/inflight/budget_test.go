package inflight

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/quartet-dev/quartet/internal/diag"
)

func TestThoseThatWaitAreServedInOrder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b, served := NewBudget(10, time.Minute), make(chan int64, 3)
		if !b.TryAcquire(8) {
			t.Fatal("an empty budget has no room")
		}
		for _, n := range []int64{5, 2, 4} {
			go func() {
				if err := b.Acquire(t.Context(), n); err != nil {
					t.Error(err)
				}
				served <- n
			}()
			synctest.Wait()
		}
		if b.TryAcquire(1) {
			t.Error("somebody has overtaken")
		}
		if state := b.State(); state != (State{Used: 8, Waiting: 3, Waited: 3}) {
			t.Errorf("%+v", state)
		}
		b.Release(8)
		synctest.Wait()
		if first, second := <-served, <-served; first+second != 7 || len(served) != 0 {
			t.Errorf("served %d and %d, and %d more", first, second, len(served))
		}
		b.Release(5)
		if third := <-served; third != 4 || b.State().Used != 6 {
			t.Errorf("served %d, %+v", third, b.State())
		}
	})
}

// Whoever leaves the queue no longer stands before others.
func TestAWaitEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := NewBudget(10, 10*time.Second)
		b.TryAcquire(6)
		gone, leave := context.WithCancel(t.Context())
		var first, second error
		done := make(chan bool)
		go func() { first = b.Acquire(gone, 9); done <- true }()
		synctest.Wait()
		go func() { second = b.Acquire(t.Context(), 4); done <- true }()
		synctest.Wait()
		leave()
		<-done
		<-done
		if !diag.HasCode(first, diag.ResourceUnavailable) || second != nil {
			t.Errorf("%v and %v", first, second)
		}
		began := time.Now()
		if err := b.Acquire(t.Context(), 1); !diag.HasCode(err, diag.ResourceUnavailable) || time.Since(began) != 10*time.Second {
			t.Errorf("%v after %s", err, time.Since(began))
		}
		if state := b.State(); state != (State{Used: 10, Waited: 3, Refused: 2}) {
			t.Errorf("%+v", state)
		}
	})
}

// An answer that a cache has is in memory already: it counts, and waits for nothing.
func TestWhatIsInMemoryCountsWithoutRoom(t *testing.T) {
	before := Answers.State().Used
	room := Answers.Limit() - before
	if !Answers.TryAcquire(room) {
		t.Fatal("the budget has no room")
	}
	defer Answers.Release(room)
	var first, second Reservation
	kept := NewShare(1 << 20)
	first.Share(kept)
	second.Share(kept)
	if used := Answers.State().Used; used != Answers.Limit()+1<<20 {
		t.Errorf("%d bytes are used, of %d", used, Answers.Limit())
	}
	if Answers.TryAcquire(1) {
		t.Error("there is room for more")
	}
	first.End()
	second.End()
	if used := Answers.State().Used; used != Answers.Limit() {
		t.Errorf("%d bytes are used after both, of %d", used, Answers.Limit())
	}
}
