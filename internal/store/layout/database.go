package layout

import (
	"context"
	"errors"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/sqlgen"
)

// ErrTooLong is a row that an index cannot hold: databases bound what they compare.
var ErrTooLong = errors.New("a value is too long for its index")

// Database is the port to the database whose tables are changed, on one
// connection of it.
type Database interface {
	Dialect() *sqlgen.Dialect

	// Atomically runs fn in a write transaction, which ctx may interrupt. An error
	// of fn takes everything back.
	Atomically(ctx context.Context, fn func() error) error

	// Layouts are the texts that were saved, each for a table.
	Layouts() ([][]byte, error)
	SaveLayout(table string, text []byte) error
	DeleteLayout(table string) error

	// UseMedia stores that an entry uses media assets, and ForgetMedia forgets what
	// all entries of a collection use.
	UseMedia(collection, entryID string, assetIDs []string) error
	ForgetMedia(collection string) error

	// Changed has every other process compare its manifests with the tables before
	// it writes again.
	Changed() error

	// Exec runs a statement and tells how many rows it has changed. ErrTooLong is in
	// the chain of its error where an index cannot hold a row.
	Exec(statement string, arguments ...any) (changed int64, err error)

	// Number is the value of a statement that has one.
	Number(statement string) (int64, error)

	// Texts gives fn the first column of each row, "" for null.
	Texts(statement string, fn func(text string), arguments ...any) error

	// Entries are the next stored entries of a Schema behind an id, by id.
	Entries(s *plan.Schema, after string, most int) ([]*content.Entry, error)

	// Rewrite stores the data of an entry anew. Its version stays.
	Rewrite(s *plan.Schema, e *content.Entry) error

	// DropTable drops the table of a Schema, with whatever the database keeps to
	// find its entries by.
	DropTable(schema string) error
}
