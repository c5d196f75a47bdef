package sqlgen

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/quartet-dev/quartet/internal/plan"
)

// EntryList is a page of a collection as staff see it.
type EntryList struct {
	Schema   *plan.Schema
	Status   string // "" for any
	Criteria plan.Criteria
	Few      *plan.Column   // few entries have what is wanted of it: they are sought by it and sorted
	Order    []plan.Order   // ends in id, or is that of a unique index
	Nulls    []bool         // which of the last row's order keys are null; nil at the start
	Excerpt  []*plan.Column // the properties that are wanted; nil for all of data
	Search   *Search        // where Criteria.Terms are looked up; nil to look into every row of the order

	// Beside are the search tables that serve of the Schemas that Criteria.Through
	// leads to. They are looked into where there is a Search.
	Beside map[*plan.Schema]*Search
}

// Statements select what SelectEntry selects, and behind it the columns of Columns and
// the order's others. With an Excerpt, data holds its other properties alone, null for
// what is absent, and is null where there are none; a text of more than 300 characters
// ends in an ellipsis, unless it joins entries.
// They are the segments of ViewAfter, or one statement at the start. Arguments
// are ArgLiteral, ArgAfter and ArgLimit.
//
// The order of creation or change is that of an index that begins with the
// status: it is read as a merge of one range for each status.
func (l EntryList) Statements(d *Dialect) []Statement {
	afters := []*condition{nil}
	if l.Nulls != nil {
		afters = keyset(l.Order, l.Nulls, l.operand(d))
	}
	statements := make([]Statement, len(afters))
	for i, after := range afters {
		b := &builder{dialect: d}
		if l.Search != nil {
			l.found(b, l.Search, after)
		} else {
			l.walked(b, after)
		}
		b.orderBy(l.Order, l.operand(d))
		b.write(" LIMIT ", b.arg(Arg{Kind: ArgLimit}))
		statements[i] = b.statement()
	}
	return statements
}

func (l EntryList) walked(b *builder, after *condition) {
	for i, status := range l.branches() {
		if i > 0 {
			b.write(" UNION ALL ")
		}
		l.branch(b, status, after)
	}
}

// statusesOf are those that entries of a Schema can have, in the order of an index.
func statusesOf(s *plan.Schema) []string {
	var names []string
	for _, each := range plan.StatusesOf(s.Lifecycle()) {
		names = append(names, string(each))
	}
	slices.Sort(names)
	return names
}

// branches are the statuses to read one after the other; "" for all at once.
func (l EntryList) branches() []string {
	switch {
	case l.Status != "":
		return []string{l.Status}
	case l.byTime() && l.Few == nil:
		return statusesOf(l.Schema)
	}
	return []string{""}
}

func (l EntryList) byTime() bool {
	lead := l.Order[0].Column.Name()
	return lead == "createdAt" || lead == "updatedAt"
}

// operand writes columns so that their indexes are found. The status leads to
// the index that the order is that of, to the few entries that have it, or to
// none.
func (l EntryList) operand(d *Dialect) func(*plan.Column) string {
	return func(c *plan.Column) string {
		if c.Name() == "status" && l.Few != c && (l.Few != nil || !l.byTime()) {
			return d.operand(c)
		}
		return d.listed(l.Schema, c)
	}
}

// Sought is the column of which few entries may have what is wanted, where no
// index has them in the order of the list: they are sought among all the others
// unless it is Few. nil where there is none.
func (l EntryList) Sought() *plan.Column {
	for _, e := range l.Criteria.Equal {
		c := l.Schema.Column(e.Field)
		if l.isServed(c) {
			return nil
		}
		if isIndexed(c, e.Values) {
			return c
		}
	}
	if l.Status != "" && !l.byTime() {
		return l.Schema.Column("status")
	}
	return nil
}

// isServed reports whether an index has the entries of one value of the column in
// the order of the list.
func (l EntryList) isServed(c *plan.Column) bool {
	lead := l.Order[0].Column
	return lead == c || lead.Name() == "id" || slices.ContainsFunc(l.Schema.StoredIndexes(), func(i *plan.Index) bool {
		columns := i.Columns()
		if columns[0].Name() == "status" {
			columns = columns[1:]
		}
		return len(columns) > 1 && columns[0] == c && columns[1] == lead
	})
}

// isIndexed reports whether an index of the column finds the one value that is
// wanted: it does not where that is compared as text.
func isIndexed(c *plan.Column, values []any) bool {
	if len(values) != 1 {
		return false
	}
	_, isText := values[0].(string)
	return !isText || c.Kind() == plan.TextColumn
}

// HasMore finds a row when more than so many entries have what is wanted of the
// column. Arguments are ArgLiteral.
func (l EntryList) HasMore(d *Dialect, c *plan.Column, than int) Statement {
	b := &builder{dialect: d}
	b.write("SELECT 1 FROM ", quote(l.Schema.Name()), " WHERE ")
	b.condition(l.wanted(d, c))
	b.write(" LIMIT 1 OFFSET ", strconv.Itoa(than))
	return b.statement()
}

