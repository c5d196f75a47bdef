package entries

import (
	"fmt"
	"slices"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/jsonvalue"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/sqlgen"
)

// Collection is a Schema with the statements over its entries.
type Collection struct {
	Schema  *plan.Schema
	Uniques []Unique

	ByID, Insert, Update, Remove Query

	dialect            *sqlgen.Dialect
	written            []*plan.Column
	list, listByStatus Query
	lists              lists
}

// Unique is a unique index and how to find the entry that holds a tuple of it.
type Unique struct {
	Index   *plan.Index
	Columns []*plan.Column
	Match   Query
}

// Compile writes the statements over the entries of a Schema.
func Compile(d *sqlgen.Dialect, s *plan.Schema) *Collection {
	c := &Collection{
		Schema:       s,
		ByID:         Query{Text: sqlgen.SelectEntry(d, s)},
		Insert:       Query{Text: sqlgen.Insert(d, s)},
		Update:       Query{Text: sqlgen.Update(d, s)},
		Remove:       Query{Text: sqlgen.Delete(d, s)},
		dialect:      d,
		written:      sqlgen.Written(s),
		list:         Query{Text: sqlgen.SelectEntries(d, s, false)},
		listByStatus: Query{Text: sqlgen.SelectEntries(d, s, true)},
		lists:        lists{dialect: d},
	}
	for _, index := range s.Indexes() {
		if index.Unique() {
			columns := index.Columns()
			c.Uniques = append(c.Uniques, Unique{index, columns, Query{Text: sqlgen.SelectMatch(d, s, columns)}})
		}
	}
	return c
}

// Match finds entries by their values in columns, which are those of a unique
// index; others make a statement that is not kept.
func (c *Collection) Match(columns []*plan.Column) *Query {
	for i := range c.Uniques {
		if slices.Equal(c.Uniques[i].Columns, columns) {
			return &c.Uniques[i].Match
		}
	}
	return &Query{Text: sqlgen.SelectMatch(c.dialect, c.Schema, columns), Brief: true}
}

// CanMatch reports whether an entry may have these values in the columns at all. Of values
// that a column never holds one database makes others, and another one refuses them.
func CanMatch(columns []*plan.Column, values []any) bool {
	for i, c := range columns {
		if !sqlgen.Holds(c.Kind(), values[i]) {
			return false
		}
	}
	return true
}

// Matching are the arguments of Match.
func (c *Collection) Matching(columns []*plan.Column, values []any) []any {
	if !c.dialect.Encodes() {
		return values
	}
	encoded := make([]any, len(values))
	for i, value := range values {
		encoded[i] = c.dialect.Stored(columns[i].Kind(), value)
	}
	return encoded
}

// List is the statement of a query with its arguments.
func (c *Collection) List(q content.EntryQuery) (list *Query, arguments []any) {
	if q.Status == "" {
		return &c.list, []any{q.After, q.Limit}
	}
	return &c.listByStatus, []any{q.After, q.Limit, string(q.Status)}
}

// Values are the arguments of Insert, in their order.
func (c *Collection) Values(e *content.Entry) []any {
	values := make([]any, 0, 9+len(c.written)) // room for what Update appends
	values = append(values, e.ID, string(e.Status), e.Version, e.CreatedAt, e.UpdatedAt, nil,
		string(jsonvalue.Append(nil, orEmpty(e.Data))))
	if e.AuthorID != "" {
		values[5] = e.AuthorID
	}
	for _, column := range c.written {
		values = append(values, c.dialect.Stored(column.Kind(), scalar(e.Data[column.Name()])))
	}
	return values
}

// Statement is what makes a change, with its arguments.
func (c *Collection) Statement(w *content.Write) (statement *Query, values []any) {
	switch expect := w.Expect; w.Op {
	case content.Insert:
		return &c.Insert, c.Values(w.Entry)
	case content.Update:
		return &c.Update, append(c.Values(w.Entry), expect.Version, string(expect.Status))
	case content.Delete:
	}
	return &c.Remove, []any{w.Entry.ID, w.Expect.Version, string(w.Expect.Status)}
}

func orEmpty(data map[string]any) map[string]any {
	if data == nil {
		return map[string]any{}
	}
	return data
}

// scalar is what a property's column holds of a value: nothing of arrays and
// objects, which are in data alone.
func scalar(value any) any {
	switch value.(type) {
	case []any, map[string]any:
		return nil
	}
	return value
}

// storedLimits bounds what is decoded of data: more than any surface lets in.
var storedLimits = jsonvalue.Limits{Depth: 10_000, Nodes: 10_000_000, Stored: true}

// dataColumn is the column of data in statements that select entries.
const dataColumn = 6

// entry reads the present row of a statement that selects entries.
func (c *Collection) entry(s Statement) (*content.Entry, error) {
	data, err := decodeData(s)
	if err != nil {
		return nil, err
	}
	return c.entryOf(s, data), nil
}

func decodeData(s Statement) (map[string]any, error) {
	data, err := jsonvalue.Decode(s.Text(dataColumn), storedLimits)
	if err != nil {
		return nil, fmt.Errorf("data of entry %s: %w", s.Text(0), err)
	}
	object, ok := data.(map[string]any)
	if !ok {
		return nil, fmt.Errorf("data of entry %s is no object", s.Text(0))
	}
	return object, nil
}

func (c *Collection) entryOf(s Statement, data map[string]any) *content.Entry {
	return &content.Entry{
		ID:         string(s.Text(0)),
		Collection: c.Schema.Name(),
		Status:     statusOf(s.Text(1)),
		Version:    s.Integer(2),
		CreatedAt:  s.Integer(3),
		UpdatedAt:  s.Integer(4),
		AuthorID:   string(s.Text(5)),
		Data:       data,
	}
}

// statusOf needs no memory for a status that there is.
func statusOf(text []byte) content.Status {
	switch string(text) {
	case string(content.Published):
		return content.Published
	case string(content.Draft):
		return content.Draft
	case string(content.Archived):
		return content.Archived
	}
	return content.Status(text)
}
