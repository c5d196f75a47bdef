package sqlite

import (
	"context"
	"errors"
	"github.com/quartet-dev/quartet/internal/store"
	"sync"
	"time"
)

var errClosed = errors.New("the store is closed")

// pool lends connections that read. They are opened when they are first needed
// and the one used last is lent first, so that an idle service keeps little
// memory and a warm cache.
type pool struct {
	open  func() (*conn, error)
	limit time.Duration // longest that one read may run
	free  chan struct{} // as many tokens as connections may be lent
	ended chan struct{} // closed by close
	waits waitCounts

	mu   sync.Mutex
	idle []*conn
}

func newPool(size int, limit time.Duration, open func() (*conn, error)) *pool {
	p := &pool{open: open, limit: limit, free: make(chan struct{}, size), ended: make(chan struct{})}
	for range size {
		p.free <- struct{}{}
	}
	return p
}

// read runs fn on a connection of the pool. Whoever waits for one gives up
// when ctx ends; fn is interrupted when ctx ends or its time is up. The error
// is a diagnostic.
func (p *pool) read(ctx context.Context, fn func(*conn) error) error {
	return p.readFor(ctx, p.limit, fn)
}

// readFor is read with a time of its own; 0 for any time.
func (p *pool) readFor(ctx context.Context, limit time.Duration, fn func(*conn) error) error {
	c, err := p.take(ctx)
	if err != nil {
		return failure(err)
	}
	c.watch.guard(ctx, limit)
	if err = recoverPanic(c, fn); err != nil {
		err = c.watch.explain(err)
	}
	p.give(c, !isLost(err))
	return err
}

func (p *pool) take(ctx context.Context) (*conn, error) {
	if err := p.wait(ctx); err != nil {
		return nil, err
	}
	c, err := p.lend()
	if err != nil {
		p.free <- struct{}{}
	}
	return c, err
}

// wait takes a token, and counts when none was free.
func (p *pool) wait(ctx context.Context) error {
	select {
	case <-p.free:
		return nil
	default:
	}
	defer p.waits.waited(time.Now())
	select {
	case <-p.free:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	case <-p.ended:
		return store.Unavailable(errClosed)
	}
}

func (p *pool) lend() (*conn, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if last := len(p.idle) - 1; last >= 0 {
		c := p.idle[last]
		p.idle = p.idle[:last]
		return c, nil
	}
	return p.open()
}

// give takes a connection back.
func (p *pool) give(c *conn, healthy bool) {
	c.watch.release()
	if healthy {
		p.mu.Lock()
		p.idle = append(p.idle, c)
		p.mu.Unlock()
	} else {
		_ = recoverPanic(c, (*conn).close)
	}
	p.free <- struct{}{}
}

// close waits for the reads that run and closes every connection.
func (p *pool) close() error {
	close(p.ended)
	for range cap(p.free) {
		<-p.free
	}
	var failed []error
	for _, c := range p.idle {
		failed = append(failed, c.close())
	}
	return errors.Join(failed...)
}
