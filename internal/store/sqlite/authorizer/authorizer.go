// Package authorizer restricts a connection to what the statement of a sql View
// may do: read the logical tables of the Schemas, under limits.
//
// What a statement sees are temporary views, one for each Schema, that show the
// columns of the logical table and nothing else. The tables behind them can be
// read through those views alone, and SQLite asks the authorizer about every
// table, column and function that a statement names.
package authorizer

import (
	"errors"
	"fmt"
	"strings"

	"github.com/ncruces/go-sqlite3"

	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/sqlgen"
	"github.com/quartet-dev/quartet/internal/store/migration"
)

// Restrict restricts a connection, which must be read-only. It cannot be undone.
func Restrict(db *sqlite3.Conn, schemas []*plan.Schema) error {
	for _, s := range schemas {
		if err := db.Exec(logicalTable(s)); err != nil {
			return fmt.Errorf("logical table %s: %w", s.Name(), err)
		}
	}
	a, err := newAuthorizer(db, schemas)
	if err != nil {
		return err
	}
	for limit, value := range map[sqlite3.LimitCategory]int{
		sqlite3.LIMIT_ATTACHED:            0,
		sqlite3.LIMIT_COMPOUND_SELECT:     100,
		sqlite3.LIMIT_FUNCTION_ARG:        100,
		sqlite3.LIMIT_LIKE_PATTERN_LENGTH: maxPattern,
		sqlite3.LIMIT_SQL_LENGTH:          1 << 20,
		sqlite3.LIMIT_TRIGGER_DEPTH:       0,
		sqlite3.LIMIT_VDBE_OP:             250_000,
	} {
		db.Limit(limit, value)
	}
	if err := db.Exec("PRAGMA query_only = ON"); err != nil {
		return err
	}
	return db.SetAuthorizer(a.ask)
}

// maxPattern bounds a pattern of LIKE or GLOB, in bytes. The longest search
// term of staff fits, each letter of which may be a class of all its forms.
const maxPattern = 4000

// logicalTable shows of a Schema's table what sql Views may see. It is found
// before the table, since temporary names are looked up first.
func logicalTable(s *plan.Schema) string {
	names := []string{`"data"`}
	for _, c := range s.Columns() {
		names = append(names, `"`+c.Name()+`"`)
	}
	return fmt.Sprintf(`CREATE TEMP VIEW "%[1]s" AS SELECT %[2]s FROM main."%[1]s"`, s.Name(), strings.Join(names, ", "))
}

// authorizer answers what SQLite asks while it compiles a statement. All names
// are in lower case, since SQL compares them so.
type authorizer struct {
	columns   map[string]map[string]bool // by Schema, of its logical table
	functions map[string]bool
	hidden    map[string]bool // tables that exist and are no Schema's
}

func newAuthorizer(db *sqlite3.Conn, schemas []*plan.Schema) (*authorizer, error) {
	a := &authorizer{columns: map[string]map[string]bool{}}
	for _, s := range schemas {
		columns := map[string]bool{"data": true}
		for _, column := range s.Columns() {
			columns[strings.ToLower(column.Name())] = true
		}
		a.columns[strings.ToLower(s.Name())] = columns
	}
	var err error
	if a.functions, err = names(db, plainFunctions); err != nil {
		return nil, err
	}
	a.hidden, err = names(db, tablesAndModules)
	for name := range a.columns {
		delete(a.hidden, name)
	}
	return a, err
}

const (
	// Functions that have no effect and read nothing but their arguments, by
	// SQLite's own flag (SQLITE_INNOCUOUS), but for those about SQLite itself.
	plainFunctions = `SELECT DISTINCT lower(name) FROM pragma_function_list
		WHERE flags & 0x200000 AND name NOT LIKE 'sqlite!_%' ESCAPE '!'`

	tablesAndModules = `SELECT lower(name) FROM main.sqlite_schema WHERE type = 'table'
		UNION SELECT lower(name) FROM pragma_module_list`
)

// names is the set of what a statement yields.
func names(db *sqlite3.Conn, sql string) (map[string]bool, error) {
	s, _, err := db.Prepare(sql)
	if err != nil {
		return nil, err
	}
	found := map[string]bool{}
	for s.Step() {
		found[s.ColumnText(0)] = true
	}
	return found, errors.Join(s.Err(), s.Close())
}

func (a *authorizer) ask(action sqlite3.AuthorizerActionCode, first, second, database, inside string) sqlite3.AuthorizerReturnCode {
	allowed := false
	switch action {
	case sqlite3.AUTH_SELECT, sqlite3.AUTH_RECURSIVE:
		allowed = true
	case sqlite3.AUTH_FUNCTION:
		allowed = a.functions[strings.ToLower(second)]
	case sqlite3.AUTH_READ:
		allowed = a.mayRead(strings.ToLower(first), strings.ToLower(second), database, strings.ToLower(inside))
	}
	if allowed {
		return sqlite3.AUTH_OK
	}
	return sqlite3.AUTH_DENY
}

// mayRead takes a table, a column and the view that reads it.
func (a *authorizer) mayRead(table, column, database, inside string) bool {
	columns := a.columns[table]
	switch {
	case table == "json_each" || table == "json_tree":
		return true
	case column == "" && database == "":
		return !a.exists(table)
	case database == "temp":
		return columns != nil
	default:
		// Without a column this counts rows, which the logical table shows too.
		return columns != nil && (column == "" || inside == table && columns[column])
	}
}

// exists reports whether a name without a database is a table's of its own, and not
// a common table expression's or a logical table's. SQLite asks where a statement
// needs the table's rows and none of its columns.
func (a *authorizer) exists(table string) bool {
	return a.hidden[table] || strings.HasPrefix(table, "sqlite_") || strings.HasPrefix(table, "pragma_") ||
		strings.HasPrefix(table, migration.Prefix) || sqlgen.OfSearch(table)
}
