package store

import (
	"context"
	"encoding/json"
)

// Source is all that a database holds, at one moment.
type Source interface {
	// Version is the number of the last migration that the platform's tables had.
	Version() int

	// Tables lists what is there to copy, in the order in which it is loaded: the
	// platform's tables, then those of Schemas, also of removed ones.
	Tables(ctx context.Context) ([]*Table, error)

	// Rows calls fn with the rows of a table in the order of their keys: those
	// behind a key, or all of them where after is empty. fn may keep them.
	Rows(ctx context.Context, t *Table, after Row, fn func(Row) error) error

	Close() error
}

// Target is a database that is being loaded. Nobody serves it until that is
// complete: it begins empty, or as an interrupted load has left it. As a Source
// it tells how far it is.
type Target interface {
	Source

	// Clear takes out all that an interrupted load has left.
	Clear(ctx context.Context) error

	// Make makes the tables of Schemas that are not there yet. DATABASE_UNFINISHED
	// where the load that was interrupted was of other tables.
	Make(ctx context.Context, tables []*Table) error

	// Load stores rows that are not there yet, all or none, and returns when that
	// is durable. Columns that a row leaves out have their defaults.
	Load(ctx context.Context, t *Table, rows []Row) error

	// Complete has the database give numbers behind those that were loaded, and lets
	// it be served.
	Complete(ctx context.Context) error
}

// Table is a table as it is copied. Columns are in an order that all databases
// share, those of the key first.
type Table struct {
	Name    string   `json:"table"`
	Columns []string `json:"columns"`
	Key     int      `json:"key"` // how many columns the key has

	// Layout is what the table of a Schema looks like, as package layout writes it
	// and without indexes: they are made when the site starts. Columns of properties
	// are not copied; they are made of data.
	Layout json.RawMessage `json:"layout,omitempty"`
}

// Row has a value for each column of a table: nil, an int64, a float64, a string
// or a []byte.
type Row []any

// KeyOf is the key of a row.
func (t *Table) KeyOf(r Row) Row { return r[:t.Key:t.Key] }
