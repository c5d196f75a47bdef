package harness

import (
	"cmp"
	"maps"
	"slices"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/jsonschema/sample"
	"github.com/quartet-dev/quartet/internal/jsonvalue"
	"github.com/quartet-dev/quartet/internal/plan"
)

// probe is one way to call a View: with params, and a caller, that a row of the
// scratch database holds.
type probe struct {
	params map[string]any
	slots  []any
	caller string
}

func (p probe) query(v *plan.View, limit int) content.ViewQuery {
	return content.ViewQuery{View: v, Params: p.slots, CallerID: p.caller, Limit: limit, Keys: !v.IsSQL()}
}

// span is how far a probe's ranges go: from the first value, or from one in the
// middle.
type span float64

const (
	wide   span = 0
	halved span = 0.5
)

// probes are the calls that a View is tried with: for what many rows hold, for
// what some hold and for what few hold, each over wide and halved ranges.
func (c *crowd) probes(v *plan.View) []probe {
	var found []probe
	for _, row := range c.typicalRows(v) {
		for _, s := range []span{wide, halved} {
			p, ok := c.probe(v, row, s)
			if ok && !slices.ContainsFunc(found, func(o probe) bool { return jsonvalue.Equal(o.slots, p.slots) && o.caller == p.caller }) {
				found = append(found, p)
			}
		}
	}
	if len(found) == 0 {
		if p, ok := c.probe(v, sourceRow{}, wide); ok {
			found = append(found, p)
		}
	}
	return found
}

// sourceRow is a row of each Schema that a View reads, by Schema.
type sourceRow map[*plan.Schema][]any

// comparison is a column that a View compares with a param or the caller.
type comparison struct {
	column *plan.Column
	op     plan.Op
	param  string // "" for the caller
}

func (c *crowd) comparisons(v *plan.View, s *plan.Schema) (found []comparison) {
	if v.IsSQL() {
		return sqlComparisons(v, s)
	}
	if v.Filter() == nil {
		return nil
	}
	for leaf := range leaves(v.Filter()) {
		switch leaf.Operand.Kind {
		case plan.ParamRef:
			found = append(found, comparison{leaf.Column, leaf.Op, v.Params().All()[leaf.Operand.Slot].Name})
		case plan.CallerID:
			found = append(found, comparison{leaf.Column, leaf.Op, ""})
		case plan.Literal:
		}
	}
	return found
}

var sqlOperators = map[string]plan.Op{"<": plan.Lt, "<=": plan.Lte, ">": plan.Gt, ">=": plan.Gte}

// sqlComparisons are those that the text shows, and for any other param the
// column of its name.
func sqlComparisons(v *plan.View, s *plan.Schema) (found []comparison) {
	shown := map[string]bool{}
	for _, p := range placeholders(v) {
		if column := p.in(s, v); column != nil {
			found = append(found, comparison{column, cmp.Or(sqlOperators[p.op], plan.Eq), p.param})
			shown[p.param] = true
		}
	}
	for _, p := range v.Params().All() {
		if column := columnNamed(s, p.Name); column != nil && !shown[p.Name] {
			found = append(found, comparison{column, plan.Eq, p.Name})
		}
	}
	return found
}

// typicalRows groups the rows that a View can answer by what it asks of them for
// equality, and takes one of the largest group, of one in the middle and of the
// smallest.
func (c *crowd) typicalRows(v *plan.View) (found []sourceRow) {
	for _, s := range sourcesOf(c.plan, v) {
		for i, row := range typical(c.tables[s], c.comparisons(v, s), answerable(v)) {
			if i == len(found) {
				found = append(found, sourceRow{})
			}
			found[i][s] = row
		}
	}
	return found
}

func typical(t *table, compared []comparison, answerable func(*table, []any) bool) (rows [][]any) {
	groups := map[string][][]any{}
	for _, row := range t.rows {
		if key, whole := t.asked(row, compared); whole && answerable(t, row) {
			groups[key] = append(groups[key], row)
		}
	}
	keys := slices.SortedFunc(maps.Keys(groups), func(a, b string) int {
		return cmp.Or(cmp.Compare(len(groups[b]), len(groups[a])), cmp.Compare(a, b))
	})
	for _, i := range []int{0, len(keys) / 2, len(keys) - 1} {
		if i >= 0 && i < len(keys) {
			group := groups[keys[i]]
			rows = append(rows, group[len(group)/2])
		}
	}
	return rows
}

