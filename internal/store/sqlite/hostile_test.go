package sqlite_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/plan/plantest"
	"github.com/quartet-dev/quartet/internal/store/sqlite"
)

// endless selects from numbers without end.
func endless(columns, rest string) string {
	return "SELECT " + columns + " AS x FROM (WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n) " + rest
}

// manyTexts are columns that are each within the limit of one value and are
// together more memory than a connection has.
var manyTexts = strings.TrimSuffix(strings.Repeat("hex(zeroblob(3500000)) || i, ", 20), ", ")

// A sql View that wants too much time, memory or space is stopped, and nothing
// else notices.
var hostile = []struct {
	name, sql string
	want      diag.Code
}{
	{"endless recursion", endless(`count(*)`, ``), diag.ResourceExhausted},
	{"endless group_concat", endless(`group_concat(hex(randomblob(100)))`, ``), diag.ResourceExhausted},
	{"endless json_group_array", endless(`json_group_array(hex(randomblob(1000)))`, ``), diag.ResourceExhausted},
	{"a long json_group_array", endless(`json_group_array(hex(zeroblob(1000000)))`, ``), diag.ResourceExhausted},
	{"many long texts", endless(manyTexts, `LIMIT 20`), diag.ResourceExhausted},
	{"endless sort", endless(`i`, `ORDER BY -i`), diag.ResourceExhausted},
	{"endless distinct", endless(`count(DISTINCT hex(randomblob(1000)))`, ``), diag.ResourceExhausted},
	{"a huge zeroblob", `SELECT length(zeroblob(900000000)) AS n`, diag.ResourceExhausted},
	{"a huge printf", `SELECT length(printf('%.*c', 900000000, 'x')) AS n`, diag.ResourceExhausted},
	{"a huge replace", `SELECT length(replace(hex(zeroblob(3000000)), '0', 'xxxxxxxxxx')) AS n`, diag.ResourceExhausted},
	{"a cross join of everything", `SELECT count(*) AS n FROM posts a, posts b, posts c, posts d, posts e, posts f, posts g, posts h`, diag.ResourceExhausted},
	{"an unknown column", `SELECT missing FROM posts`, diag.InternalError},
	{"an unknown table", `SELECT 1 FROM missing`, diag.InternalError},
	{"a platform table", `SELECT value FROM _quartet_secrets`, diag.InternalError},
	{"a syntax error", `SELECT FROM WHERE`, diag.InternalError},
	{"a blob", `SELECT zeroblob(3) AS b`, diag.InternalError},
	{"too many terms", `SELECT 1` + strings.Repeat(` UNION ALL SELECT 1`, 200), diag.InternalError},
}

func sqlView(name, sql string) string {
	return fmt.Sprintf("\n---\n{ apiVersion: quartet/v1, kind: View, metadata: { name: %s }, spec: { surface: staff, sql: %q } }", name, sql)
}

func TestSQLViewsAreBounded(t *testing.T) {
	site := posts
	for i, h := range hostile {
		site += sqlView(fmt.Sprintf("hostile-%d", i), h.sql)
	}
	p := plantest.Seal(t, site)
	store := limited(t, p)
	insertPosts(t, store, p, 0, 30)
	for i, h := range hostile {
		t.Run(h.name, func(t *testing.T) {
			began := time.Now()
			_, err := store.View(t.Context(), content.ViewQuery{View: p.View(fmt.Sprintf("hostile-%d", i)), Limit: 500}, nil)
			if d := diag.As(err); !diag.HasCode(err, h.want) || d.Path != "input#" && h.want == diag.ResourceExhausted {
				t.Errorf("got %v at %q (%v), want %s", err, d.Path, errors.Unwrap(err), h.want)
			}
			if took := time.Since(began); took > 10*time.Second {
				t.Errorf("it took %v", took)
			}
			wantCounted(t, store, p)
		})
	}
}

// wantCounted runs the site's good sql View on as many connections as there
// are.
func wantCounted(t *testing.T, store *sqlite.Store, p *plan.Plan) {
	t.Helper()
	got, err := store.View(t.Context(), content.ViewQuery{View: p.View("counted"), Params: []any{"en"}, Limit: 10}, nil)
	if err != nil {
		t.Fatal(err)
	}
	want := `[{"pinned":false,"tags":["tea"],"posts":25},{"pinned":true,"tags":["tea"],"posts":5}]`
	if diff := cmp.Diff(want, string(got.Rows)); diff != "" {
		t.Error(diff)
	}
}

func TestAClientThatLeavesInterruptsItsRead(t *testing.T) {
	p := plantest.Seal(t, posts+sqlView("endless", endless(`count(*)`, ``)))
	store, err := sqlite.Open(t.Context(), sqlite.Options{Path: filepath.Join(t.TempDir(), "site.db"), Plan: p, StatementTimeout: time.Hour})
	if err != nil {
		t.Fatal(err)
	}
	defer closed(t, store)
	for range 4 { // more often than there are connections
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
		_, err := store.View(ctx, content.ViewQuery{View: p.View("endless"), Limit: 1}, nil)
		cancel()
		if !diag.HasCode(err, diag.ResourceUnavailable) || !errors.Is(err, context.DeadlineExceeded) {
			t.Fatalf("%v, because of %v", err, errors.Unwrap(err))
		}
	}
}

// limited is a store that is soon out of patience.
func limited(t *testing.T, p *plan.Plan) *sqlite.Store {
	t.Helper()
	store, err := sqlite.Open(t.Context(), sqlite.Options{Path: filepath.Join(t.TempDir(), "site.db"), Plan: p, StatementTimeout: 300 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { closed(t, store) })
	return store
}

func TestASQLViewNotWrittenForSQLiteIsRefused(t *testing.T) {
	p := plantest.Seal(t, posts+`
---
{ apiVersion: quartet/v1, kind: View, metadata: { name: elsewhere }, spec: { surface: staff, sql: { postgres: SELECT 1 } } }`)
	store := limited(t, p)
	_, err := store.View(t.Context(), content.ViewQuery{View: p.View("elsewhere"), Limit: 1}, nil)
	if !diag.HasCode(err, diag.ViewDialectUnsupported) {
		t.Error(err)
	}
}
