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
	list := sqlgen.EntryList{
		Schema: q.Schema, Status: string(q.Status), Criteria: q.Criteria,
		Order: q.Order, Nulls: nulls(q.After), Excerpt: q.Excerpt,
	}
	f := finding{collection: c, query: &q, keys: list.Keys(), read: readEntries(ctx)}
	err = f.read.counted(ctx, s.readers.read, func(conn *conn) error {
		if list.Few, err = f.few(conn, list); err != nil {
			return err
		}
		return f.look(conn, list)
	})
	if err != nil {
		return content.Found{}, err
	}
	return f.found, nil
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
	err := f.rows(c, l.HasMore(sqlgen.SQLite, column, fewEntries), func(*stmt) (more bool, err error) {
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
func (f *finding) look(c *conn, list sqlgen.EntryList) error {
	if !f.search.serves(list.Criteria) {
		return f.fill(c, list.Statements(sqlgen.SQLite))
	}
	over, err := c.watch.within(walkTimeout, func() error { return f.fill(c, list.Statements(sqlgen.SQLite)) })
	if !over {
		return err
	}
	return f.lookUp(c, list)
}

func (f *finding) lookUp(c *conn, list sqlgen.EntryList) error {
	list.Search = f.search.Search
	return f.fill(c, list.Statements(sqlgen.SQLite))
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
	keys  []int
	found content.Found
	read  countedRead
}

func (f *finding) fill(c *conn, statements []sqlgen.Statement) error {
	f.found, f.read.bytes = content.Found{}, 0
	for _, statement := range statements {
		if f.found.More {
			return nil
		}
		if err := f.run(c, statement); err != nil {
			return err
		}
	}
	return nil
}

// run takes what is still wanted of one segment.
func (f *finding) run(c *conn, statement sqlgen.Statement) error {
	return f.rows(c, statement, func(s *stmt) (more bool, err error) {
		if f.full() {
			f.found.More = true
			return false, nil
		}
		return true, f.add(s)
	})
}

// rows gives the rows of a statement for as long as more are wanted.
func (f *finding) rows(c *conn, statement sqlgen.Statement, each func(*stmt) (more bool, err error)) error {
	q := f.statement(statement.Text)
	s, err := c.prepared(q)
	if err != nil {
		return err
	}
	defer c.finish(q, s)
	if err := f.bind(s, statement.Args); err != nil {
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
		case sqlgen.ArgLiteral, sqlgen.ArgParam, sqlgen.ArgCaller, sqlgen.ArgOffset:
		}
		if err := s.bind(i+1, value); err != nil {
			return err
		}
	}
	return nil
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

func (f *finding) add(s *stmt) error {
	if err := f.read.add(len(s.text(6))); err != nil {
		return err
	}
	e, err := f.entry(s)
	if err != nil {
		return err
	}
	f.found.Entries = append(f.found.Entries, e)
	if f.found.Last == nil {
		f.found.Last = make([]any, len(f.keys))
	}
	for i, key := range f.keys {
		f.found.Last[i] = s.value(key)
	}
	return nil
}
