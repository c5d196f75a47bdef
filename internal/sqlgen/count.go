package sqlgen

import (
	"strings"

	"github.com/quartet-dev/quartet/internal/plan"
)

// CountStatuses counts the entries of each status: status, count.
func CountStatuses(d *Dialect, s *plan.Schema) string { return countBy(d, s, s.Column("status")) }

// CountValues counts the entries of each value of a column that have one:
// value, count.
func CountValues(d *Dialect, s *plan.Schema, c *plan.Column) string { return countBy(d, s, c) }

func countBy(d *Dialect, s *plan.Schema, c *plan.Column) string {
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
		" WHERE " + d.listed(s, s.Column("status")) + " IN ('" + strings.Join(statuses[s.Lifecycle()], "', '") + "')" +
		" AND " + created + " >= " + d.arg(1) + " AND " + created + " < " + d.arg(3) + " GROUP BY 1"
}
