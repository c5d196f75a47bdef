package queue_test

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/queue"
)

// batches is a store that notes how many outcomes and claims each write has,
// and shows the claims of those that have outcomes before any worker sees them.
type batches struct {
	queue.Store
	seen record
	show func([]*queue.Claim)
}

func (b *batches) Settle(ctx context.Context, outcomes []*queue.Outcome, limit int, lease time.Duration) ([]*queue.Claim, error) {
	claims, err := b.Store.Settle(ctx, outcomes, limit, lease)
	if len(outcomes)+len(claims) > 0 {
		b.seen.add("%d recorded, %d claimed", len(outcomes), len(claims))
	}
	if len(outcomes) > 0 && claims != nil && b.show != nil {
		b.show(claims)
	}
	return claims, err
}

// waiting is a file with events that nobody delivers yet.
func waiting(t *testing.T, names ...string) *site {
	t.Helper()
	s := start(t, queue.Options{}, nil)
	s.queue.Stop()
	for _, name := range names {
		s.add(name)
	}
	return s
}

// behind delivers the events of a file through b, with one worker that holds one
// event.
func (s *site) behind(b *batches, lease time.Duration, h handle) *site {
	return serve(s.path, jobs, queue.Options{Workers: 1, Batch: 1, Lease: lease, Poll: 5 * time.Millisecond}, h,
		func(store queue.Store) queue.Store { b.Store = store; return b })
}

// What was done is recorded, and what is next claimed, in one write.
func TestRecordsAndClaimsShareAWrite(t *testing.T) {
	var seen record
	b := &batches{}
	s := waiting(t, "1", "2", "3").behind(b, 0, func(_ context.Context, call *content.Call, input map[string]any) error {
		seen.add("%s%s", input["name"], call.Event.Trigger)
		return nil
	})
	defer s.close()
	s.drained(t)
	if diff := cmp.Diff([]string{"1a", "1b", "1c", "2a", "2b", "2c", "3a", "3b", "3c"}, seen.all()); diff != "" {
		t.Error(diff)
	}
	await(t, "each event is claimed with the record of the last", func() bool {
		return slices.Equal(b.seen.all(), []string{
			"0 recorded, 1 claimed", "1 recorded, 0 claimed", "1 recorded, 0 claimed", "1 recorded, 1 claimed",
			"1 recorded, 0 claimed", "1 recorded, 0 claimed", "1 recorded, 1 claimed",
			"1 recorded, 0 claimed", "1 recorded, 0 claimed", "1 recorded, 0 claimed",
		})
	})
}

// A backlog is claimed and recorded in batches: many events a write, however
// long a commit takes.
func TestABacklogGoesInBatches(t *testing.T) {
	for _, commit := range []time.Duration{40 * time.Millisecond, 150 * time.Millisecond} {
		t.Run(commit.String(), func(t *testing.T) { goesInBatches(t, commit) })
	}
}

func goesInBatches(t *testing.T, commit time.Duration) {
	t.Helper()
	const events = 400
	file := waiting(t)
	for range events {
		file.add("one")
	}
	var ran, writes atomic.Int64
	b := &slowly{writes: &writes, commit: commit}
	s := serve(file.path, jobs, queue.Options{}, func(context.Context, *content.Call, map[string]any) error { ran.Add(1); return nil },
		func(store queue.Store) queue.Store { b.Store = store; return b })
	defer s.close()
	s.drained(t)
	// One event a write would be 1,200 writes, one for each worker 75.
	if n := writes.Load(); ran.Load() != 3*events || n >= 75 {
		t.Errorf("%d hooks ran with %d writes", ran.Load(), n)
	} else {
		t.Logf("%d hooks ran with %d writes", ran.Load(), n)
	}
}

// slowly is a store whose commits take their time.
type slowly struct {
	queue.Store
	writes *atomic.Int64
	commit time.Duration // long enough for all workers to end what they run
}

func (s *slowly) Settle(ctx context.Context, outcomes []*queue.Outcome, limit int, lease time.Duration) ([]*queue.Claim, error) {
	time.Sleep(s.commit)
	claims, err := s.Store.Settle(ctx, outcomes, limit, lease)
	if len(outcomes)+len(claims) > 0 {
		s.writes.Add(1)
	}
	return claims, err
}

// What waits behind workers that are all busy is handed back for others to run,
// and no try of it counts.
func TestWhatNoWorkerBeginsIsHandedBack(t *testing.T) {
	const events = 40
	file := waiting(t)
	for range events {
		file.add("one")
	}
	hang, free := make(chan struct{}), make(chan struct{})
	var begun atomic.Int64
	opts := queue.Options{Workers: 1, Lease: 1500 * time.Millisecond, Poll: 5 * time.Millisecond}
	s := serve(file.path, jobs, opts, func(context.Context, *content.Call, map[string]any) error {
		if begun.Add(1) == 60 { // by then it holds many
			close(hang)
			<-free
		}
		return nil
	}, nil)
	defer s.close()
	defer close(free)
	await(t, "a handler hangs", closed(hang))
	await(t, "it holds that one alone", func() bool {
		running := 0
		for _, item := range file.list(t, queue.Pending) {
			if item.Running {
				running++
			} else if item.Tries > 1 || len(item.Triggers) == 3 && item.Tries != 0 {
				t.Fatalf("handed back %+v", item)
			}
		}
		return running == 1
	})
}

