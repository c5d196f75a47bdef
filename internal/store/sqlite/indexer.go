package sqlite

import (
	"context"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/plan"
)

const (
	idleTime    = 100 * time.Millisecond // without a write before search tables are brought further
	maxIdleWait = time.Second            // that this is waited for, while others write all the time
)

// indexer brings search tables further behind the scenes: in small batches,
// when nobody writes, for half of the time at most. What is cut off, by a crash
// too, the next start goes on with.
type indexer struct {
	writer      *writer
	collections map[*plan.Schema]*collection
	log         *slog.Logger

	last  atomic.Int64 // when an entry was last written, by sinceStart
	wake  chan struct{}
	ctx   context.Context
	stop  context.CancelFunc
	ended sync.WaitGroup
}

func newIndexer(w *writer, collections map[*plan.Schema]*collection, log *slog.Logger) *indexer {
	x := &indexer{writer: w, collections: collections, log: log, wake: make(chan struct{}, 1)}
	x.ctx, x.stop = context.WithCancel(context.Background())
	return x
}

// start looks at how far every search table is, and begins to work on them.
func (x *indexer) start(c *conn) error {
	for _, each := range x.collections {
		now, err := each.search.look(c)
		if err != nil {
			return err
		}
		each.search.rows.Store(now.top)
		each.search.ready.Store(now.serves())
		x.want(each.search)
	}
	x.ended.Go(x.run)
	return nil
}

func (x *indexer) close() {
	x.stop()
	x.ended.Wait()
}

// wrote is told of every write, whatever came of it.
func (x *indexer) wrote(s *search, inserted bool) {
	x.last.Store(sinceStart())
	if inserted {
		s.rows.Add(1)
	}
	x.want(s)
}

func (x *indexer) want(s *search) {
	if s.rows.Load() < s.from {
		return
	}
	s.due.Store(true)
	select {
	case x.wake <- struct{}{}:
	default:
	}
}

func (x *indexer) run() {
	for {
		select {
		case <-x.wake:
		case <-x.ctx.Done():
			return
		}
		for schema, each := range x.collections {
			if err := x.catchUp(each); err != nil && x.ctx.Err() == nil {
				x.log.Warn("A search table was not brought further.", "schema", schema.Name(), "error", diag.Logged(err))
			}
		}
	}
}

// catchUp works on a search table until it is up to date.
func (x *indexer) catchUp(of *collection) error {
	s := of.search
	for s.due.Swap(false) {
		x.waitIdle()
		now, err := x.batch(of)
		if err != nil {
			return err
		}
		s.ready.Store(now.serves())
		if now.more {
			s.due.Store(true)
			x.rest(batchTimeout)
		}
	}
	return nil
}

func (x *indexer) batch(of *collection) (now standing, err error) {
	err = x.writer.doInBackground(x.ctx, func(c *conn) error {
		if of.changed { // its search table too is another process's now
			return nil
		}
		return c.allOrNothing(func() (err error) {
			now, err = of.search.advance(c)
			return err
		})
	})
	return now, err
}

// waitIdle waits until nobody has written for a while, but not for ever.
func (x *indexer) waitIdle() {
	for began := time.Now(); time.Since(began) < maxIdleWait; {
		left := idleTime - time.Duration(sinceStart()-x.last.Load())
		if left <= 0 || x.ctx.Err() != nil {
			return
		}
		x.rest(left)
	}
}

func (x *indexer) rest(while time.Duration) {
	select {
	case <-time.After(while):
	case <-x.ctx.Done():
	}
}
