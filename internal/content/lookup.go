package content

import (
	"context"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/jsonvalue"
	"github.com/quartet-dev/quartet/internal/plan"
)

// Get reads an entry, or NOT_FOUND.
func (s *Service) Get(ctx context.Context, collection, id string) (*Entry, error) {
	schema, err := s.schema(collection)
	if err != nil {
		return nil, err
	}
	e, err := s.entry(ctx, schema, id)
	if err != nil {
		return nil, err
	}
	return shown(schema, e), nil
}

// maxListSize is how many entries List gives at most at once.
const maxListSize = 500

// List lists entries of a collection by id, q.Limit of them, 1 to 500; 0 is
// 50. q.Schema is set from collection.
func (s *Service) List(ctx context.Context, collection string, q EntryQuery) ([]*Entry, error) {
	schema, err := s.schema(collection)
	if err != nil {
		return nil, err
	}
	if !storable(q.After) {
		return nil, diag.At(diag.InputValidationFailed, "input#/after", "This is not the id of an entry.")
	}
	if q.Limit <= 0 {
		q.Limit = defaultPageSize
	}
	q.Schema, q.Limit = schema, min(q.Limit, maxListSize)
	entries, err := s.store.Entries(ctx, q)
	if err != nil {
		return nil, diag.Attempted(err, "list entries of %s", schema.Name())
	}
	for i, e := range entries {
		entries[i] = shown(schema, e)
	}
	return entries, nil
}

// entry reads a row as it is stored, or NOT_FOUND at input#/id.
func (s *Service) entry(ctx context.Context, schema *plan.Schema, id string) (*Entry, error) {
	if !storable(id) {
		return nil, noEntry()
	}
	e, err := s.store.Entry(ctx, schema, id)
	if diag.HasCode(err, diag.NotFound) {
		return nil, noEntry()
	}
	if err != nil {
		return nil, diag.Attempted(err, "read an entry of %s", schema.Name())
	}
	return e, nil
}

// pinned reads the row that a generic write changes.
func (s *Service) pinned(ctx context.Context, m move, collection, id string, expected int64) (*plan.Schema, *Entry, error) {
	schema, err := s.writable(m, collection)
	if err != nil {
		return nil, nil, err
	}
	e, err := s.entry(ctx, schema, id)
	if err != nil {
		return nil, nil, err
	}
	if expected != 0 && expected != e.Version {
		return nil, nil, stale()
	}
	return schema, e, nil
}

func (s *Service) schema(collection string) (*plan.Schema, error) {
	if schema := s.plan.Schema(collection); schema != nil {
		return schema, nil
	}
	return nil, diag.At(diag.NotFound, "input#/collection", "There is no such collection.")
}

// writable is the Schema of a generic write. readOnly keeps data to Procedures,
// and not the moves between states (open-parts.md, Schema spec) (decision 89).
func (s *Service) writable(m move, collection string) (*plan.Schema, error) {
	schema, err := s.schema(collection)
	if err != nil {
		return nil, err
	}
	if schema.ReadOnly() && m.writesData() {
		return nil, diag.At(diag.Conflict, "input#/collection", "Only Procedures write this collection.")
	}
	return schema, nil
}

// storable reports whether a database can be asked for id.
func storable(id string) bool {
	return len(id) <= 255 && jsonvalue.ValidString(id)
}

func noEntry() *diag.Diagnostic {
	return diag.At(diag.NotFound, "input#/id", "There is no such entry.")
}
