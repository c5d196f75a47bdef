package sqlgen

import (
	"strings"

	"github.com/quartet-dev/quartet/internal/plan"
)

// CountStatuses counts the entries of each status but published, and then all
// of them: status or "", count. Databases count a whole table several times as
// fast as a part of it, and most entries are published.
func CountStatuses(d *Dialect, s *plan.Schema) string {
	all := "count(*) FROM " + quote(s.Name())
	var text strings.Builder
	for _, status := range statusesOf(s) {
		if status != string(plan.Published) {
			text.WriteString("SELECT '" + status + "', " + all + " WHERE " + d.listed(s, s.Column("status")) + " = '" + status + "' UNION ALL ")
		}
	}
	return text.String() + "SELECT '', " + all
}

// CountValues counts the entries of each value of a column that have one:
// value, count.
func CountValues(d *Dialect, s *plan.Schema, c *plan.Column) string {
	column := d.listed(s, c)
	return "SELECT " + column + ", count(*) FROM " + quote(s.Name()) +
		" WHERE " + column + " IS NOT NULL GROUP BY " + column
}

// CountCreated counts the entries created in each of several spans of time that
// have any: which span, from 0, and count. Arguments: when the first begins,
// how long each is, when the last ends.
func CountCreated(d *Dialect, s *plan.Schema) string {
	created := quote("createdAt")
	return "SELECT (" + created + " - " + d.arg(1) + ") / " + d.arg(2) + ", count(*) FROM " + quote(s.Name()) +
		" WHERE " + d.listed(s, s.Column("status")) + " IN ('" + strings.Join(statusesOf(s), "', '") + "')" +
		" AND " + created + " >= " + d.arg(1) + " AND " + created + " < " + d.arg(3) + " GROUP BY 1"
}

// CountRows counts the rows of a table by name.
func CountRows(table string) string { return "SELECT count(*) FROM " + quote(table) }

// CountHolding counts the rows of a table whose data holds a value of a property.
func CountHolding(d *Dialect, table, property string) string {
	return CountRows(table) + " WHERE " + of(d.member, property) + " IS NOT NULL"
}

// AnyRow is 1 when a table has a row, else 0.
func AnyRow(table string) string { return "SELECT EXISTS (SELECT 1 FROM " + quote(table) + ")" }
