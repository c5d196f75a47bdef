package sqlite_test

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/plan/plantest"
	"github.com/quartet-dev/quartet/internal/store/sqlite"
)

const metered = posts + `
---
apiVersion: quartet/v1
kind: View
metadata: { name: unserved }
spec: { from: posts, surface: staff, filter: { eq: { field: pinned, value: true } }, orderBy: [{ field: title }], limit: 10 }
---
apiVersion: quartet/v1
kind: View
metadata: { name: by-slugs }
spec: { from: posts, surface: staff, filter: { or: [{ eq: { field: slug, value: slug-1 } }, { eq: { field: slug, value: slug-2 } }] } }
---
apiVersion: quartet/v1
kind: View
metadata: { name: pairs }
spec:
  surface: staff
  sql: SELECT a.slug, b.title FROM posts AS a LEFT JOIN posts AS b ON b.locale = 'en' AND b.slug = a.slug WHERE a.locale = 'en' AND a.publishedAt < 10
---
apiVersion: quartet/v1
kind: View
metadata: { name: joined-without-index }
spec:
  surface: staff
  sql: SELECT a.slug, b.id FROM posts AS a JOIN posts AS b ON b.title = a.slug WHERE a.locale = 'en' AND a.publishedAt < 10
---
apiVersion: quartet/v1
kind: View
metadata: { name: how-many }
spec: { surface: staff, sql: SELECT count(*) AS posts FROM posts }
---
apiVersion: quartet/v1
kind: View
metadata: { name: all }
spec: { from: posts, surface: staff, limit: 5 }
`

const plenty = 1_000_000

// What SQLite visits is counted to the row, whatever way it goes.
func TestVisitedRowsAreCounted(t *testing.T) {
	p := plantest.Seal(t, metered)
	store := open(t, filepath.Join(t.TempDir(), "site.db"), p)
	defer closed(t, store)
	insertPosts(t, store, p, 0, 1000)
	meter, err := store.Meter()
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := meter.Close(); err != nil {
			t.Error(err)
		}
	}()
	const whole = -1
	after := []any{int64(500), "post-0000500"}
	for name, test := range map[string]struct {
		view          string
		limit         int
		offset        int64
		after         []any
		rows, visited int
	}{
		"an index in its order":        {"recent", 20, 0, nil, 20, 20},
		"the third page":               {"recent", 20, 40, nil, 20, 60},
		"after a cursor":               {"recent", 20, 0, after, 20, 21}, // the row of the cursor is looked at
		"every row":                    {"recent", whole, 0, nil, 1000, 1000},
		"no filter, no order":          {"all", 5, 0, nil, 5, 5},
		"a sort":                       {"unserved", 10, 0, nil, 10, 1000},
		"an index for each branch":     {"by-slugs", 20, 0, nil, 2, 2},
		"groups":                       {"counted", 20, 0, nil, 2, 1000},
		"a statement that reads all":   {"halves", 20, 0, nil, 0, 1000},
		"how many there are":           {"how-many", 20, 0, nil, 1, 1000},
		"a join by an index":           {"pairs", 100, 0, nil, 10, 20},
		"a join that reads all of one": {"joined-without-index", 100, 0, nil, 0, 10010},
	} {
		t.Run(name, func(t *testing.T) {
			q := content.ViewQuery{View: p.View(test.view), Limit: test.limit, Offset: test.offset, After: test.after}
			if q.View.Params().Document() != nil {
				q.Params = []any{"en"}
			}
			r, err := meter.Read(t.Context(), q, plenty)
			if err != nil {
				t.Fatalf("%v: %v", err, errors.Unwrap(err))
			}
			if r.Rows != test.rows || r.Visited != test.visited || r.Exact == (test.view == "how-many") {
				t.Errorf("%d rows, %d visited, exact %v; want %d and %d\n\t%s", r.Rows, r.Visited, r.Exact, test.rows, test.visited, strings.Join(r.Plan, "\n\t"))
			}
		})
	}
}

// A reading that visits more than it is to is stopped.
func TestReadingsAreStopped(t *testing.T) {
	p := plantest.Seal(t, metered)
	store := open(t, filepath.Join(t.TempDir(), "site.db"), p)
	defer closed(t, store)
	insertPosts(t, store, p, 0, 500)
	meter, err := store.Meter()
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = meter.Close() }()
	for most, over := range map[int]bool{499: true, 500: false} {
		r, err := meter.Read(t.Context(), content.ViewQuery{View: p.View("unserved"), Limit: 10}, most)
		if err != nil || r.Over != over || r.Visited != 500 || len(r.Plan) == 0 {
			t.Errorf("of at most %d: %+v, %v", most, r, err)
		}
	}
}

// A trial index serves the View while it is there, and goes again.
func TestTrialIndexesGoAgain(t *testing.T) {
	p := plantest.Seal(t, metered)
	store := open(t, filepath.Join(t.TempDir(), "site.db"), p)
	defer closed(t, store)
	insertPosts(t, store, p, 0, 500)
	meter, err := store.Meter()
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = meter.Close() }()
	q := content.ViewQuery{View: p.View("unserved"), Limit: 10}
	visited := func() int {
		r, err := meter.Read(t.Context(), q, plenty)
		if err != nil {
			t.Fatal(err)
		}
		return r.Visited
	}
	s := p.Schema("posts")
	trial := sqlite.TrialIndex{Schema: s, Columns: []*plan.Column{s.Column("pinned"), s.Column("title")}}
	for range 2 {
		if n := visited(); n != 500 {
			t.Fatalf("%d visited without an index", n)
		}
		err = meter.Try(t.Context(), []sqlite.TrialIndex{trial}, func() error {
			if n := visited(); n != 10 {
				t.Errorf("%d visited with an index", n)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if n := visited(); n != 500 {
		t.Errorf("%d visited after the index has gone", n)
	}
}
