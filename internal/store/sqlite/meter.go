package sqlite

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/ncruces/go-sqlite3"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/sqlgen"
	"github.com/quartet-dev/quartet/internal/store/entries"
)

// Meter runs the Views of a store and counts what they read. It is for a
// database that nobody else uses, and serves one goroutine.
//
// SQLite does not say how many rows a statement has visited. The meter counts
// them: on a connection of its own every table is a temporary view that calls a
// function for each row, which SQLite folds into the statement. It says of each
// reading whether SQLite then goes the same way as when it serves.
type Meter struct {
	store    *Store
	plain    *conn // as it serves declarative Views
	guarded  *conn // as it serves sql Views
	counting *conn
	visited  int
	most     int
	anyRow   query
}

// Reading is what a View has read for its rows.
type Reading struct {
	Plan    []string // the steps of EXPLAIN QUERY PLAN
	Rows    int      // that were answered
	Visited int      // rows of tables and entries of indexes that SQLite looked at
	Exact   bool     // SQLite goes the same way when it serves; else Visited may be less
	Over    bool     // it was stopped, since it visited more than it was to
	Last    []any    // the keys of the last row, to go on after it
}

// Meter opens a meter over the store. It must be closed before the store.
func (s *Store) Meter() (*Meter, error) {
	m := &Meter{store: s, anyRow: query{Text: "SELECT 1"}}
	a := s.opts.access(false)
	a.readOnly, a.plain = true, true
	var errs [3]error
	m.plain, errs[0] = openConn(s.opts.Path, a)
	m.guarded, errs[1] = openRestricted(s.opts.Path, a, s.opts.Plan.Schemas())
	m.counting, errs[2] = openConn(s.opts.Path, a)
	err := errors.Join(errs[:]...)
	if err == nil {
		err = m.count()
	}
	if err != nil {
		return nil, refusal(s.opts.Path, errors.Join(err, m.Close()))
	}
	return m, nil
}

// Close closes the connections of the meter.
func (m *Meter) Close() error {
	var failed []error
	for _, c := range []*conn{m.plain, m.guarded, m.counting} {
		if c != nil {
			failed = append(failed, c.close())
		}
	}
	return errors.Join(failed...)
}

// visit is the function that counts. Its argument ties it to a row of the table,
// so that SQLite asks it for each; that it is said to be always true keeps it
// from swaying the plan.
const visit = "quartet_visit"

var errOver = errors.New("too many rows were visited")

func (m *Meter) count() error {
	err := m.counting.db.CreateFunction(visit, 1, sqlite3.INNOCUOUS, func(ctx sqlite3.Context, _ ...sqlite3.Value) {
		if m.visited++; m.visited > m.most {
			ctx.ResultError(errOver)
			return
		}
		ctx.ResultInt(1)
	})
	for _, s := range m.store.opts.Plan.Schemas() {
		m.anyRow.Text = fmt.Sprintf("SELECT id FROM %q LIMIT 1", s.Name())
		if err == nil {
			err = m.counting.exec(fmt.Sprintf(`CREATE TEMP VIEW %q AS SELECT "data", %s FROM main.%[1]q WHERE likelihood(%[3]s(rowid), 1.0)`,
				s.Name(), strings.Join(columnNames(s), ", "), visit))
		}
	}
	return err
}

func columnNames(s *plan.Schema) (names []string) {
	for _, c := range s.Columns() {
		names = append(names, `"`+c.Name()+`"`)
	}
	return names
}

// Read runs a View and counts, up to most visits. A Limit below 0 reads all
// rows.
func (m *Meter) Read(ctx context.Context, q content.ViewQuery, most int) (Reading, error) {
	v := m.store.views[q.View]
	if v == nil {
		return Reading{}, diag.Internal(fmt.Errorf("view %s is not of this store's plan", q.View.Name()))
	}
	selections, err := v.selections(&q)
	if err != nil {
		return Reading{}, err
	}
	serving := m.plain
	if q.View.IsSQL() {
		serving = m.guarded
	}
	reading := Reading{Exact: true}
	for _, s := range selections {
		if reading.Rows == q.Limit || reading.Over {
			break
		}
		if err := m.add(ctx, &reading, serving, s, &q, most); err != nil {
			return Reading{}, err
		}
	}
	return reading, nil
}

