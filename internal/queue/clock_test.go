package queue_test

import (
	"context"
	"sync/atomic"
	"testing"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/queue"
)

// A clock that is set back puts nothing off: neither what was stored under the
// later time, nor what waits for another try, nor what a process that is gone
// has claimed.
func TestAClockThatIsSetBackPutsNothingOff(t *testing.T) {
	file := waiting(t, "fresh", "tried", "lapsed")
	file.exec(t, `UPDATE _quartet_outbox SET due = due + 7 * 86400000;
UPDATE _quartet_outbox SET tries = 1 WHERE key = 2;
UPDATE _quartet_outbox SET tries = 1, claim = 'gone' WHERE key = 3`)
	var ran atomic.Int64
	s := serve(file.path, jobs, queue.Options{Lease: 100 * 1e6},
		func(context.Context, *content.Call, map[string]any) error { ran.Add(1); return nil }, nil)
	defer s.close()
	s.drained(t)
	if ran.Load() != 9 {
		t.Errorf("%d hooks ran, want 9", ran.Load())
	}

	// One that is stored while the queue is at work, too.
	s.add("later")
	s.exec(t, `UPDATE _quartet_outbox SET due = due + 7 * 86400000 WHERE claim IS NULL`)
	s.drained(t)
}

// Waiting events can be replayed: they run now, with all their tries before
// them.
func TestAWaitingEventIsReplayed(t *testing.T) {
	var tries atomic.Int64
	s := start(t, queue.Options{}, func(context.Context, *content.Call, map[string]any) error {
		if tries.Add(1) == 1 {
			return context.DeadlineExceeded
		}
		return nil
	})
	s.add("one")
	await(t, "it failed", func() bool { items := s.list(t, queue.Pending); return len(items) == 1 && items[0].Diagnostic != nil })
	s.exec(t, `UPDATE _quartet_outbox SET due = due + 3600000, tries = 9`)
	if n, err := s.store.Outbox().Replay(t.Context(), s.list(t, queue.Pending)[0].Event); n != 1 || err != nil {
		t.Fatal(n, err)
	}
	s.queue.Wake()
	s.drained(t)
	if got := s.queue.Deliveries(); got.Tries != 4 || got.Delivered != 3 || got.Failed != 1 || got.Dead != 0 {
		t.Errorf("counted %+v", got)
	}
}
