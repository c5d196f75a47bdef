package sqlite

import (
	"fmt"
	"path/filepath"
	"slices"
	"testing"

	"github.com/quartet-dev/quartet/internal/store/sqlite/migrations"
)

// TakenBackTo are the statements that take the platform's tables of a file back to how
// the migration of that number left them.
func TakenBackTo(t *testing.T, version int64) (statements []string) {
	t.Helper()
	older, newest := partsOf(t, version), partsOf(t, int64(migrations.Newest()))
	for _, p := range newest {
		isOfOlder := slices.ContainsFunc(older, func(o part) bool { return o.kind == "TABLE" && o.name == p.table })
		switch {
		case slices.Contains(older, p):
		case p.kind == "COLUMN" && isOfOlder:
			statements = append(statements, "ALTER TABLE "+p.table+" DROP COLUMN "+p.name)
		case p.kind != "COLUMN":
			statements = append(statements, "DROP "+p.kind+" "+p.name)
		}
	}
	return append(statements, fmt.Sprint("DELETE FROM _quartet_migrations WHERE version_id > ", version))
}

// part is an index, a column or a table.
type part struct{ kind, name, table string }

// partsOf are the parts of a file of a version: indexes before columns, which they are
// of, and tables last.
func partsOf(t *testing.T, version int64) (parts []part) {
	t.Helper()
	db := migratedTo(t, filepath.Join(t.TempDir(), "version.db"), version)
	defer db.Close() //nolint:errcheck // it was read
	rows, err := db.QueryContext(t.Context(), `
		SELECT 'INDEX', name, tbl_name FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL
		UNION ALL SELECT 'COLUMN', c.name, s.name FROM sqlite_schema s, pragma_table_info(s.name) c WHERE s.type = 'table'
		UNION ALL SELECT 'TABLE', name, name FROM sqlite_schema WHERE type = 'table'`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close() //nolint:errcheck // it was read
	for rows.Next() {
		var p part
		if err := rows.Scan(&p.kind, &p.name, &p.table); err != nil {
			t.Fatal(err)
		}
		parts = append(parts, p)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return parts
}
