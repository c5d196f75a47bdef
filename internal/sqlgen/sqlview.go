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
	b.write("SELECT * FROM (")
	for _, token := range sqltext.Tokens(d.Name, sql) {
		slot, declared := v.Params().Slot(token.Name())
		if token.Kind == sqltext.Placeholder && declared {
			b.write(b.arg(Arg{Kind: ArgParam, Slot: slot, Column: plan.TextColumn}))
		} else {
			b.write(token.Text)
		}
	}
	b.write("\n) AS page")
	if within := matching(n, d, d.outputsOf); len(within) > 0 {
		b.write(" WHERE ")
		b.condition(flatten(allOf(within...)))
	}
	b.write(" LIMIT ", b.arg(Arg{Kind: ArgLimit}), " OFFSET ", b.arg(Arg{Kind: ArgOffset}))
	return b.statement(), true
}
