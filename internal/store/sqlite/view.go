package sqlite

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/sqlgen"
	"github.com/quartet-dev/quartet/internal/store/entries"
)

// view is a compiled View.
type view struct {
	*entries.View
	broken atomic.Bool // its statement breaks connections, and is not tried again
}

func compileView(v *plan.View) *view { return &view{View: entries.CompileView(sqlgen.SQLite, v)} }

// selections are the statements to run in turn until the page is full.
func (v *view) selections(q *content.ViewQuery) ([]*entries.Selection, error) {
	if v.broken.Load() {
		return nil, diag.Internal(fmt.Errorf("view %s: %w", v.Plan.Name(), errFault))
	}
	return v.Selections(q)
}

// View implements content.Store.
func (s *Store) View(ctx context.Context, q content.ViewQuery, dst []byte) (content.ViewRows, error) {
	v := s.views[q.View]
	if v == nil {
		return content.ViewRows{}, diag.Internal(fmt.Errorf("view %s is not of this store's plan", q.View.Name()))
	}
	selections, err := v.selections(&q)
	if err != nil {
		return content.ViewRows{}, err
	}
	a := entries.NewAnswer(ctx, &q, dst, s.opts.AnswerBytes)
	read := s.readersOf(&q)
	err = entries.Counted(ctx, &a.Read, func() error {
		return read(ctx, func(c *conn) error { return a.Fill(c, selections) })
	})
	if errors.Is(err, errFault) {
		v.broken.Store(true)
	}
	return a.End(err)
}

// reader runs fn on a connection that reads.
type reader func(ctx context.Context, fn func(*conn) error) error

// readersOf is how a View reads: statements by hand on connections of their own,
// of which those that give every row take one at most.
func (s *Store) readersOf(q *content.ViewQuery) reader {
	readers := s.readers
	if q.View.IsSQL() {
		readers = s.guarded
	}
	if q.Each == nil {
		return readers.read
	}
	return func(ctx context.Context, fn func(*conn) error) error {
		select {
		case s.wholes <- struct{}{}:
			defer func() { <-s.wholes }()
			return readers.read(ctx, fn)
		case <-ctx.Done():
			return failure(ctx.Err())
		}
	}
}
