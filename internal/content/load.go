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
	c, last, err := s.loading(collection, id, data, status)
	if err != nil {
		return nil, err
	}
	e, err := s.loaded(ctx, c)
	switch {
	case err != nil:
		return nil, err
	case last == create || e.Version > 1:
		return shown(c.schema, e), nil
	}
	return s.write(ctx, &change{schema: c.schema, move: last, before: e})
}

// CheckLoad is what Load refuses of an entry whatever the database holds, on a site of
// these locales. No hook runs.
func CheckLoad(ctx context.Context, p *plan.Plan, locales []string, collection string, data map[string]any, status Status) error {
	o := Options{Locales: func(context.Context) ([]string, error) { return locales, nil }}
	s := &Service{plan: p, opts: o.withDefaults()}
	c, _, err := s.loading(collection, "", data, status)
	if err != nil {
		return err
	}
	if err := c.accept(); err != nil {
		return err
	}
	first, err := c.target()
	if err != nil {
		return err
	}
	return s.checkAlone(ctx, c, c.prepare(first, s.opts.Now(), s.opts.NewID))
}

// loading is the change that makes the entry of a Load, and the last move on its way to
// status.
func (s *Service) loading(collection, id string, data map[string]any, status Status) (*change, move, error) {
	schema, err := s.schema(collection)
	if err != nil {
		return nil, 0, err
	}
	last, err := lastMove(schema, status)
	if err != nil {
		return nil, 0, err
	}
	if column := schema.TakenAddress(data); column != nil && last == publish {
		return nil, 0, takenAddress(column)
	}
	return &change{schema: schema, id: id, data: data, partial: schema.Lifecycle() == plan.Publishing && last != publish}, last, nil
}

// loaded is the entry that has the id, or the one that it makes.
func (s *Service) loaded(ctx context.Context, c *change) (*Entry, error) {
	if c.id != "" {
		if e, err := s.entry(ctx, c.schema, c.id); !diag.HasCode(err, diag.NotFound) {
			return e, err
		}
	}
	return s.create(ctx, c)
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
