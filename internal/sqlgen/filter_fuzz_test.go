package sqlgen_test

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/ncruces/go-sqlite3"

	"github.com/quartet-dev/quartet/internal/jsonvalue"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/plan/plantest"
	"github.com/quartet-dev/quartet/internal/sqlgen"
)

const fuzzSite = `
apiVersion: quartet/v1
kind: Schema
metadata: { name: rows }
spec:
  title: Rows
  schema:
    type: object
    properties: { word: { type: string }, number: { type: integer }, flag: { type: boolean } }
---
apiVersion: quartet/v1
kind: View
metadata: { name: filtered }
spec:
  from: rows
  surface: staff
  fields: [id]
  limit: 500
  filter: %s
`

// filterFrom turns any bytes into a filter: every byte decides one thing. The
// text is JSON, which is YAML.
func filterFrom(bytes []byte) string {
	var next func(depth int) any
	take := func(n int) int {
		if len(bytes) == 0 {
			return 0
		}
		b := bytes[0]
		bytes = bytes[1:]
		return int(b) % n
	}
	next = func(depth int) any {
		if kind := take(4); depth < 60 && len(bytes) > 0 && kind < 2 {
			nodes := []any{}
			for range 1 + take(3) {
				nodes = append(nodes, next(depth+1))
			}
			return map[string]any{[]string{"and", "or"}[kind]: nodes}
		}
		field := []string{"word", "number", "flag"}[take(3)]
		value := []any{nil, "a", "b", "", int64(0), int64(1), int64(-7), 1.5, true, false}[take(10)]
		op := []string{"eq", "gt", "gte", "lt", "lte"}[take(5)]
		return map[string]any{op: map[string]any{"field": field, "value": value}}
	}
	return string(jsonvalue.Append(nil, next(0)))
}

// Whatever the filter, the compiled statement is accepted by the database and
// chooses the rows that the contract's words choose.
func FuzzFilter(f *testing.F) {
	f.Add([]byte{2, 0, 0, 0})
	f.Add([]byte{0, 2, 3, 1, 4, 1, 1, 2, 0, 1, 3, 2, 2, 8, 0})
	f.Add([]byte(strings.Repeat("\x00\x01\x02\x00\x01\x00\x01\x01\x02\x01\x05\x01", 40)))
	db := fuzzDatabase(f)
	f.Fuzz(func(t *testing.T, bytes []byte) {
		if len(bytes) > 1000 {
			return
		}
		filter := filterFrom(bytes)
		view := plantest.Seal(t, fmt.Sprintf(fuzzSite, filter)).View("filtered")
		var want []string
		for i, row := range fuzzRows {
			if holds(view.Filter(), row) {
				want = append(want, fmt.Sprint(i))
			}
		}
		if got := chosen(t, db, view); !slices.Equal(got, want) {
			t.Errorf("%s\nchooses %v, want %v", filter, got, want)
		}
	})
}

var fuzzRows = []map[string]any{
	{}, {"word": "a"}, {"word": ""}, {"word": "b", "number": int64(1)}, {"number": int64(-7), "flag": true},
	{"word": "a", "number": int64(0), "flag": false}, {"word": "a", "number": int64(2), "flag": true},
}

func fuzzDatabase(f *testing.F) *sqlite3.Conn {
	f.Helper()
	db, err := sqlite3.Open(":memory:")
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(func() { _ = db.Close() })
	schema := plantest.Seal(f, fmt.Sprintf(fuzzSite, `{ eq: { field: id, value: x } }`)).Schema("rows")
	if err := db.Exec(sqlgen.CreateTable(sqlgen.SQLite, schema)); err != nil {
		f.Fatal(err)
	}
	insert, _, err := db.Prepare(sqlgen.Insert(sqlgen.SQLite, schema))
	if err != nil {
		f.Fatal(err)
	}
	defer insert.Close()
	for i, row := range fuzzRows {
		values := []any{fmt.Sprint(i), "draft", int64(1), int64(0), int64(0), nil, string(jsonvalue.Append(nil, row))}
		for _, c := range sqlgen.Written(schema) {
			values = append(values, row[c.Name()])
		}
		for n, v := range values {
			bindAny(f, insert, n+1, v)
		}
		if err := insert.Exec(); err != nil {
			f.Fatal(err)
		}
	}
	return db
}

func chosen(t *testing.T, db *sqlite3.Conn, view *plan.View) []string {
	t.Helper()
	q := sqlgen.View(sqlgen.SQLite, view)
	s, _, err := db.Prepare(q.Text)
	if err != nil {
		t.Fatalf("%v\n%s", err, q.Text)
	}
	defer s.Close()
	for i, a := range q.Args {
		switch a.Kind {
		case sqlgen.ArgLiteral:
			bindAny(t, s, i+1, a.Value)
		case sqlgen.ArgLimit:
			bindAny(t, s, i+1, int64(500))
		default:
			bindAny(t, s, i+1, int64(0))
		}
	}
	var ids []string
	for s.Step() {
		ids = append(ids, s.ColumnText(0))
	}
	if err := s.Err(); err != nil {
		t.Fatal(err)
	}
	return ids
}

func bindAny(t testing.TB, s *sqlite3.Stmt, n int, v any) {
	t.Helper()
	var err error
	switch v := v.(type) {
	case nil:
		err = s.BindNull(n)
	case string:
		err = s.BindText(n, v)
	case int64:
		err = s.BindInt64(n, v)
	case float64:
		err = s.BindFloat(n, v)
	case bool:
		err = s.BindBool(n, v)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// holds is the contract's reading of a filter, by recursion.
func holds(f *plan.Filter, row map[string]any) bool {
	switch f.Op {
	case plan.And:
		return !slices.ContainsFunc(f.Nodes, func(n *plan.Filter) bool { return !holds(n, row) })
	case plan.Or:
		return slices.ContainsFunc(f.Nodes, func(n *plan.Filter) bool { return holds(n, row) })
	}
	have, want := row[f.Column.Name()], f.Operand.Value
	if have == nil || want == nil {
		return f.Op == plan.Eq && have == nil && want == nil
	}
	order, comparable := compareValues(have, want)
	switch f.Op {
	case plan.Eq:
		return comparable && order == 0
	case plan.Gt:
		return comparable && order > 0
	case plan.Gte:
		return comparable && order >= 0
	case plan.Lt:
		return comparable && order < 0
	default:
		return comparable && order <= 0
	}
}

func compareValues(a, b any) (order int, comparable bool) {
	switch a := a.(type) {
	case string:
		b, ok := b.(string)
		return strings.Compare(a, b), ok
	case bool:
		b, ok := b.(bool)
		return cmp.Compare(rank(a), rank(b)), ok
	case int64:
		switch b := b.(type) {
		case int64:
			return cmp.Compare(a, b), true
		case float64:
			return cmp.Compare(float64(a), b), true
		}
	}
	return 0, false
}

func rank(b bool) int {
	if b {
		return 1
	}
	return 0
}
