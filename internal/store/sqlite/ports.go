package sqlite

import (
	"context"

	"github.com/ncruces/go-sqlite3"

	"github.com/quartet-dev/quartet/internal/sqlgen"
	"github.com/quartet-dev/quartet/internal/store/platform"
)

// units are the units of work of the platform's ports.
type units struct {
	readers *pool
	writer  *writer
}

var _ platform.Database = units{}

// Read implements platform.Database.
func (u units) Read(ctx context.Context, w platform.Work) error {
	return u.readers.read(ctx, func(c *conn) error { return w.Do(c.platform) })
}

// Update implements platform.Database: a job of the one writer.
func (u units) Update(ctx context.Context, w platform.Work) error {
	return u.writer.do(ctx, func(c *conn) error { return c.whole(w) })
}

// UpdateInBackground implements platform.Database.
func (u units) UpdateInBackground(ctx context.Context, w platform.Work) error {
	return u.writer.doPatiently(ctx, func(c *conn) error { return c.whole(w) })
}

func (c *conn) whole(w platform.Work) error {
	return c.wholly(func() error { return w.Do(c.platform) })
}

// portDriver is a connection as the platform's ports use it.
type portDriver struct {
	*conn
	kept map[*platform.Query]*portStatement
}

var _ platform.Driver = &portDriver{}

// Dialect implements platform.Driver.
func (d *portDriver) Dialect() *sqlgen.Dialect { return sqlgen.SQLite }

// Prepare implements platform.Driver: once for a connection.
func (d *portDriver) Prepare(q *platform.Query) (platform.Statement, error) {
	if s := d.kept[q]; s != nil {
		return s, nil
	}
	s, err := d.compile(q.In(sqlgen.SQLite), sqlite3.PREPARE_PERSISTENT)
	if err != nil {
		return nil, err
	}
	d.kept[q] = (*portStatement)(s)
	return d.kept[q], nil
}

// queryOf is a statement of the ports for whoever runs it with its own, on the
// same connection.
func queryOf(q *platform.Query) *query { return &query{text: q.In(sqlgen.SQLite)} }

// Atomic implements platform.Driver.
func (d *portDriver) Atomic(fn func() error) error { return d.wholly(fn) }

// IsUnique implements platform.Driver.
func (d *portDriver) IsUnique(err error) bool { return violatesUnique(err) }

// EndsTransaction implements platform.Driver.
func (d *portDriver) EndsTransaction(err error) bool { return isLost(err) || !d.inTransaction() }

// Diagnostic implements platform.Driver.
func (d *portDriver) Diagnostic(err error) error { return failure(err) }

func (d *portDriver) close() {
	for _, s := range d.kept {
		_ = s.s.Close()
	}
}

// portStatement is a statement as the platform's ports use it.
type portStatement stmt

func (s *portStatement) Bind(i int, value any) error { return (*stmt)(s).bind(i, value) }

// Exec forgets the arguments, which may be large.
func (s *portStatement) Exec() (changed int64, err error) {
	if err = s.s.Exec(); err == nil {
		changed = s.s.Conn().Changes()
	}
	_ = s.s.ClearBindings()
	return changed, err
}

func (s *portStatement) Step() (bool, error) { return (*stmt)(s).step() }
func (s *portStatement) IsNull(i int) bool   { return (*stmt)(s).valueType(i) == nullValue }
func (s *portStatement) Integer(i int) int64 { return (*stmt)(s).integer(i) }
func (s *portStatement) Text(i int) []byte   { return (*stmt)(s).text(i) }
func (s *portStatement) Blob(i int) []byte   { return (*stmt)(s).blob(i) }

// Reset ends the use of the statement. What it could report was reported by
// Step or Exec.
func (s *portStatement) Reset() { _ = s.s.Reset() }
