package storetest

import (
	"context"
	"fmt"
	"testing"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/plan/plantest"
)

// Opener opens an empty store for a plan. The suite closes it.
type Opener func(t *testing.T, p *plan.Plan) content.Store

// Run runs the suite.
func Run(t *testing.T, open Opener) {
	t.Run("Entries", func(t *testing.T) { testEntries(t, open) })
	t.Run("Lists", func(t *testing.T) { testLists(t, open) })
	t.Run("ArticleLists", func(t *testing.T) { testArticleLists(t, open) })
	t.Run("Writes", func(t *testing.T) { testWrites(t, open) })
	t.Run("FormerAddresses", func(t *testing.T) { testFormerAddresses(t, open) })
	t.Run("Drafts", func(t *testing.T) { testDrafts(t, open) })
	t.Run("Unique", func(t *testing.T) { testUnique(t, open) })
	t.Run("Generation", func(t *testing.T) { testGeneration(t, open) })
	t.Run("Concurrency", func(t *testing.T) { testConcurrency(t, open) })
	t.Run("Rows", func(t *testing.T) { testRows(t, open) })
	t.Run("Filters", func(t *testing.T) { testFilters(t, open) })
	t.Run("SQLViews", func(t *testing.T) { testSQLViews(t, open) })
	t.Run("Paging", func(t *testing.T) { testPaging(t, open) })
	t.Run("Limits", func(t *testing.T) { testLimits(t, open) })
	t.Run("BulkPublishesArticles", func(t *testing.T) { testBulkPublishesArticles(t, open) })
	t.Run("BulkPublishesDrafts", func(t *testing.T) { testBulkPublishesDrafts(t, open) })
	t.Run("BulkLeavesArticles", func(t *testing.T) { testBulkLeavesArticles(t, open) })
	t.Run("BulkMovesArticles", func(t *testing.T) { testBulkMovesArticles(t, open) })
	t.Run("BulkLeavesNoDraftOfNothing", func(t *testing.T) { testBulkLeavesNoDraftOfNothing(t, open) })
	t.Run("BulkChangesLists", func(t *testing.T) { testBulkChangesLists(t, open) })
	t.Run("BulkDecidesNothing", func(t *testing.T) { testBulkDecidesNothing(t, open) })
	t.Run("BulkSetsNothingTwice", func(t *testing.T) { testBulkSetsNothingTwice(t, open) })
	t.Run("BulkKeepsWhatOthersAdd", func(t *testing.T) { testBulkKeepsWhatOthersAdd(t, open) })
	t.Run("Records", func(t *testing.T) { testRecords(t, open) })
}

// items is the Schema that most tests use: a property of every kind.
const items = `
apiVersion: quartet/v1
kind: Schema
metadata: { name: items }
spec:
  title: Items
  schema:
    type: object
    properties:
      name: { type: string }
      slug: { type: string }
      shelf: { type: string }
      place: { type: integer }
      count: { type: integer }
      score: { type: number }
      flag: { type: boolean }
      either: { type: [string, integer] }
      tags: { type: array, items: { type: string } }
      meta: { type: object }
      loose: {}
  uniqueIndexes: [[slug], [shelf, place]]
  indexes: [[count], [name, score]]
`

// fixture is an open store with the Schema items.
type fixture struct {
	t     *testing.T
	plan  *plan.Plan
	store content.Store
	items *plan.Schema
}

// with opens a store for items and further documents.
func with(t *testing.T, open Opener, documents ...string) *fixture {
	t.Helper()
	site := items
	for _, document := range documents {
		site += "\n---\n" + document
	}
	p := plantest.Seal(t, site)
	store := open(t, p)
	t.Cleanup(func() {
		if err := store.Close(); err != nil {
			t.Errorf("Close: %v", err)
		}
	})
	return &fixture{t, p, store, p.Schema("items")}
}

// draft is a new entry of items as the writer would prepare it.
func draft(id string, data map[string]any) *content.Entry {
	if data == nil {
		data = map[string]any{}
	}
	return &content.Entry{
		ID: id, Collection: "items", Status: content.Draft, Version: 1, Data: data, CreatedAt: 1, UpdatedAt: 1,
	}
}

func (f *fixture) insert(entries ...*content.Entry) {
	f.t.Helper()
	for _, e := range entries {
		if err := f.write(content.Insert, e, content.Expect{}); err != nil {
			f.t.Fatalf("insert %s: %v", e.ID, err)
		}
	}
}

func (f *fixture) write(op content.WriteOp, e *content.Entry, expect content.Expect) error {
	return f.store.Write(context.Background(), &content.Write{Op: op, Schema: f.items, Entry: e, Expect: expect})
}

func (f *fixture) entry(id string) *content.Entry {
	f.t.Helper()
	e, err := f.store.Entry(context.Background(), f.items, id)
	if err != nil {
		f.t.Fatalf("entry %s: %v", id, err)
	}
	return e
}

// rows runs a View and returns its JSON.
func (f *fixture) rows(q content.ViewQuery) string {
	f.t.Helper()
	got, err := f.store.View(context.Background(), q, nil)
	if err != nil {
		f.t.Fatalf("view %s: %v", q.View.Name(), err)
	}
	return string(got.Rows)
}

// wantCode checks the code of an error and, where it is given, its path.
func wantCode(t *testing.T, err error, code diag.Code, path ...string) {
	t.Helper()
	if !diag.HasCode(err, code) {
		t.Fatalf("got %v, want %s", err, code)
	}
	if got := diag.As(err).Path; len(path) > 0 && got != path[0] {
		t.Fatalf("%s at %q, want it at %q", code, got, path[0])
	}
}

// view is the document of a staff View over items.
func view(name, rest string) string {
	return fmt.Sprintf(`
apiVersion: quartet/v1
kind: View
metadata: { name: %s }
spec:
  from: items
  surface: staff
%s`, name, rest)
}
