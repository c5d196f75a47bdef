package sqlgen

import "github.com/quartet-dev/quartet/internal/plan"

// translated is that an entry is found by what translates it. A list that is walked
// asks for the translations of each row; one that is looked up, and PostgreSQL, find
// first which translations hold the term.
func (l EntryList) translated(d *Dialect) func(plan.Through, string) *condition {
	return func(t plan.Through, term string) *condition {
		held := l.heldBy(d, t, term)
		held.parts = append(l.leading(d, t, term), held.parts...)
		held.parts = append(held.parts, part{text: "))"})
		return held
	}
}

// leading is what comes before the condition on a translation. Two parentheses are open
// behind it.
func (l EntryList) leading(d *Dialect, t plan.Through, term string) []part {
	if l.Search == nil && d.seeksFew {
		return []part{{text: l.exists(d, t) + "("}}
	}
	from := quote(t.Own.Name()) + " IN (SELECT " + quote(t.Their.Name()) + " FROM " + quote(t.Schema.Name())
	beside := l.Beside[t.Schema]
	if beside == nil {
		return []part{{text: from + " WHERE ("}}
	}
	parts := append([]part{{text: from + " NOT INDEXED WHERE rowid IN ("}}, beside.candidates([]string{term})...)
	return append(parts, part{text: ") AND ("})
}

// exists begins the condition that an entry has a translation, by the index that joins them,
// up to what else that must be. One parenthesis is open behind it. The entry's column is
// written aside: next to one with an affinity, SQLite does not look up what an index has aside.
func (l EntryList) exists(d *Dialect, t plan.Through) string {
	return "EXISTS (SELECT 1 FROM " + quote(t.Schema.Name()) + " WHERE " + d.listed(t.Schema, t.Their) + " = " +
		d.aside + quote(l.Schema.Name()) + "." + quote(t.Own.Name()) + " AND "
}

// heldBy is that a field of a translation holds the term, as one leaf.
func (l EntryList) heldBy(d *Dialect, t plan.Through, term string) *condition {
	of, held := d.columnsOf(t.Schema, d.operand), &condition{}
	for i, field := range t.Searched {
		if i > 0 {
			held.parts = append(held.parts, part{text: " OR "})
		}
		held.parts = append(held.parts, d.holds(of(field).text, term).parts...)
	}
	return held
}

// inLocale is that an entry has a translation in a locale, or none.
func (l EntryList) inLocale(d *Dialect, t plan.LocaleTest) *condition {
	all, not := &condition{op: plan.Or}, ""
	if t.Not {
		all.op, not = plan.And, "NOT "
	}
	for _, each := range t.Parts {
		has := compare(not+l.exists(d, each)+quote("locale"), " = ", Arg{Kind: ArgLiteral, Value: t.Locale})
		has.parts = append(has.parts, part{text: ")"})
		all.nodes = append(all.nodes, has)
	}
	return all
}

// Count counts what is in the list, up to so many. Its order does not matter. Arguments
// are ArgLiteral.
func (l EntryList) Count(d *Dialect, most int) Statement {
	l.Order = []plan.Order{{Column: l.Schema.Column("createdAt")}} // the status leads to its index
	b := &builder{dialect: d}
	b.write("SELECT count(*) FROM (SELECT 1")
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
	return b.statement()
}
