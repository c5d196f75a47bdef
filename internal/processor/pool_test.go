package processor_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"testing/synctest"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/processor"
)

func acquire(t *testing.T, p *processor.Pool) (release func()) {
	t.Helper()
	release, err := p.Acquire(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return release
}

func TestNoMoreRunThanThereAreSlots(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := processor.NewPool(2)
		first, second := acquire(t, p), acquire(t, p)
		var third func()
		go func() { third = acquire(t, p) }()
		synctest.Wait()
		if third != nil {
			t.Fatal("a third ran beside two")
		}
		if got, want := p.State(), (processor.State{Slots: 2, Running: 2, Waiting: 1}); got != want {
			t.Errorf("state is %+v, want %+v", got, want)
		}
		first()
		first() // once is enough
		synctest.Wait()
		if third == nil {
			t.Fatal("the third does not run though a slot is free")
		}
		second()
		third()
		if got, want := p.State(), (processor.State{Slots: 2}); got != want {
			t.Errorf("state is %+v, want %+v", got, want)
		}
	})
}

func TestThoseWhoWaitAreServedInTurn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := processor.NewPool(1)
		release := acquire(t, p)
		var mu sync.Mutex
		var order []int
		for i := range 8 {
			go func() {
				mine := acquire(t, p)
				mu.Lock()
				order = append(order, i)
				mu.Unlock()
				mine()
			}()
			synctest.Wait()
		}
		release()
		synctest.Wait()
		for i, got := range order {
			if got != i {
				t.Fatalf("they were served as %v", order)
			}
		}
		if len(order) != 8 {
			t.Fatalf("%d were served, want 8", len(order))
		}
	})
}

func TestTheQueueIsBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := processor.NewPool(1)
		release := acquire(t, p)
		ctx, cancel := context.WithCancel(t.Context())
		for range 32 {
			go func() { _, _ = p.Acquire(ctx) }()
		}
		synctest.Wait()
		if _, err := p.Acquire(t.Context()); !diag.HasCode(err, diag.ResourceUnavailable) {
			t.Errorf("beyond the queue: %v, want RESOURCE_UNAVAILABLE", err)
		}
		cancel()
		synctest.Wait()
		if got, want := p.State(), (processor.State{Slots: 1, Running: 1, Refused: 33}); got != want {
			t.Errorf("state is %+v, want %+v", got, want)
		}
		release()
		acquire(t, p)()
	})
}

func TestAWaitEndsWithItsContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := processor.NewPool(1)
		defer acquire(t, p)()
		ctx, cancel := context.WithCancel(t.Context())
		var err error
		go func() { _, err = p.Acquire(ctx) }()
		synctest.Wait()
		cancel()
		synctest.Wait()
		if !diag.HasCode(err, diag.ResourceUnavailable) || !errors.Is(err, context.Canceled) {
			t.Errorf("the error is %v, want RESOURCE_UNAVAILABLE because of the context", err)
		}
	})
}

func TestNobodyWaitsForEver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := processor.NewPool(1)
		defer acquire(t, p)()
		if _, err := p.Acquire(t.Context()); !diag.HasCode(err, diag.ResourceUnavailable) {
			t.Errorf("the error is %v, want RESOURCE_UNAVAILABLE", err)
		}
	})
}
