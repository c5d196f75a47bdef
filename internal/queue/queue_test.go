package queue_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/queue"
)

// Hooks: several Triggers on one hook run in order of their names; input is the
// stored data, and ctx.event says what happened.
func TestEventsAreDelivered(t *testing.T) {
	var seen record
	s := start(t, queue.Options{}, func(_ context.Context, call *content.Call, input map[string]any) error {
		e := call.Event
		seen.add("%s %s %s %v %v", e.Trigger, e.Hook, e.Schema, e.Entry["id"], input)
		return nil
	})
	id := s.add("one")
	s.drained(t)
	var want []string
	for _, trigger := range []string{"a", "b", "c"} {
		want = append(want, fmt.Sprintf("%s after_create jobs %s map[name:one]", trigger, id))
	}
	if diff := cmp.Diff(want, seen.all()); diff != "" {
		t.Error(diff)
	}
}

// A commit wakes the workers of its own process; those of others look by
// themselves.
func TestEventsAreFoundInTime(t *testing.T) {
	var ran atomic.Int64
	count := func(context.Context, *content.Call, map[string]any) error { ran.Add(1); return nil }
	s := start(t, queue.Options{Poll: time.Hour}, count)
	s.add("woken")
	await(t, "the commit wakes", func() bool { return ran.Load() == 3 })

	quiet := serve(s.path, jobs, queue.Options{Poll: 10 * time.Millisecond}, count, nil)
	defer quiet.close()
	s.queue.Stop()
	s.add("from another process")
	await(t, "the other polls", func() bool { return ran.Load() == 6 })
}

// Progress is recorded: another try begins with the Trigger that failed, and
// ctx.event.id and trigger are the same through all of them.
func TestAFailedTriggerIsTriedAgain(t *testing.T) {
	var seen record
	failures := 2
	s := start(t, queue.Options{Poll: 5 * time.Millisecond}, func(_ context.Context, call *content.Call, _ map[string]any) error {
		seen.add("%s %s", call.Event.Trigger, call.Event.ID)
		if call.Event.Trigger != "b" || failures == 0 {
			return nil
		}
		failures--
		if failures == 0 {
			panic("not yet")
		}
		return errors.New("not yet")
	})
	s.add("one")
	await(t, "it failed", func() bool { items := s.list(t, queue.Pending); return len(items) == 1 && items[0].Diagnostic != nil })
	item := s.list(t, queue.Pending)[0]
	if wait := time.Until(time.UnixMilli(item.Time)); wait < 0 || wait > 1500*time.Millisecond || item.Tries != 1 || len(item.Triggers) != 2 {
		t.Errorf("waits %v: %+v", wait, item)
	}
	for range 2 {
		s.hurry(t)
		time.Sleep(20 * time.Millisecond)
	}
	s.drained(t)
	var want []string
	for _, trigger := range []string{"a", "b", "b", "b", "c"} {
		want = append(want, trigger+" "+item.Event)
	}
	if diff := cmp.Diff(want, seen.all()); diff != "" {
		t.Error(diff)
	}
}

// At most 12 tries, then dead with the last diagnostic; the Triggers behind go
// on. A replay is the same event, with all tries before it.
func TestATriggerThatKeepsFailingIsDead(t *testing.T) {
	var tries, after atomic.Int64
	var ids record
	fails := atomic.Bool{}
	fails.Store(true)
	s := start(t, queue.Options{Poll: time.Millisecond}, func(_ context.Context, call *content.Call, _ map[string]any) error {
		switch {
		case call.Event.Trigger == "b":
			ids.add("%s", call.Event.ID)
			tries.Add(1)
			if fails.Load() {
				return fmt.Errorf("no luck at try %d", tries.Load())
			}
		case call.Event.Trigger == "c":
			after.Add(1)
		}
		return nil
	})
	s.add("one")
	await(t, "it is dead", func() bool { s.hurry(t); return s.list(t, queue.Dead) != nil })
	dead := s.list(t, queue.Dead)
	if len(dead) != 1 || dead[0].Triggers[0] != "b" || dead[0].Tries != 12 || tries.Load() != 12 {
		t.Fatalf("after %d tries %+v", tries.Load(), dead)
	}
	if d := dead[0].Diagnostic; d == nil || d.Code != diag.InternalError || !strings.Contains(d.Message, "no luck at try 12") {
		t.Errorf("the diagnostic is %+v", d)
	}
	s.drained(t)
	if after.Load() != 1 {
		t.Errorf("the Trigger behind ran %d times", after.Load())
	}

	fails.Store(false)
	if n, err := s.store.Outbox().Replay(t.Context(), dead[0].Event); n != 1 || err != nil {
		t.Fatal(n, err)
	}
	s.drained(t)
	if tries.Load() != 13 || after.Load() != 1 || s.list(t, queue.Dead) != nil {
		t.Errorf("%d tries, %d after it", tries.Load(), after.Load())
	}
	for _, id := range ids.all() {
		if id != dead[0].Event {
			t.Errorf("a try had the id %s, not %s", id, dead[0].Event)
		}
	}
}

