package sqlite

import (
	"context"
	"time"

	"github.com/quartet-dev/quartet/internal/auth"
	"github.com/quartet-dev/quartet/internal/diag"
)

// Auth is auth's Store.
type Auth struct{ store *Store }

var _ auth.Store = Auth{}

// Auth is the store's records of users, sessions and what belongs to them.
func (s *Store) Auth() Auth { return Auth{s} }

// Read implements auth.Store.
func (a Auth) Read(ctx context.Context, fn func(auth.Reader) error) error {
	return a.store.readers.read(ctx, func(c *conn) error { return fn(authReader{c}) })
}

// Update implements auth.Store: a job of the one writer.
func (a Auth) Update(ctx context.Context, fn func(auth.Tx) error) error {
	return a.store.writer.do(ctx, func(c *conn) error {
		return c.wholly(func() error { return fn(authTx{authReader{c}}) })
	})
}

type authReader struct{ c *conn }

type authTx struct{ authReader }

// first reads the first row of a statement; nil without a row.
func first[T any](c *conn, q *query, read func(*stmt) *T, arguments ...any) (found *T, err error) {
	err = c.each(q, func(s *stmt) error {
		if found == nil {
			found = read(s)
		}
		return nil
	}, arguments...)
	return found, err
}

// every reads all rows of a statement.
func every[T any](c *conn, q *query, read func(*stmt) *T, arguments ...any) (found []*T, err error) {
	err = c.each(q, func(s *stmt) error {
		found = append(found, read(s))
		return nil
	}, arguments...)
	return found, err
}

// exists tells whether a statement has a row.
func (c *conn) exists(q *query, arguments ...any) (bool, error) {
	found, err := c.look(q, arguments...)
	return found != nil, err
}

// count runs a statement and tells how many rows it changed.
func (c *conn) count(q *query, arguments ...any) (int, error) {
	if err := c.run(q, arguments...); err != nil {
		return 0, err
	}
	return int(c.changes()), nil
}

// hits runs a statement and tells whether it changed a row.
func (c *conn) hits(q *query, arguments ...any) (bool, error) {
	n, err := c.count(q, arguments...)
	return n > 0, err
}

// refused makes CONFLICT of a refused unique index.
func refused(err error, message string) error {
	if violatesUnique(err) {
		return diag.At(diag.Conflict, "", message).WithCause(err)
	}
	return err
}

// orNull is null for an empty text.
func orNull(text string) any {
	if text == "" {
		return nil
	}
	return text
}

// milli is a time as it is stored; null for the zero time.
func milli(t time.Time) any {
	if t.IsZero() {
		return nil
	}
	return t.UnixMilli()
}

// time reads a column that milli has written.
func (s *stmt) time(i int) time.Time {
	if s.valueType(i) == nullValue {
		return time.Time{}
	}
	return time.UnixMilli(s.integer(i)).UTC()
}

func (s *stmt) string(i int) string { return string(s.text(i)) }
