package sqlgen

import "github.com/quartet-dev/quartet/internal/plan"

// keyset is the condition, for each segment, that a row comes after the one
// whose order keys are ArgAfter. The leading term is split off so that each
// segment is one range of an index: where its nulls would come behind its
// values (or the other way round), they are a segment of their own. operand
// writes a column (decision 14).
func keyset(order []plan.Order, nulls []bool, operand func(*plan.Column) string) []*condition {
	k := keys{order, nulls, operand}
	lead := order[0]
	if len(order) == 1 {
		return []*condition{k.beyond(0)}
	}
	if !lead.Column.Nullable() {
		return []*condition{k.within(0)}
	}
	column := operand(lead.Column)
	switch {
	case nulls[0] && lead.Desc:
		return []*condition{allOf(k.equal(0), k.after(1))}
	case nulls[0]:
		return []*condition{allOf(k.equal(0), k.after(1)), text(column, " IS NOT NULL")}
	case lead.Desc:
		return []*condition{k.within(0), text(column, " IS NULL")}
	default:
		return []*condition{k.within(0)}
	}
}

type keys struct {
	order   []plan.Order
	nulls   []bool
	operand func(*plan.Column) string
}

func (k keys) null(i int) bool { return i < len(k.nulls) && k.nulls[i] }

func (k keys) compare(i int, op plan.Op) *condition {
	c := k.order[i].Column
	return compare(k.operand(c), operator[op], Arg{Kind: ArgAfter, Slot: i, Column: c.Kind()})
}

func (k keys) equal(i int) *condition {
	if k.null(i) {
		return text(k.operand(k.order[i].Column), " IS NULL")
	}
	return k.compare(i, plan.Eq)
}

// after is: beyond in term i, or equal there and after in the rest.
func (k keys) after(i int) *condition {
	if i == len(k.order)-1 {
		return k.beyond(i)
	}
	return anyOf(k.beyond(i), allOf(k.equal(i), k.after(i+1)))
}

// within is after(i) for a value that is not null, with the range spelled out
// that a planner can seek in.
func (k keys) within(i int) *condition {
	op, strict := plan.Gte, plan.Gt
	if k.order[i].Desc {
		op, strict = plan.Lte, plan.Lt
	}
	return allOf(k.compare(i, op), anyOf(k.compare(i, strict), allOf(k.equal(i), k.after(i+1))))
}

// beyond is: strictly after in term i alone. Null is the smallest value.
func (k keys) beyond(i int) *condition {
	term := k.order[i]
	column := k.operand(term.Column)
	switch {
	case k.null(i) && term.Desc:
		return text("1 = 0")
	case k.null(i):
		return text(column, " IS NOT NULL")
	case term.Desc && term.Column.Nullable():
		return anyOf(k.compare(i, plan.Lt), text(column, " IS NULL"))
	case term.Desc:
		return k.compare(i, plan.Lt)
	default:
		return k.compare(i, plan.Gt)
	}
}
