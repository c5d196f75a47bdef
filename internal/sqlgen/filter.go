package sqlgen

import (
	"math"

	"github.com/quartet-dev/quartet/internal/plan"
)

// operator is how each operator is written between what it compares or joins.
var operator = map[plan.Op]string{
	plan.Eq: " = ", plan.Gt: " > ", plan.Gte: " >= ", plan.Lt: " < ", plan.Lte: " <= ",
	plan.And: " AND ", plan.Or: " OR ",
}

// compileFilter turns a View's filter into a flat condition; nil without.
func compileFilter(d *Dialect, v *plan.View) *condition {
	if v.Filter() == nil {
		return nil
	}
	root := &condition{}
	type step struct {
		from *plan.Filter
		to   *condition
	}
	stack := []step{{v.Filter(), root}}
	for len(stack) > 0 {
		s := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if len(s.from.Nodes) == 0 {
			*s.to = *comparison(d, v, s.from)
			continue
		}
		s.to.op = s.from.Op
		for _, n := range s.from.Nodes {
			child := &condition{}
			s.to.nodes = append(s.to.nodes, child)
			stack = append(stack, step{n, child})
		}
	}
	return flatten(root)
}

// comparison compiles one leaf. Equality with null is IS NULL and a range
// against null matches nothing (open-parts.md, View); a literal of a type that
// the column never holds matches nothing either, on every database.
func comparison(d *Dialect, v *plan.View, f *plan.Filter) *condition {
	left, kind := d.operand(f.Column), f.Column.Kind()
	switch f.Operand.Kind {
	case plan.CallerID:
		if !Comparable(kind, "") {
			return text("1 = 0")
		}
		return compare(left, operator[f.Op], Arg{Kind: ArgCaller, Column: kind})
	case plan.ParamRef:
		return param(d, left, f, v.Params().All()[f.Operand.Slot])
	case plan.Literal:
	}
	return literal(d, left, f, kind)
}

// param compares with the value of a param. PostgreSQL has no value that an
// integer is unlike, and looks nothing up by IS NOT DISTINCT FROM: an argument of
// its own says whether the column may hold the value.
func param(d *Dialect, left string, f *plan.Filter, p plan.Param) *condition {
	kind := f.Column.Kind()
	same := f.Op == plan.Eq && p.Nullable()
	fraction := kind == plan.IntegerColumn && (len(p.Types) == 0 || p.Takes("number"))
	a := Arg{Kind: ArgParam, Slot: f.Operand.Slot, Column: kind, Compared: true, Same: same, Wide: fraction}
	switch {
	case !same:
		return compare(left, operator[f.Op], a)
	case d.same != "":
		return compare(left, d.same, a)
	}
	return &condition{parts: []part{
		{text: "(" + left + " = "}, {arg: &a}, {text: " OR " + left + " IS NULL AND "}, {arg: &a}, {text: " IS NULL AND "},
		{arg: &Arg{Kind: ArgFits, Slot: f.Operand.Slot, Column: kind}}, {text: ")"},
	}}
}

func literal(d *Dialect, left string, f *plan.Filter, kind plan.ColumnKind) *condition {
	switch {
	case f.Operand.Value == nil && f.Op == plan.Eq:
		return text(left, " IS NULL")
	case !Comparable(kind, f.Operand.Value):
		return text("1 = 0")
	}
	same := compare(left, operator[f.Op], Arg{Kind: ArgLiteral, Value: f.Operand.Value, Column: kind, Wide: isFraction(kind, f.Operand.Value)})
	if kind == plan.MixedColumn || kind == plan.JSONColumn {
		return allOf(same, text(of(d.jsonType, f.Column.Name()), d.jsonTypes[jsonTypeOf(f.Operand.Value)]))
	}
	return same
}

// jsonTypeOf distinguishes scalars that a column of many types holds alike: true
// and 1, or a list and the text of its JSON (decision 106).
func jsonTypeOf(value any) string {
	switch value.(type) {
	case bool:
		return "boolean"
	case string:
		return "string"
	default:
		return "number"
	}
}

// Comparable reports whether a column of the kind may hold such a value. Nothing
// else equals it or lies beside it, whatever a database makes of the two.
func Comparable(kind plan.ColumnKind, value any) bool {
	switch value.(type) {
	case string:
		return kind.HoldsText()
	case int64, float64:
		return kind.HoldsNumbers()
	case bool:
		return kind.HoldsBooleans()
	default:
		return false
	}
}

// Holds reports whether a column of the kind may hold exactly such a scalar. What is not a
// scalar it leaves to the database.
func Holds(kind plan.ColumnKind, value any) bool {
	switch value := value.(type) {
	case float64:
		return kind.HoldsNumbers() && (kind != plan.IntegerColumn || value == math.Trunc(value) && math.Abs(value) < 1<<63)
	case string, int64, bool:
		return Comparable(kind, value)
	}
	return true
}

// isFraction reports whether a value may be none of the integers of the column.
func isFraction(kind plan.ColumnKind, value any) bool {
	_, real := value.(float64)
	return real && kind == plan.IntegerColumn
}
