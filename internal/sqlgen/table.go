package sqlgen

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"

	"github.com/quartet-dev/quartet/internal/plan"
)

// CreateTable is the logical table of a Schema: the reserved columns, data,
// and a column for each property. data is the truth; scalar properties are
// written through beside it, arrays and objects are derived from it.
func CreateTable(d *Dialect, s *plan.Schema) string {
	properties := make([]Property, 0, len(s.Properties()))
	for _, c := range s.Properties() {
		properties = append(properties, Property{c.Name(), c.Kind()})
	}
	return CreateTableOf(d, s.Name(), properties)
}

// Property is the column of a property that a manifest need not declare any more.
type Property struct {
	Name string
	Kind plan.ColumnKind
}

// CreateTableOf is CreateTable for a Schema of which no more is known.
func CreateTableOf(d *Dialect, table string, properties []Property) string {
	var columns []string
	for _, c := range reserved {
		columns = append(columns, quote(c.name)+" "+d.types[c.kind]+c.rule)
	}
	columns = append(columns, quote("data")+" "+d.dataType+" NOT NULL")
	for _, p := range properties {
		columns = append(columns, definition(d, p.Name, p.Kind))
	}
	return "CREATE TABLE " + quote(table) + " (" + strings.Join(columns, ", ") + ")"
}

// reserved are the columns that every Schema's table has before data.
var reserved = []struct {
	name string
	kind plan.ColumnKind
	rule string
}{
	{"id", plan.TextColumn, " PRIMARY KEY NOT NULL"},
	{"status", plan.TextColumn, " NOT NULL"},
	{"version", plan.IntegerColumn, " NOT NULL"},
	{"createdAt", plan.IntegerColumn, " NOT NULL"},
	{"updatedAt", plan.IntegerColumn, " NOT NULL"},
	{"authorId", plan.TextColumn, ""},
}

// definition is the column of a property.
func definition(d *Dialect, name string, kind plan.ColumnKind) string {
	if !kind.Scalar() {
		return quote(name) + " " + of(d.derived, name)
	}
	return quote(name) + " " + d.types[kind]
}

// AddColumn adds the column of a property to its table.
func AddColumn(d *Dialect, s *plan.Schema, c *plan.Column) string {
	return "ALTER TABLE " + quote(s.Name()) + " ADD COLUMN " + definition(d, c.Name(), c.Kind())
}

// DropColumn removes a column by name.
func DropColumn(table, column string) string {
	return "ALTER TABLE " + quote(table) + " DROP COLUMN " + quote(column)
}

// DropTable removes a table by name.
func DropTable(table string) string { return "DROP TABLE " + quote(table) }

// DropIndex removes an index by name.
func DropIndex(name string) string { return "DROP INDEX IF EXISTS " + quote(name) }

// BatchEnd finds the last id of the next rows. Arguments: after which id, how
// many rows. Its one value is null when no row is left.
func BatchEnd(d *Dialect, s *plan.Schema) string {
	id := quote("id")
	return "SELECT max(" + id + ") FROM (SELECT " + id + " FROM " + quote(s.Name()) +
		" WHERE " + id + " > " + d.arg(1) + " ORDER BY " + id + " LIMIT " + d.arg(2) + ") AS batch"
}

// FillColumns writes scalar columns through from data for the rows of one
// batch. Arguments: after which id, up to which id.
func FillColumns(d *Dialect, s *plan.Schema, columns []*plan.Column) string {
	sets := make([]string, len(columns))
	for i, c := range columns {
		sets[i] = quote(c.Name()) + " = " + d.filled(c.Name(), c.Kind())
	}
	return "UPDATE " + quote(s.Name()) + " SET " + strings.Join(sets, ", ") +
		" WHERE " + quote("id") + " > " + d.arg(1) + " AND " + quote("id") + " <= " + d.arg(2)
}

// CreateIndex is a stored index: a unique one as it is, any other with id
// appended, so that keyset paging runs on it from end to end (decision 5). Its nulls
// are where those of an order are: PostgreSQL sorts again what an index has otherwise.
func CreateIndex(d *Dialect, s *plan.Schema, i *plan.Index) string {
	var columns []string
	for at, c := range i.Columns() {
		column := quote(c.Name())
		if at == 0 && !i.Unique() {
			column = d.listed(s, c)
		}
		columns = append(columns, column+d.direction(plan.Order{Column: c}))
	}
	create := "CREATE UNIQUE INDEX "
	if !i.Unique() {
		create = "CREATE INDEX "
		columns = append(columns, quote("id"))
	}
	return create + quote(IndexName(s, i)) + " ON " + quote(s.Name()) + " (" + strings.Join(columns, ", ") + ")"
}

// CreateTrialIndex is CreateIndex for columns that a manifest might declare as an
// index and does not, under another name.
func CreateTrialIndex(d *Dialect, s *plan.Schema, name string, columns []*plan.Column) string {
	terms := []string{d.operand(columns[0])}
	for _, c := range columns[1:] {
		terms = append(terms, quote(c.Name()))
	}
	return "CREATE INDEX " + quote(name) + " ON " + quote(s.Name()) + " (" + strings.Join(append(terms, quote("id")), ", ") + ")"
}

// listed is how staff lists and counts write a column. One that leads an index
// which no manifest declares is written aside, in the index too: a View that
// happens to have a term on it must not be led away from the index that serves
// the View, as SQLite takes any equality for a rare one.
func (d *Dialect) listed(s *plan.Schema, c *plan.Column) string {
	if !s.Leads(c) && slices.ContainsFunc(s.StoredIndexes(), func(i *plan.Index) bool { return i.Columns()[0] == c }) {
		return d.aside + quote(c.Name())
	}
	return d.operand(c)
}

// Duplicates lists the ids of the rows that break a unique index, those that
// share their values next to each other.
func Duplicates(s *plan.Schema, columns []*plan.Column) string {
	names, present := make([]string, len(columns)), make([]string, len(columns))
	for i, c := range columns {
		names[i] = quote(c.Name())
		present[i] = names[i] + " IS NOT NULL"
	}
	tuple := strings.Join(names, ", ")
	return "SELECT " + quote("id") + " FROM " + quote(s.Name()) + " WHERE (" + tuple + ") IN (SELECT " + tuple +
		" FROM " + quote(s.Name()) + " WHERE " + strings.Join(present, " AND ") + " GROUP BY " + tuple +
		" HAVING count(*) > 1) ORDER BY " + tuple + ", " + quote("id")
}

// IndexName names the index of a Schema, stable over restarts and short enough
// for PostgreSQL's 63 bytes. It holds a colon, which no Schema's name does.
func IndexName(s *plan.Schema, i *plan.Index) string {
	kind := ":index:"
	switch {
	case i.Unique():
		kind = ":unique:"
	case !s.Leads(i.Columns()[0]):
		kind = ":listed:" // written aside, and so another index than a declared one
	}
	var names []string
	for _, c := range i.Columns() {
		names = append(names, c.Name())
	}
	sum := sha256.Sum256([]byte(s.Name() + "\x00" + strings.Join(names, "\x00")))
	table := s.Name()
	if len(table) > 40 {
		table = table[:40]
	}
	return table + kind + hex.EncodeToString(sum[:6])
}
