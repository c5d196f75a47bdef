package transfer

import (
	"context"

	"github.com/quartet-dev/quartet/internal/sqlgen"
	"github.com/quartet-dev/quartet/internal/store"
)

// Driver is a connection of a database. That of a source is in a transaction
// that sees one moment, and changes nothing. It serves one goroutine at a time.
type Driver interface {
	Dialect() *sqlgen.Dialect

	// Name is the database as an operator knows it, without secrets.
	Name() string

	// Relations are the tables of the database, but for those that it keeps for
	// itself.
	Relations(ctx context.Context) ([]*Relation, error)

	// Version is the number of the last migration of the platform's tables, 0
	// without them; DATABASE_NEWER where a newer program ran it. Migrate brings them to that of this program, in a transaction of
	// its own.
	Version(ctx context.Context) (int, error)
	Migrate(ctx context.Context) error

	// Query calls fn with every row of a statement. What a row holds is its own.
	Query(ctx context.Context, statement string, fn func(store.Row) error, arguments ...any) error

	// Exec runs a statement once for each row of arguments, in a transaction.
	Exec(ctx context.Context, statement string, rows ...store.Row) error

	// Atomically runs fn in a transaction, which is durable when Atomically returns
	// and has other processes look at the tables again. An error of fn takes
	// everything back.
	Atomically(ctx context.Context, fn func() error) error

	// Advance has the numbers that the database gives for a key, if it gives any, go
	// on behind those that are there, inside a transaction.
	Advance(ctx context.Context, table, column string) error

	// Unfit reports whether an error of Exec is of the rows, and not of the database.
	Unfit(err error) bool

	// Diagnostic is what an error of the database is to a caller.
	Diagnostic(err error) error

	Close() error
}

// Relation is a table as the database knows it.
type Relation struct {
	Name    string
	Columns []Column // that can be written
}

// Column is a column of a table. Key is its place in the primary key, from 1; 0
// for any other.
type Column struct {
	Name string
	Key  int
}
