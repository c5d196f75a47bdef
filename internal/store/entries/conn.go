package entries

import (
	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/store"
)

// Query is the text of a statement that connections keep prepared, unless it
// is brief. It is its own key: the same text twice is two queries.
type Query struct {
	Text  string
	Brief bool
}

// Conn is a connection that reads. It serves one goroutine at a time.
type Conn interface {
	// Prepared makes a statement ready for its arguments, and Finish ends its use.
	Prepared(q *Query) (Statement, error)
	Finish(q *Query, s Statement)

	// Again gives the read its whole time once more.
	Again()
}

// Statement is a statement in use. Arguments count from 1, columns from 0.
type Statement interface {
	// Bind sets an argument that is compared with a column of the kind: to nil,
	// bool, int, int64, float64 or string. BindText and BindInteger are Bind for
	// what every request binds.
	Bind(i int, value any, kind plan.ColumnKind) error
	BindText(i int, value string) error
	BindInteger(i int, value int64) error

	// BindUnlike sets an argument that is compared as Arg.Same to what no column
	// holds.
	BindUnlike(i int) error

	// BindLimit sets how many rows are wanted; below 0 all of them.
	BindLimit(i, rows int) error

	// Step moves to the next row; false at the end.
	Step() (bool, error)

	// The columns of the present row. Text is nil for null, and lives until the
	// next call of Step. Value is of memory of its own: nil, bool, int64, float64,
	// string or []byte, for a column of the kind.
	Integer(i int) int64
	Text(i int) []byte
	Value(i int, kind plan.ColumnKind) any

	// AppendJSON appends a column of the kind as JSON.
	AppendJSON(dst []byte, i int, kind plan.ColumnKind) ([]byte, error)

	// Columns are those of a sql View, which the database names.
	Columns() []Column
}

// each calls fn with every row of a statement.
func each(c Conn, q *Query, fn func(Statement) error, arguments ...any) error {
	s, err := c.Prepared(q)
	if err != nil {
		return err
	}
	defer c.Finish(q, s)
	if err := bindAll(s, arguments); err != nil {
		return err
	}
	for {
		more, err := s.Step()
		if !more {
			return err
		}
		if err := fn(s); err != nil {
			return err
		}
	}
}

// bindAll binds values that no column of several types is compared with.
func bindAll(s Statement, values []any) error {
	for i, value := range values {
		if err := s.Bind(i+1, value, plan.TextColumn); err != nil {
			return err
		}
	}
	return nil
}

// First is the first entry that q yields, or NOT_FOUND. r is nil where nothing is
// counted.
func (c *Collection) First(conn Conn, r *Read, q *Query, arguments ...any) (*content.Entry, error) {
	s, err := conn.Prepared(q)
	if err != nil {
		return nil, err
	}
	defer conn.Finish(q, s)
	if err := bindAll(s, arguments); err != nil {
		return nil, err
	}
	more, err := s.Step()
	switch {
	case err != nil:
		return nil, err
	case !more:
		return nil, store.NoEntry()
	}
	if err := r.add(len(s.Text(dataColumn))); err != nil {
		return nil, err
	}
	return c.entry(s)
}

// All is every entry that q yields.
func (c *Collection) All(conn Conn, r *Read, q *Query, arguments ...any) (found []*content.Entry, err error) {
	err = each(conn, q, func(s Statement) error {
		if err := r.add(len(s.Text(dataColumn))); err != nil {
			return err
		}
		e, err := c.entry(s)
		found = append(found, e)
		return err
	}, arguments...)
	return found, err
}

// Holds reports whether q finds an entry other than the one with the id; "" for
// any.
func (c *Collection) Holds(conn Conn, id string, q *Query, arguments ...any) (bool, error) {
	other, err := c.First(conn, nil, q, arguments...)
	if diag.HasCode(err, diag.NotFound) {
		return false, nil
	}
	return err == nil && other.ID != id, err
}
