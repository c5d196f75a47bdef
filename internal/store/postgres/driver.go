package postgres

import (
	"errors"

	"github.com/quartet-dev/quartet/internal/sqlgen"
	"github.com/quartet-dev/quartet/internal/store/platform"
)

// driver is a connection as the platform's ports use it.
type driver struct{ *conn }

var _ platform.Driver = (*driver)(nil)

// Dialect implements platform.Driver.
func (d *driver) Dialect() *sqlgen.Dialect { return sqlgen.Postgres }

// Prepare implements platform.Driver: once for a connection.
func (d *driver) Prepare(q *platform.Query) (platform.Statement, error) {
	s, err := d.prepared(textOf(q), false)
	return portStatement{s}, err
}

// PrepareOnce implements platform.Driver.
func (d *driver) PrepareOnce(text string) (platform.Statement, error) {
	s, err := d.prepared(text, true)
	return portStatement{s}, err
}

// texts are the statements of the ports in this dialect.
var texts = func() map[*platform.Query]string {
	written := map[*platform.Query]string{}
	for _, q := range platform.Queries() {
		written[q] = q.In(sqlgen.Postgres)
	}
	return written
}()

func textOf(q *platform.Query) string { return texts[q] }

const tableExists = `SELECT to_regclass(quote_ident($1)) IS NOT NULL`

// HasTable implements platform.Driver.
func (d *driver) HasTable(name string) (bool, error) {
	found, err := d.number(tableExists, name)
	return found == 1, err
}

// Atomic implements platform.Driver.
func (d *driver) Atomic(fn func() error) error {
	if err := d.exec("SAVEPOINT part"); err != nil {
		return err
	}
	if err := fn(); err != nil {
		return errors.Join(err, d.exec("ROLLBACK TO part; RELEASE part"))
	}
	return d.exec("RELEASE part")
}

// IsUnique implements platform.Driver.
func (d *driver) IsUnique(err error) bool { return hasState(err, uniqueViolation) }

// inTransactionBlock is a transaction that goes on, as the server says it.
const inTransactionBlock = 'T'

// EndsTransaction implements platform.Driver: a transaction outlives what was taken
// back to a savepoint, and nothing that is to be run again from its beginning.
func (d *driver) EndsTransaction(err error) bool {
	return isRepeatable(err) || d.pg.IsClosed() || d.pg.TxStatus() != inTransactionBlock
}

// Diagnostic implements platform.Driver.
func (d *driver) Diagnostic(err error) error { return failure(err) }
