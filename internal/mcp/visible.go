package mcp

import (
	"strings"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/jsonvalue"
	"github.com/quartet-dev/quartet/internal/plan"
)

// visibleVia reports whether there are params under which the View shows the entry to
// the caller. It looks for them in the entry: a param is worth what it is first
// compared with. Where that finds none it says no, which may be wrong and gives
// nothing away: filters have no negation, so that a comparison taken for false
// only ever hides (decision 67).
func visibleVia(v *plan.View, caller content.Caller, e *content.Entry) bool {
	w := matcher{view: v, caller: caller, entry: e, params: map[string]any{}}
	if f := v.Filter(); f != nil && !w.matches(f, maxFilterDepth) {
		return false
	}
	return v.Params().Validate(w.params) == nil
}

// maxFilterDepth is how far down a filter is looked at; what lies below does not hold.
const maxFilterDepth = 100

type matcher struct {
	view   *plan.View
	caller content.Caller
	entry  *content.Entry
	params map[string]any
}

// matches evaluates every node, so that every param is met.
func (w *matcher) matches(f *plan.Filter, depth int) bool {
	if depth == 0 {
		return false
	}
	if len(f.Nodes) == 0 {
		return compareScalars(f.Op, columnOf(w.entry, f.Column), w.operand(f))
	}
	held := 0
	for _, n := range f.Nodes {
		if w.matches(n, depth-1) {
			held++
		}
	}
	return joins(f.Op, held, len(f.Nodes))
}

// joins reports whether a node holds when so many of those under it do.
func joins(op plan.Op, held, of int) bool {
	switch op {
	case plan.And:
		return held == of
	case plan.Or:
		return held > 0
	case plan.Eq, plan.Gt, plan.Gte, plan.Lt, plan.Lte: // join nothing
	}
	return false
}

func (w *matcher) operand(f *plan.Filter) any {
	switch f.Operand.Kind {
	case plan.Literal:
		return f.Operand.Value
	case plan.CallerID:
		if w.caller.User == nil {
			return undefined{}
		}
		return w.caller.User.ID
	case plan.ParamRef:
	}
	name := w.view.Params().All()[f.Operand.Slot].Name
	if _, met := w.params[name]; !met {
		value := columnOf(w.entry, f.Column)
		if value == nil {
			return undefined{}
		}
		w.params[name] = value
	}
	return w.params[name]
}

// undefined compares with nothing.
type undefined struct{}

// compareScalars is a comparison of scalars as the database makes it: numbers by
// value, texts by their bytes, false before true, null with eq alone.
func compareScalars(op plan.Op, a, b any) bool {
	order, ok := ordered(a, b)
	switch op {
	case plan.Eq:
		return isScalar(a) && isScalar(b) && jsonvalue.Equal(a, b)
	case plan.Gt:
		return ok && order > 0
	case plan.Gte:
		return ok && order >= 0
	case plan.Lt:
		return ok && order < 0
	case plan.Lte:
		return ok && order <= 0
	case plan.And, plan.Or: // compare nothing
	}
	return false
}

func isScalar(v any) bool {
	switch v.(type) {
	case nil, bool, int64, float64, string:
		return true
	}
	return false
}

func ordered(a, b any) (order int, ok bool) {
	if a, isText := a.(string); isText {
		b, isText := b.(string)
		return strings.Compare(a, b), isText
	}
	if a, isBool := a.(bool); isBool {
		b, isBool := b.(bool)
		return rank(a) - rank(b), isBool
	}
	x, isNumber := numberOf(a)
	y, both := numberOf(b)
	switch {
	case !isNumber || !both:
		return 0, false
	case x < y:
		return -1, true
	case x > y:
		return 1, true
	}
	return 0, true
}

// rank puts false before true.
func rank(b bool) int {
	if b {
		return 1
	}
	return 0
}

// numberOf leaves out whole numbers that a float64 does not hold.
func numberOf(v any) (float64, bool) {
	switch n := v.(type) {
	case int64:
		return float64(n), n <= 1<<53 && n >= -(1<<53)
	case float64:
		return n, true
	}
	return 0, false
}
