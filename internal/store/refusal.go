package store

import "github.com/quartet-dev/quartet/internal/plan"

// Refusal is a statement of a sql View that a database does not take. Offset is
// where in it, in bytes; Message is the database's own.
type Refusal struct {
	View    *plan.View
	Dialect string
	Offset  int
	Message string
}
