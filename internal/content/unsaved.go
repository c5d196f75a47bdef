package content

import (
	"context"

	"github.com/quartet-dev/quartet/internal/principal"
)

// Unsaved is the entry that would be there if data, the whole of it, were saved
// now; id is "" for one that is not made yet. Properties are stamped as in a write,
// and those that the Schema does not declare are left out. Nothing is validated, as
// a form that somebody types into is seldom valid, and nothing is stored. Any
// member of staff may ask: they read every entry, and nothing changes (decision 150).
func (d StaffEntries) Unsaved(ctx context.Context, collection, id string, data map[string]any) (*Entry, error) {
	if err := d.caller.NeedRole(principal.Contributor); err != nil {
		return nil, err
	}
	s := d.service
	schema, err := s.schema(collection)
	if err != nil {
		return nil, err
	}
	sent, err := normalized("data#", data)
	if err != nil {
		return nil, err
	}
	c := &change{caller: d.caller, schema: schema, move: create, data: project(schema, sent)}
	status := lifecycles[schema.Lifecycle()][create][absent]
	if id != "" {
		if c.before, err = s.entry(ctx, schema, id); err != nil {
			return nil, err
		}
		c.move, status = edit, c.before.Status
	}
	return c.prepare(status, s.opts.Now(), s.opts.NewID), nil
}
