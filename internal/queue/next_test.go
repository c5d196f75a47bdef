package queue_test

import (
	"context"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/queue"
)

// goingOn is a store that counts the events that came by Claim and the calls of
// Next, and shows what Next gives before its worker sees it.
type goingOn struct {
	queue.Store
	claimed, asked atomic.Int64
	show           func(*queue.Claim)
}

func (g *goingOn) Claim(ctx context.Context, limit int, lease time.Duration) ([]*queue.Claim, error) {
	claims, err := g.Store.Claim(ctx, limit, lease)
	g.claimed.Add(int64(len(claims)))
	return claims, err
}

func (g *goingOn) Next(ctx context.Context, c *queue.Claim, lease time.Duration) (*queue.Claim, error) {
	g.asked.Add(1)
	next, err := g.Store.Next(ctx, c, lease)
	if next != nil && g.show != nil {
		g.show(next)
	}
	return next, err
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

// behind delivers the events of a file through g, with one worker.
func (s *site) behind(g *goingOn, lease time.Duration, h handle) *site {
	return serve(s.path, jobs, queue.Options{Workers: 1, Lease: lease, Poll: 5 * time.Millisecond}, h,
		func(store queue.Store) queue.Store { g.Store = store; return g })
}

// While events wait, a worker claims its next one with the record of the last.
func TestAWorkerGoesOnByItself(t *testing.T) {
	var seen record
	g := &goingOn{}
	s := waiting(t, "1", "2", "3").behind(g, 0, func(_ context.Context, call *content.Call, input map[string]any) error {
		seen.add("%s%s", input["name"], call.Event.Trigger)
		return nil
	})
	defer s.close()
	s.drained(t)
	if diff := cmp.Diff([]string{"1a", "1b", "1c", "2a", "2b", "2c", "3a", "3b", "3c"}, seen.all()); diff != "" {
		t.Error(diff)
	}
	if g.claimed.Load() != 1 || g.asked.Load() != 3 {
		t.Errorf("%d events were claimed for an idle worker, and %d times another was asked for; want 1 and 3", g.claimed.Load(), g.asked.Load())
	}
}

// Graceful stop: a worker that has finished goes on with nothing.
func TestAStoppedWorkerAsksForNoOther(t *testing.T) {
	g, began, finish := &goingOn{}, make(chan struct{}), make(chan struct{})
	s := waiting(t, "1", "2").behind(g, 0, func(_ context.Context, call *content.Call, _ map[string]any) error {
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
	if g.asked.Load() != 0 {
		t.Error("another event was asked for")
	}
}

// Graceful stop: what a worker has claimed at that moment is handed back.
func TestStopHandsBackWhatCameNext(t *testing.T) {
	var seen record
	g, stopped := &goingOn{}, make(chan struct{})
	ready := make(chan *site, 1)
	g.show = func(*queue.Claim) {
		s := <-ready
		go func() { s.queue.Stop(); close(stopped) }()
		await(t, "the queue stops", func() bool { return s.queue.Ready() != nil })
	}
	s := waiting(t, "1", "2").behind(g, 0, func(_ context.Context, _ *content.Call, input map[string]any) error {
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
	g := &goingOn{show: func(*queue.Claim) {
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