// A removed Trigger: its part of old events is dead with a clear reason, not
// lost, and the others run.
func TestARemovedTriggerIsDead(t *testing.T) {
	s := start(t, queue.Options{}, nil)
	s.queue.Stop()
	s.add("one")
	var seen record
	without := serve(s.path, strings.ReplaceAll(jobs, hook("b"), ""), queue.Options{}, func(_ context.Context, call *content.Call, _ map[string]any) error {
		seen.add("%s", call.Event.Trigger)
		return nil
	}, nil)
	defer without.close()
	without.drained(t)
	if diff := cmp.Diff([]string{"a", "c"}, seen.all()); diff != "" {
		t.Error(diff)
	}
	dead := without.list(t, queue.Dead)
	if len(dead) != 1 || dead[0].Triggers[0] != "b" || dead[0].Diagnostic.Code != diag.NotFound || !strings.Contains(dead[0].Diagnostic.Message, "Trigger b on after_create of jobs") {
		t.Errorf("dead is %+v", dead)
	}
}

// A try that ended with its process counts, so that an event that kills
// processes is dead in the end.
func TestAnEventThatKillsProcessesIsDead(t *testing.T) {
	s := start(t, queue.Options{}, nil)
	s.queue.Stop()
	s.add("one")
	for range 12 {
		if claims, err := s.store.Outbox().Claim(t.Context(), 1, -time.Second); len(claims) != 1 || err != nil {
			t.Fatal(claims, err)
		}
	}
	var ran atomic.Int64
	next := serve(s.path, jobs, queue.Options{}, func(context.Context, *content.Call, map[string]any) error { ran.Add(1); return nil }, nil)
	defer next.close()
	next.drained(t)
	if dead := next.list(t, queue.Dead); len(dead) != 1 || dead[0].Triggers[0] != "a" || ran.Load() != 2 {
		t.Errorf("%d ran; dead is %+v", ran.Load(), dead)
	}
}

// The lease is renewed while the handler runs, and nobody else takes the event.
func TestALongHandlerKeepsItsClaim(t *testing.T) {
	var ran atomic.Int64
	slow := func(_ context.Context, call *content.Call, _ map[string]any) error {
		ran.Add(1)
		if call.Event.Trigger == "b" {
			time.Sleep(1500 * time.Millisecond)
		}
		return nil
	}
	opts := queue.Options{Lease: 600 * time.Millisecond, Poll: 5 * time.Millisecond}
	s := start(t, opts, slow)
	rival := serve(s.path, jobs, opts, slow, nil)
	defer rival.close()
	s.add("one")
	s.drained(t)
	if ran.Load() != 3 {
		t.Errorf("the hooks ran %d times, want 3", ran.Load())
	}
}

// A handler whose claim has gone is told by its context, and records nothing.
func TestALostClaimEndsTheHandler(t *testing.T) {
	began, ended := make(chan string, 10), make(chan error, 10)
	s := start(t, queue.Options{Lease: 60 * time.Millisecond, Poll: time.Hour}, func(ctx context.Context, call *content.Call, _ map[string]any) error {
		began <- call.Event.ID
		<-ctx.Done()
		ended <- ctx.Err()
		return ctx.Err()
	})
	s.add("one")
	<-began
	db := s.store.Outbox()
	key := s.list(t, queue.Pending)[0].Key
	s.steal(t)
	if err := <-ended; err == nil {
		t.Error("the handler's context has not ended")
	}
	s.queue.Stop()
	items := s.list(t, queue.Pending)
	if len(items) != 1 || items[0].Key != key || items[0].Diagnostic != nil || items[0].Tries != 1 {
		t.Errorf("left %+v", items)
	}
	if claims, err := db.Claim(t.Context(), 1, time.Minute); err != nil || claims != nil {
		t.Errorf("what another worker holds was claimed: %+v, %v", claims, err)
	}
}

