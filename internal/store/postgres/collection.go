package postgres

import (
	"context"
	"fmt"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/sqlgen"
	"github.com/quartet-dev/quartet/internal/store"
	"github.com/quartet-dev/quartet/internal/store/entries"
	"github.com/quartet-dev/quartet/internal/store/postgres/changes"
)

// collection is a Schema with the statements over its entries.
type collection struct {
	*entries.Collection

	topic *changes.Topic
}

// collection finds a Schema of the store's plan.
func (s *Store) collection(schema *plan.Schema) (*collection, error) {
	if c := s.collections[schema]; c != nil {
		return c, nil
	}
	return nil, diag.Internal(fmt.Errorf("schema %s is not of this store's plan", schema.Name()))
}

// Entry implements content.Store.
func (s *Store) Entry(ctx context.Context, schema *plan.Schema, id string) (*content.Entry, error) {
	c, err := s.collection(schema)
	if err != nil {
		return nil, err
	}
	return s.one(ctx, c, &c.ByID, id)
}

// Match implements content.Store.
func (s *Store) Match(ctx context.Context, schema *plan.Schema, columns []*plan.Column, values []any) (*content.Entry, error) {
	c, err := s.collection(schema)
	if err != nil {
		return nil, err
	}
	if !entries.CanMatch(columns, values) {
		return nil, store.NoEntry()
	}
	return s.one(ctx, c, c.Match(columns), c.Matching(columns, values)...)
}

// Entries implements content.Store.
func (s *Store) Entries(ctx context.Context, q content.EntryQuery) (found []*content.Entry, err error) {
	c, err := s.collection(q.Schema)
	if err != nil {
		return nil, err
	}
	list, arguments := c.List(q)
	r := entries.NewRead(ctx)
	err = r.Counted(ctx, func() error {
		return s.pool.read(ctx, func(conn *conn) (err error) {
			found, err = c.All(conn, &r, list, arguments...)
			return err
		})
	})
	if err != nil {
		return nil, err
	}
	return found, nil
}

// one reads the entry that q finds, or NOT_FOUND.
func (s *Store) one(ctx context.Context, c *collection, q *entries.Query, arguments ...any) (found *content.Entry, err error) {
	r := entries.NewRead(ctx)
	err = r.Counted(ctx, func() error {
		return s.pool.read(ctx, func(conn *conn) (err error) {
			found, err = c.First(conn, &r, q, arguments...)
			return err
		})
	})
	if err != nil {
		return nil, err
	}
	return found, nil
}

// Find implements content.StaffStore.
func (s *Store) Find(ctx context.Context, q content.EntrySearch) (content.Found, error) {
	c, err := s.collection(q.Schema)
	if err != nil {
		return content.Found{}, err
	}
	f := c.Find(ctx, &q)
	look := func(conn *conn) error { return f.Walk(conn) }
	if form := f.Kept(); form != nil {
		look = func(conn *conn) error { return f.Fill(conn, form) }
	}
	if err := f.Read.Counted(ctx, func() error { return s.pool.read(ctx, look) }); err != nil {
		return content.Found{}, err
	}
	return f.Found, nil
}

// CountMatching implements content.StaffStore.
func (s *Store) CountMatching(ctx context.Context, q content.EntrySearch, most int) (count int64, err error) {
	c, err := s.collection(q.Schema)
	if err != nil {
		return 0, err
	}
	f := c.Find(ctx, &q)
	err = s.pool.read(ctx, func(conn *conn) (err error) {
		count, err = f.Count(conn, entries.ListOf(&q), most)
		return err
	})
	return count, err
}

// CountByValue implements content.StaffStore.
func (s *Store) CountByValue(ctx context.Context, q content.EntrySearch, by *plan.Column, most int) (counts map[string]int64, err error) {
	c, err := s.collection(q.Schema)
	if err != nil {
		return nil, err
	}
	f := c.Find(ctx, &q)
	err = s.pool.read(ctx, func(conn *conn) (err error) {
		counts, err = f.CountBy(conn, entries.ListOf(&q), by, most)
		return err
	})
	return counts, err
}

// Count implements content.StaffStore.
func (s *Store) Count(ctx context.Context, q content.CountQuery) (counts content.Counts, err error) {
	if _, err := s.collection(q.Schema); err != nil {
		return content.Counts{}, err
	}
	err = s.pool.read(ctx, func(c *conn) (err error) {
		counts, err = entries.Count(sqlgen.Postgres, c, q)
		return err
	})
	if err != nil {
		return content.Counts{}, err
	}
	return counts, nil
}

// View implements content.Store.
func (s *Store) View(ctx context.Context, q content.ViewQuery, dst []byte) (content.ViewRows, error) {
	v := s.views[q.View]
	if v == nil {
		return content.ViewRows{}, diag.Internal(fmt.Errorf("view %s is not of this store's plan", q.View.Name()))
	}
	selections, err := v.Selections(&q)
	if err != nil {
		return content.ViewRows{}, err
	}
	a := entries.NewAnswer(ctx, &q, dst, s.opts.AnswerBytes)
	err = entries.Counted(ctx, &a.Read, func() error {
		return s.readView(ctx, &q, func(c *conn) error { return a.Fill(c, selections) })
	})
	return a.End(err)
}

// readView is how a View reads. Of those that give every row one runs at a time.
func (s *Store) readView(ctx context.Context, q *content.ViewQuery, fn func(*conn) error) error {
	pool := s.pool
	if q.View.IsSQL() {
		if message := s.guard.refused[q.View]; message != "" {
			return diag.Internal(fmt.Errorf("view %s: %s", q.View.Name(), message))
		}
		pool = s.guard.pool
	}
	if q.Each == nil {
		return pool.read(ctx, fn)
	}
	select {
	case s.wholes <- struct{}{}:
		defer func() { <-s.wholes }()
		return pool.read(ctx, fn)
	case <-ctx.Done():
		return store.Unavailable(ctx.Err())
	}
}
