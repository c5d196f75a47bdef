package sqlite

import (
	"context"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/plan"
)

// Entry implements content.Store.
func (s *Store) Entry(ctx context.Context, schema *plan.Schema, id string) (*content.Entry, error) {
	c, err := s.collection(schema)
	if err != nil {
		return nil, err
	}
	return s.one(ctx, c, &c.byID, id)
}

// Match implements content.Store.
func (s *Store) Match(ctx context.Context, schema *plan.Schema, columns []*plan.Column, values []any) (*content.Entry, error) {
	c, err := s.collection(schema)
	if err != nil {
		return nil, err
	}
	return s.one(ctx, c, c.match(columns), values...)
}

// Entries implements content.Store.
func (s *Store) Entries(ctx context.Context, q content.EntryQuery) ([]*content.Entry, error) {
	c, err := s.collection(q.Schema)
	if err != nil {
		return nil, err
	}
	list, arguments := &c.list, []any{q.After, q.Limit}
	if q.Status != "" {
		list, arguments = &c.listByStatus, append(arguments, string(q.Status))
	}
	var found []*content.Entry
	r := readEntries(ctx)
	err = r.counted(ctx, s.readers.read, func(conn *conn) error {
		found, err = c.all(conn, &r, list, arguments...)
		return err
	})
	if err != nil {
		return nil, err
	}
	return found, nil
}

// one reads the entry that q finds, or NOT_FOUND.
func (s *Store) one(ctx context.Context, c *collection, q *query, arguments ...any) (*content.Entry, error) {
	var found *content.Entry
	r := readEntries(ctx)
	err := r.counted(ctx, s.readers.read, func(conn *conn) (err error) {
		found, err = c.first(conn, &r, q, arguments...)
		return err
	})
	if err != nil {
		return nil, err
	}
	return found, nil
}

// first is the first entry that q yields, or NOT_FOUND.
func (c *collection) first(conn *conn, r *countedRead, q *query, arguments ...any) (*content.Entry, error) {
	statement, err := conn.prepared(q)
	if err != nil {
		return nil, err
	}
	defer conn.finish(q, statement)
	if err := statement.bindAll(arguments...); err != nil {
		return nil, err
	}
	more, err := statement.step()
	switch {
	case err != nil:
		return nil, err
	case !more:
		return nil, notFound()
	}
	if err := r.add(len(statement.text(6))); err != nil {
		return nil, err
	}
	return c.entry(statement)
}

// all is every entry that q yields.
func (c *collection) all(conn *conn, r *countedRead, q *query, arguments ...any) (found []*content.Entry, err error) {
	err = conn.each(q, func(s *stmt) error {
		if err := r.add(len(s.text(6))); err != nil {
			return err
		}
		e, err := c.entry(s)
		found = append(found, e)
		return err
	}, arguments...)
	return found, err
}