// Graceful stop: what runs may finish, what has not begun is handed back and
// its try does not count.
func TestStopHandsClaimsBack(t *testing.T) {
	began, finish := make(chan struct{}), make(chan struct{})
	var seen record
	s := start(t, queue.Options{Workers: 1}, func(_ context.Context, call *content.Call, _ map[string]any) error {
		close(began)
		<-finish
		seen.add("%s", call.Event.Trigger)
		return nil
	})
	s.add("one")
	<-began
	stopped := make(chan struct{})
	go func() { s.queue.Stop(); close(stopped) }()
	select {
	case <-stopped:
		t.Fatal("stopped while a handler ran")
	case <-time.After(30 * time.Millisecond):
	}
	close(finish)
	<-stopped
	items := s.list(t, queue.Pending)
	if len(items) != 1 || items[0].Running || items[0].Tries != 0 || time.Now().Before(time.UnixMilli(items[0].Time)) || len(items[0].Triggers) != 2 {
		t.Errorf("handed back %+v", items)
	}
	if diff := cmp.Diff([]string{"a"}, seen.all()); diff != "" {
		t.Error(diff)
	}
}

// A handler that takes longer than the grace is cut off, and its claim handed
// back.
func TestStopCutsOffWhatTakesTooLong(t *testing.T) {
	began := make(chan struct{})
	s := start(t, queue.Options{Grace: 20 * time.Millisecond}, func(ctx context.Context, _ *content.Call, _ map[string]any) error {
		close(began)
		<-ctx.Done()
		return ctx.Err()
	})
	s.add("one")
	<-began
	s.queue.Stop()
	items := s.list(t, queue.Pending)
	if len(items) != 1 || items[0].Running || items[0].Tries != 0 || len(items[0].Triggers) != 3 {
		t.Errorf("handed back %+v", items)
	}
}

// Bounded concurrency: no more hooks run than there are workers, and no more
// events are claimed than a batch has.
func TestNoMoreRunThanWorkers(t *testing.T) {
	const workers, batch = 3, 7
	var running, most, ran atomic.Int64
	s := start(t, queue.Options{Workers: workers, Batch: batch}, func(context.Context, *content.Call, map[string]any) error {
		if n := running.Add(1); n > most.Load() {
			most.Store(n)
		}
		time.Sleep(2 * time.Millisecond)
		running.Add(-1)
		ran.Add(1)
		return nil
	})
	const events = 40
	claimed := 0
	for range events {
		s.add("one")
		n := 0
		for _, item := range s.list(t, queue.Pending) {
			if item.Running {
				n++
			}
		}
		claimed = max(claimed, n)
	}
	s.drained(t)
	if most.Load() > workers || claimed > batch || ran.Load() != 3*events {
		t.Errorf("%d ran, %d at once, %d claimed at once", ran.Load(), most.Load(), claimed)
	}
}

// A store that fails for a while stops nothing for good.
func TestTheQueueOutlivesAFailingStore(t *testing.T) {
	var ran atomic.Int64
	broken := &failing{}
	s := serve(t.TempDir()+"/site.db", jobs, queue.Options{Poll: 5 * time.Millisecond, Lease: 100 * time.Millisecond},
		func(context.Context, *content.Call, map[string]any) error { ran.Add(1); return nil },
		func(store queue.Store) queue.Store { broken.Store = store; return broken })
	defer s.close()
	broken.on.Store(true)
	s.add("one")
	time.Sleep(30 * time.Millisecond)
	broken.on.Store(false)
	s.drained(t)
	if ran.Load() < 3 {
		t.Errorf("%d hooks ran", ran.Load())
	}
}

// failing is a store that cannot answer while it is on.
type failing struct {
	queue.Store
	on atomic.Bool
}

func (f *failing) Settle(ctx context.Context, outcomes []*queue.Outcome, limit int, lease time.Duration) ([]*queue.Claim, error) {
	if f.on.Load() {
		err := diag.At(diag.ResourceUnavailable, "", "Not now.")
		for _, o := range outcomes {
			o.Err = err
		}
		return nil, err
	}
	return f.Store.Settle(ctx, outcomes, limit, lease)
}
