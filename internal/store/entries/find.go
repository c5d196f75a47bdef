package entries

import (
	"context"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/sqlgen"
)

// ListOf is what a page is looked for in.
func ListOf(q *content.EntrySearch) sqlgen.EntryList {
	return sqlgen.EntryList{
		Schema: q.Schema, Status: string(q.Status), Criteria: q.Criteria,
		Order: q.Order, Nulls: Nulls(q.After), Excerpt: q.Excerpt,
	}
}

// fewEntries are as many as are sorted rather than sought in an index: in one of
// 1,000,000 entries, a page of 50 of them is 50,000 entries long.
const fewEntries = 1000

// few is the column by which a list is better made of the few entries that have
// what is wanted of it; nil when many have.
func (f *Finding) few(c Conn, l sqlgen.EntryList) (*plan.Column, error) {
	column := l.Sought()
	if column == nil || !f.dialect.SeeksFew() {
		return nil, nil
	}
	many := false
	statement := l.HasMore(f.dialect, column, fewEntries)
	err := f.rows(c, segment{f.statement(statement.Text), statement.Args}, func(Statement) (more bool, err error) {
		many = true
		return false, nil
	})
	if many {
		column = nil
	}
	return column, err
}

// Nulls gives which keys of the last row are null; nil at the start.
func Nulls(keys []any) []bool {
	if keys == nil {
		return nil
	}
	null := make([]bool, len(keys))
	for i, key := range keys {
		null[i] = key == nil
	}
	return null
}

// Finding collects one page of a collection.
type Finding struct {
	Found content.Found
	Read  Read

	*Collection
	query *content.EntrySearch
}

// Find begins to look for a page.
func (c *Collection) Find(ctx context.Context, q *content.EntrySearch) *Finding {
	return &Finding{Collection: c, query: q, Read: NewRead(ctx)}
}

// Kept is the form of a list that is asked for often; nil where it must be
// looked at each time.
func (f *Finding) Kept() *Form { return f.lists.form(f.query) }

// Walk reads the list from its beginning, or from the few entries that may be in it.
func (f *Finding) Walk(c Conn) error {
	list, err := f.List(c)
	if err != nil {
		return err
	}
	return f.FillList(c, list)
}

// List is what is looked for.
func (f *Finding) List(c Conn) (list sqlgen.EntryList, err error) {
	list = ListOf(f.query)
	list.Few, err = f.few(c, list)
	return list, err
}

// Count counts what is in a list, up to so many.
func (f *Finding) Count(c Conn, list sqlgen.EntryList, most int) (count int64, err error) {
	statement := list.Count(f.dialect, most)
	err = f.rows(c, segment{f.statement(statement.Text), statement.Args}, func(s Statement) (more bool, err error) {
		count = s.Integer(0)
		return false, nil
	})
	return count, err
}

// CountBy counts the same by the value of a column of texts, "" for none.
func (f *Finding) CountBy(c Conn, list sqlgen.EntryList, by *plan.Column, most int) (counts map[string]int64, err error) {
	statement := list.CountBy(f.dialect, by, most)
	counts = map[string]int64{}
	err = f.rows(c, segment{f.statement(statement.Text), statement.Args}, func(s Statement) (more bool, err error) {
		counts[string(s.Text(0))] += s.Integer(1) // an empty text is none
		return true, nil
	})
	return counts, err
}

// FillList collects the page of a list.
func (f *Finding) FillList(c Conn, list sqlgen.EntryList) error {
	return f.Fill(c, formOf(f.dialect, list, f.statement))
}

// Fill collects the page of a form.
func (f *Finding) Fill(c Conn, form *Form) error {
	f.Found, f.Read.bytes = content.Found{}, 0
	for _, each := range form.segments {
		if f.Found.More {
			return nil
		}
		if err := f.run(c, form, each); err != nil {
			return err
		}
	}
	return nil
}

// run takes what is still wanted of one segment.
func (f *Finding) run(c Conn, form *Form, of segment) error {
	return f.rows(c, of, func(s Statement) (more bool, err error) {
		if f.full() {
			f.Found.More = true
			return false, nil
		}
		err = f.add(s, form)
		return !f.query.Only || !f.full(), err
	})
}

// rows gives the rows of a statement for as long as more are wanted.
func (f *Finding) rows(c Conn, of segment, row func(Statement) (more bool, err error)) error {
	s, err := c.Prepared(of.Query)
	if err != nil {
		return err
	}
	defer c.Finish(of.Query, s)
	if err := f.bind(s, of.args); err != nil {
		return err
	}
	for {
		if found, err := s.Step(); !found {
			return err
		}
		if more, err := row(s); !more || err != nil {
			return err
		}
	}
}

// statement keeps what is asked often alone: staff may ask for anything.
func (f *Finding) statement(text string) *Query {
	if f.query.Often {
		return f.lists.of(text)
	}
	return &Query{Text: text, Brief: true}
}

func (f *Finding) bind(s Statement, args []sqlgen.Arg) error {
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
		case sqlgen.ArgParam, sqlgen.ArgCaller, sqlgen.ArgOffset, sqlgen.ArgFits:
		}
		if err := s.Bind(i+1, value, arg.Column); err != nil {
			return err
		}
	}
	return nil
}

// equal is the value of a slot of the criteria, from 1: the statement may be that of
// another query of its form.
func (f *Finding) equal(slot int) any {
	for _, each := range f.query.Criteria.Equal {
		if slot <= len(each.Values) {
			return each.Values[slot-1]
		}
		slot -= len(each.Values)
	}
	return nil // not reached: the form says how many there are
}

// wanted is how many rows are asked for.
func (f *Finding) wanted() int {
	wanted := f.query.Limit - len(f.Found.Entries)
	if !f.query.Only {
		wanted++ // to know whether there is one
	}
	return wanted
}

func (f *Finding) full() bool {
	return len(f.Found.Entries) == f.query.Limit || f.query.Bytes > 0 && f.Read.bytes >= f.query.Bytes
}

func (f *Finding) add(s Statement, form *Form) error {
	e, err := f.next(s, form.columns)
	if err != nil {
		return err
	}
	f.Found.Entries = append(f.Found.Entries, e)
	if !f.full() {
		return nil
	}
	f.Found.Last = make([]any, len(form.keys))
	for i, key := range form.keys {
		f.Found.Last[i] = s.Value(key, form.kinds[i])
	}
	return nil
}

// next reads the present row, of whose data the columns have a part.
func (f *Finding) next(s Statement, columns []*plan.Column) (*content.Entry, error) {
	if err := f.Read.add(len(s.Text(dataColumn))); err != nil {
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
func (f *Finding) excerpt(s Statement, columns []*plan.Column, data map[string]any) error {
	bytes := 0
	for i, c := range columns {
		if c.Kind() != plan.TextColumn {
			data[c.Name()] = s.Value(firstColumn+i, c.Kind())
			continue
		}
		raw := s.Text(firstColumn + i)
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
	return f.Read.add(bytes)
}
