package sqlgen

import (
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/sqltext"
)

// Wrap makes a sql View's text pageable: the statement as a subquery with LIMIT
// and OFFSET, its :name placeholders turned positional. The line break before
// the closing parenthesis keeps a trailing comment from swallowing it. ok is
// false when the View is not written in the dialect.
func Wrap(d *Dialect, v *plan.View) (statement Statement, ok bool) {
	return WrapMatching(d, v, plan.Criteria{})
}

// WrapMatching is Wrap for those of its rows that are within n. Their columns
// are those that the statement yields.
func WrapMatching(d *Dialect, v *plan.View, n plan.Criteria) (statement Statement, ok bool) {
	sql, ok := v.SQL(d.Name)
	if !ok {
		return Statement{}, false
	}
	b := builder{dialect: d}
	b.write(d.with(sql), "SELECT * FROM (")
	for _, token := range sqltext.Tokens(d.Name, sql) {
		b.token(v.Params(), token)
	}
	b.write("\n) AS page")
	if within := matching(n, d, d.outputsOf, nil); len(within) > 0 {
		b.write(" WHERE ")
		b.condition(flatten(allOf(within...)))
	}
	b.write(" LIMIT ", b.arg(Arg{Kind: ArgLimit}), " OFFSET ", b.arg(Arg{Kind: ArgOffset}))
	return b.statement(), true
}

// WrittenAt is where in a View's own statement an offset in the text of Wrap lies.
func WrittenAt(d *Dialect, v *plan.View, offset int) int {
	sql, _ := v.SQL(d.Name)
	b := builder{dialect: d}
	b.write(d.with(sql), "SELECT * FROM (")
	written := 0
	for _, token := range sqltext.Tokens(d.Name, sql) {
		begun := b.Len()
		if b.token(v.Params(), token); offset < b.Len() {
			return written + max(min(offset-begun, len(token.Text)-1), 0)
		}
		written += len(token.Text)
	}
	return written
}

func (b *builder) token(params *plan.Params, token sqltext.Token) {
	if slot, declared := params.Slot(token.Name()); token.Kind == sqltext.Placeholder && declared {
		b.write(b.param(params, slot))
		return
	}
	b.write(token.Text)
}

// param is a param of a sql View. Where values have no types of their own the
// text says the declared one, so that the statement means the same for every
// value. Arrays and objects come as JSON text.
func (b *builder) param(params *plan.Params, slot int) string {
	if b.dialect.paramTypes == nil {
		return b.arg(Arg{Kind: ArgParam, Slot: slot, Column: plan.TextColumn})
	}
	declared := params.All()[slot]
	kind, bound := declared.Kind(), declared.Kind()
	switch {
	case kind == plan.MixedColumn, kind == plan.JSONColumn && (len(declared.Types) == 0 || declared.Takes("string")):
		kind, bound = plan.TextColumn, plan.TextColumn
	case kind == plan.JSONColumn:
		bound = plan.TextColumn
	}
	return "(" + b.arg(Arg{Kind: ArgParam, Slot: slot, Column: bound}) + "::" + b.dialect.paramTypes[kind] + ")"
}
