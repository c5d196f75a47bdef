package storetest

import (
	"context"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/plan"
)

// everything is data with every kind of value, and a property that the Schema
// does not name.
func everything() map[string]any {
	return map[string]any{
		"name": "Tea \"gyokuro\" 玉露\n\u2028", "slug": "gyokuro", "count": int64(-9_007_199_254_740_993), "score": 0.1,
		"flag": true, "either": int64(7), "tags": []any{"green", "steamed"},
		"meta": map[string]any{"origin": "Uji", "deep": []any{nil, false, 1.5}}, "loose": "free",
		"unnamed": map[string]any{"kept": true},
	}
}

func testEntries(t *testing.T, open Opener) {
	f := with(t, open)
	ctx := context.Background()

	t.Run("an entry comes back as it was written", func(t *testing.T) {
		e := draft("one", everything())
		e.AuthorID, e.CreatedAt, e.UpdatedAt = "somebody", 1_700_000_000_000, 1_700_000_000_001
		f.insert(e)
		if diff := cmp.Diff(e, f.entry("one")); diff != "" {
			t.Error(diff)
		}
	})

	t.Run("an entry that is not there is NOT_FOUND", func(t *testing.T) {
		_, err := f.store.Entry(ctx, f.items, "none")
		wantCode(t, err, diag.NotFound)
	})

	t.Run("Match finds by the columns of a unique index", func(t *testing.T) {
		f.insert(draft("placed", map[string]any{"shelf": "a", "place": int64(3)}))
		columns := f.columns("shelf", "place")
		found, err := f.store.Match(ctx, f.items, columns, []any{"a", int64(3)})
		if err != nil || found.ID != "placed" {
			t.Fatalf("found %v, %v", found, err)
		}
		_, err = f.store.Match(ctx, f.items, columns, []any{"a", int64(4)})
		wantCode(t, err, diag.NotFound)
		_, err = f.store.Match(ctx, f.items, f.columns("slug"), []any{"GYOKURO"})
		wantCode(t, err, diag.NotFound)
	})

	t.Run("Match finds nothing by values that a column never holds", func(t *testing.T) {
		f.insert(draft("three", map[string]any{"shelf": "3", "place": int64(3)}))
		for _, values := range [][]any{{"3", 2.5}, {"3", "3"}, {"3", true}, {int64(3), int64(3)}, {"3", 1e300}} {
			_, err := f.store.Match(ctx, f.items, f.columns("shelf", "place"), values)
			wantCode(t, err, diag.NotFound)
		}
		found, err := f.store.Match(ctx, f.items, f.columns("shelf", "place"), []any{"3", 3.0})
		if err != nil || found.ID != "three" {
			t.Errorf("3.0 is 3: found %v, %v", found, err)
		}
	})
	t.Run("Entries lists by id", func(t *testing.T) { testListing(t, open) })
}

func testListing(t *testing.T, open Opener) {
	f := with(t, open)
	for i := range 7 {
		e := draft(fmt.Sprintf("id-%d", i), nil)
		if i%3 == 0 {
			e.Status = content.Published
		}
		f.insert(e)
	}
	for name, test := range map[string]struct {
		query content.EntryQuery
		want  []string
	}{
		"from the start": {content.EntryQuery{Limit: 3}, []string{"id-0", "id-1", "id-2"}},
		"after an id":    {content.EntryQuery{After: "id-2", Limit: 3}, []string{"id-3", "id-4", "id-5"}},
		"past the end":   {content.EntryQuery{After: "id-6", Limit: 3}, nil},
		"of one status":  {content.EntryQuery{Status: content.Published, After: "id-0", Limit: 9}, []string{"id-3", "id-6"}},
	} {
		t.Run(name, func(t *testing.T) {
			test.query.Schema = f.items
			entries, err := f.store.Entries(context.Background(), test.query)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, e := range entries {
				got = append(got, e.ID)
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func (f *fixture) columns(names ...string) (columns []*plan.Column) {
	for _, name := range names {
		columns = append(columns, f.items.Column(name))
	}
	return columns
}
