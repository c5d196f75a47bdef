package sqlgen

import "github.com/quartet-dev/quartet/internal/plan"

// View compiles a declarative View for page paging: one page of the projected
// columns, with the order keys and id that a cursor needs (hidden where they
// are not projected).
func View(d *Dialect, v *plan.View) Query { return ViewMatching(d, v, plan.Criteria{}) }

// ViewMatching is View for those of its rows that are within n.
func ViewMatching(d *Dialect, v *plan.View, n plan.Criteria) Query {
	q := newSelection(d, v, n)
	q.clauses(nil)
	q.write(" OFFSET ", q.arg(Arg{Kind: ArgOffset}))
	return q.query()
}

// ViewAfter compiles the keyset form: the rows after the one whose order keys
// are ArgAfter. nulls tells, for each term of View.Order, whether that row
// held null there. The result is one or two segments: a store runs them in
// turn until it has the rows it wants, with the limit that is left. Each
// segment is one range of an index on the leading order term.
func ViewAfter(d *Dialect, v *plan.View, nulls []bool) []Query {
	return ViewAfterMatching(d, v, nulls, plan.Criteria{})
}

// ViewAfterMatching is ViewAfter for those of its rows that are within n.
func ViewAfterMatching(d *Dialect, v *plan.View, nulls []bool, n plan.Criteria) []Query {
	var segments []Query
	for _, after := range keyset(withTieBreaker(v), nulls, d.operand) {
		q := newSelection(d, v, n)
		q.clauses(after)
		segments = append(segments, q.query())
	}
	return segments
}

// selection builds one SELECT over a View's source.
type selection struct {
	builder
	view     *plan.View
	criteria plan.Criteria
	order    []plan.Order
	outputs  []Output
	keys     []int
}

func newSelection(d *Dialect, v *plan.View, n plan.Criteria) *selection {
	q := &selection{builder: builder{dialect: d}, view: v, criteria: n, order: withTieBreaker(v)}
	q.project()
	return q
}

// withTieBreaker appends id in the direction of the last term, so that an
// index that ends in id can be walked in one direction.
func withTieBreaker(v *plan.View) []plan.Order {
	order := v.Order()
	desc := false
	for _, term := range order {
		desc = term.Desc
		if term.Column.Name() == "id" {
			return order
		}
	}
	return append(order[:len(order):len(order)], plan.Order{Column: v.Source().Column("id"), Desc: desc})
}

func (q *selection) project() {
	at := map[string]int{}
	for _, c := range q.view.Fields() {
		at[c.Name()] = len(q.outputs)
		q.output(c, q.dialect.output(c), false)
	}
	for _, term := range q.order {
		c := term.Column
		i, projected := at[c.Name()]
		if !projected || q.dialect.operand(c) != q.dialect.output(c) {
			i = len(q.outputs)
			q.output(c, q.dialect.operand(c), true)
		}
		q.keys = append(q.keys, i)
	}
}

func (q *selection) output(c *plan.Column, expression string, hidden bool) {
	if len(q.outputs) == 0 {
		q.write("SELECT ")
	} else {
		q.write(", ")
	}
	q.write(expression)
	kind := c.Kind()
	if kind == plan.MixedColumn && !hidden {
		kind = plan.JSONColumn
	}
	q.outputs = append(q.outputs, Output{Name: c.Name(), Kind: kind, Hidden: hidden})
}

// clauses writes FROM, WHERE, ORDER BY and LIMIT. after is the keyset
// condition, or nil.
func (q *selection) clauses(after *condition) {
	filter := compileFilter(q.dialect, q.view)
	stages := cut(filter)
	all := &condition{op: plan.And}
	if q.view.PublishedOnly() {
		all.nodes = append(all.nodes, text(quote("status"), " = '"+string(plan.Published)+"'"))
	}
	if filter != nil {
		all.nodes = append(all.nodes, filter)
	}
	all.nodes = append(all.nodes, matching(q.criteria, q.dialect, q.dialect.columnsOf(q.view.Source(), q.dialect.operand), nil)...)
	if after != nil {
		all.nodes = append(all.nodes, after)
	}
	q.from(stages)
	if len(all.nodes) > 0 {
		q.write(" WHERE ")
		q.condition(flatten(all))
	}
	q.orderBy(q.order, q.dialect.operand)
	q.write(" LIMIT ", q.arg(Arg{Kind: ArgLimit}))
}

func (d *Dialect) direction(term plan.Order) string {
	switch {
	case term.Desc && term.Column.Nullable():
		return " DESC" + d.nullsLast
	case term.Desc:
		return " DESC"
	case term.Column.Nullable():
		return d.nullsFirst
	default:
		return ""
	}
}

func (q *selection) query() Query {
	return Query{Statement: q.statement(), Outputs: q.outputs, Keys: q.keys}
}
