package platform

import (
	"slices"

	"github.com/quartet-dev/quartet/internal/sqlgen"
)

// Query is a statement of this package. It is its own key for those that a
// connection keeps prepared.
type Query struct{ text string }

var declared []*Query

// declare makes the statement of a text, once, when the program starts.
func declare(text string) *Query {
	q := &Query{text}
	declared = append(declared, q)
	return q
}

// Queries are the statements of this package.
func Queries() []*Query { return slices.Clone(declared) }

// In is the statement in a dialect, made at each call: a driver keeps it.
func (q *Query) In(d *sqlgen.Dialect) string { return d.Platform(q.text) }
