package sqlgen

import (
	"slices"
	"strings"

	"github.com/quartet-dev/quartet/internal/plan"
)

// EntryColumns are what an entry is in every database, its id first. The columns
// of properties are made of data.
func EntryColumns() []string {
	return append([]string{"id"}, slices.Sorted(slices.Values(entryColumns[1:]))...)
}

// SelectRows reads columns of a table in the order of the first key of them.
// Arguments: with after the key of the row behind which to begin, then how many.
func SelectRows(d *Dialect, table string, columns []string, key int, after bool) string {
	where, bound := "", 0
	if after {
		where, bound = " WHERE ("+quoteAll(columns[:key])+") > ("+d.arguments(key)+")", key
	}
	return "SELECT " + quoteAll(columns) + " FROM " + quote(table) + where +
		" ORDER BY " + quoteAll(columns[:key]) + " LIMIT " + d.arg(bound+1)
}

// InsertRow stores a row whose key, the first columns, is not there yet. It binds
// the columns.
func InsertRow(d *Dialect, table string, columns []string, key int) string {
	return "INSERT INTO " + quote(table) + " (" + quoteAll(columns) + ") VALUES (" + d.arguments(len(columns)) +
		") ON CONFLICT (" + quoteAll(columns[:key]) + ") DO NOTHING"
}

// InsertEntry stores an entry whose id is not there yet, with its scalar
// properties written through. It binds columns, some of EntryColumns.
func InsertEntry(d *Dialect, table string, columns []string, properties []Property) string {
	bound := make([]string, len(columns))
	for i, name := range columns {
		bound[i] = d.arg(i+1) + d.cast(name) + " AS " + quote(name)
	}
	names, values := quoteAll(columns), quoteAll(columns)
	for _, p := range properties {
		if p.Kind.Scalar() {
			names += ", " + quote(p.Name)
			values += ", " + d.filled(p.Name, p.Kind)
		}
	}
	return "INSERT INTO " + quote(table) + " (" + names + ") SELECT " + values + " FROM (SELECT " + strings.Join(bound, ", ") +
		") AS entry WHERE true ON CONFLICT (" + quote("id") + ") DO NOTHING"
}

// cast says what an argument for a column of entries is, where nothing else tells
// the database.
func (d *Dialect) cast(column string) string {
	if d.casts == nil {
		return ""
	}
	for _, c := range reserved {
		if c.name == column && c.kind == plan.IntegerColumn {
			return "::" + d.types[plan.IntegerColumn]
		} else if c.name == column {
			return "::text"
		}
	}
	return "::" + d.dataType
}

// DeleteRows empties a table.
func DeleteRows(table string) string { return "DELETE FROM " + quote(table) }

func quoteAll(names []string) string {
	each := make([]string, len(names))
	for i, name := range names {
		each[i] = quote(name)
	}
	return strings.Join(each, ", ")
}

// arguments are the first n.
func (d *Dialect) arguments(n int) string {
	each := make([]string, n)
	for i := range each {
		each[i] = d.arg(i + 1)
	}
	return strings.Join(each, ", ")
}
