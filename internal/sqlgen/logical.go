package sqlgen

import (
	"strings"

	"github.com/quartet-dev/quartet/internal/plan"
)

// Logical is the dialect with the logical tables of Schemas, which lie in a
// schema of the database. A statement by hand sees each of them under its name:
// the columns that the plan declares, and nothing else that the table holds. Names
// are found in no other way, so that no search path is needed.
//
// SQLite has temporary views for that, which a session of PostgreSQL behind a
// pooler cannot have (decision 218).
func (d *Dialect) Logical(schema string, schemas []*plan.Schema) *Dialect {
	logical := *d
	logical.tables = make(map[string]string, len(schemas))
	for _, s := range schemas {
		logical.tables[s.Name()] = quote(s.Name()) + " AS NOT MATERIALIZED (SELECT " + strings.Join(d.shown(s), ", ") +
			" FROM " + quote(schema) + "." + quote(s.Name()) + ")"
	}
	logical.schemas = schemas
	return &logical
}

// shown are the columns of a logical table.
func (d *Dialect) shown(s *plan.Schema) []string {
	columns := []string{quote("data")}
	for _, c := range s.Columns() {
		if c.Kind() == plan.MixedColumn {
			columns = append(columns, of(d.member, c.Name())+" AS "+quote(c.Name()))
			continue
		}
		columns = append(columns, quote(c.Name()))
	}
	return columns
}

// ReadColumns are the columns of a Schema's table that its logical table reads.
func ReadColumns(s *plan.Schema) []string {
	columns := []string{"data"}
	for _, c := range s.Columns() {
		if c.Kind() != plan.MixedColumn {
			columns = append(columns, c.Name())
		}
	}
	return columns
}

// with begins a statement with the logical tables that it may name.
func (d *Dialect) with(statement string) string {
	folded := strings.ToLower(statement)
	var tables []string
	for _, s := range d.schemas {
		if strings.Contains(folded, strings.ToLower(s.Name())) {
			tables = append(tables, d.tables[s.Name()])
		}
	}
	if len(tables) == 0 {
		return ""
	}
	return "WITH " + strings.Join(tables, ", ") + "\n"
}
