package sqlite

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/inflight"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/sqlgen"
)

// view is a View compiled for this dialect.
type view struct {
	plan *plan.View
	page *selection // page paging; nil for a sql View not written in this dialect

	broken atomic.Bool // its statement breaks connections, and is not tried again

	mu    sync.RWMutex
	after map[string][]*selection // keyset paging, by which keys are null
}

// maxPatterns bounds how many null patterns of one View's keys are kept
// compiled. A View of n order terms has 2^n; few of them ever occur.
const maxPatterns = 16

// selection is one compiled SELECT.
type selection struct {
	query
	args    []sqlgen.Arg
	columns []column // nil for a sql View: read off the prepared statement
	keys    []int    // columns that hold the order keys and then id
}

func compileView(v *plan.View) *view {
	compiled := &view{plan: v, after: map[string][]*selection{}}
	if !v.IsSQL() {
		compiled.page = declarative(v, sqlgen.View(sqlgen.SQLite, v))
	} else if statement, ok := sqlgen.Wrap(sqlgen.SQLite, v); ok {
		compiled.page = &selection{query: query{text: statement.Text}, args: statement.Args}
	}
	return compiled
}

func declarative(v *plan.View, q sqlgen.Query) *selection {
	s := &selection{query: query{text: q.Text}, args: q.Args, keys: q.Keys}
	for _, output := range q.Outputs {
		s.columns = addColumn(s.columns, output.Name, output.Kind, output.Hidden)
	}
	for i, term := range v.Order() {
		if term.Column.Name() == "id" && len(s.keys) == len(v.Order()) {
			s.keys = append(s.keys[:len(s.keys):len(s.keys)], s.keys[i])
		}
	}
	return s
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
	a := answer{query: &q, rows: append(dst, '['), start: len(dst) + 1, most: len(dst) + s.opts.AnswerBytes, read: inflight.Begin(ctx)}
	err = s.readersOf(&q).counted(ctx, &a.read, func(c *conn) error { return a.fill(c, selections) })
	if err != nil {
		a.read.End(0)
		if errors.Is(err, errFault) {
			v.broken.Store(true)
		}
		return content.ViewRows{}, err
	}
	a.read.End(cap(a.rows))
	return content.ViewRows{Rows: append(a.rows, ']'), Count: a.count, Last: a.last}, nil
}

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

// selections are the statements to run in turn until the page is full
// (decision 14).
func (v *view) selections(q *content.ViewQuery) ([]*selection, error) {
	switch {
	case v.broken.Load():
		return nil, diag.Internal(fmt.Errorf("view %s: %w", v.plan.Name(), errFault))
	case v.page == nil:
		return nil, diag.At(diag.ViewDialectUnsupported, "", "This View is not written for the database that the service uses.")
	case q.After != nil && (v.plan.IsSQL() || len(q.After) != len(v.plan.Order())+1):
		return nil, diag.Internal(fmt.Errorf("view %s cannot go on after %d keys", v.plan.Name(), len(q.After)))
	case !q.Criteria.IsZero():
		return v.matching(q), nil
	case q.After == nil:
		return []*selection{v.page}, nil
	default:
		return v.following(q.After[:len(q.After)-1]), nil
	}
}

// following gives the keyset form for keys that are null where these are.
func (v *view) following(keys []any) []*selection {
	pattern := make([]byte, len(keys))
	for i, key := range keys {
		if key == nil {
			pattern[i] = 1
		}
	}
	v.mu.RLock()
	selections := v.after[string(pattern)]
	v.mu.RUnlock()
	if selections == nil {
		selections = v.compileAfter(pattern)
	}
	return selections
}

