package transfer_test

import (
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet/internal/audit"
	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/plan/plantest"
	"github.com/quartet-dev/quartet/internal/store"
	"github.com/quartet-dev/quartet/internal/store/postgres"
	"github.com/quartet-dev/quartet/internal/store/postgres/postgrestest"
	"github.com/quartet-dev/quartet/internal/store/sqlite"
	"github.com/quartet-dev/quartet/internal/store/transfer"
)

const items = `
apiVersion: quartet/v1
kind: Schema
metadata: { name: Items }
spec:
  title: Items
  schema:
    type: object
    properties:
      name: { type: string }
      slug: { type: string }
      count: { type: integer }
      score: { type: number }
      flag: { type: boolean }
      either: { type: [string, integer] }
      tags: { type: array, items: { type: string } }
      loose: {}
  uniqueIndexes: [[slug]]
  indexes: [[count], [name, score]]
`

func newDatabase(t *testing.T) sqlite.Database {
	t.Helper()
	return sqlite.Database{Path: filepath.Join(t.TempDir(), "site.db")}
}

func open(t *testing.T, d store.Database, p *plan.Plan) store.Store {
	t.Helper()
	s, err := d.Open(t.Context(), store.Options{Plan: p, Log: slog.New(slog.DiscardHandler), Retention: &audit.RetainAll})
	if err != nil {
		t.Fatalf("%v: %v", err, errors.Unwrap(err))
	}
	return s
}

func source(t *testing.T, d store.Database) store.Source {
	t.Helper()
	s, err := d.Source(t.Context())
	if err != nil {
		t.Fatalf("%v: %v", err, errors.Unwrap(err))
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

func target(t *testing.T, d store.Database) store.Target {
	t.Helper()
	s, err := d.Target(t.Context())
	if err != nil {
		t.Fatalf("%v: %v", err, errors.Unwrap(err))
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

func fill(t *testing.T, d store.Database, p *plan.Plan, from, to int) {
	t.Helper()
	s := open(t, d, p)
	for i := from; i < to; i++ {
		e := &content.Entry{
			ID: fmt.Sprintf("id-%06d", i), Status: "published", Version: 1, CreatedAt: 5, UpdatedAt: 6, AuthorID: "someone",
			Data: map[string]any{"name": fmt.Sprint("n", i), "slug": fmt.Sprint("s", i), "count": int64(i), "score": 1.5, "flag": i%2 == 0, "either": "x", "tags": []any{"a"}},
		}
		if err := s.Write(t.Context(), &content.Write{Op: content.Insert, Schema: p.Schemas()[0], Entry: e}); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
}

func TestACopyHoldsTheSame(t *testing.T) {
	from, to, p := newDatabase(t), newDatabase(t), plantest.Seal(t, items)
	fill(t, from, p, 0, 2500)
	src, dst := source(t, from), target(t, to)
	if _, err := to.Open(t.Context(), store.Options{Plan: p, Retention: &audit.RetainAll}); !diag.HasCode(err, diag.DatabaseUnfinished) {
		t.Errorf("a database that is loaded is served: %v", err)
	}
	sums, err := transfer.Copy(t.Context(), src, dst, nil)
	if err != nil {
		t.Fatalf("%v: %v", err, errors.Unwrap(err))
	}
	found, err := transfer.Summarize(t.Context(), source(t, to), nil)
	if diff := cmp.Diff(sums, found); diff != "" || err != nil {
		t.Errorf("%v %s", err, diff)
	}
	t.Log(sums)
	served := open(t, to, p)
	if err := served.Close(); err != nil {
		t.Fatal(err)
	}
}

// There and back again is where it was.
func TestACopyInAnotherDatabaseHoldsTheSame(t *testing.T) {
	from, back, p := newDatabase(t), newDatabase(t), plantest.Seal(t, items)
	other := postgres.Database{URL: postgrestest.URL(t)}
	fill(t, from, p, 0, 2500)
	there, err := transfer.Copy(t.Context(), source(t, from), target(t, other), nil)
	if err != nil {
		t.Fatalf("%v: %v", err, errors.Unwrap(err))
	}
	again, err := transfer.Copy(t.Context(), source(t, other), target(t, back), nil)
	if err != nil {
		t.Fatalf("%v: %v", err, errors.Unwrap(err))
	}
	if diff := cmp.Diff(there, again); diff != "" {
		t.Error(diff)
	}
}