// asked is what a row holds where it is compared for equality; whole when it
// holds something everywhere.
func (t *table) asked(row []any, compared []comparison) (key string, whole bool) {
	var values []any
	for _, each := range compared {
		if each.op == plan.Eq {
			values = append(values, t.value(row, each.column))
		}
	}
	return string(jsonvalue.Append(nil, values)), !slices.Contains(values, nil)
}

// answerable tells the rows that fit what a View says without params.
func answerable(v *plan.View) func(*table, []any) bool {
	return func(t *table, row []any) bool {
		if v.IsSQL() {
			return true
		}
		if v.PublishedOnly() && t.value(row, t.schema.Column("status")) != string(plan.Published) {
			return false
		}
		for _, leaf := range conjunction(v.Filter()) {
			if len(leaf.Nodes) == 0 && leaf.Operand.Kind == plan.Literal && !holds(leaf.Op, t.value(row, leaf.Column), leaf.Operand.Value) {
				return false
			}
		}
		return true
	}
}

// conjunction are the parts of a filter that must all hold.
func conjunction(f *plan.Filter) (parts []*plan.Filter) {
	if f == nil {
		return nil
	}
	for stack := []*plan.Filter{f}; len(stack) > 0; {
		top := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if top.Op == plan.And && len(top.Nodes) > 0 {
			for _, n := range slices.Backward(top.Nodes) {
				stack = append(stack, n)
			}
			continue
		}
		parts = append(parts, top)
	}
	return parts
}

func holds(op plan.Op, value, literal any) bool {
	if op == plan.Eq {
		return jsonvalue.Equal(value, literal)
	}
	order, ok := compared(value, literal)
	switch {
	case !ok:
		return false
	case op == plan.Gt:
		return order > 0
	case op == plan.Gte:
		return order >= 0
	case op == plan.Lt:
		return order < 0
	}
	return order <= 0
}

// compared orders two numbers or two texts.
func compared(a, b any) (order int, ok bool) {
	if x, isText := a.(string); isText {
		y, also := b.(string)
		return cmp.Compare(x, y), also
	}
	x, isNumber := numberOf(a)
	y, also := numberOf(b)
	return cmp.Compare(x, y), isNumber && also
}

func numberOf(v any) (float64, bool) {
	switch v := v.(type) {
	case int64:
		return float64(v), true
	case float64:
		return v, true
	}
	return 0, false
}

// probe makes the call that finds a row.
func (c *crowd) probe(v *plan.View, rows sourceRow, s span) (probe, bool) {
	p := probe{caller: c.users[0], params: c.anyParams(v)}
	set := map[string]bool{} // the first Schema that has a value has its way
	for _, source := range sourcesOf(c.plan, v) {
		row := rows[source]
		if row == nil {
			continue
		}
		t := c.tables[source]
		for _, each := range c.comparisons(v, source) {
			value := t.value(row, each.column)
			if each.op != plan.Eq {
				value = t.bound(each, s)
			}
			if text, ok := value.(string); ok && each.param == "" {
				p.caller = text
			} else if each.param != "" && value != nil && !set[each.param] {
				set[each.param] = c.offer(v, p.params, each.param, value)
			}
		}
	}
	slots, err := content.BoundParams(v.Params(), p.params)
	p.slots = slots
	return p, err == nil
}

// anyParams fit the declared schema, as far as such params can be made.
func (c *crowd) anyParams(v *plan.View) map[string]any {
	params := map[string]any{}
	if doc := v.Params().Document(); doc != nil {
		if values, err := sample.New(doc, nil); err == nil {
			if made, err := values.Next(c.r); err == nil {
				params, _ = made.(map[string]any)
			}
		}
	}
	return params
}

// offer sets a param where it still fits, and reports whether it does.
func (c *crowd) offer(v *plan.View, params map[string]any, name string, value any) bool {
	before, had := params[name]
	params[name] = value
	if v.Params().Validate(params) == nil {
		return true
	}
	delete(params, name)
	if had {
		params[name] = before
	}
	return false
}

// bound is an end of a range from which all rows, or half of them, lie on the
// side that is asked for.
func (t *table) bound(each comparison, s span) any {
	var values []any
	for _, row := range t.rows {
		if v := t.value(row, each.column); v != nil {
			values = append(values, v)
		}
	}
	if len(values) == 0 {
		return nil
	}
	slices.SortFunc(values, func(a, b any) int {
		order, _ := compared(a, b)
		return order
	})
	at := int(float64(len(values)-1) * float64(s))
	if each.op == plan.Lt || each.op == plan.Lte {
		at = len(values) - 1 - at
	}
	return values[at]
}