func (v *view) compileAfter(pattern []byte) []*selection {
	nulls := make([]bool, len(pattern))
	for i := range pattern {
		nulls[i] = pattern[i] == 1
	}
	var selections []*selection
	for _, segment := range sqlgen.ViewAfter(sqlgen.SQLite, v.plan, nulls) {
		selections = append(selections, declarative(v.plan, segment))
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	if known := v.after[string(pattern)]; known != nil {
		return known
	}
	if len(v.after) < maxPatterns {
		v.after[string(pattern)] = selections
	} else {
		for _, s := range selections {
			s.brief = true
		}
	}
	return selections
}

// answer collects the rows of one page, or of one chunk after another.
type answer struct {
	query *content.ViewQuery
	rows  []byte
	start int // where the first row begins
	most  int // length of rows that must not be passed
	bound int // length of rows beyond which they grow on purpose
	count int
	last  []any
	read  inflight.Read
}

// begin begins with no rows. What goes to Each is one chunk for all of the
// store, which is not counted.
func (a *answer) begin() {
	a.rows, a.count, a.last = a.rows[:a.start], 0, nil
	a.bound = min(a.start+inflight.Small, a.most)
	if a.query.Each != nil {
		a.bound = a.most
	}
}

// grow makes room for twice as much, which leaves less behind than append does.
func (a *answer) grow() error {
	switch {
	case len(a.rows) > a.most:
		return tooLong()
	case !a.read.Grow():
		return errLater
	}
	a.rows = inflight.GrowBuffer(a.rows)
	a.bound = min(cap(a.rows)-len(a.rows)/4, a.most)
	return nil
}

func (a *answer) fill(c *conn, selections []*selection) error {
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
func (a *answer) flush(c *conn) error {
	a.rows = append(a.rows, ']')
	err := a.query.Each(a.rows[a.start-1:])
	a.rows, a.count = a.rows[:a.start], 0
	c.watch.again()
	return err
}

func (a *answer) run(c *conn, s *selection) error {
	statement, err := c.prepared(&s.query)
	if err != nil {
		return err
	}
	defer c.finish(&s.query, statement)
	if err := s.bind(statement, a.query, a.wanted()); err != nil {
		return err
	}
	columns := s.columns
	if columns == nil {
		columns = statement.outputs()
	}
	for {
		more, err := statement.step()
		if !more {
			return err
		}
		if err := a.add(statement, columns, s.keys); err != nil {
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
func (a *answer) wanted() int {
	if a.query.Each != nil {
		return -1
	}
	return a.query.Limit - a.count
}

// bind sets the arguments; limit is how many rows are still wanted.
func (s *selection) bind(statement *stmt, q *content.ViewQuery, limit int) error {
	for i := range s.args {
		if err := bindArg(statement, i+1, &s.args[i], q, limit); err != nil {
			return err
		}
	}
	return nil
}

func bindArg(statement *stmt, i int, arg *sqlgen.Arg, q *content.ViewQuery, limit int) error {
	switch arg.Kind {
	case sqlgen.ArgParam:
		return bindParam(statement, i, arg, q.Params[arg.Slot])
	case sqlgen.ArgCaller:
		return statement.bindText(i, q.CallerID)
	case sqlgen.ArgAfter:
		return statement.bind(i, q.After[arg.Slot])
	case sqlgen.ArgLimit:
		return statement.bindInteger(i, int64(limit))
	case sqlgen.ArgOffset:
		return statement.bindInteger(i, q.Offset)
	case sqlgen.ArgLiteral:
	}
	return statement.bind(i, arg.Value)
}

// unlike equals nothing that a column holds, null included.
var unlike = []byte{0}

// bindParam binds in the place of a value that the column never holds what
// matches nothing: SQLite would take 7 for "7".
func bindParam(statement *stmt, i int, arg *sqlgen.Arg, value any) error {
	switch {
	case !arg.Compared || value == nil || sqlgen.Comparable(arg.Column, value):
		return statement.bind(i, value)
	case arg.Same:
		return statement.s.BindBlob(i, unlike)
	default:
		return statement.s.BindNull(i)
	}
}

// add appends the present row.
func (a *answer) add(statement *stmt, columns []column, keys []int) (err error) {
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
		a.last = make([]any, len(keys))
		for i, key := range keys {
			a.last[i] = statement.value(key)
		}
	}
	return nil
}
