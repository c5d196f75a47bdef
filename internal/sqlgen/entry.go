package sqlgen

import (
	"strings"

	"github.com/quartet-dev/quartet/internal/plan"
)

// entryColumns are what every select of entries returns and every write binds
// first, in this order.
var entryColumns = []string{"id", "status", "version", "createdAt", "updatedAt", "authorId", "data"}

// SelectEntry reads an entry by id: id, status, version, createdAt, updatedAt,
// authorId, data. Argument: id.
func SelectEntry(d *Dialect, s *plan.Schema) string {
	return selectEntries(s) + " WHERE " + quote("id") + " = " + d.arg(1)
}

// SelectState reads what the history keeps of the entry with the id argument 1,
// and its version before that, off a table that no Schema may declare any more.
func SelectState(d *Dialect, table string) string {
	return "SELECT version, status, data FROM " + quote(table) + " WHERE " + quote("id") + " = " + d.arg(1)
}

// SelectPinned reads version and status of that entry, which stay until the
// transaction is over.
func SelectPinned(d *Dialect, table string) string {
	return "SELECT version, status FROM " + quote(table) + " WHERE " + quote("id") + " = " + d.arg(1) + d.forUpdate
}

// SelectSize reads how many bytes of data that entry has.
func SelectSize(d *Dialect, table string) string {
	return "SELECT octet_length(CAST(data AS text)) FROM " + quote(table) + " WHERE " + quote("id") + " = " + d.arg(1)
}

// SelectMatch reads the entry whose columns equal the arguments, in order.
func SelectMatch(d *Dialect, s *plan.Schema, columns []*plan.Column) string {
	terms := make([]string, len(columns))
	for i, c := range columns {
		terms[i] = quote(c.Name()) + " = " + d.arg(i+1)
	}
	return selectEntries(s) + " WHERE " + strings.Join(terms, " AND ")
}

// SelectEntries lists entries by id. Arguments: after which id, how many, and
// with byStatus the status.
func SelectEntries(d *Dialect, s *plan.Schema, byStatus bool) string {
	where := " WHERE " + quote("id") + " > " + d.arg(1)
	if byStatus {
		where += " AND " + quote("status") + " = " + d.arg(3)
	}
	return selectEntries(s) + where + " ORDER BY " + quote("id") + " LIMIT " + d.arg(2)
}

// Written lists the columns that a write binds after the entry's own: the
// scalar properties, in declared order.
func Written(s *plan.Schema) []*plan.Column {
	var written []*plan.Column
	for _, c := range s.Properties() {
		if c.Kind().Scalar() {
			written = append(written, c)
		}
	}
	return written
}

// Insert binds id, status, version, createdAt, updatedAt, authorId, data, and
// then Written.
func Insert(d *Dialect, s *plan.Schema) string {
	names := writeColumns(s)
	quoted, args := make([]string, len(names)), make([]string, len(names))
	for i, name := range names {
		quoted[i], args[i] = quote(name), d.arg(i+1)
	}
	return "INSERT INTO " + quote(s.Name()) + " (" + strings.Join(quoted, ", ") + ") VALUES (" + strings.Join(args, ", ") + ")"
}

// Update binds what Insert binds, then the expected version and status. No row
// is changed when the stored one has another version or status.
func Update(d *Dialect, s *plan.Schema) string {
	names := writeColumns(s)
	sets := make([]string, 0, len(names))
	for i, name := range names[1:] {
		sets = append(sets, quote(name)+" = "+d.arg(i+2))
	}
	return "UPDATE " + quote(s.Name()) + " SET " + strings.Join(sets, ", ") + pinned(d, len(names))
}

// ClearColumn empties a column that no property of the Schema has. Argument: id.
func ClearColumn(d *Dialect, s *plan.Schema, column string) string {
	return "UPDATE " + quote(s.Name()) + " SET " + quote(column) + " = NULL WHERE " + quote("id") + " = " + d.arg(1)
}

// Delete binds id, the expected version and the expected status.
func Delete(d *Dialect, s *plan.Schema) string {
	return "DELETE FROM " + quote(s.Name()) + pinned(d, 1)
}

func pinned(d *Dialect, bound int) string {
	return " WHERE " + quote("id") + " = " + d.arg(1) +
		" AND " + quote("version") + " = " + d.arg(bound+1) +
		" AND " + quote("status") + " = " + d.arg(bound+2)
}

func selectEntries(s *plan.Schema) string {
	quoted := make([]string, len(entryColumns))
	for i, name := range entryColumns {
		quoted[i] = quote(name)
	}
	return "SELECT " + strings.Join(quoted, ", ") + " FROM " + quote(s.Name())
}

func writeColumns(s *plan.Schema) []string {
	names := append([]string(nil), entryColumns...)
	for _, c := range Written(s) {
		names = append(names, c.Name())
	}
	return names
}
