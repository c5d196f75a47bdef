package platform

import (
	"context"
	"log/slog"

	"github.com/quartet-dev/quartet/internal/sqlgen"
)

// Database runs units of work. The error of each is a diagnostic. A unit that others
// were in the way of is done again: nothing that it did stays in the database, and
// what it has set outside is what its last run sets (decision 210).
type Database interface {
	// Read does w on a connection that reads. Each statement sees a state of its
	// own.
	Read(ctx context.Context, w Work) error

	// ReadSnapshot is Read, but all statements see one state.
	ReadSnapshot(ctx context.Context, w Work) error

	// Update does w in a write transaction, which is durable when Update
	// returns; an error of w takes back all that w has changed.
	Update(ctx context.Context, w Work) error

	// UpdateInBackground is Update for work that no caller waits for: it may wait for
	// theirs, and be committed with it.
	UpdateInBackground(ctx context.Context, w Work) error
}

// Work is what is done in a unit of work.
type Work interface{ Do(c *Conn) error }

// Func is a function as Work.
type Func func(*Conn) error

// Do implements Work.
func (f Func) Do(c *Conn) error { return f(c) }

// Driver is one connection of a database, in a unit of work. It serves one
// goroutine at a time.
type Driver interface {
	// Dialect is what Prepare renders statements in.
	Dialect() *sqlgen.Dialect

	// Prepare makes a statement ready for its arguments. Reset gives it back.
	Prepare(q *Query) (Statement, error)

	// PrepareOnce is Prepare for a text of the dialect that is not kept.
	PrepareOnce(text string) (Statement, error)

	// HasTable reports whether the entries of a collection have a table.
	HasTable(name string) (bool, error)

	// Atomic runs fn, and takes back what fn has changed when it fails.
	Atomic(fn func() error) error

	// IsUnique reports whether err is a row that a unique index has refused.
	IsUnique(err error) bool

	// EndsTransaction reports whether the transaction did not outlive err.
	EndsTransaction(err error) bool

	// Diagnostic is what an error of the database is to a caller.
	Diagnostic(err error) error
}

// Statement is a prepared statement. Arguments count from 1, columns from 0.
type Statement interface {
	// Bind sets an argument to nil, an int, an int64, a string or a []byte, which is
	// null where it is nil.
	Bind(i int, value any) error

	// Exec runs a statement without rows and tells how many it has changed.
	Exec() (changed int64, err error)

	// Step moves to the next row; false at the end.
	Step() (bool, error)

	// The columns of the present row. Text and Blob are nil for null, and live
	// until the next call of Step or Reset. IsBlob tells bytes in a column where a
	// text may be, too.
	IsNull(i int) bool
	IsBlob(i int) bool
	Integer(i int) int64
	Text(i int) []byte
	Blob(i int) []byte

	// Reset ends the use of the statement, and lets go of its rows.
	Reset()
}

// Ports are the ports over a database. A store embeds them.
type Ports struct {
	db  Database
	log *slog.Logger
}

// New is the ports over a database.
func New(db Database, log *slog.Logger) Ports { return Ports{db, log} }
