package sqlite

import (
	"context"
	"errors"
	"log/slog"
	"slices"

	"github.com/ncruces/go-sqlite3"

	"github.com/quartet-dev/quartet/internal/sqlgen"
	"github.com/quartet-dev/quartet/internal/store"
	"github.com/quartet-dev/quartet/internal/store/transfer"
)

// Source implements store.Database. The state that it reads stays as it is until
// it is closed; meanwhile the write-ahead log grows with what others write.
func (d Database) Source(ctx context.Context) (store.Source, error) {
	opts, err := Options{Path: d.Path, Log: slog.New(slog.DiscardHandler)}.withDefaults()
	if err != nil {
		return nil, failure(err)
	}
	if err := mustExist(opts); err != nil {
		return nil, refusal(opts.Path, err)
	}
	c, err := openConn(opts.Path, opts.access(false))
	if err != nil {
		return nil, refusal(opts.Path, err)
	}
	if err := errors.Join(c.leaveLog(), c.run(beginReading)); err != nil {
		return nil, refusal(opts.Path, closeAfter(c, err))
	}
	return transfer.NewSource(ctx, &transferDriver{conn: c, opts: opts})
}

// Target implements store.Database. A file that holds something is left as it is.
func (d Database) Target(ctx context.Context) (store.Target, error) {
	opts, err := Options{Path: d.Path, Log: slog.New(slog.DiscardHandler)}.withDefaults()
	if err != nil {
		return nil, failure(err)
	}
	opts.BusyTimeout = max(opts.BusyTimeout, startTimeout)
	if err := makeFolder(opts.Path); err != nil {
		return nil, refusal(opts.Path, err)
	}
	c, err := openConn(opts.Path, opts.access(true))
	if err != nil {
		return nil, refusal(opts.Path, err)
	}
	return transfer.NewTarget(ctx, &transferDriver{conn: c, opts: opts})
}

// refuseUnfinished refuses a database that is being loaded.
func refuseUnfinished(c *conn, path string) error {
	found, err := c.look(hasTable, transfer.Unfinished)
	if found == nil || err != nil {
		return err
	}
	return transfer.Refusal(path)
}

// transferDriver is a connection as package transfer uses it.
type transferDriver struct {
	*conn
	opts     Options
	logs     bool // the write-ahead log is on
	updating bool // a transaction stands, which has the watch
}

var _ transfer.Driver = &transferDriver{}

// Dialect implements transfer.Driver.
func (d *transferDriver) Dialect() *sqlgen.Dialect { return sqlgen.SQLite }

// Name implements transfer.Driver.
func (d *transferDriver) Name() string { return d.opts.Path }

var selectRelations = &query{Brief: true, Text: `SELECT t.name, c.name, c.pk FROM sqlite_schema t CROSS JOIN pragma_table_info(t.name) c
WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite~_%' ESCAPE '~' AND instr(t.name, '` + sqlgen.SearchSuffix + `') = 0 ORDER BY t.name, c.cid`}

// Relations implements transfer.Driver. Search tables belong to those of Schemas.
func (d *transferDriver) Relations(ctx context.Context) (found []*transfer.Relation, err error) {
	err = d.watched(ctx, func() error {
		return d.each(selectRelations, func(s *stmt) error {
			name := string(s.text(0))
			if len(found) == 0 || found[len(found)-1].Name != name {
				found = append(found, &transfer.Relation{Name: name})
			}
			last := found[len(found)-1]
			last.Columns = append(last.Columns, transfer.Column{Name: string(s.text(1)), Key: int(s.integer(2))})
			return nil
		})
	})
	return found, err
}

// Version implements transfer.Driver.
func (d *transferDriver) Version(context.Context) (int, error) {
	if err := refuseNewer(d.conn, d.opts.Path); err != nil {
		return 0, err
	}
	return platformVersion(d.conn)
}

// Migrate implements transfer.Driver.
func (d *transferDriver) Migrate(ctx context.Context) error { return runMigrations(ctx, d.opts) }

// Query implements transfer.Driver.
func (d *transferDriver) Query(ctx context.Context, statement string, fn func(store.Row) error, arguments ...any) error {
	return d.watched(ctx, func() error {
		return d.each(&query{Text: statement, Brief: true}, func(s *stmt) error {
			row := make(store.Row, s.columns())
			for i := range row {
				row[i] = s.value(i)
			}
			return fn(row)
		}, arguments...)
	})
}

// Exec implements transfer.Driver.
func (d *transferDriver) Exec(_ context.Context, statement string, rows ...store.Row) error {
	q := &query{Text: statement}
	s, err := d.compile(statement, 0)
	if err != nil {
		return err
	}
	d.kept[q] = s
	defer func() {
		delete(d.kept, q)
		_ = s.s.Close()
	}()
	for _, row := range rows {
		if err := d.run(q, row...); err != nil {
			return err
		}
	}
	return nil
}

// Atomically implements transfer.Driver. The log is turned on when something is
// written, and marked as the store does.
func (d *transferDriver) Atomically(ctx context.Context, fn func() error) error {
	if !d.logs {
		if err := d.keepLog(d.opts); err != nil {
			return err
		}
		d.logs = true
	}
	d.updating = true
	defer func() { d.updating = false }()
	return d.atomically(ctx, func() error {
		if err := d.mark(); err != nil {
			return err
		}
		return fn()
	})
}

// watched runs fn, which ctx may interrupt.
func (d *transferDriver) watched(ctx context.Context, fn func() error) error {
	if !d.updating {
		d.watch.guard(ctx, 0)
		defer d.watch.release()
	}
	return recoverPanic(d.conn, func(*conn) error { return fn() })
}

// Advance implements transfer.Driver. SQLite gives a number behind the greatest.
func (d *transferDriver) Advance(context.Context, string, string) error { return nil }

// Unfit implements transfer.Driver. What SQLite has no code for is, while rows are loaded,
// a function that reads data as JSON.
func (d *transferDriver) Unfit(err error) bool {
	isOne := func(code error) bool { return errors.Is(err, code) }
	return slices.ContainsFunc([]error{sqlite3.CONSTRAINT, sqlite3.MISMATCH, sqlite3.TOOBIG, sqlite3.ERROR}, isOne)
}

// Diagnostic implements transfer.Driver.
func (d *transferDriver) Diagnostic(err error) error { return refusal(d.opts.Path, err) }

// Close implements transfer.Driver.
func (d *transferDriver) Close() error { return recoverPanic(d.conn, (*conn).close) }
