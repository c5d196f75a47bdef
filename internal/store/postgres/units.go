package postgres

import (
	"context"
	"errors"
	"time"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/store"
	"github.com/quartet-dev/quartet/internal/store/platform"
)

// units are the units of work of the platform's ports.
type units struct{ *Store }

var _ platform.Database = units{}

const (
	snapshot      = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
	serializable  = "BEGIN ISOLATION LEVEL SERIALIZABLE"
	readCommitted = "BEGIN ISOLATION LEVEL READ COMMITTED"

	// oneByOne lets those that were taken back go on one after the other: each of
	// them begins, and sees what there is, when the one before it has ended. LOCK
	// takes no snapshot; the lock stands in nobody else's way.
	oneByOne = serializable + "; LOCK TABLE _quartet_mark IN SHARE UPDATE EXCLUSIVE MODE"
)

// writeTimeout ends a write, whatever its caller does.
const writeTimeout = 15 * time.Second

// Read implements platform.Database.
func (u units) Read(ctx context.Context, w platform.Work) error {
	return u.pool.read(ctx, func(c *conn) error { return w.Do(c.platform) })
}

// ReadSnapshot implements platform.Database.
func (u units) ReadSnapshot(ctx context.Context, w platform.Work) error {
	return u.pool.read(ctx, func(c *conn) error {
		return c.inTransaction(snapshot, func() error { return w.Do(c.platform) })
	})
}

// Update implements platform.Database.
func (u units) Update(ctx context.Context, w platform.Work) error {
	return u.transact(ctx, serializable, oneByOne, w)
}

// UpdateInBackground implements platform.Database. It sees what others commit
// meanwhile: claims leave out what others have, and are pinned by their tokens.
func (u units) UpdateInBackground(ctx context.Context, w platform.Work) error {
	return u.transact(ctx, readCommitted, readCommitted, w)
}

// transact does w once, in a transaction that begins like first: in one that begins
// like again when PostgreSQL has taken it back or its connection was lost before the
// COMMIT was sent. Others are told where they keep in memory what w may change.
func (u units) transact(ctx context.Context, first, again string, w platform.Work) error {
	begin, isTold := first, platform.ChangesMedia(w)
	return u.pool.write(ctx, u.done, func(c *conn) (committing bool, err error) {
		number, err := c.begin(begin, isTold)
		begin = again
		if err != nil {
			return false, err
		}
		committing, err = c.finish(func() error { return w.Do(c.platform) })
		u.told(number, committing, err, u.media)
		return committing, err
	})
}

// write runs a transaction until it is committed or refused. ctx ends it only
// before it begins. The error is a diagnostic.
func (p *pool) write(ctx context.Context, done *store.WriteCounts, fn func(*conn) (committing bool, err error)) error {
	if err := ctx.Err(); err != nil {
		return failure(err)
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), writeTimeout)
	defer cancel()
	err := repeat(ctx, func() (again bool, err error) {
		committing := false
		err = p.use(ctx, func(c *conn) (err error) {
			committing, err = fn(c)
			return err
		})
		return isRepeatable(err) || isLost(err) && !committing, err
	})
	refused := writeFailure(err)
	done.Answered(refused)
	if refused != nil {
		return refused
	}
	done.Commits.Add(1)
	return nil
}

// writeFailure is failure of a write, whose time is not that of a read.
func writeFailure(err error) *diag.Diagnostic {
	if hasState(err, queryCanceled) || errors.Is(err, context.DeadlineExceeded) {
		return store.Unavailable(err)
	}
	return failure(err)
}