// Graceful stop: a worker that has finished goes on with nothing.
func TestAStoppedWorkerAsksForNoOther(t *testing.T) {
	b, began, finish := &batches{}, make(chan struct{}), make(chan struct{})
	s := waiting(t, "1", "2").behind(b, 0, func(_ context.Context, call *content.Call, _ map[string]any) error {
		if call.Event.Trigger == "c" {
			close(began)
			<-finish
		}
		return nil
	})
	defer s.close()
	await(t, "the last hook of the first event runs", closed(began))
	stopped := make(chan struct{})
	go func() { s.queue.Stop(); close(stopped) }()
	await(t, "the queue stops", func() bool { return s.queue.Ready() != nil })
	close(finish)
	<-stopped
	wantUntouched(t, s)
	if diff := cmp.Diff([]string{"0 recorded, 1 claimed", "1 recorded, 0 claimed", "1 recorded, 0 claimed", "1 recorded, 0 claimed"}, b.seen.all()); diff != "" {
		t.Error(diff)
	}
}

// Graceful stop: what was claimed at that moment is handed back.
func TestStopHandsBackWhatCameNext(t *testing.T) {
	var seen record
	b, stopped := &batches{}, make(chan struct{})
	ready := make(chan *site, 1)
	b.show = func([]*queue.Claim) {
		s := <-ready
		go func() { s.queue.Stop(); close(stopped) }()
		await(t, "the queue stops", func() bool { return s.queue.Ready() != nil })
	}
	s := waiting(t, "1", "2").behind(b, 0, func(_ context.Context, _ *content.Call, input map[string]any) error {
		seen.add("%s", input["name"])
		return nil
	})
	defer s.close()
	ready <- s
	await(t, "the queue has stopped", closed(stopped))
	wantUntouched(t, s)
	if diff := cmp.Diff([]string{"1", "1", "1"}, seen.all()); diff != "" {
		t.Error(diff)
	}
}

// wantUntouched wants one event left, due, of which no try counts.
func wantUntouched(t *testing.T, s *site) {
	t.Helper()
	items := s.list(t, queue.Pending)
	if len(items) != 1 || items[0].Running || items[0].Tries != 0 || len(items[0].Triggers) != 3 {
		t.Errorf("left %+v", items)
	}
}

// What came next counts from when it was asked for, too: too late, it runs
// nothing.
func TestALateNextRunsNothing(t *testing.T) {
	var ran atomic.Int64
	count := func(context.Context, *content.Call, map[string]any) error { ran.Add(1); return nil }
	const lease = time.Second // long enough to be lost to nothing else
	file, late := waiting(t, "1", "2"), make(chan struct{})
	var once sync.Once
	g := &batches{show: func([]*queue.Claim) {
		once.Do(func() {
			defer close(late)
			rival := serve(file.path, jobs, queue.Options{Poll: 5 * time.Millisecond}, count, nil)
			defer rival.close()
			rival.drained(t)
		})
	}}
	s := file.behind(g, lease, count)
	defer s.close()
	await(t, "another worker has run what came next", closed(late))
	s.add("3") // which its only worker runs when it is free
	s.drained(t)
	if ran.Load() != 9 {
		t.Errorf("the hooks ran %d times, want 9", ran.Load())
	}
}

func closed(c <-chan struct{}) func() bool {
	return func() bool {
		select {
		case <-c:
			return true
		default:
			return false
		}
	}
}

// Graceful stop: it is heard while there is always more to do, too.
func TestAStopIsHeardUnderLoad(t *testing.T) {
	file := waiting(t)
	var ran atomic.Int64
	s := serve(file.path, jobs, queue.Options{Grace: time.Hour, Poll: 5 * time.Millisecond},
		func(context.Context, *content.Call, map[string]any) error { ran.Add(1); return nil }, nil)
	defer s.close()
	over, stopped := make(chan struct{}), make(chan struct{})
	var writers sync.WaitGroup
	for range 4 {
		writers.Go(func() {
			for !closed(over)() {
				s.add("one")
			}
		})
	}
	defer writers.Wait()
	defer close(over)
	await(t, "many hooks have run", func() bool { return ran.Load() > 1000 })
	go func() { s.queue.Stop(); close(stopped) }()
	await(t, "the queue has stopped", closed(stopped))
	for _, item := range file.list(t, queue.Pending) {
		if item.Running {
			t.Errorf("left claimed: %+v", item)
		}
	}
}
