package sqlite

import (
	"fmt"
	"slices"
	"sync/atomic"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/jsonvalue"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/sqlgen"
)

// collection is a Schema with the statements over its entries.
type collection struct {
	schema  *plan.Schema
	written []*plan.Column
	uniques []unique

	byID, list, listByStatus query
	insert, update, remove   query
	lists                    lists
	search                   *search

	writes atomic.Uint64 // how often this process may have changed its entries

	// Of the writer, see tables.
	changed bool // the table is no longer as this process wants it
	refused bool // and the log has said so
}

// unique is a unique index and how to find the entry that holds a tuple of it.
type unique struct {
	columns []*plan.Column
	match   query
}

func compileCollection(s *plan.Schema, searchFrom int) *collection {
	d := sqlgen.SQLite
	c := &collection{
		schema:       s,
		written:      sqlgen.Written(s),
		byID:         query{text: sqlgen.SelectEntry(d, s)},
		list:         query{text: sqlgen.SelectEntries(d, s, false)},
		listByStatus: query{text: sqlgen.SelectEntries(d, s, true)},
		insert:       query{text: sqlgen.Insert(d, s)},
		update:       query{text: sqlgen.Update(d, s)},
		remove:       query{text: sqlgen.Delete(d, s)},
		search:       compileSearch(s, searchFrom),
	}
	for _, index := range s.Indexes() {
		if index.Unique() {
			columns := index.Columns()
			c.uniques = append(c.uniques, unique{columns, query{text: sqlgen.SelectMatch(d, s, columns)}})
		}
	}
	return c
}

// match finds entries by their values in columns, which are those of a unique
// index; others make a statement that is not kept.
func (c *collection) match(columns []*plan.Column) *query {
	for i := range c.uniques {
		if slices.Equal(c.uniques[i].columns, columns) {
			return &c.uniques[i].match
		}
	}
	return &query{text: sqlgen.SelectMatch(sqlgen.SQLite, c.schema, columns), brief: true}
}

// collection finds a Schema of the store's plan.
func (s *Store) collection(schema *plan.Schema) (*collection, error) {
	if c := s.collections[schema]; c != nil {
		return c, nil
	}
	return nil, diag.Internal(fmt.Errorf("schema %s is not of this store's plan", schema.Name()))
}

// entryValues are the arguments of insert, in their order.
func (c *collection) entryValues(e *content.Entry) []any {
	values := make([]any, 0, 9+len(c.written)) // room for what update appends
	values = append(values, e.ID, string(e.Status), e.Version, e.CreatedAt, e.UpdatedAt, nil,
		string(jsonvalue.Append(nil, orEmpty(e.Data))))
	if e.AuthorID != "" {
		values[5] = e.AuthorID
	}
	for _, column := range c.written {
		values = append(values, scalar(e.Data[column.Name()]))
	}
	return values
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

// entry reads the present row of a statement that selects entries.
func (c *collection) entry(s *stmt) (*content.Entry, error) {
	data, err := decodeData(s)
	if err != nil {
		return nil, err
	}
	return c.entryOf(s, data), nil
}

func decodeData(s *stmt) (map[string]any, error) {
	data, err := jsonvalue.Decode(s.text(6), storedLimits)
	if err != nil {
		return nil, fmt.Errorf("data of entry %s: %w", s.text(0), err)
	}
	object, ok := data.(map[string]any)
	if !ok {
		return nil, fmt.Errorf("data of entry %s is no object", s.text(0))
	}
	return object, nil
}

func (c *collection) entryOf(s *stmt, data map[string]any) *content.Entry {
	return &content.Entry{
		ID:         string(s.text(0)),
		Collection: c.schema.Name(),
		Status:     statusOf(s.text(1)),
		Version:    s.integer(2),
		CreatedAt:  s.integer(3),
		UpdatedAt:  s.integer(4),
		AuthorID:   string(s.text(5)),
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
