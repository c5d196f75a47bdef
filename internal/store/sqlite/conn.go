package sqlite

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/ncruces/go-sqlite3"
	"github.com/ncruces/go-sqlite3/ext/fts5"

	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/store/entries"
	"github.com/quartet-dev/quartet/internal/store/platform"
	"github.com/quartet-dev/quartet/internal/store/sqlite/authorizer"
	"github.com/quartet-dev/quartet/internal/store/sqlite/dbfile"
)

// This file, stmt.go and the codes in failure.go are all in this package that
// knows the driver's low-level API: a connection of few methods and a statement
// of few methods. Beside them packages dbfile and authorizer take the driver's
// connection.

// maxValueBytes bounds one value and one row, written or read.
const maxValueBytes = 8 << 20

// spareMemory bounds, in bytes, what a connection may allocate beside its page
// cache.
const spareMemory = 48 << 20

type query = entries.Query

// conn is one connection. It serves one goroutine at a time.
type conn struct {
	db    *sqlite3.Conn
	watch *watch
	kept  map[*query]*stmt

	ports    *portDriver
	platform *platform.Conn // over ports
}

// access says how a connection is opened.
type access struct {
	readOnly bool
	plain    bool // without what search tables need
	create   bool
	cache    int // page cache in bytes
	busy     time.Duration
}

func openConn(path string, a access) (*conn, error) {
	if !a.readOnly {
		if err := dbfile.CheckLog(path); err != nil {
			return nil, err
		}
	}
	return connect(dbfile.URI(path, a.mode()), a)
}

// connect opens what a URI of SQLite names.
func connect(uri string, a access) (*conn, error) {
	ctx := sqlite3.WithMaxMemory(context.Background(), int64(a.cache)+spareMemory)
	db, err := sqlite3.OpenContext(ctx, uri)
	if err != nil {
		return nil, fmt.Errorf("open database: %w", err)
	}
	c := &conn{db: db, watch: &watch{}, kept: map[*query]*stmt{}}
	c.ports = &portDriver{c, map[*platform.Query]*portStatement{}}
	c.platform = platform.NewConn(c.ports)
	db.SetInterrupt(c.watch)
	db.Limit(sqlite3.LIMIT_LENGTH, maxValueBytes)
	if err := c.configure(a); err != nil {
		return nil, closeAfter(c, err)
	}
	return c, nil
}

// openRestricted opens a connection for sql Views.
func openRestricted(path string, a access, schemas []*plan.Schema) (*conn, error) {
	a.readOnly, a.plain = true, true
	c, err := openConn(path, a)
	if err != nil {
		return nil, err
	}
	if err := authorizer.Restrict(c.db, schemas); err != nil {
		return nil, closeAfter(c, err)
	}
	return c, nil
}

func (a access) mode() string {
	switch {
	case a.readOnly:
		return "ro"
	case a.create:
		return "rwc"
	default:
		return "rw"
	}
}

func (c *conn) configure(a access) error {
	if err := c.wait(a.busy); err != nil {
		return err
	}
	if !a.plain {
		if err := fts5.Register(c.db); err != nil {
			return err
		}
	}
	for option, on := range map[sqlite3.DBConfig]bool{
		sqlite3.DBCONFIG_DEFENSIVE:      true,
		sqlite3.DBCONFIG_ENABLE_TRIGGER: false,
		sqlite3.DBCONFIG_TRUSTED_SCHEMA: false,
		// Without it, binding a new value compiles a statement again wherever the
		// value could sway the plan: a quarter of a short read.
		sqlite3.DBCONFIG_ENABLE_QPSG: true,
	} {
		if _, err := c.db.Config(option, on); err != nil {
			return err
		}
	}
	if a.readOnly {
		if err := c.leaveLog(); err != nil {
			return err
		}
	}
	return c.exec(fmt.Sprintf("PRAGMA cache_size = -%d", max(a.cache>>10, 1)))
}

// wait sets how long another connection's lock is waited for.
func (c *conn) wait(limit time.Duration) error { return c.db.BusyTimeout(limit) }

// exec runs statements that bind and return nothing.
func (c *conn) exec(sql string) error { return c.db.Exec(sql) }

// prepared compiles q, once for this connection unless q is brief. finish gives
// the statement back.
func (c *conn) prepared(q *query) (*stmt, error) {
	if s := c.kept[q]; s != nil {
		return s, nil
	}
	if q.Brief {
		return c.compile(q.Text, 0)
	}
	s, err := c.compile(q.Text, sqlite3.PREPARE_PERSISTENT)
	if err == nil {
		c.kept[q] = s
	}
	return s, err
}

// Prepared implements entries.Conn.
func (c *conn) Prepared(q *query) (entries.Statement, error) {
	s, err := c.prepared(q)
	if err != nil {
		return nil, err
	}
	return s, nil
}

// Finish implements entries.Conn.
func (c *conn) Finish(q *query, s entries.Statement) { c.finish(q, s.(*stmt)) }

// Again implements entries.Conn.
func (c *conn) Again() { c.watch.again() }

// finish ends the use of a statement. What it could report was reported by
// step or run.
func (c *conn) finish(q *query, s *stmt) {
	if q.Brief {
		_ = s.s.Close()
	} else {
		_ = s.s.Reset()
	}
}

