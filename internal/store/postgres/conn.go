package postgres

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/quartet-dev/quartet/internal/store/entries"
	"github.com/quartet-dev/quartet/internal/store/platform"
	"github.com/quartet-dev/quartet/internal/store/postgres/changes"
)

// conn is one connection, while it is lent. It serves one goroutine at a time.
type conn struct {
	pg    *pgconn.PgConn
	plain bool // statements are not prepared under names: a pooler may be on the way

	ctx  context.Context           // of the work in progress
	kept map[string]*preparedQuery // by their text
	rows bool                      // the work in progress has seen a row

	again func() // gives it its whole time once more; nil where it has no time

	platform *platform.Conn
}

// preparedQuery is a statement that the connection keeps, and its use, which is one at
// a time.
type preparedQuery struct {
	description *pgconn.StatementDescription
	use         stmt
	busy        bool
}

// maxKept bounds the statements that a connection keeps. There is a handful for
// each Schema and View.
const maxKept = 4096

// customKey is where the connection of pgx keeps its conn.
const customKey = "quartet"

func newConn(pg *pgconn.PgConn, plain bool) *conn {
	c := &conn{pg: pg, plain: plain, kept: map[string]*preparedQuery{}}
	c.platform = platform.NewConn(&driver{c})
	pg.CustomData()[customKey] = c
	return c
}

func connOf(pg *pgconn.PgConn) *conn {
	c, _ := pg.CustomData()[customKey].(*conn)
	return c
}

// prepared makes a statement ready for its arguments.
func (c *conn) prepared(text string, brief bool) (*stmt, error) {
	kept := c.kept[text]
	switch {
	case brief || c.plain || kept == nil && len(c.kept) == maxKept:
		return &stmt{conn: c, text: text}, nil
	case kept == nil:
		description, err := c.pg.Prepare(c.ctx, "q"+strconv.Itoa(len(c.kept)), text, nil)
		if err != nil {
			return nil, fmt.Errorf("prepare: %w", err)
		}
		kept = &preparedQuery{description: description}
		c.kept[text] = kept
	}
	if kept.busy { // two uses at a time: only one can keep its memory
		return &stmt{conn: c, description: kept.description}, nil
	}
	kept.busy = true
	was := &kept.use
	kept.use = stmt{conn: c, description: kept.description, kept: kept, scratch: was.scratch[:0], args: was.args[:0], formats: was.formats[:0]}
	return &kept.use, nil
}

// Prepared implements entries.Conn.
func (c *conn) Prepared(q *entries.Query) (entries.Statement, error) {
	s, err := c.prepared(q.Text, q.Brief)
	if err != nil {
		return nil, err
	}
	return s, nil
}

// Finish implements entries.Conn.
func (c *conn) Finish(_ *entries.Query, s entries.Statement) { s.(*stmt).Reset() } //nolint:forcetypeassert // Prepared makes no other

// Again implements entries.Conn.
func (c *conn) Again() {
	if c.again != nil {
		c.again()
	}
}

// exec runs statements without arguments, by the simple protocol: one round trip.
func (c *conn) exec(text string) error {
	_, err := c.pg.Exec(c.ctx, text).ReadAll()
	return err
}

// run runs a statement that yields no rows, and tells how many it has changed.
func (c *conn) run(text string, arguments ...any) (changed int64, err error) {
	s, err := c.prepared(text, true)
	if err != nil {
		return 0, err
	}
	defer s.Reset()
	for i, value := range arguments {
		if err := s.bind(i+1, value); err != nil {
			return 0, err
		}
	}
	return s.Exec()
}

// each calls fn with every row of a statement that is not kept.
func (c *conn) each(text string, fn func(*stmt) error, arguments ...any) error {
	s, err := c.prepared(text, true)
	if err != nil {
		return err
	}
	defer s.Reset()
	for i, value := range arguments {
		if err := s.bind(i+1, value); err != nil {
			return err
		}
	}
	for {
		more, err := s.Step()
		if !more {
			return err
		}
		if err := fn(s); err != nil {
			return err
		}
	}
}

// number is the value of a statement that has one.
func (c *conn) number(text string, arguments ...any) (n int64, err error) {
	err = c.each(text, func(s *stmt) error {
		n = s.Integer(0)
		return nil
	}, arguments...)
	return n, err
}

// begin begins a transaction that writes. It takes a number where others are told of
// it; otherwise number is 0.
func (c *conn) begin(begin string, isTold bool) (number int64, err error) {
	if isTold {
		begin += "; " + changes.TakeNumber
	}
	results, err := c.pg.Exec(c.ctx, begin).ReadAll()
	if err != nil {
		return 0, errors.Join(err, c.rollBack())
	}
	if last := results[len(results)-1]; isTold {
		number = integerOf(last.Rows[0][0])
	}
	return number, nil
}

// inTransaction runs fn between begin and COMMIT. An error of fn takes everything
// back.
func (c *conn) inTransaction(begin string, fn func() error) error {
	if err := c.exec(begin); err != nil {
		return errors.Join(err, c.rollBack())
	}
	_, err := c.finish(fn)
	return err
}

// finish runs fn and commits. committing reports whether the error is one of the
// COMMIT, whose end is not known.
func (c *conn) finish(fn func() error) (committing bool, err error) {
	if err := fn(); err != nil {
		return false, errors.Join(err, c.rollBack())
	}
	return true, c.commit()
}

// errTakenBack is a transaction that a statement had failed in, and nobody minded.
var errTakenBack = errors.New("the transaction was taken back: a statement of it had failed")

// commit ends a transaction. The server answers one that it can only take back
// with another word, and no error.
func (c *conn) commit() error {
	results, err := c.pg.Exec(c.ctx, "COMMIT").ReadAll()
	if err == nil && results[0].CommandTag.String() != "COMMIT" {
		err = errTakenBack
	}
	return err
}

// rollBack ends a transaction that failed. A connection that cannot do so is lost,
// and its transaction with it.
func (c *conn) rollBack() error {
	if c.pg.IsClosed() {
		return nil
	}
	if err := c.exec("ROLLBACK"); err != nil && !c.pg.IsClosed() {
		return err
	}
	return nil
}
