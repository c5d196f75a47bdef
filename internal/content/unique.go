package content

import (
	"context"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/jsonvalue"
	"github.com/quartet-dev/quartet/internal/plan"
)

// preflight looks for another entry that holds a unique tuple of after:
// CONFLICT at data#/<first field>. A tuple that before holds already is its
// own; before is nil when every tuple shall be looked at. The Store refuses
// what slips in between.
func (s *Service) preflight(ctx context.Context, schema *plan.Schema, before, after *Entry) error {
	for _, index := range schema.Indexes() {
		if !index.Unique() {
			continue
		}
		values, whole := UniqueTuple(index.Columns(), after.Data)
		if !whole || before != nil && holds(before.Data, index.Columns(), values) {
			continue
		}
		other, err := s.match(ctx, schema, index.Columns(), values)
		if err != nil {
			return err
		}
		if other != nil && other.ID != after.ID {
			return NotUnique(index.Columns())
		}
	}
	return nil
}

// match is Store.Match with nil for no entry.
func (s *Service) match(ctx context.Context, schema *plan.Schema, columns []*plan.Column, values []any) (*Entry, error) {
	e, err := s.store.Match(ctx, schema, columns, values)
	if diag.HasCode(err, diag.NotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, diag.Attempted(err, "look for an entry of %s by a unique index", schema.Name())
	}
	return e, nil
}

// UniqueTuple is what data has in the columns of a unique index; not whole when
// one is absent or null, because such a tuple never conflicts.
func UniqueTuple(columns []*plan.Column, data map[string]any) (values []any, whole bool) {
	values = make([]any, len(columns))
	for i, c := range columns {
		if values[i] = data[c.Name()]; values[i] == nil {
			return nil, false
		}
	}
	return values, true
}

// neverUsed refuses an id that an entry of the Schema has, or had: whoever made another one of
// it would read what that held in its history, and keep it from coming back out of the bin.
// The answer does not tell which of them it is.
func (s *Service) neverUsed(ctx context.Context, schema *plan.Schema, id string) error {
	used, err := s.store.HasTraces(ctx, schema.Name(), id)
	if err == nil && !used { // what was loaded may have left none
		_, err = s.store.Entry(ctx, schema, id)
		used = err == nil
	}
	switch {
	case used:
		return IDTaken()
	case diag.HasCode(err, diag.NotFound):
		return nil
	}
	return diag.Attempted(err, "look for an entry of %s by its id", schema.Name())
}

// IDTaken refuses an entry whose id another one has. The Store says the same of one that has
// slipped in between.
func IDTaken() *diag.Diagnostic {
	return diag.At(diag.Conflict, "data#/id", "An entry with this id exists already.")
}

func holds(data map[string]any, columns []*plan.Column, values []any) bool {
	for i, c := range columns {
		if !jsonvalue.Equal(data[c.Name()], values[i]) {
			return false
		}
	}
	return true
}

// NotUnique refuses an entry whose tuple of a unique index another entry has. The
// Store says the same of one that has slipped in between.
func NotUnique(columns []*plan.Column) *diag.Diagnostic {
	path := "data#" + jsonvalue.Pointer(columns[0].Name())
	if len(columns) == 1 {
		return diag.At(diag.Conflict, path, "Another entry has this value already.")
	}
	names := columns[0].Name()
	for _, c := range columns[1:] {
		names += ", " + c.Name()
	}
	return diag.At(diag.Conflict, path, "Another entry has these values of "+names+" already.")
}
