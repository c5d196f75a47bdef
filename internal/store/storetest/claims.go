package storetest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/queue"
)

func testClaims(f *queueFixture) {
	ctx := context.Background()
	for _, id := range []string{"a", "b", "c"} {
		f.add(id, "first")
	}
	first := f.claim(2, lease)
	if diff := cmp.Diff([]string{"a", "b"}, entriesOf(first)); diff != "" {
		f.t.Fatal(diff)
	}
	c := f.one(lease)
	if more := f.claim(2, lease); more != nil {
		f.t.Errorf("claimed twice: %v", entriesOf(more))
	}

	// A claim whose lease is over goes to whoever comes, and the old one is over.
	f.expire(c)
	again := f.one(lease)
	if again.Token == c.Token || again.Tries != 2 {
		f.t.Errorf("claimed again as %+v", again)
	}
	if lost, err := f.queue.Extend(ctx, []*queue.Claim{first[0], c}, lease); err != nil || len(lost) != 1 || lost[0] != c {
		f.t.Errorf("lost are %v, %v", entriesOf(lost), err)
	}
	for _, end := range []queue.End{queue.Ran, queue.GaveUp, queue.PutOff} {
		f.over(c, end)
	}

	// What was handed back is due at its time, with what it was handed back with.
	again.Tries, again.Last = 7, diag.At(diag.Conflict, "input#", "No.")
	f.settled(putOff(again, time.Now().Add(time.Hour)))
	if early := f.claim(2, lease); early != nil {
		f.t.Errorf("claimed an hour early: %v", entriesOf(early))
	}
	f.over(again, queue.Ran)
	f.settled(putOff(first[0], first[0].Due))
	if got := f.one(lease); got.EntryID != "a" || got.Tries != 2 || !got.Due.Equal(first[0].Due) {
		f.t.Errorf("claimed %+v", got)
	}
	if items := f.list(queue.Pending); items[2].Tries != 7 || items[2].Diagnostic.Code != diag.Conflict || items[2].Running {
		f.t.Errorf("listed %+v", items)
	}
}

// expire makes the leases of claims end now.
func (f *queueFixture) expire(claims ...*queue.Claim) {
	f.t.Helper()
	lost, err := f.queue.Extend(context.Background(), claims, -1)
	f.ok(err)
	if lost != nil {
		f.t.Fatalf("lost %v", entriesOf(lost))
	}
}

// testSettled: a batch of outcomes and the next claims are one write; an
// outcome that comes too late is told so and takes none of the others along.
func testSettled(f *queueFixture) {
	ctx := context.Background()
	for _, id := range []string{"a", "b", "c", "d", "e", "f"} {
		f.add(id, "first", "second")
	}
	held := f.claim(4, lease)
	f.settled(ran(held[0]), ran(held[1]))
	held[0].Triggers, held[1].Triggers = held[0].Triggers[1:], held[1].Triggers[1:]
	f.settled(ran(held[3])) // another one has it from here on
	held[3].Token = "another"
	batch := []*queue.Outcome{ran(held[0]), gaveUp(held[1]), ran(held[3]), putOff(held[2], time.Now().Add(time.Hour))}
	next, err := f.queue.Settle(ctx, batch, 1, lease)
	f.ok(err)
	if diff := cmp.Diff(*event("e", "first", "second"), next[0].Deferred); diff != "" || len(next) != 1 || next[0].Tries != 1 {
		f.t.Fatalf("went on with %v: %s", entriesOf(next), diff)
	}
	for i, o := range batch {
		if lost := diag.HasCode(o.Err, diag.Conflict); lost != (i == 2) || !lost && o.Err != nil {
			f.t.Errorf("outcome %d: %v", i, o.Err)
		}
	}
	var left []string
	for _, item := range f.list(queue.Pending) {
		left = append(left, fmt.Sprintf("%s %v %v", item.EntryID, item.Running, item.Triggers))
	}
	want := []string{"c false [first second]", "d true [second]", "e true [first second]", "f false [first second]"}
	if diff := cmp.Diff(want, left); diff != "" {
		f.t.Error(diff)
	}
	if dead := f.list(queue.Dead); len(dead) != 1 || dead[0].EntryID != "b" || dead[0].Triggers[0] != "second" {
		f.t.Errorf("dead are %+v", dead)
	}
	next, err = f.queue.Settle(ctx, nil, 10, lease) // as Claim
	if f.ok(err); len(next) != 1 || next[0].EntryID != "f" {
		f.t.Errorf("claimed %v", entriesOf(next))
	}
	next, err = f.queue.Settle(ctx, nil, 10, lease)
	if f.ok(err); next != nil {
		f.t.Errorf("claimed %v twice", entriesOf(next))
	}
}

// testContention claims from many goroutines at once, anew and with what is
// done: nobody gets what another one has.
func testContention(f *queueFixture) {
	const all = 200
	var want []string
	for i := range all {
		id := fmt.Sprintf("e%03d", i)
		f.add(id, "first")
		want = append(want, id)
	}
	taken := make([][]string, writers)
	errs := together(func(w int) error {
		for {
			claims, err := f.queue.Claim(context.Background(), 3, lease)
			if err != nil || len(claims) == 0 {
				return err
			}
			taken[w] = append(taken[w], entriesOf(claims)...)
			next, err := f.queue.Settle(context.Background(), []*queue.Outcome{ran(claims[0])}, 2, lease)
			if err != nil {
				return err
			}
			taken[w] = append(taken[w], entriesOf(next)...)
		}
	})
	f.ok(errors.Join(errs...))
	got := slices.Concat(taken...)
	slices.Sort(got)
	if diff := cmp.Diff(want, got); diff != "" {
		f.t.Error(diff)
	}
}
