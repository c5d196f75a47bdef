package queue_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/queue"
)

// A queue is ready while it can look for events, whatever becomes of hooks.
func TestReady(t *testing.T) {
	broken := &failing{}
	s := serve(t.TempDir()+"/site.db", jobs, queue.Options{Poll: 5 * time.Millisecond},
		func(context.Context, *content.Call, map[string]any) error { return errors.New("no") },
		func(store queue.Store) queue.Store { broken.Store = store; return broken })
	defer s.close()
	s.add("one")
	await(t, "the hook has failed", func() bool { return s.list(t, queue.Pending)[0].Diagnostic != nil })
	if err := s.queue.Ready(); err != nil {
		t.Errorf("a hook failed, and the queue is not ready: %v", err)
	}
	broken.on.Store(true)
	await(t, "it cannot look", func() bool { return diag.HasCode(s.queue.Ready(), diag.ResourceUnavailable) })
	broken.on.Store(false)
	await(t, "it looks again", func() bool { return s.queue.Ready() == nil })
	s.queue.Stop()
	if s.queue.Ready() == nil {
		t.Error("a stopped queue is ready")
	}
}
