package sqlite

import (
	"context"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/sqlgen"
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
	if q := c.match(columns); q != nil {
		return s.one(ctx, c, q, values...)
	}
	return s.oneBy(ctx, c, sqlgen.SelectMatch(sqlgen.SQLite, schema, columns), values...)
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
	err = s.readers.read(ctx, func(conn *conn) error {
		found, err = c.all(conn, list, arguments...)
		return err
	})
	if err != nil {
		return nil, err
	}
	return found, nil
}

// one reads the entry that a kept query finds, or NOT_FOUND.
func (s *Store) one(ctx context.Context, c *collection, q *query, arguments ...any) (*content.Entry, error) {
	var found *content.Entry
	err := s.readers.read(ctx, func(conn *conn) (err error) {
		statement, err := conn.prepared(q)
		if err != nil {
			return err
		}
		defer statement.reset()
		found, err = c.first(statement, arguments...)
		return err
	})
	if err != nil {
		return nil, err
	}
	return found, nil
}

// oneBy is one for a statement that is not worth keeping.
func (s *Store) oneBy(ctx context.Context, c *collection, text string, arguments ...any) (*content.Entry, error) {
	var found *content.Entry
	err := s.readers.read(ctx, func(conn *conn) (err error) {
		statement, err := conn.prepare(text)
		if err != nil {
			return err
		}
		defer func() { _ = statement.close() }()
		found, err = c.first(statement, arguments...)
		return err
	})
	if err != nil {
		return nil, err
	}
	return found, nil
}

// first is the first entry that a statement yields, or NOT_FOUND.
func (c *collection) first(statement *stmt, arguments ...any) (*content.Entry, error) {
	if err := statement.bindAll(arguments...); err != nil {
		return nil, err
	}
	more, err := statement.step()
	switch {
	case err != nil:
		return nil, err
	case !more:
		return nil, notFound()
	default:
		return c.entry(statement)
	}
}

// all is every entry that a kept query yields.
func (c *collection) all(conn *conn, q *query, arguments ...any) ([]*content.Entry, error) {
	statement, err := conn.prepared(q)
	if err != nil {
		return nil, err
	}
	defer statement.reset()
	if err := statement.bindAll(arguments...); err != nil {
		return nil, err
	}
	var found []*content.Entry
	for {
		more, err := statement.step()
		if !more {
			return found, err
		}
		e, err := c.entry(statement)
		if err != nil {
			return nil, err
		}
		found = append(found, e)
	}
}
