package sqlite

import (
	"context"
	"fmt"
	"sync/atomic"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/sqlgen"
	"github.com/quartet-dev/quartet/internal/store"
	"github.com/quartet-dev/quartet/internal/store/entries"
)

// collection is a Schema with the statements over its entries.
type collection struct {
	*entries.Collection
	search *search

	writes atomic.Uint64 // how often this process may have changed its entries

	// Of the writer, see tables.
	changed bool     // the table is no longer as this process wants it
	refused bool     // and the log has said so
	beside  []beside // columns that other manifests have
}

func compileCollection(s *plan.Schema, searchFrom int) *collection {
	return &collection{Collection: entries.Compile(sqlgen.SQLite, s), search: compileSearch(s, searchFrom)}
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
	return s.one(ctx, c, c.Match(columns), values...)
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
		return s.readers.read(ctx, func(conn *conn) (err error) {
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
func (s *Store) one(ctx context.Context, c *collection, q *query, arguments ...any) (found *content.Entry, err error) {
	r := entries.NewRead(ctx)
	err = r.Counted(ctx, func() error {
		return s.readers.read(ctx, func(conn *conn) (err error) {
			found, err = c.First(conn, &r, q, arguments...)
			return err
		})
	})
	if err != nil {
		return nil, err
	}
	return found, nil
}

// Count implements content.StaffStore.
func (s *Store) Count(ctx context.Context, q content.CountQuery) (counts content.Counts, err error) {
	if _, err := s.collection(q.Schema); err != nil {
		return content.Counts{}, err
	}
	err = s.readers.read(ctx, func(c *conn) (err error) {
		counts, err = entries.Count(sqlgen.SQLite, c, q)
		return err
	})
	if err != nil {
		return content.Counts{}, err
	}
	return counts, nil
}
