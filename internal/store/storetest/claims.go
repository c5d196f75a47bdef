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
	f.ok(f.queue.Extend(ctx, c, -1))
	again := f.one(lease)
	if again.Token == c.Token || again.Tries != 2 {
		f.t.Errorf("claimed again as %+v", again)
	}
	wantCode(f.t, f.queue.Extend(ctx, c, lease), diag.Conflict)
	wantCode(f.t, f.queue.Done(ctx, c), diag.Conflict)
	_, err := f.queue.Next(ctx, c, lease)
	wantCode(f.t, err, diag.Conflict)
	wantCode(f.t, f.queue.Dead(ctx, c), diag.Conflict)
	wantCode(f.t, f.queue.Retry(ctx, c, time.Now()), diag.Conflict)

	// What was handed back is due at its time, with what it was handed back with.
	again.Tries, again.Last = 7, diag.At(diag.Conflict, "input#", "No.")
	f.ok(f.queue.Retry(ctx, again, time.Now().Add(time.Hour)))
	if early := f.claim(2, lease); early != nil {
		f.t.Errorf("claimed an hour early: %v", entriesOf(early))
	}
	wantCode(f.t, f.queue.Extend(ctx, again, lease), diag.Conflict)
	f.ok(f.queue.Retry(ctx, first[0], time.Now()))
	if got := f.one(lease); got.EntryID != "a" || got.Tries != 2 {
		f.t.Errorf("claimed %+v", got)
	}
	if items := f.list(queue.Pending); items[2].Tries != 7 || items[2].Diagnostic.Code != diag.Conflict || items[2].Running {
		f.t.Errorf("listed %+v", items)
	}
}

// testNext: what has run is gone, and the longest due of the others is held.
func testNext(f *queueFixture) {
	ctx := context.Background()
	for _, id := range []string{"a", "b", "c"} {
		f.add(id, "first")
	}
	held := f.claim(2, lease)
	next, err := f.queue.Next(ctx, held[0], lease)
	f.ok(err)
	if diff := cmp.Diff(*event("c", "first"), next.Deferred); diff != "" || next.Tries != 1 || next.Token == held[0].Token {
		f.t.Fatalf("went on with %+v: %s", next, diff)
	}
	if items := f.list(queue.Pending); len(items) != 2 || !items[0].Running || !items[1].Running || f.claim(2, lease) != nil {
		f.t.Errorf("left %+v", items)
	}

	// A claim that is over takes no other event along.
	f.add("d", "first")
	if lost, err := f.queue.Next(ctx, held[0], lease); lost != nil || !diag.HasCode(err, diag.Conflict) {
		f.t.Errorf("went on with %+v, %v", lost, err)
	}
	if items := f.list(queue.Pending); len(items) != 3 || items[2].Running || items[2].Tries != 0 {
		f.t.Errorf("left %+v", items)
	}

	next, err = f.queue.Next(ctx, next, -1) // the lease counts from now
	f.ok(err)
	if again := f.one(lease); again.EntryID != "d" || again.Tries != 2 || again.Token == next.Token {
		f.t.Errorf("claimed %+v", again)
	}
	if last, err := f.queue.Next(ctx, held[1], lease); last != nil || err != nil {
		f.t.Errorf("went on with %+v, %v; nothing was due", last, err)
	}
	if items := f.list(queue.Pending); len(items) != 1 || items[0].EntryID != "d" {
		f.t.Errorf("left %+v", items)
	}
}

// testContention claims from many goroutines at once, anew and in place of what
// is done: nobody gets what another one has.
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
			next, err := f.queue.Next(context.Background(), claims[0], lease)
			if err != nil {
				return err
			}
			if next != nil {
				taken[w] = append(taken[w], next.EntryID)
			}
		}
	})
	f.ok(errors.Join(errs...))
	got := slices.Concat(taken...)
	slices.Sort(got)
	if diff := cmp.Diff(want, got); diff != "" {
		f.t.Error(diff)
	}
}
