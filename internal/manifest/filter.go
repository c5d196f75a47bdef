package manifest

import (
	"slices"
	"strconv"
	"strings"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/yamldoc"
)

// Op is a filter's operator.
type Op string

// The operators of the filter AST.
const (
	Eq  Op = "eq"
	Gt  Op = "gt"
	Gte Op = "gte"
	Lt  Op = "lt"
	Lte Op = "lte"
	And Op = "and"
	Or  Op = "or"
)

var operators = []Op{Eq, Gt, Gte, Lt, Lte, And, Or}

// Operators lists the operators of the filter AST.
func Operators() []Op { return slices.Clone(operators) }

// Filter is one node of a filter. Comparisons have Field and Operand;
// and/or have Nodes. Trees nest to any depth: walk them with a stack of your
// own, not by recursion.
type Filter struct {
	Op      Op
	Field   string
	Operand Operand
	Nodes   []*Filter
	at      *place
}

// Pointer is the node's place in the manifest, such as /spec/filter/and/0. It
// is put together when asked for: kept in each node of a deep tree, pointers
// would take the square of its depth.
func (f *Filter) Pointer() string {
	if f.at == nil {
		return ""
	}
	return f.at.pointer()
}

// OperandKind is one of the three value forms.
type OperandKind uint8

// The value forms of a comparison.
const (
	Literal OperandKind = iota
	ParamRef
	CallerID // { $ctx.user: id }
)

// Operand is the right side of a comparison.
type Operand struct {
	Kind  OperandKind
	Value any    // Literal: nil, bool, int64, float64, string
	Param string // ParamRef
}

// maxComparisons is less than the 32,766 arguments that a statement of SQLite
// can have.
const maxComparisons = 30_000

// filter reads a filter of any depth; nil when it is absent.
func (p *place) filter(refs *references) *Filter {
	if p == nil {
		return nil
	}
	root, comparisons := &Filter{at: p}, 0
	for pending := []*Filter{root}; len(pending) > 0 && !p.isFull(); {
		last := len(pending) - 1
		node := pending[last]
		pending = append(pending[:last], node.read(refs)...)
		if node.Field != "" {
			comparisons++
		}
	}
	if comparisons > maxComparisons {
		p.wrong("The filter makes more than 30,000 comparisons.").Expected = maxComparisons
	}
	return root
}

// read fills in one node and returns those under it, which are still to read.
func (f *Filter) read(refs *references) []*Filter {
	p := f.at
	if p.node.Kind != yamldoc.Mapping || len(p.node.Fields) != 1 {
		p.wrong("A filter node is a mapping with exactly one key.").Expected = texts(operators)
		return nil
	}
	operand := p.field(&p.node.Fields[0])
	switch f.Op = Op(operand.token); f.Op {
	case Eq, Gt, Gte, Lt, Lte:
		f.readComparison(operand, refs)
	case And, Or:
		f.readNodes(operand)
	default:
		d := p.wrong("There is no filter operator " + strconv.Quote(operand.token) + "." + instead(operand.token))
		d.Expected, d.Suggestion = texts(operators), diag.Meant(operand.token, texts(operators))
	}
	return f.Nodes
}

// instead says what to write for an operator of other systems that has no
// counterpart; "" for any other.
func instead(operator string) string {
	const statement = "write the View as sql."
	switch strings.TrimLeft(strings.ToLower(strings.ReplaceAll(operator, "_", "")), "$!") {
	case "ne", "neq", "not", "nin", "notin", "nor", "noteq", "notequal", "notequals", "isnot", "=", "<>":
		return " A filter says what is there, not what is absent: list the values that may be there with or and eq, or " + statement
	case "in", "oneof", "anyof":
		return " Write or, with one eq for each value."
	case "between", "range":
		return " Write and, with a gte and an lte."
	case "isnull", "null", "isempty", "empty", "exists", "missing", "isset", "notnull":
		return " A field without a value is eq with the value null; for one that has any value, " + statement
	case "like", "ilike", "contains", "includes", "has", "startswith", "endswith", "prefix", "match", "matches", "regex", "regexp", "search":
		return " A filter compares whole values; for a part of one, " + statement
	}
	return ""
}

func (f *Filter) readNodes(p *place) {
	if p.node.Kind == yamldoc.Sequence && len(p.node.Items) == 0 {
		f.at.wrong("The list under " + p.token + " must not be empty.")
	}
	for each := range p.list("filter nodes") {
		f.Nodes = append(f.Nodes, &Filter{at: each})
	}
}

func (f *Filter) readComparison(p *place, refs *references) {
	m, ok := p.mapping("field", "value")
	if !ok {
		return
	}
	f.Field = m.need("field").text()
	if value := m.need("value"); value != nil {
		f.Operand = value.operand(f.Op, refs)
	}
}

// How the references of a value are written.
const (
	paramKey     = "$param"
	callerKey    = "$ctx.user"
	contextKey   = "$ctx"
	callerMember = "id"
)

func (p *place) operand(op Op, refs *references) Operand {
	switch {
	case p.node.Kind == yamldoc.Scalar:
		return Operand{Kind: Literal, Value: p.node.Value}
	case p.namesContext():
		return p.callerID(op, refs)
	case p.child(paramKey) != nil:
		return p.paramRef(refs)
	}
	p.wrong("A value is a scalar, { $param: <name> } or { $ctx.user: id }.")
	return Operand{}
}

// namesContext reports whether a mapping refers to the caller, rightly or wrongly.
func (p *place) namesContext() bool {
	for _, key := range p.keys() {
		if strings.HasPrefix(key, contextKey) {
			return true
		}
	}
	return false
}

func (p *place) callerID(op Op, refs *references) Operand {
	if len(p.node.Fields) != 1 || p.child(callerKey).string() != callerMember || op != Eq {
		p.fail(diag.ViewFilterCtxUserRefInvalid, "The caller's identity is written { $ctx.user: id } and stands under eq.").
			Expected = map[string]any{callerKey: callerMember}
		return Operand{}
	}
	refs.caller = true
	return Operand{Kind: CallerID}
}

func (p *place) paramRef(refs *references) Operand {
	f, _ := p.mapping(paramKey)
	name := f.get(paramKey)
	text, ok := name.node.Value.(string)
	if !ok {
		name.wrong("A param is named by a string.").Expected = "string"
	} else {
		refs.check(name, text)
	}
	return Operand{Kind: ParamRef, Param: text}
}
