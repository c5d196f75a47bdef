package transfer

import (
	"context"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/sqlgen"
	"github.com/quartet-dev/quartet/internal/store"
)

// chunkRows is how many rows one statement reads.
const chunkRows = 1000

// database is a Source over any driver.
type database struct {
	driver  Driver
	version int
}

// NewSource is all of a database, which Close closes. Where there is an error it
// has been closed.
func NewSource(ctx context.Context, d Driver) (store.Source, error) {
	source, err := openSource(ctx, d)
	if err != nil {
		_ = d.Close()
		return nil, err
	}
	return source, nil
}

func openSource(ctx context.Context, d Driver) (*database, error) {
	relations, err := d.Relations(ctx)
	if err != nil {
		return nil, d.Diagnostic(err)
	}
	if holds(relations, Unfinished) {
		return nil, Refusal(d.Name())
	}
	version, err := d.Version(ctx)
	if err != nil {
		return nil, d.Diagnostic(err)
	}
	return &database{d, version}, nil
}

func holds(relations []*Relation, table string) bool {
	for _, r := range relations {
		if r.Name == table {
			return true
		}
	}
	return false
}

// Version implements store.Source.
func (d *database) Version() int { return d.version }

// Tables implements store.Source.
func (d *database) Tables(ctx context.Context) ([]*store.Table, error) {
	relations, err := d.driver.Relations(ctx)
	if err != nil {
		return nil, d.driver.Diagnostic(err)
	}
	tables, err := platformTables(relations)
	if err != nil {
		return nil, d.driver.Diagnostic(err)
	}
	ofSchemas, err := d.schemaTables(ctx)
	return append(tables, ofSchemas...), err
}

// Rows implements store.Source. It reads in chunks, each behind the last: a
// database need not sort the whole table, nor keep one statement for all of it.
func (d *database) Rows(ctx context.Context, t *store.Table, after store.Row, fn func(store.Row) error) error {
	for more := true; more; {
		var last store.Row
		read := 0
		statement := sqlgen.SelectRows(d.driver.Dialect(), t.Name, t.Columns, t.Key, len(after) > 0)
		err := d.driver.Query(ctx, statement, func(r store.Row) error {
			last, read = t.KeyOf(r), read+1
			if stays(t, r) {
				return nil
			}
			return fn(r)
		}, append(after[:len(after):len(after)], int64(chunkRows))...)
		if err != nil {
			return d.driver.Diagnostic(err)
		}
		after, more = last, read == chunkRows
	}
	return nil
}

// Close implements store.Source.
func (d *database) Close() error {
	if err := d.driver.Close(); err != nil {
		return d.driver.Diagnostic(err)
	}
	return nil
}

// Refusal is why nobody may use a database that is being loaded.
func Refusal(name string) *diag.Diagnostic {
	return failure(diag.DatabaseUnfinished, "A copy or a restore into the database "+name+" has not finished.",
		"Run the same command again to continue, or begin with an empty database.")
}

// failure is about a whole database.
func failure(code diag.Code, message, suggestion string) *diag.Diagnostic {
	return &diag.Diagnostic{
		Code: code, Phase: diag.Boot, Severity: diag.Error, Path: "settings#/database",
		Message: message, Suggestion: suggestion,
	}
}
