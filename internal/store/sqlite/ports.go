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

// ReadSnapshot implements platform.Database.
func (u units) ReadSnapshot(ctx context.Context, w platform.Work) error {
	return u.readers.read(ctx, func(c *conn) error {
		return c.atOneMoment(func() error { return w.Do(c.platform) })
	})
}

// Update implements platform.Database: a job of the one writer.
func (u units) Update(ctx context.Context, w platform.Work) error {
	return u.writer.do(ctx, func(c *conn) error { return c.do(w) })
}

// UpdateInBackground implements platform.Database.
func (u units) UpdateInBackground(ctx context.Context, w platform.Work) error {
	return u.writer.doInBackground(ctx, func(c *conn) error { return c.do(w) })
}

// do does all of w, or nothing.
func (c *conn) do(w platform.Work) error {
	return c.allOrNothing(func() error { return w.Do(c.platform) })
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
	d.kept[q] = &portStatement{stmt: s}
	return d.kept[q], nil
}

// PrepareOnce implements platform.Driver.
func (d *portDriver) PrepareOnce(text string) (platform.Statement, error) {
	s, err := d.compile(text, 0)
	if err != nil {
		return nil, err
	}
	return &portStatement{s, true}, nil
}

// HasTable implements platform.Driver.
func (d *portDriver) HasTable(name string) (bool, error) {
	found, err := d.look(hasTable, name)
	return found != nil, err
}

// queryOf is a statement of the ports for whoever runs it with its own, on the
// same connection.
func queryOf(q *platform.Query) *query { return &query{Text: q.In(sqlgen.SQLite)} }

// Atomic implements platform.Driver.
func (d *portDriver) Atomic(fn func() error) error { return d.allOrNothing(fn) }

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
type portStatement struct {
	*stmt
	once bool
}

func (s *portStatement) Bind(i int, value any) error { return s.bind(i, value) }

// Exec forgets the arguments, which may be large.
func (s *portStatement) Exec() (changed int64, err error) {
	if err = s.s.Exec(); err == nil {
		changed = s.s.Conn().Changes()
	}
	_ = s.s.ClearBindings()
	return changed, err
}

func (s *portStatement) Step() (bool, error) { return s.step() }
func (s *portStatement) IsNull(i int) bool   { return s.valueType(i) == nullValue }
func (s *portStatement) IsBlob(i int) bool   { return s.valueType(i) == blobValue }
func (s *portStatement) Integer(i int) int64 { return s.integer(i) }
func (s *portStatement) Text(i int) []byte   { return s.text(i) }
func (s *portStatement) Blob(i int) []byte   { return s.blob(i) }

// Reset ends the use of the statement. What it could report was reported by
// Step or Exec.
func (s *portStatement) Reset() {
	if s.once {
		_ = s.s.Close()
	} else {
		_ = s.s.Reset()
	}
}
