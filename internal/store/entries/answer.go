package entries

import (
	"context"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/inflight"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/sqlgen"
	"github.com/quartet-dev/quartet/internal/store"
)

// Answer collects the rows of one page, or of one chunk after another.
type Answer struct {
	Read inflight.Read

	query *content.ViewQuery
	rows  []byte
	start int // where the first row begins
	most  int // length of rows that must not be passed
	bound int // length of rows beyond which they grow on purpose
	count int
	last  []any
}

// NewAnswer begins an answer of at most so many bytes, behind what dst holds.
func NewAnswer(ctx context.Context, q *content.ViewQuery, dst []byte, most int) Answer {
	return Answer{Read: inflight.Begin(ctx), query: q, rows: append(dst, '['), start: len(dst) + 1, most: len(dst) + most}
}

// End ends the read, and gives what it found.
func (a *Answer) End(err error) (content.ViewRows, error) {
	if err != nil {
		a.Read.End(0)
		return content.ViewRows{}, err
	}
	a.Read.End(cap(a.rows))
	return content.ViewRows{Rows: append(a.rows, ']'), Count: a.count, Last: a.last}, nil
}

// begin begins with no rows. What goes to Each is one chunk for all of the
// store, which is not counted.
func (a *Answer) begin() {
	a.rows, a.count, a.last = a.rows[:a.start], 0, nil
	a.bound = min(a.start+inflight.Small, a.most)
	if a.query.Each != nil {
		a.bound = a.most
	}
}

// grow makes room for twice as much, which leaves less behind than append does.
func (a *Answer) grow() error {
	switch {
	case len(a.rows) > a.most:
		return store.TooLong()
	case !a.Read.Grow():
		return errLater
	}
	a.rows = inflight.GrowBuffer(a.rows)
	a.bound = min(cap(a.rows)-len(a.rows)/4, a.most)
	return nil
}

// Fill runs the statements until the page is full.
func (a *Answer) Fill(c Conn, selections []*Selection) error {
	a.begin()
	for _, s := range selections {
		if a.count == a.query.Limit {
			break
		}
		if err := a.run(c, s); err != nil {
			return err
		}
	}
	if a.query.Each != nil {
		return a.flush(c)
	}
	return nil
}

// flush gives the rows to Each and begins another chunk.
func (a *Answer) flush(c Conn) error {
	a.rows = append(a.rows, ']')
	err := a.query.Each(a.rows[a.start-1:])
	a.rows, a.count = a.rows[:a.start], 0
	c.Again()
	return err
}

func (a *Answer) run(c Conn, s *Selection) error {
	statement, err := c.Prepared(&s.Query)
	if err != nil {
		return err
	}
	defer c.Finish(&s.Query, statement)
	if err := s.Bind(statement, a.query, a.wanted()); err != nil {
		return err
	}
	columns := s.columns
	if columns == nil {
		columns = statement.Columns()
	}
	for {
		more, err := statement.Step()
		if !more {
			return err
		}
		if err := a.add(statement, columns, s); err != nil {
			return err
		}
		if a.query.Each != nil && a.count == a.query.Limit {
			if err := a.flush(c); err != nil {
				return err
			}
		}
	}
}

// wanted is how many rows are still wanted; below 0 all of them.
func (a *Answer) wanted() int {
	if a.query.Each != nil {
		return -1
	}
	return a.query.Limit - a.count
}

// Bind sets the arguments; limit is how many rows are still wanted.
func (s *Selection) Bind(statement Statement, q *content.ViewQuery, limit int) error {
	for i := range s.args {
		if err := bindArg(statement, i+1, &s.args[i], q, limit); err != nil {
			return err
		}
	}
	return nil
}

func bindArg(statement Statement, i int, arg *sqlgen.Arg, q *content.ViewQuery, limit int) error {
	switch arg.Kind {
	case sqlgen.ArgParam:
		return bindParam(statement, i, arg, q.Params[arg.Slot])
	case sqlgen.ArgFits:
		value := q.Params[arg.Slot]
		return statement.Bind(i, value == nil || sqlgen.Comparable(arg.Column, value), plan.BooleanColumn)
	case sqlgen.ArgCaller:
		return statement.BindText(i, q.CallerID)
	case sqlgen.ArgAfter:
		return statement.Bind(i, q.After[arg.Slot], arg.Column)
	case sqlgen.ArgLimit:
		return statement.BindLimit(i, limit)
	case sqlgen.ArgOffset:
		return statement.BindInteger(i, q.Offset)
	case sqlgen.ArgLiteral:
	}
	return statement.Bind(i, arg.Value, arg.Column)
}

// bindParam binds in the place of a value that the column never holds what
// matches nothing: SQLite would take 7 for "7".
func bindParam(statement Statement, i int, arg *sqlgen.Arg, value any) error {
	switch {
	case !arg.Compared || value == nil || sqlgen.Comparable(arg.Column, value):
		return statement.Bind(i, value, arg.Column)
	case arg.Same:
		return statement.BindUnlike(i)
	default:
		return statement.Bind(i, nil, arg.Column)
	}
}

// add appends the present row.
func (a *Answer) add(statement Statement, columns []Column, of *Selection) (err error) {
	if a.count > 0 {
		a.rows = append(a.rows, ',')
	}
	if a.rows, err = appendRow(a.rows, statement, columns); err != nil {
		return err
	}
	if len(a.rows) > a.bound {
		if err := a.grow(); err != nil {
			return err
		}
	}
	a.count++
	if a.query.Keys && a.count == a.query.Limit {
		a.last = of.Keys(statement)
	}
	return nil
}

// Keys are the values of the order keys and id of the present row; nil where the
// statement has none.
func (s *Selection) Keys(statement Statement) []any {
	if len(s.keys) == 0 {
		return nil
	}
	values := make([]any, 0, len(s.keys))
	for i, key := range s.keys {
		values = append(values, statement.Value(key, s.keyKinds[i]))
	}
	return values
}
