package postgres_test

import (
	"testing"

	"golang.org/x/sync/errgroup"

	"github.com/quartet-dev/quartet/internal/audit"
	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/store/postgres"
	"github.com/quartet-dev/quartet/internal/store/postgres/postgrestest"
)

// Every process sweeps the history, and each version is pruned and told of once.
func TestWhatSeveralProcessesSweepIsPrunedOnce(t *testing.T) {
	if alone, four := pruned(t, 1), pruned(t, 4); four != alone {
		t.Errorf("records of pruning and versions: %s by four processes, and %s by one", four, alone)
	}
}

// pruned is what processes tell of a history that they sweep at the same time.
func pruned(t *testing.T, processes int) string {
	t.Helper()
	const versions, keep = 60, 10
	url, p := postgrestest.URL(t), notesVersion(t, firstNotes, "")
	var stores []*postgres.Store
	for range processes {
		s, err := postgres.Open(t.Context(), postgres.Options{URL: url, Plan: p, Retention: &audit.Retention{Versions: keep}})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = s.Close() })
		stores = append(stores, s)
	}
	service, err := content.New(t.Context(), p, stores[0], content.Options{})
	if err != nil {
		t.Fatal(err)
	}
	e, err := service.Create(t.Context(), content.Caller{}, "notes", map[string]any{"stars": 0})
	for i := 1; i <= versions && err == nil; i++ {
		e, err = service.Patch(t.Context(), content.Caller{}, "notes", e.ID, map[string]any{"stars": i}, e.Version)
	}
	if err != nil {
		t.Fatal(err)
	}
	var sweeps errgroup.Group
	for range 3 {
		for _, s := range stores {
			sweeps.Go(func() error { return s.Sweep(t.Context()) })
		}
	}
	if err := sweeps.Wait(); err != nil {
		t.Fatal(err)
	}
	return query(t, url, `SELECT count(*), coalesce(sum((after::json->>'versions')::int), 0) + (SELECT versions FROM _quartet_sweep)
FROM _quartet_audit WHERE action = 'prune-history'`)
}
