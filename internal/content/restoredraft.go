package content

import (
	"context"

	"github.com/quartet-dev/quartet/internal/audit"
	"github.com/quartet-dev/quartet/internal/plan"
)

// restoreAsDraft writes what a version held so that readers see nothing of it: into the
// pending draft where there is one, over a draft as the draft, and beside a published
// entry as a new pending draft.
func (d StaffEntries) restoreAsDraft(ctx context.Context, schema *plan.Schema, e *Entry, state *audit.State, field string, seen int64) (*Entry, error) {
	stored, err := d.service.PendingDraft(ctx, e)
	if err != nil {
		return nil, err
	}
	now, save := e.Data, DraftSave{Collection: e.Collection, ID: e.ID, Version: e.Version, Draft: seen}
	if err := save.sees(stored); err != nil {
		return nil, err
	}
	if stored != nil {
		now = stored.Data
	}
	if save.Patch, err = restoring(schema, now, state, field); err != nil {
		return nil, err
	}
	if len(save.Patch) == 0 {
		return shown(schema, e), nil
	}
	if stored == nil && !isDraftedBeside(schema, e) {
		if err := d.mayEdit(schema, e.Status); err != nil {
			return nil, err
		}
		return d.patch(ctx, schema, e, save.Patch)
	}
	out, _, err := d.SaveDraft(ctx, save)
	return out, err
}
