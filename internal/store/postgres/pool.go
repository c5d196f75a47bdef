package postgres

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgconn/ctxwatch"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/store"
	"github.com/quartet-dev/quartet/observe"
)

const (
	acquireTimeout = 5 * time.Second        // of a connection that is waited for
	repeatFor      = 5 * time.Second        // that what failed and may be repeated is repeated
	repeatFirst    = 2 * time.Millisecond   // before the first time
	repeatMost     = 250 * time.Millisecond // before any other
	cancelGrace    = 2 * time.Second        // for the server to end a statement
)

// pool lends connections.
type pool struct {
	pgx   *pgxpool.Pool
	plain bool
	limit time.Duration // longest that one read may run
}

// openPool opens a pool; connections are made when they are first needed.
func openPool(ctx context.Context, config *pgxpool.Config, limit time.Duration) (*pool, error) {
	config = config.Copy()
	p := &pool{limit: limit, plain: config.ConnConfig.DefaultQueryExecMode != pgx.QueryExecModeCacheStatement}
	config.ShouldPing = func(context.Context, pgxpool.ShouldPingParams) bool { return false } // what fails is repeated
	config.ConnConfig.BuildContextWatcherHandler = func(c *pgconn.PgConn) ctxwatch.Handler {
		return &pgconn.CancelRequestContextWatcherHandler{Conn: c, DeadlineDelay: cancelGrace}
	}
	config.AfterConnect = func(_ context.Context, c *pgx.Conn) error {
		newConn(c.PgConn(), p.plain)
		return nil
	}
	var err error
	p.pgx, err = pgxpool.NewWithConfig(ctx, config)
	return p, err
}

// errBusy is a pool whose connections are all lent.
var errBusy = errors.New("every connection to the database is in use")

// lend takes a connection, which is given back by give.
func (p *pool) lend(ctx context.Context) (*pgxpool.Conn, *conn, error) {
	waiting, cancel := context.WithTimeout(ctx, acquireTimeout)
	defer cancel()
	lent, err := p.pgx.Acquire(waiting)
	if err != nil {
		return nil, nil, p.waited(err)
	}
	c := connOf(lent.Conn().PgConn())
	c.ctx, c.rows, c.again = ctx, false, nil
	return lent, c, nil
}

// waited is why there is no connection. Whoever waited in vain may come again,
// whatever has ended the wait.
func (p *pool) waited(err error) error {
	if !errors.Is(err, context.DeadlineExceeded) && !errors.Is(err, context.Canceled) {
		return err
	}
	if stat := p.pgx.Stat(); stat.AcquiredConns() == stat.MaxConns() {
		err = errBusy
	}
	return store.Unavailable(err)
}

// give takes a connection back. One that is lost, or whose transaction still
// stands, is closed by the pool.
func give(lent *pgxpool.Conn, c *conn, err error) {
	c.ctx = nil
	if isLost(err) && !c.pg.IsClosed() {
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		_ = lent.Conn().Close(ctx)
		cancel()
	}
	lent.Release()
}

// use runs fn on a connection, once. The error is the database's.
func (p *pool) use(ctx context.Context, fn func(*conn) error) (err error) {
	lent, c, err := p.lend(ctx)
	if err != nil {
		return err
	}
	defer func() { give(lent, c, err) }()
	if err = fn(c); err != nil && c.pg.IsClosed() && stateOf(err) == "" {
		err = fmt.Errorf("%w: %w", errLost, err)
	}
	return err
}

// read runs fn on a connection, for no longer than a read may take. What fails
// before its first row because the connection is lost is tried on another. The
// error is a diagnostic.
func (p *pool) read(ctx context.Context, fn func(*conn) error) error {
	limited, cancel := context.WithCancel(ctx)
	defer cancel()
	timer := time.AfterFunc(p.limit, cancel)
	defer timer.Stop()
	err := repeat(limited, func() (again bool, err error) {
		begun := false
		err = p.use(limited, func(c *conn) error {
			c.again = func() { timer.Reset(p.limit) }
			err := fn(c)
			begun = c.rows
			return err
		})
		return isLost(err) && !begun, err
	})
	switch {
	case err == nil:
		return nil
	case ctx.Err() != nil:
		return store.Unavailable(ctx.Err())
	case limited.Err() != nil && !isLost(err) && !diag.HasCode(err, diag.ResourceUnavailable):
		return store.TooSlow(err)
	default:
		return failure(err)
	}
}

// repeat runs fn for as long as it may be run again.
func repeat(ctx context.Context, fn func() (again bool, err error)) error {
	until, wait := time.Now().Add(repeatFor), repeatFirst
	for {
		again, err := fn()
		if !again || time.Now().After(until) {
			return err
		}
		select {
		case <-ctx.Done():
			return err
		case <-time.After(wait/2 + rand.N(wait)): //nolint:gosec // it spreads those that wait
		}
		wait = min(2*wait, repeatMost)
	}
}

func (p *pool) health() observe.Pool {
	stat := p.pgx.Stat()
	return observe.Pool{
		Size: int(stat.MaxConns()), Busy: int(stat.AcquiredConns()),
		Waits: stat.EmptyAcquireCount(), Waited: stat.EmptyAcquireWaitTime(),
	}
}

// close waits for the connections that are lent.
func (p *pool) close() { p.pgx.Close() }
