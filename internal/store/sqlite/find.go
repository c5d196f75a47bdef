package sqlite

import (
	"context"
	"time"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/sqlgen"
)

// Find implements content.StaffStore.
func (s *Store) Find(ctx context.Context, q content.EntrySearch) (content.Found, error) {
	c, err := s.collection(q.Schema)
	if err != nil {
		return content.Found{}, err
	}
	f := finding{collection: c, query: &q, read: readEntries(ctx)}
	look := f.look
	if form := c.lists.form(&q); form != nil {
		look = func(conn *conn) error { return f.fill(conn, form) }
	}
	if err := f.read.counted(ctx, s.readers.read, look); err != nil {
		return content.Found{}, err
	}
	return f.found, nil
}

func entryList(q *content.EntrySearch) sqlgen.EntryList {
	return sqlgen.EntryList{
		Schema: q.Schema, Status: string(q.Status), Criteria: q.Criteria,
		Order: q.Order, Nulls: nulls(q.After), Excerpt: q.Excerpt,
	}
}

// fewEntries are as many as are sorted rather than sought in an index: in one of
// 1,000,000 entries, a page of 50 of them is 50,000 entries long.
const fewEntries = 1000

// few is the column by which a list is better made of the few entries that have
// what is wanted of it; nil when many have.
func (f *finding) few(c *conn, l sqlgen.EntryList) (*plan.Column, error) {
	column := l.Sought()
	if column == nil {
		return nil, nil
	}
	many := false
	statement := l.HasMore(sqlgen.SQLite, column, fewEntries)
	err := f.rows(c, segment{f.statement(statement.Text), statement.Args}, func(*stmt) (more bool, err error) {
		many = true
		return false, nil
	})
	if many {
		column = nil
	}
	return column, err
}

// walkTimeout is how long a list is walked for a term before it is looked up: a
// term that many entries have is found sooner than the table answers
// (decision 70).
const walkTimeout = 20 * time.Millisecond

// look walks the list, or looks up what is sought in it.
func (f *finding) look(c *conn) (err error) {
	list := entryList(f.query)
	if list.Few, err = f.few(c, list); err != nil {
		return err
	}
	if !f.search.serves(list.Criteria) {
		return f.fill(c, f.form(list))
	}
	over, err := c.watch.within(walkTimeout, func() error { return f.fill(c, f.form(list)) })
	if !over {
		return err
	}
	return f.lookUp(c, list)
}

func (f *finding) lookUp(c *conn, list sqlgen.EntryList) error {
	list.Search = f.search.Search
	return f.fill(c, f.form(list))
}

// nulls gives which keys of the last row are null; nil at the start.
func nulls(keys []any) []bool {
	if keys == nil {
		return nil
	}
	null := make([]bool, len(keys))
	for i, key := range keys {
		null[i] = key == nil
	}
	return null
}

// finding collects one page of a collection.
type finding struct {
	*collection
	query *content.EntrySearch
	found content.Found
	read  countedRead
}

// form is a list as it is asked for this once.
func (f *finding) form(list sqlgen.EntryList) *form { return formOf(list, f.statement) }

func (f *finding) fill(c *conn, form *form) error {
	f.found, f.read.bytes = content.Found{}, 0
	for _, each := range form.segments {
		if f.found.More {
			return nil
		}
		if err := f.run(c, form, each); err != nil {
			return err
		}
	}
	return nil
}

// run takes what is still wanted of one segment.
func (f *finding) run(c *conn, form *form, of segment) error {
	return f.rows(c, of, func(s *stmt) (more bool, err error) {
		if f.full() {
			f.found.More = true
			return false, nil
		}
		err = f.add(s, form)
		return !f.query.Only || !f.full(), err
	})
}

// rows gives the rows of a statement for as long as more are wanted.
func (f *finding) rows(c *conn, of segment, each func(*stmt) (more bool, err error)) error {
	s, err := c.prepared(of.query)
	if err != nil {
		return err
	}
	defer c.finish(of.query, s)
	if err := f.bind(s, of.args); err != nil {
		return err
	}
	for {
		if found, err := s.step(); !found {
			return err
		}
		if more, err := each(s); !more || err != nil {
			return err
		}
	}
}

// statement keeps what is asked often alone: staff may ask for anything.
func (f *finding) statement(text string) *query {
	if f.query.Often {
		return f.lists.of(text)
	}
	return &query{text: text, brief: true}
}

func (f *finding) bind(s *stmt, args []sqlgen.Arg) error {
	for i, arg := range args {
		value := arg.Value
		switch arg.Kind {
		case sqlgen.ArgAfter:
			value = f.query.After[arg.Slot]
		case sqlgen.ArgLimit:
			value = f.wanted()
		case sqlgen.ArgLiteral:
			if arg.Slot > 0 {
				value = f.equal(arg.Slot)
			}
		case sqlgen.ArgParam, sqlgen.ArgCaller, sqlgen.ArgOffset:
		}
		if err := s.bind(i+1, value); err != nil {
			return err
		}
	}
	return nil
}

// equal is the value of a slot of the criteria, from 1: the statement may be that of
// another query of its form.
func (f *finding) equal(slot int) any {
	for _, each := range f.query.Criteria.Equal {
		if slot <= len(each.Values) {
			return each.Values[slot-1]
		}
		slot -= len(each.Values)
	}
	return nil // not reached: the form says how many there are
}

// wanted is how many rows are asked for.
func (f *finding) wanted() int {
	wanted := f.query.Limit - len(f.found.Entries)
	if !f.query.Only {
		wanted++ // to know whether there is one
	}
	return wanted
}

func (f *finding) full() bool {
	return len(f.found.Entries) == f.query.Limit || f.query.Bytes > 0 && f.read.bytes >= f.query.Bytes
}

func (f *finding) add(s *stmt, form *form) error {
	e, err := f.next(s, form.columns)
	if err != nil {
		return err
	}
	f.found.Entries = append(f.found.Entries, e)
	if !f.full() {
		return nil
	}
	f.found.Last = make([]any, len(form.keys))
	for i, key := range form.keys {
		f.found.Last[i] = s.value(key)
	}
	return nil
}

// next reads the present row, of whose data the columns have a part.
func (f *finding) next(s *stmt, columns []*plan.Column) (*content.Entry, error) {
	if err := f.read.add(len(s.text(6))); err != nil {
		return nil, err
	}
	if f.query.Excerpt == nil {
		return f.entry(s)
	}
	data := make(map[string]any, len(columns))
	if len(columns) < len(f.query.Excerpt) {
		var err error
		if data, err = decodeData(s); err != nil {
			return nil, err
		}
	}
	return f.entryOf(s, data), f.excerpt(s, columns, data)
}

// firstColumn is the first of the columns of an excerpt.
const firstColumn = 7

// excerpt adds what the columns hold to data.
func (f *finding) excerpt(s *stmt, columns []*plan.Column, data map[string]any) error {
	bytes := 0
	for i, c := range columns {
		if c.Kind() != plan.TextColumn {
			data[c.Name()] = s.value(firstColumn + i)
			continue
		}
		raw := s.text(firstColumn + i)
		bytes += len(raw)
		switch {
		case raw == nil:
			data[c.Name()] = nil
		case sqlgen.IsLong(c, raw):
			data[c.Name()] = sqlgen.Shortened(raw)
		default:
			data[c.Name()] = string(raw)
		}
	}
	return f.read.add(bytes)
}
