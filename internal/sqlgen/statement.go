package sqlgen

import (
	"strings"

	"github.com/quartet-dev/quartet/internal/plan"
)

// ArgKind says where the value of a positional argument comes from.
type ArgKind uint8

// The sources of argument values.
const (
	ArgLiteral ArgKind = iota // Value, as is
	ArgParam                  // the View's param in Slot
	ArgCaller                 // the caller's user id
	ArgAfter                  // the last row's order key in Slot
	ArgLimit                  // how many rows at most
	ArgOffset                 // how many rows to skip
	ArgFits                   // whether the column may hold the value of the param in Slot, or null
)

// Arg is one positional argument of a Statement.
type Arg struct {
	Kind   ArgKind
	Slot   int             // of an ArgLiteral of Criteria: which value of Equal it is, from 1; 0 for none
	Value  any             // ArgLiteral: bool, int64, float64 or string
	Column plan.ColumnKind // what it is compared with, for drivers that are typed

	// Compared says that a value which is not Comparable with Column must match
	// nothing, not even what the database would convert.
	Compared bool
	Same     bool // null equals null here

	// Wide says that the value may be a fraction, while the column holds integers.
	Wide bool
}

// Statement is text with its arguments: argument n is Args[n-1].
type Statement struct {
	Text string
	Args []Arg
}

// Output is one output column of a View statement, in order.
type Output struct {
	Name   string
	Kind   plan.ColumnKind // JSONColumn: the value is JSON text
	Hidden bool            // an order key read for the cursor alone
}

// Query is a compiled View.
type Query struct {
	Statement
	Outputs []Output
	Keys    []int // indexes into Outputs of the order keys and then id
}

// builder collects a statement. An argument that is not a literal is numbered
// once, however often it is used.
type builder struct {
	strings.Builder
	dialect *Dialect
	args    []Arg
}

func (b *builder) write(parts ...string) {
	for _, part := range parts {
		b.WriteString(part)
	}
}

func (b *builder) arg(a Arg) string {
	if a.Kind != ArgLiteral {
		for i, known := range b.args {
			if known.Kind == a.Kind && known.Slot == a.Slot && (a.Kind != ArgParam || known == a) {
				return b.dialect.written(i+1, a)
			}
		}
	}
	b.args = append(b.args, a)
	return b.dialect.written(len(b.args), a)
}

// written is an argument in a statement, with its type where the column that it
// is compared with does not say it.
func (d *Dialect) written(n int, a Arg) string {
	if a.Wide {
		return d.arg(n) + d.wide
	}
	return d.arg(n)
}

func (b *builder) statement() Statement {
	return Statement{Text: b.String(), Args: b.args}
}
