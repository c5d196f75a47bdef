package inflight

import (
	"context"
	"sync"
	"testing"
)

// request is one whose reservation ends with the test at the latest.
func request(t *testing.T) *Request {
	r := &Request{Context: t.Context()}
	t.Cleanup(r.Reservation.End)
	return r
}

func used(t *testing.T, want int64) {
	t.Helper()
	if got := Answers.State().Used; got != want {
		t.Errorf("%d bytes are counted, want %d", got, want)
	}
}

// grown is a read that has grown large at once.
func grown(t *testing.T, ctx context.Context) *Read {
	t.Helper()
	read := Begin(ctx)
	for range 2 { // the second time it has
		if !read.Grow() {
			t.Fatal("there is no room")
		}
	}
	return &read
}

func TestALargeReadCountsWhatItTakesAndThenWhatItKeeps(t *testing.T) {
	r := request(t)
	read := grown(t, context.WithoutCancel(r))
	used(t, maxAnswer)
	read.End(1000)
	used(t, 1000)
	r.Reservation.AtLeast(900)
	used(t, 1000)
	r.Reservation.AtLeast(1200)
	r.Reservation.Add(300)
	used(t, 1500)
	r.Reservation.Drop()
	used(t, 0)
	r.Reservation.Add(200)
	r.Reservation.End()
	r.Reservation.Add(100) // by somebody who works on behind the answer
	grown(t, r).End(5000)
	used(t, 0)
}

func TestWhatNoRequestReadsIsNotCounted(t *testing.T) {
	for range 100 {
		grown(t, t.Context())
	}
	used(t, 0)
}

// The third is refused, begins anew when there is room, and is refused for good
// only when that takes too long.
func TestFewLargeReadsRunAtATime(t *testing.T) {
	first, second := grown(t, request(t)), grown(t, request(t))
	third := Begin(request(t))
	if third.Grow() || !third.Refused() {
		t.Fatal("a third large read runs")
	}
	gone, leave := context.WithCancel(t.Context())
	leave()
	if third.Wait(gone) == nil {
		t.Fatal("it did not wait")
	}
	first.End(0)
	if err := third.Wait(t.Context()); err != nil || third.Refused() || !third.Grow() {
		t.Fatal(err)
	}
	used(t, 2*maxAnswer)
	second.End(0)
	third.End(0)
	used(t, 0)
}

func TestNoMoreIsCountedThanThereIs(t *testing.T) {
	var kept int
	for {
		read := Begin(request(t))
		if !read.Grow() {
			break
		}
		read.End(maxAnswer / 2)
		kept++
	}
	if want := maxAnswers/(maxAnswer/2) - 1; kept != want {
		t.Errorf("%d answers of half the largest are kept, want %d", kept, want)
	}
}

// A handler that goes through a whole schema keeps no page for long: it is not
// refused for what it has read itself, and leaves room for others.
func TestARequestReadsAsManyPagesAsItLikes(t *testing.T) {
	r := request(t)
	for range 100 {
		grown(t, r).End(2 << 20)
	}
	used(t, maxAnswer)
	other := grown(t, request(t))
	used(t, 2*maxAnswer)
	other.End(0)
	read := Begin(r)
	if err := read.Wait(t.Context()); err != nil {
		t.Fatal(err)
	}
	read.End(maxAnswer + 1)
	used(t, maxAnswer+1)
	r.Reservation.Drop()
	used(t, 0)
}

// What many requests have is counted once, and again when others come later.
func TestAShareIsCountedOnce(t *testing.T) {
	share := NewShare(1 << 20)
	maker := request(t)
	grown(t, maker).End(2 << 20)
	maker.Reservation.Share(share)
	used(t, 1<<20)
	var all sync.WaitGroup
	for range 50 {
		all.Go(func() {
			r := request(t)
			r.Reservation.Share(share)
			r.Reservation.AtLeast(1 << 20)
			r.Reservation.End()
		})
	}
	all.Wait()
	used(t, 1<<20)
	maker.Reservation.End()
	used(t, 0)
	later := request(t)
	later.Reservation.Share(share)
	used(t, 1<<20)
	later.Reservation.Share(NewShare(Small))
	later.Reservation.End()
	used(t, 0)
}
