package queue_test

import (
	"context"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/queue"
)

// A claim that could not be renewed ends behind the Trigger that runs: another
// worker may be running the next one.
func TestALostClaimBeginsNoFurtherHook(t *testing.T) {
	var seen record
	unlucky := &unrenewed{}
	unlucky.fails.Store(true)
	s := serve(t.TempDir()+"/site.db", jobs, queue.Options{Lease: 60 * time.Millisecond, Poll: 5 * time.Millisecond},
		func(ctx context.Context, call *content.Call, _ map[string]any) error {
			seen.add("%s %v", call.Event.Trigger, ctx.Err())
			if call.Event.Trigger == "a" {
				<-ctx.Done()
				unlucky.fails.Store(false)
			}
			return nil
		},
		func(store queue.Store) queue.Store { unlucky.Store = store; return unlucky })
	defer s.close()
	s.add("one")
	s.drained(t)
	if diff := cmp.Diff([]string{"a <nil>", "b <nil>", "c <nil>"}, seen.all()); diff != "" {
		t.Error(diff)
	}
}

// unrenewed is a store that renews no lease while it fails, and claims nothing
// between the first claim and the first record: nobody takes the event meanwhile.
type unrenewed struct {
	queue.Store
	fails    atomic.Bool
	claimed  bool // as recorded, the dispatcher's
	recorded bool
}

func (u *unrenewed) Settle(ctx context.Context, outcomes []*queue.Outcome, limit int, lease time.Duration) ([]*queue.Claim, error) {
	u.recorded = u.recorded || len(outcomes) > 0
	if u.claimed && !u.recorded {
		return nil, nil
	}
	claims, err := u.Store.Settle(ctx, outcomes, limit, lease)
	u.claimed = u.claimed || claims != nil
	return claims, err
}

func (u *unrenewed) Extend(ctx context.Context, claims []*queue.Claim, lease time.Duration) ([]*queue.Claim, error) {
	if u.fails.Load() {
		return nil, diag.At(diag.ResourceUnavailable, "", "Not now.")
	}
	return u.Store.Extend(ctx, claims, lease)
}

// A claim whose lease is over before it is known runs nothing.
func TestALateClaimRunsNothing(t *testing.T) {
	var ran atomic.Int64
	count := func(context.Context, *content.Call, map[string]any) error { ran.Add(1); return nil }
	late := &lateClaims{claimed: make(chan struct{}), answer: make(chan struct{}), again: make(chan struct{})}
	opts := queue.Options{Workers: 1, Lease: 60 * time.Millisecond, Poll: 5 * time.Millisecond}
	s := serve(t.TempDir()+"/site.db", jobs, opts, count, func(store queue.Store) queue.Store { late.Store = store; return late })
	defer s.close()
	s.add("one")
	<-late.claimed
	rival := serve(s.path, jobs, opts, count, nil)
	defer rival.close()
	rival.drained(t)
	close(late.answer)
	<-late.again // its only worker is free
	if ran.Load() != 3 {
		t.Errorf("the hooks ran %d times, want 3", ran.Load())
	}
}

// lateClaims is a store that holds back the first claims until it may answer,
// and tells when it is asked again.
type lateClaims struct {
	queue.Store
	claimed, answer, again chan struct{}

	once sync.Once
}

func (l *lateClaims) Settle(ctx context.Context, outcomes []*queue.Outcome, limit int, lease time.Duration) ([]*queue.Claim, error) {
	select {
	case <-l.answer:
		l.once.Do(func() { close(l.again) })
	default:
	}
	claims, err := l.Store.Settle(ctx, outcomes, limit, lease)
	if claims != nil {
		close(l.claimed)
		<-l.answer
	}
	return claims, err
}

// A handler that waits for something that never comes holds its worker no
// longer than a try may take.
func TestATryEnds(t *testing.T) {
	s := start(t, queue.Options{Workers: 1, TryTimeout: 20 * time.Millisecond}, func(ctx context.Context, _ *content.Call, input map[string]any) error {
		if input["name"] == "stuck" {
			<-ctx.Done()
		}
		return ctx.Err()
	})
	stuck := s.add("stuck")
	s.add("quick")
	await(t, "only the stuck one is left, and has failed", func() bool {
		items := s.list(t, queue.Pending)
		return len(items) == 1 && items[0].EntryID == stuck && items[0].Diagnostic != nil && !items[0].Running
	})
}
