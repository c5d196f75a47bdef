package harness

import (
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"

	"github.com/quartet-dev/quartet/internal/lazyregexp"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/sqltext"
)

// demand is what the Views compare the columns of one Schema with. Rows are made
// for it: so that values are shared where a View asks for one, and so that few
// rows hold what a View wants.
type demand struct {
	asked map[*plan.Column]bool  // equal to a param
	users map[*plan.Column]bool  // equal to the caller
	rare  map[*plan.Column][]any // equal to a literal
	wants []want
	named map[*plan.Column]bool // compared at all, or what references hold: remembered of each row
	links map[*plan.Column]end  // joined with by a sql View
}

// end is the other end of a join.
type end struct {
	schema *plan.Schema
	column *plan.Column
}

// want draws values that some View takes, for a few of the rows.
type want func(r *rand.Rand) map[*plan.Column]any

// demands collects what the Views of a plan compare.
func demands(p *plan.Plan) map[*plan.Schema]*demand {
	all := map[*plan.Schema]*demand{}
	for _, s := range p.Schemas() {
		all[s] = &demand{asked: map[*plan.Column]bool{}, users: map[*plan.Column]bool{}, rare: map[*plan.Column][]any{}, named: joining(s), links: map[*plan.Column]end{}}
	}
	for _, v := range p.Views() {
		if v.IsSQL() {
			for _, s := range sourcesOf(p, v) {
				all[s].addSQL(s, v)
			}
			addLinks(all, sourcesOf(p, v), v)
		} else if v.Filter() != nil {
			all[v.Source()].addFilter(v.Filter())
		}
	}
	return all
}

// joining are the columns that a reference to the Schema may hold: those that
// lead from entry to entry, and the one of a unique index.
func joining(s *plan.Schema) map[*plan.Column]bool {
	columns := map[*plan.Column]bool{s.Column("id"): true, s.Column("status"): true}
	for _, c := range s.Columns() {
		if c.Joins() {
			columns[c] = true
		}
	}
	for _, index := range s.Indexes() {
		if index.Unique() && len(index.Columns()) == 1 {
			columns[index.Columns()[0]] = true
		}
	}
	return columns
}

func (d *demand) addFilter(f *plan.Filter) {
	literals := false
	for leaf := range leaves(f) {
		d.named[leaf.Column] = true
		switch leaf.Operand.Kind {
		case plan.Literal:
			literals = true
			if leaf.Op == plan.Eq {
				d.rare[leaf.Column] = append(d.rare[leaf.Column], leaf.Operand.Value)
			}
		case plan.CallerID:
			d.users[leaf.Column] = true
		case plan.ParamRef:
			d.asked[leaf.Column] = d.asked[leaf.Column] || leaf.Op == plan.Eq
		}
	}
	if literals {
		d.wants = append(d.wants, func(r *rand.Rand) map[*plan.Column]any { return drawn(r, f) })
	}
}

// leaves walks the comparisons of a filter with a stack of its own.
func leaves(f *plan.Filter) func(yield func(*plan.Filter) bool) {
	return func(yield func(*plan.Filter) bool) {
		for stack := []*plan.Filter{f}; len(stack) > 0; {
			top := stack[len(stack)-1]
			stack = append(stack[:len(stack)-1], top.Nodes...)
			if len(top.Nodes) == 0 && top.Column != nil && !yield(top) {
				return
			}
		}
	}
}

// drawn gives the literals of one way through a filter: all of an and, one of
// an or.
func drawn(r *rand.Rand, f *plan.Filter) map[*plan.Column]any {
	values := map[*plan.Column]any{}
	for stack := []*plan.Filter{f}; len(stack) > 0; {
		top := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		switch {
		case len(top.Nodes) > 0 && top.Op == plan.Or:
			stack = append(stack, top.Nodes[r.IntN(len(top.Nodes))])
		case len(top.Nodes) > 0:
			stack = append(stack, top.Nodes...)
		case top.Column != nil && top.Operand.Kind == plan.Literal:
			values[top.Column] = beside(top.Op, top.Operand.Value)
		}
	}
	return values
}

// beside is a value that compares so with a literal.
func beside(op plan.Op, literal any) any {
	step := int64(0)
	if op == plan.Gt {
		step = 1
	} else if op == plan.Lt {
		step = -1
	}
	switch v := literal.(type) {
	case int64:
		return v + step
	case float64:
		return v + float64(step)
	case string:
		if step > 0 {
			return v + "a"
		}
		if step < 0 && v != "" {
			return v[:len(v)-1]
		}
	}
	return literal
}