// add runs one statement: on the connection that counts when SQLite goes the
// same way there, else on the one that serves.
func (m *Meter) add(ctx context.Context, reading *Reading, serving *conn, s *entries.Selection, q *content.ViewQuery, most int) error {
	m.most = math.MaxInt
	steps, err := m.planOf(serving, s.Text)
	if err != nil {
		return failure(err)
	}
	counted, err := m.planOf(m.counting, s.Text)
	if err != nil {
		return failure(err)
	}
	reading.Plan = append(reading.Plan, steps...)
	alike := slices.EqualFunc(steps, counted, func(a, b string) bool { return loops(a) == loops(b) })
	if alike {
		serving = m.counting
	}
	serving.watch.guard(ctx, m.store.opts.StatementTimeout)
	defer serving.watch.release()
	before := reading.Rows
	m.visited, m.most = 0, most-reading.Visited
	least, err := run(serving, s, q, reading)
	reading.Over = m.visited > m.most
	if err != nil && !reading.Over {
		return serving.watch.explain(err)
	}
	if !alike {
		m.visited = max(least, reading.Rows-before)
	}
	reading.Exact = reading.Exact && slices.Equal(steps, counted)
	reading.Visited += m.visited
	return nil
}

// loops is a step of a plan without the index that a scan of all rows reads them
// from: it visits as many. To count every row SQLite takes the smallest index,
// and no function is asked.
func loops(step string) string {
	if scan, _, ok := strings.Cut(step, " USING "); ok && strings.HasPrefix(step, "SCAN ") {
		return scan
	}
	return step
}

// run steps through a statement and gives the least number of rows that it can
// have visited by SQLite's own counts.
func run(c *conn, s *entries.Selection, q *content.ViewQuery, reading *Reading) (least int, err error) {
	statement, err := c.compile(s.Text, 0)
	if err != nil {
		return 0, err
	}
	defer func() { _ = statement.s.Close() }()
	limit := -1
	if q.Limit >= 0 {
		limit = q.Limit - reading.Rows
	}
	if err := s.Bind(statement, q, limit); err != nil {
		return 0, err
	}
	for {
		more, err := statement.step()
		if !more {
			return statement.s.Status(sqlite3.STMTSTATUS_FULLSCAN_STEP, false) + statement.s.Status(sqlite3.STMTSTATUS_AUTOINDEX, false), err
		}
		reading.Rows++
		reading.Last = s.Keys(statement)
	}
}

// planOf names tables as declarative Views do, not as they are named behind a
// logical table. Any row is read first: a connection that only explains does not
// notice that an index has come or gone.
func (m *Meter) planOf(c *conn, text string) (steps []string, err error) {
	if _, err := c.look(&m.anyRow); err != nil {
		return nil, err
	}
	statement, err := c.compile("EXPLAIN QUERY PLAN "+text, 0)
	if err != nil {
		return nil, err
	}
	defer func() { _ = statement.s.Close() }()
	for {
		more, err := statement.step()
		if !more {
			return steps, err
		}
		steps = append(steps, strings.Replace(string(statement.text(3)), " main.", " ", 1))
	}
}

// Time is how long the store takes for a View, at best of several times; of what
// takes long it is one.
func (m *Meter) Time(ctx context.Context, q content.ViewQuery) (time.Duration, error) {
	const times, long = 5, 500 * time.Millisecond
	best := time.Duration(0)
	var rows []byte
	for i := range times {
		began := time.Now()
		answer, err := m.store.View(ctx, q, rows[:0])
		if err != nil {
			return 0, err
		}
		if took := time.Since(began); i == 0 || took < best {
			best = took
		}
		if best > long {
			break
		}
		rows = answer.Rows
	}
	return best, nil
}

// Try makes indexes as a manifest would that declared them in `indexes`, and runs
// fn while they are there.
func (m *Meter) Try(ctx context.Context, indexes []TrialIndex, fn func() error) error {
	var made []string
	var err error
	for _, index := range indexes {
		if err = m.exec(ctx, sqlgen.CreateTrialIndex(sqlgen.SQLite, index.Schema, index.name(), index.Columns)); err != nil {
			break
		}
		made = append(made, index.name())
	}
	if err == nil {
		err = fn()
	}
	return errors.Join(err, m.drop(context.WithoutCancel(ctx), made))
}

func (m *Meter) drop(ctx context.Context, names []string) error {
	var failed []error
	for _, name := range names {
		failed = append(failed, m.exec(ctx, sqlgen.DropIndex(name)))
	}
	return errors.Join(failed...)
}

func (m *Meter) exec(ctx context.Context, sql string) error {
	return m.store.writer.do(ctx, func(c *conn) error { return c.exec(sql) })
}

// TrialIndex is an index that no manifest declares yet.
type TrialIndex struct {
	Schema  *plan.Schema
	Columns []*plan.Column
}

func (t TrialIndex) name() string {
	names := []string{t.Schema.Name(), "trial"}
	for _, c := range t.Columns {
		names = append(names, c.Name())
	}
	return strings.Join(names, ":")
}
