package platform

import (
	"encoding/json"
	"slices"
	"time"

	"github.com/quartet-dev/quartet/internal/diag"
)

// Conn runs the statements of this package on a connection. A driver keeps one
// for each of its connections.
type Conn struct{ driver Driver }

// NewConn is the Conn of a connection.
func NewConn(d Driver) *Conn { return &Conn{d} }

// row is the present row of a statement.
type row struct{ Statement }

func (r row) string(i int) string { return string(r.Text(i)) }
func (r row) flag(i int) bool     { return r.Integer(i) != 0 }

// text and blob are a column's bytes, to keep.
func (r row) text(i int) []byte { return slices.Clone(r.Text(i)) }
func (r row) blob(i int) []byte { return slices.Clone(r.Blob(i)) }

// time reads a column that milli has written.
func (r row) time(i int) time.Time {
	if r.IsNull(i) {
		return time.Time{}
	}
	return time.UnixMilli(r.Integer(i)).UTC()
}

// unpack decodes a column that holds JSON or null.
func (r row) unpack(i int, value any) error {
	text := r.Text(i)
	if text == nil {
		return nil
	}
	return json.Unmarshal(text, value)
}

// each calls fn with every row of a statement. The connection is busy with it:
// fn runs no other.
func (c *Conn) each(q *Query, fn func(row) error, arguments ...any) error {
	s, err := c.driver.Prepare(q)
	if err != nil {
		return err
	}
	return rows(s, fn, arguments)
}

func bind(s Statement, arguments []any) error {
	for i, value := range arguments {
		if err := s.Bind(i+1, value); err != nil {
			return err
		}
	}
	return nil
}

// rows calls fn with every row of a prepared statement, and resets it.
func rows(s Statement, fn func(row) error, arguments []any) error {
	defer s.Reset()
	if err := bind(s, arguments); err != nil {
		return err
	}
	for {
		more, err := s.Step()
		if !more {
			return err
		}
		if err := fn(row{s}); err != nil {
			return err
		}
	}
}

// first reads the first row of a statement; nil without a row.
func first[T any](c *Conn, q *Query, read func(row) *T, arguments ...any) (found *T, err error) {
	err = c.each(q, func(r row) error {
		if found == nil {
			found = read(r)
		}
		return nil
	}, arguments...)
	return found, err
}

// every reads all rows of a statement.
func every[T any](c *Conn, q *Query, read func(row) *T, arguments ...any) (found []*T, err error) {
	err = c.each(q, func(r row) error {
		found = append(found, read(r))
		return nil
	}, arguments...)
	return found, err
}

// exists reports whether a statement has a row.
func (c *Conn) exists(q *Query, arguments ...any) (found bool, err error) {
	err = c.each(q, func(row) error {
		found = true
		return nil
	}, arguments...)
	return found, err
}

// run runs a statement that yields no rows.
func (c *Conn) run(q *Query, arguments ...any) error {
	_, err := c.count(q, arguments...)
	return err
}

// count runs a statement and tells how many rows it changed.
func (c *Conn) count(q *Query, arguments ...any) (int, error) {
	s, err := c.driver.Prepare(q)
	if err != nil {
		return 0, err
	}
	defer s.Reset()
	if err := bind(s, arguments); err != nil {
		return 0, err
	}
	n, err := s.Exec()
	return int(n), err
}

// number is the integer that a statement selects; 0 for null and without a row.
func (c *Conn) number(q *Query) (n int64, err error) {
	err = c.each(q, func(r row) error {
		n = r.Integer(0)
		return nil
	})
	return n, err
}

// hits runs a statement and reports whether it changed a row.
func (c *Conn) hits(q *Query, arguments ...any) (bool, error) {
	n, err := c.count(q, arguments...)
	return n > 0, err
}

// unique makes CONFLICT of an error that is a refused unique index.
func (c *Conn) unique(err error, message string) error {
	if err != nil && c.driver.IsUnique(err) {
		return diag.At(diag.Conflict, "", message).WithCause(err)
	}
	return err
}
