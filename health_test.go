package quartet_test

import (
	"context"
	"errors"
	"testing"

	"github.com/quartet-dev/quartet"
)

// Hooks that fall behind are seen: what waits, what was tried, and the file
// under it.
func TestTheConditionIsTold(t *testing.T) {
	fails := make(chan error, 2)
	fails <- nil
	fails <- errors.New("no")
	s := startAfterwards(t, quartet.Options{}, func(context.Context, *quartet.Context, map[string]any) (any, error) { return nil, <-fails })
	for range 2 {
		if _, err := s.Entries("greetings").CreateDraft(t.Context(), greeting); err != nil {
			t.Fatal(err)
		}
	}
	awaitItems(t, s.Deferred(), quartet.DeferredPending, func(items []quartet.DeferredItem) bool {
		return len(items) == 1 && items[0].Diagnostic != nil
	})
	got, err := s.Health(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if h := got.Hooks; h.Pending() != 1 || h.Dead != 0 || got.Since.IsZero() {
		t.Errorf("hooks are %+v", h)
	}
	if d := got.Deliveries; d.Tries < 2 || d.Delivered != 1 || d.Failed < 1 || d.Dead != 0 {
		t.Errorf("deliveries are %+v", d)
	}
	if d := got.Database; d.Size <= 0 || d.Log <= 0 || d.Free == 0 || d.Writes < 2 || d.Commits == 0 || d.Commits > d.Writes || d.Readers.Size == 0 {
		t.Errorf("the database is %+v", d)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if got, err := s.Health(t.Context()); err == nil || got.Database.Size <= 0 {
		t.Errorf("a closed service reports %+v, %v", got, err)
	}
}