// wanted is what the list wants of one column.
func (l EntryList) wanted(d *Dialect, c *plan.Column) *condition {
	if c.Name() == "status" {
		return compare(d.listed(l.Schema, c), " = ", Arg{Kind: ArgLiteral, Value: l.Status})
	}
	of := slices.IndexFunc(l.Criteria.Equal, func(e plan.Equality) bool { return e.Field == c.Name() })
	listed := d.columnsOf(l.Schema, func(c *plan.Column) string { return d.listed(l.Schema, c) })
	return flatten(oneOf(listed(c.Name()), 0, l.Criteria.Equal[of].Values))
}

func (l EntryList) branch(b *builder, status string, after *condition) {
	b.write("SELECT ", l.columns(b.dialect), " FROM ", quote(l.Schema.Name()))
	if chosen := l.chosen(b.dialect, status, after); len(chosen.nodes) > 0 || chosen.op == "" {
		b.write(" WHERE ")
		b.condition(chosen)
	}
}

// chosen is what makes a row one of the list; without nodes when every row is.
func (l EntryList) chosen(d *Dialect, status string, after *condition) *condition {
	operand := l.operand(d)
	all := &condition{op: plan.And}
	if status != "" {
		all.nodes = append(all.nodes, compare(operand(l.Schema.Column("status")), " = ", Arg{Kind: ArgLiteral, Value: status}))
	}
	all.nodes = append(all.nodes, matching(l.Criteria, d, d.columnsOf(l.Schema, operand), translations{l, d})...)
	if after != nil {
		all.nodes = append(all.nodes, after)
	}
	return flatten(all)
}

func (l EntryList) columns(d *Dialect) string {
	names := make([]string, len(entryColumns))
	for i, name := range entryColumns {
		names[i] = quote(name)
	}
	if l.Excerpt != nil {
		names[len(names)-1] = excerpt(d, l.Excerpt) + " AS " + quote("data")
	}
	for _, c := range l.Columns() {
		names = append(names, excerptOf(c)+" AS "+quote("excerpt "+c.Name()))
	}
	for _, c := range l.ownKeys() {
		names = append(names, quote(c.Name()))
	}
	return strings.Join(names, ", ")
}

// Columns are the properties of the Excerpt that columns of the result hold as data
// does: texts and integers. Nothing is written as JSON for them, and read again.
func (l EntryList) Columns() (columns []*plan.Column) {
	for _, c := range l.Excerpt {
		if isPlain(c) {
			columns = append(columns, c)
		}
	}
	return columns
}

func isPlain(c *plan.Column) bool {
	return c.Kind() == plan.TextColumn || c.Kind() == plan.IntegerColumn
}

// ownKeys are the order's columns that SelectEntry does not select.
func (l EntryList) ownKeys() (columns []*plan.Column) {
	for _, term := range l.Order {
		if !term.Column.Reserved() {
			columns = append(columns, term.Column)
		}
	}
	return columns
}

// Keys are the result's columns that hold the values of Order.
func (l EntryList) Keys() []int {
	keys, own := make([]int, len(l.Order)), len(entryColumns)+len(l.Columns())
	for i, term := range l.Order {
		if keys[i] = slices.Index(entryColumns, term.Column.Name()); keys[i] < 0 {
			keys[i] = own
			own++
		}
	}
	return keys
}

// excerpt is an object of the properties that are in no column of the result.
func excerpt(d *Dialect, columns []*plan.Column) string {
	var members []string
	for _, c := range columns {
		if !isPlain(c) {
			members = append(members, "'"+c.Name()+"', "+of(d.json, c.Name()))
		}
	}
	if members == nil {
		return "NULL"
	}
	return d.object + "(" + strings.Join(members, ", ") + ")"
}

// excerptOf is not named as its column: a list may be in the order of that. How many
// bytes a text has says its header; a longer one has its first characters and one more,
// by which IsLong tells that it was cut.
func excerptOf(c *plan.Column) string {
	name := quote(c.Name())
	if c.Kind() == plan.IntegerColumn || c.Joins() {
		return name
	}
	return fmt.Sprintf("CASE WHEN octet_length(%[1]s) > %[2]d THEN substr(%[1]s, 1, %[3]d) ELSE %[1]s END", name, excerptLength, excerptLength+1)
}

// excerptLength is how many characters a text of an excerpt has at most.
const excerptLength = 300

// IsLong reports whether a text of a column of Columns is Shortened in an excerpt.
func IsLong(c *plan.Column, text []byte) bool {
	return len(text) > excerptLength && !c.Joins() && utf8.RuneCount(text) > excerptLength
}

// Shortened is a text as long as an excerpt has it.
func Shortened(text []byte) string {
	end := 0
	for range excerptLength - 1 {
		_, size := utf8.DecodeRune(text[end:])
		end += size
	}
	return string(text[:end]) + "…"
}

func (b *builder) orderBy(order []plan.Order, operand func(*plan.Column) string) {
	terms := make([]string, len(order))
	for i, term := range order {
		terms[i] = operand(term.Column) + b.dialect.direction(term)
	}
	b.write(" ORDER BY ", strings.Join(terms, ", "))
}
