package content

import (
	"context"

	"github.com/quartet-dev/quartet/internal/audit"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/plan"
)

// Load makes an entry on behalf of the site itself, which is how seeds come
// in: like Create, but it also writes Schemas that only Procedures write, and
// nobody is its caller. status is the state that the entry shall reach, by the
// publish or archive move; "" is the state of a new one. An entry that shall be
// published is checked as a whole before anything is written. Every hook of
// the way is fired; when the last move is refused the entry stays as it was
// created.
//
// id is the entry's id, "" for one of the service's making. With an id Load can
// be repeated: an entry that has it is not made again, and one that an earlier
// run left in its first version is moved on.
func (s *Service) Load(ctx context.Context, collection, id string, data map[string]any, status Status) (*Entry, error) {
	ctx = audit.Through(ctx, audit.Seed)
	schema, err := s.schema(collection)
	if err != nil {
		return nil, err
	}
	last, err := lastMove(schema, status)
	if err != nil {
		return nil, err
	}
	if column := schema.TakenAddress(data); column != nil && last == publish {
		return nil, takenAddress(column)
	}
	e, err := s.loaded(ctx, schema, id, data, schema.Lifecycle() == plan.Publishing && last != publish)
	switch {
	case err != nil:
		return nil, err
	case last == create || e.Version > 1:
		return shown(schema, e), nil
	}
	return s.write(ctx, &change{schema: schema, move: last, before: e})
}

// loaded is the entry that has the id, or the one that it makes.
func (s *Service) loaded(ctx context.Context, schema *plan.Schema, id string, data map[string]any, partial bool) (*Entry, error) {
	if id != "" {
		if e, err := s.entry(ctx, schema, id); !diag.HasCode(err, diag.NotFound) {
			return e, err
		}
	}
	return s.create(ctx, &change{schema: schema, id: id, data: data, partial: partial})
}

// lastMove is the move that brings an entry to status: create itself, or the
// one after it.
func lastMove(schema *plan.Schema, status Status) (move, error) {
	states := lifecycles[schema.Lifecycle()]
	start := states[create][absent]
	if status == absent || status == start {
		return create, nil
	}
	for _, m := range []move{publish, archive} {
		if to, ok := states[m][start]; ok && to == status {
			return m, nil
		}
	}
	return 0, diag.At(diag.InputValidationFailed, "input#/status", "No entry of this collection has that status.")
}
