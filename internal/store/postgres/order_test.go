package postgres_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/quartet-dev/quartet/internal/plan/plantest"
	"github.com/quartet-dev/quartet/internal/sqlgen"
	"github.com/quartet-dev/quartet/internal/store/postgres/postgrestest"
)

const ordered = `
apiVersion: quartet/v1
kind: Schema
metadata: { name: posts }
spec:
  title: Posts
  schema: { type: object, properties: { place: { type: string }, at: { type: integer } } }
  indexes: [[place, at]]
---
apiVersion: quartet/v1
kind: View
metadata: { name: newest }
spec: { surface: public, from: posts, filter: { eq: { field: place, value: here } }, orderBy: [{ field: at, direction: desc }], limit: 20 }
---
apiVersion: quartet/v1
kind: View
metadata: { name: oldest }
spec: { surface: public, from: posts, filter: { eq: { field: place, value: here } }, orderBy: [{ field: at }], limit: 20 }
---
apiVersion: quartet/v1
kind: View
metadata: { name: both }
spec: { surface: public, from: posts, orderBy: [{ field: place, direction: desc }, { field: at, direction: desc }], limit: 20 }
`

// An index serves the orders that it has the columns of, also where they can be
// null: a page costs what is on it.
func TestOrdersAreThoseOfTheirIndexes(t *testing.T) {
	address, p := postgrestest.URL(t), plantest.Seal(t, ordered)
	open(t, address, p)
	connection, err := pgconn.Connect(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	defer connection.Close(t.Context()) //nolint:errcheck // the database goes with the test
	for _, name := range []string{"newest", "oldest", "both"} {
		view := p.View(name)
		for i, q := range slices.Concat([]sqlgen.Query{sqlgen.View(sqlgen.Postgres, view)}, sqlgen.ViewAfter(sqlgen.Postgres, view, make([]bool, len(view.Order())))) {
			arguments := strings.TrimSuffix(strings.Repeat("'1',", len(q.Args)), ",")
			results, err := connection.Exec(t.Context(), fmt.Sprintf(
				"SET enable_seqscan = off; SET enable_bitmapscan = off; SET enable_sort = off; PREPARE %[1]s%[2]d AS %[3]s; EXPLAIN EXECUTE %[1]s%[2]d(%[4]s)", name, i, q.Text, arguments)).ReadAll()
			if err != nil {
				t.Fatal(err)
			}
			var steps []string
			for _, row := range results[len(results)-1].Rows {
				steps = append(steps, string(row[0]))
			}
			if plan := strings.Join(steps, "\n"); strings.Contains(plan, "Sort") {
				t.Errorf("%s sorts:\n%s\n%s", name, q.Text, plan)
			}
		}
	}
}