// Comparisons in the text of a sql View, as far as they can be told without its
// grammar: perhaps an alias, a column, an operator and what follows.
var (
	beforePlaceholder = lazyregexp.New(`(?i)` + qualified + `\s*(=|<>|<=|>=|<|>|\bis|\blike)\s*$`)
	besideLiteral     = lazyregexp.New(`(?i)` + qualified + `\s*=\s*('(?:[^']|'')*'|-?[0-9]+)`)
	inLiterals        = lazyregexp.New(`(?i)` + qualified + `\s+in\s*\(((?:'[^']*'|[-0-9,\s])+)\)`)
	eachLiteral       = lazyregexp.New(`'(?:[^']|'')*'|-?[0-9]+`)
	betweenColumns    = lazyregexp.New(`(?i)` + qualified + `\s*=\s*` + qualified)
	namedTable        = lazyregexp.New(`(?i)\b(?:from|join)\s+"?([a-z][a-z0-9-]*)"?(?:\s+(?:as\s+)?([a-z_][a-z0-9_]*))?`)
)

const qualified = `(?:([a-z_][a-z0-9_]*)"?\.)?"?([a-z_][a-z0-9_]*)"?`

// sourcesOf are the Schemas whose names stand in the text of a sql View.
func sourcesOf(p *plan.Plan, v *plan.View) (sources []*plan.Schema) {
	if !v.IsSQL() {
		return []*plan.Schema{v.Source()}
	}
	text, _ := v.SQL(sqltext.SQLite)
	for _, s := range p.Schemas() {
		if regexp.MustCompile(`(?i)(^|[^\w-])` + regexp.QuoteMeta(s.Name()) + `($|[^\w-])`).MatchString(text) {
			sources = append(sources, s)
		}
	}
	return sources
}

func (d *demand) addSQL(s *plan.Schema, v *plan.View) {
	for _, c := range sqlComparisons(v, s) {
		d.named[c.column] = true
	}
	for _, c := range placeholders(v) {
		if column := c.in(s, v); column != nil && c.op == "=" {
			d.asked[column] = true
		}
	}
	text, _ := v.SQL(sqltext.SQLite)
	for _, found := range besideLiteral.FindAllStringSubmatch(text, -1) {
		d.addLiteral(named{found[1], found[2]}.in(s, v), found[3])
	}
	for _, found := range inLiterals.FindAllStringSubmatch(text, -1) {
		for _, literal := range eachLiteral.FindAllString(found[3], -1) {
			d.addLiteral(named{found[1], found[2]}.in(s, v), literal)
		}
	}
}

// addLinks notes which columns of different Schemas a sql View joins.
func addLinks(all map[*plan.Schema]*demand, sources []*plan.Schema, v *plan.View) {
	text, _ := v.SQL(sqltext.SQLite)
	for _, found := range betweenColumns.FindAllStringSubmatch(text, -1) {
		for _, a := range sources {
			for _, b := range sources {
				left, right := (named{found[1], found[2]}).in(a, v), (named{found[3], found[4]}).in(b, v)
				if found[1] == "" || found[3] == "" || a == b || left == nil || right == nil {
					continue
				}
				all[a].named[left], all[b].named[right] = true, true
				all[a].links[left], all[b].links[right] = end{b, right}, end{a, left}
			}
		}
	}
}

// named is a column as a statement names it.
type named struct{ alias, column string }

// in is the column of a Schema; nil where the name means no column of it.
func (n named) in(s *plan.Schema, v *plan.View) *plan.Column {
	text, _ := v.SQL(sqltext.SQLite)
	known := false
	for _, found := range namedTable.FindAllStringSubmatch(text, -1) {
		if n.alias != "" && (strings.EqualFold(found[2], n.alias) || strings.EqualFold(found[1], n.alias)) {
			if strings.EqualFold(found[1], s.Name()) {
				return columnNamed(s, n.column)
			}
			known = true
		}
	}
	if known {
		return nil
	}
	return columnNamed(s, n.column)
}

func (d *demand) addLiteral(c *plan.Column, text string) {
	if c == nil || c.Reserved() {
		return
	}
	value := literalOf(c, text)
	d.rare[c] = append(d.rare[c], value)
	d.wants = append(d.wants, func(*rand.Rand) map[*plan.Column]any { return map[*plan.Column]any{c: value} })
}

func literalOf(c *plan.Column, text string) any {
	if quoted, ok := strings.CutPrefix(text, "'"); ok {
		return strings.ReplaceAll(strings.TrimSuffix(quoted, "'"), "''", "'")
	}
	n, _ := strconv.ParseInt(text, 10, 64)
	if c.Kind() == plan.BooleanColumn {
		return n != 0
	}
	return n
}

// placeholder is a param of a sql View and the column that stands before it.
type placeholder struct {
	named
	param, op string
}

func placeholders(v *plan.View) (found []placeholder) {
	text, _ := v.SQL(sqltext.SQLite)
	before := ""
	for _, token := range sqltext.Tokens(sqltext.SQLite, text) {
		if name := token.Name(); name != "" {
			if m := beforePlaceholder.FindStringSubmatch(before); m != nil {
				found = append(found, placeholder{named{m[1], m[2]}, name, m[3]})
			}
		}
		before = token.Text
	}
	return found
}

// columnNamed finds a column as SQL does, in any case.
func columnNamed(s *plan.Schema, name string) *plan.Column {
	for _, c := range s.Columns() {
		if strings.EqualFold(c.Name(), name) {
			return c
		}
	}
	return nil
}
