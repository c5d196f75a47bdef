package sqlite_test

import (
	"testing"

	"github.com/quartet-dev/quartet/internal/plan/plantest"
	"github.com/quartet-dev/quartet/internal/store/sqlite"
)

// A plan without a sql View has nothing to prepare, and no database is opened,
// which takes thousands of allocations.
func TestWithoutStatementsNothingIsOpened(t *testing.T) {
	p := plantest.Seal(t, `
{ apiVersion: quartet/v1, kind: Schema, metadata: { name: teas }, spec: { title: Teas, schema: { type: object, properties: { name: { type: string } } } } }
---
{ apiVersion: quartet/v1, kind: View, metadata: { name: all }, spec: { from: teas, surface: staff } }
---
{ apiVersion: quartet/v1, kind: View, metadata: { name: foreign }, spec: { surface: staff, sql: { postgres: SELECT 1 } } }
`)
	opened := func() {
		if refusals, err := sqlite.Refusals(t.Context(), p); refusals != nil || err != nil {
			t.Errorf("%v, %v", refusals, err)
		}
	}
	if allocated := testing.AllocsPerRun(10, opened); allocated > 10 {
		t.Errorf("%v allocations", allocated)
	}
}

// A statement is refused as a running service refuses it: also where it would be
// right without the restrictions.
func TestRefusalsAreThoseOfARunningService(t *testing.T) {
	p := plantest.Seal(t, posts+`
---
{ apiVersion: quartet/v1, kind: View, metadata: { name: a-good }, spec: { surface: staff, sql: SELECT id FROM posts } }
---
{ apiVersion: quartet/v1, kind: View, metadata: { name: b-main }, spec: { surface: staff, sql: SELECT id FROM main.posts } }
---
{ apiVersion: quartet/v1, kind: View, metadata: { name: c-pragma }, spec: { surface: staff, sql: SELECT * FROM pragma_database_list } }
`)
	refusals, err := sqlite.Refusals(t.Context(), p)
	if err != nil || len(refusals) != 2 || refusals[0].View.Name() != "b-main" || refusals[1].View.Name() != "c-pragma" {
		t.Errorf("%v, %v", refusals, err)
	}
}
