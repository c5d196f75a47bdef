package storetest

import (
	"context"
	"fmt"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/queue"
	"github.com/quartet-dev/quartet/observe"
)

// testLeases: the leases of a batch are renewed in one write, each for itself.
func testLeases(f *queueFixture) {
	for _, id := range []string{"a", "b", "c"} {
		f.add(id, "first")
	}
	held := f.claim(3, time.Minute)
	f.settled(ran(held[1]))
	lost, err := f.queue.Extend(context.Background(), held, time.Hour)
	if f.ok(err); len(lost) != 1 || lost[0] != held[1] {
		f.t.Errorf("lost are %v", entriesOf(lost))
	}
	for _, item := range f.list(queue.Pending) {
		if left := time.Until(time.UnixMilli(item.Time)); !item.Running || left < time.Minute || left > time.Hour {
			f.t.Errorf("%s is held for %v", item.EntryID, left)
		}
	}
}

// testRanOut: what a lease has run out on may be what ended its process. It is
// claimed by itself, so that a try of no other is counted when it does so again.
func testRanOut(f *queueFixture) {
	for _, id := range []string{"a", "b", "c", "d"} {
		f.add(id, "first")
	}
	held := f.claim(2, lease)
	f.expire(held...)
	var batches [][]string
	for {
		claims := f.claim(10, lease)
		if claims == nil {
			break
		}
		batches = append(batches, entriesOf(claims))
		for _, c := range claims {
			if lapsed := c.EntryID == "a" || c.EntryID == "b"; c.Lapsed != lapsed {
				f.t.Errorf("claimed %+v", c)
			}
		}
	}
	if diff := cmp.Diff([][]string{{"c", "d"}, {"a"}, {"b"}}, batches); diff != "" {
		f.t.Error(diff)
	}
}

// testLarge: a claim holds no more than a few bytes, and one event whatever its
// size.
func testLarge(f *queueFixture) {
	body := make([]byte, queue.MostBytes/2+1)
	for i := range body {
		body[i] = ' '
	}
	for _, id := range []string{"a", "b", "c"} {
		large := event(id, "first")
		large.Body = body
		w := &content.Write{Op: content.Insert, Schema: f.items, Entry: draft(id, nil), Event: large}
		f.ok(f.store.Write(context.Background(), w))
	}
	if diff := cmp.Diff([]string{"a", "b"}, entriesOf(f.claim(10, lease))); diff != "" {
		f.t.Error(diff)
	}
	if diff := cmp.Diff([]string{"c"}, entriesOf(f.claim(10, lease))); diff != "" {
		f.t.Error(diff)
	}
}

// testClock: what a clock that has been set back put off is due in the time that
// it may wait; what waits in its time is left alone.
func testClock(f *queueFixture) {
	for _, id := range []string{"fresh", "tried", "held", "waits"} {
		f.add(id, "first")
	}
	claims := f.claim(10, lease)
	later := time.Now().Add(3 * time.Hour)
	claims[0].Tries--
	claims[1].Tries = 7
	f.settled(putOff(claims[0], later), putOff(claims[1], later), putOff(claims[3], time.Now().Add(time.Minute)))
	lost, err := f.queue.Extend(context.Background(), claims[2:3], 3*time.Hour)
	if f.ok(err); lost != nil {
		f.t.Fatal(entriesOf(lost))
	}

	waits := []time.Duration{0, 2 * time.Minute, time.Hour}
	for _, want := range []int{3, 0} {
		if n, err := f.queue.CorrectClock(context.Background(), waits, lease); n != want || err != nil {
			f.t.Errorf("brought forward %d, %v; want %d", n, err, want)
		}
	}
	longest := map[string]time.Duration{"fresh": 0, "tried": time.Hour, "held": lease, "waits": time.Minute}
	for _, item := range f.list(queue.Pending) {
		left, most := time.Until(time.UnixMilli(item.Time)), longest[item.EntryID]
		if left > most || left < most-time.Minute || item.Running != (item.EntryID == "held") {
			f.t.Errorf("%s is due in %v: %+v", item.EntryID, left, item)
		}
	}
	if got := f.one(lease); got.EntryID != "fresh" {
		f.t.Errorf("claimed %s", got.EntryID)
	}
}

// testWaiting: what waits for another try is due at once when it is replayed, by
// its event or with all, and what a worker holds is left alone.
func testWaiting(f *queueFixture) {
	for _, id := range []string{"a", "b", "c", "held"} {
		f.add(id, "first")
	}
	putOffAll := func(claims []*queue.Claim) {
		for _, c := range claims {
			if c.EntryID != "held" {
				c.Tries, c.Last = 4, diag.At(diag.Conflict, "", "No.")
				f.settled(putOff(c, time.Now().Add(time.Hour)))
			}
		}
	}
	putOffAll(f.claim(10, lease))
	f.changed(f.queue.Drop, "event-b", 0) // it is not dead
	f.changed(f.replayAll(queue.Dead), "", 0)
	f.changed(f.queue.Replay, "event-held", 0)
	f.changed(f.queue.Replay, "event-none", 0)
	f.changed(f.queue.Replay, "event-b", 1)
	if got := f.one(lease); got.EntryID != "b" || got.Tries != 1 {
		f.t.Errorf("claimed %+v", got)
	}
	f.changed(f.replayAll(queue.Pending), "", 2)
	claims := f.claim(10, lease)
	if diff := cmp.Diff([]string{"a", "c"}, entriesOf(claims)); diff != "" {
		f.t.Error(diff)
	}
	putOffAll(claims)
	for i := range 1100 { // more than one transaction takes
		f.add(fmt.Sprint("many", i), "first")
	}
	putOffAll(f.claim(1100, lease))
	f.changed(f.replayAll(queue.Pending), "", 1102)
}

func (f *queueFixture) status() observe.Hooks {
	f.t.Helper()
	status, err := f.queue.Status(context.Background())
	f.ok(err)
	return status
}

// testStatus: what could run, what runs, what waits and what is dead, and for
// how long the longest due has been.
func testStatus(f *queueFixture) {
	if got := f.status(); got != (observe.Hooks{}) {
		f.t.Errorf("nothing is stored, and the status is %+v", got)
	}
	for _, id := range []string{"dead", "held", "waits", "lapsed", "due"} {
		f.add(id, "first")
	}
	claims := f.claim(4, lease)
	f.settled(gaveUp(claims[0]), putOff(claims[2], time.Now().Add(time.Hour)))
	lost, err := f.queue.Extend(context.Background(), claims[3:], -time.Minute)
	if f.ok(err); lost != nil {
		f.t.Fatal(entriesOf(lost))
	}
	got := f.status()
	if got.Oldest < time.Minute || got.Oldest > 2*time.Minute {
		f.t.Errorf("the oldest is %v", got.Oldest)
	}
	got.Oldest = 0
	if diff := cmp.Diff(observe.Hooks{Due: 2, Running: 1, Waiting: 1, Dead: 1}, got); diff != "" {
		f.t.Error(diff)
	}
}