func (c *conn) compile(sql string, flags sqlite3.PrepareFlag) (*stmt, error) {
	s, tail, err := c.db.PrepareFlags(sql, flags)
	if err != nil {
		return nil, fmt.Errorf("prepare: %w", err)
	}
	if s == nil || strings.TrimSpace(tail) != "" {
		_ = s.Close()
		return nil, fmt.Errorf("prepare: %w", sqlite3.MISUSE)
	}
	return &stmt{s: s}, nil
}

// run runs a statement that yields no rows, and forgets its arguments, which
// may be large.
func (c *conn) run(q *query, arguments ...any) error {
	s, err := c.prepared(q)
	if err != nil {
		return err
	}
	defer c.finish(q, s)
	defer func() { _ = s.s.ClearBindings() }()
	if err := s.bindAll(arguments...); err != nil {
		return err
	}
	return s.s.Exec()
}

// atomically runs fn in a write transaction, which ctx may interrupt. An error
// of fn takes everything back.
func (c *conn) atomically(ctx context.Context, fn func() error) error {
	c.watch.guard(ctx, 0)
	defer c.watch.release()
	return recoverPanic(c, func(c *conn) error {
		err := c.exec("BEGIN IMMEDIATE")
		if err != nil {
			return err
		}
		if err = fn(); err == nil {
			err = c.exec("COMMIT")
		}
		if err != nil && c.inTransaction() {
			c.watch.release()
			err = errors.Join(err, c.exec("ROLLBACK"))
		}
		return err
	})
}

// look is the bytes of the first column of the first row; nil without a row.
func (c *conn) look(q *query, arguments ...any) ([]byte, error) {
	s, err := c.prepared(q)
	if err != nil {
		return nil, err
	}
	defer c.finish(q, s)
	if err := s.bindAll(arguments...); err != nil {
		return nil, err
	}
	more, err := s.step()
	if !more {
		return nil, err
	}
	return append([]byte{}, s.blob(0)...), nil
}

// number is the one value of a statement without arguments.
func (c *conn) number(q *query) (value int64, err error) {
	s, err := c.prepared(q)
	if err != nil {
		return 0, err
	}
	defer c.finish(q, s)
	_, err = s.step()
	return s.integer(0), err
}

// each calls fn with every row of a statement.
func (c *conn) each(q *query, fn func(*stmt) error, arguments ...any) error {
	s, err := c.prepared(q)
	if err != nil {
		return err
	}
	defer c.finish(q, s)
	if err := s.bindAll(arguments...); err != nil {
		return err
	}
	for {
		more, err := s.step()
		if !more {
			return err
		}
		if err := fn(s); err != nil {
			return err
		}
	}
}

var (
	setSavepoint     = &query{Text: "SAVEPOINT job"}
	releaseSavepoint = &query{Text: "RELEASE job"}
	undoChanges      = &query{Text: "ROLLBACK TO job"}

	beginReading = &query{Text: "BEGIN"}
	endReading   = &query{Text: "ROLLBACK"}
)

// allOrNothing runs fn inside a transaction. An error of fn takes back what it has
// changed, and nothing else.
func (c *conn) allOrNothing(fn func() error) error {
	if err := c.run(setSavepoint); err != nil {
		return err
	}
	err := fn()
	if err == nil {
		return c.run(releaseSavepoint)
	}
	if !c.inTransaction() {
		return err
	}
	if undone := errors.Join(c.run(undoChanges), c.run(releaseSavepoint)); undone != nil {
		return halfDone(undone, err)
	}
	return err
}

// atOneMoment runs fn, which only reads, on one state of the database. That is
// let go of also when the watch has stopped fn.
func (c *conn) atOneMoment(fn func() error) error {
	if err := c.run(beginReading); err != nil {
		return err
	}
	err, watching := fn(), *c.watch
	c.watch.release()
	undone := c.run(endReading)
	*c.watch = watching
	if undone != nil {
		return halfDone(undone, err)
	}
	return err
}

// halfDone is the error of a change that failed in its middle and could not be
// taken back. It costs the connection, because half a change must not be
// committed.
func halfDone(undone, err error) error { return fmt.Errorf("%w: %w: %w", errFault, undone, err) }

// lastKey is the key of the row that was inserted last.
func (c *conn) lastKey() int64 { return c.db.LastInsertRowID() }

// changes is how many rows the last statement changed.
func (c *conn) changes() int64 { return c.db.Changes() }

// inTransaction reports whether a transaction stands. SQLite may have taken it
// back by itself after a serious error.
func (c *conn) inTransaction() bool { return !c.db.GetAutocommit() }

// checkpoint moves what it can from the write-ahead log to the database
// without waiting for anyone.
func (c *conn) checkpoint() error {
	_, _, err := c.db.WALCheckpoint("main", sqlite3.CHECKPOINT_PASSIVE)
	return err
}

// leaveLog has close leave the write-ahead log as it is.
func (c *conn) leaveLog() error {
	_, err := c.db.Config(sqlite3.DBCONFIG_NO_CKPT_ON_CLOSE, true)
	return err
}

func (c *conn) close() error {
	c.watch.release()
	for _, s := range c.kept {
		_ = s.s.Close()
	}
	c.ports.close()
	return c.db.Close()
}

func closeAfter(c *conn, err error) error {
	_ = recoverPanic(c, (*conn).close)
	return err
}
