package sqlite_test

import (
	"path/filepath"
	"testing"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/plan/plantest"
)

// DESIGN, Speed: values go straight from the columns into the buffer.
func TestAViewAllocatesNothingForARow(t *testing.T) {
	p := plantest.Seal(t, posts)
	store := open(t, filepath.Join(t.TempDir(), "site.db"), p)
	defer closed(t, store)
	insertPosts(t, store, p, 0, 400)
	buffer := make([]byte, 0, 1<<20)
	allocations := func(rows int) float64 {
		q := content.ViewQuery{View: p.View("recent"), Params: []any{"en"}, Limit: rows}
		return testing.AllocsPerRun(100, func() {
			got, err := store.View(t.Context(), q, buffer)
			if err != nil || got.Count != rows {
				t.Fatal(got.Count, err)
			}
		})
	}
	one, many := allocations(1), allocations(300)
	if many > one {
		t.Errorf("%v allocations for 300 rows, %v for one", many, one)
	}
	if one > 5 {
		t.Errorf("%v allocations a call, want a handful at most", one)
	}
}
