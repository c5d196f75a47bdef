package sqlgen

import (
	"slices"

	"github.com/quartet-dev/quartet/internal/plan"
)

// translations leads from a list to what translates its entries.
type translations struct {
	EntryList

	dialect *Dialect
}

// held is that an entry is found by what translates it. A list that is walked
// asks for the translations of each row; one that is looked up, and PostgreSQL, find
// first which translations hold the term.
func (l translations) held(t plan.Through, term string) *condition {
	return &condition{parts: slices.Concat(l.leading(t, term), []part{{within: l.dialect.anyHolds(l.of(t.Joined), t.Searched, term)}, {text: ")"}})}
}

// leading is what comes before the condition on a translation. One parenthesis is open
// behind it.
func (l translations) leading(t plan.Through, term string) []part {
	if l.Search == nil && l.dialect.seeksFew {
		return []part{{text: l.exists(t.Joined)}}
	}
	from := quote(t.Own.Name()) + " IN (SELECT " + quote(t.Their.Name()) + " FROM " + quote(t.Schema.Name())
	beside := l.Beside[t.Schema]
	if beside == nil {
		return []part{{text: from + " WHERE "}}
	}
	parts := append([]part{{text: from + " NOT INDEXED WHERE rowid IN ("}}, beside.candidates([]string{term})...)
	return append(parts, part{text: ") AND "})
}

// exists begins the condition that an entry has a translation, by the index that joins them,
// up to what else that must be. One parenthesis is open behind it. The entry's column is
// written aside: next to one with an affinity, SQLite does not look up what an index has aside.
func (l translations) exists(t plan.Joined) string {
	return "EXISTS (SELECT 1 FROM " + quote(t.Schema.Name()) + " WHERE " + l.dialect.listed(t.Schema, t.Their) + " = " +
		l.dialect.aside + quote(l.Schema.Name()) + "." + quote(t.Own.Name()) + " AND "
}

// of are the columns of a translation.
func (l translations) of(t plan.Joined) operands {
	return l.dialect.columnsOf(t.Schema, l.dialect.operand)
}

// translated is that an entry has such a translation, or none.
func (l translations) translated(t plan.TranslationTest) *condition {
	all, not := &condition{op: plan.Or}, ""
	if t.Not {
		all.op, not = plan.And, "NOT "
	}
	for _, each := range t.Parts {
		is := within(each.Where, l.dialect, l.of(each.Joined), nil)
		if t.Locale != "" {
			is.nodes = slices.Insert(is.nodes, 0, compare(quote("locale"), " = ", Arg{Kind: ArgLiteral, Value: t.Locale}))
		}
		if len(is.nodes) == 0 {
			is = text("1 = 1")
		}
		all.nodes = append(all.nodes, &condition{parts: []part{{text: not + l.exists(each.Joined)}, {within: flatten(is)}, {text: ")"}}})
	}
	return all
}

// Count counts what is in the list, up to so many. Its order does not matter. Arguments
// are ArgLiteral.
func (l EntryList) Count(d *Dialect, most int) Statement {
	b := &builder{dialect: d}
	b.write("SELECT count(*) FROM (SELECT 1")
	l.counted(b, most)
	return b.statement()
}

// CountBy counts the same by the value of a column: value, count.
func (l EntryList) CountBy(d *Dialect, by *plan.Column, most int) Statement {
	b, value := &builder{dialect: d}, quote("value")
	b.write("SELECT ", value, ", count(*) FROM (SELECT ", d.operand(by), " AS ", value)
	l.counted(b, most)
	b.write(" GROUP BY ", value)
	return b.statement()
}

// counted writes the rows that are counted, up to so many.
func (l EntryList) counted(b *builder, most int) {
	l.Order = []plan.Order{{Column: l.Schema.Column("createdAt")}} // the status leads to its index
	d := b.dialect
	if l.Search != nil {
		l.candidates(b, l.Search)
	} else {
		b.write(" FROM ", quote(l.Schema.Name()), " WHERE ")
	}
	if chosen := l.chosen(d, l.Status, nil); len(chosen.nodes) > 0 || chosen.op == "" {
		b.condition(chosen)
	} else {
		b.write("1 = 1")
	}
	b.write(" LIMIT ", b.arg(Arg{Kind: ArgLiteral, Value: int64(most)}), ") AS counted")
}
