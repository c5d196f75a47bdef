package content

import (
	"context"

	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/principal"
)

// Amend changes an entry so that no reader sees the change before somebody publishes it
// (decision 253): the pending draft where there is one and beside what is published, and the
// entry itself where it is a draft or archived, or its collection has none. The version is
// needed, and is that of the entry as it is. The draft is nil where the entry was written, and
// where the change leaves what the entry has: a save that names a draft has ended it then.
func (d StaffEntries) Amend(ctx context.Context, save DraftSave) (*Entry, *PendingDraft, error) {
	if err := d.caller.NeedRole(principal.Contributor); err != nil {
		return nil, nil, err
	}
	schema, e, err := d.service.pinned(ctx, edit, save.Collection, save.ID, save.Version)
	if err != nil {
		return nil, nil, err
	}
	stored, err := d.service.PendingDraft(ctx, e)
	switch {
	case err != nil:
		return nil, nil, err
	case stored != nil || isDraftedBeside(schema, e):
		return d.SaveDraft(ctx, save)
	case save.Draft != 0:
		return nil, nil, StaleDraft()
	}
	if err := d.mayEdit(schema, e.Status); err != nil {
		return nil, nil, err
	}
	after, err := d.patch(ctx, schema, e, save.Patch)
	return after, nil, err
}

// GetWithDraft is Get with the entry's pending draft, nil for none. The draft is read first:
// one that becomes the entry in between is in both then, and never in neither. Where there
// is none it is read again behind the entry: one that was begun in between, and stayed when
// the entry was taken down, would be missed otherwise, and written past.
func (d StaffEntries) GetWithDraft(ctx context.Context, collection, id string) (*Entry, *PendingDraft, error) {
	if err := d.caller.NeedRole(principal.Contributor); err != nil {
		return nil, nil, err
	}
	draft, err := d.service.PendingDraft(ctx, &Entry{Collection: collection, ID: id})
	if err != nil {
		return nil, nil, err
	}
	e, err := d.service.Get(ctx, collection, id)
	if err == nil && draft == nil {
		draft, err = d.service.PendingDraft(ctx, e)
	}
	return e, draft, err
}

// isDraftedBeside reports whether staff change an entry beside what readers see.
func isDraftedBeside(schema *plan.Schema, e *Entry) bool {
	return schema.Lifecycle() == plan.Publishing && e.Status == Published
}

// Drafted is an entry as its pending draft has it: what readers would see once that was
// published. It is e where there is none. Where both changed a property since, it has what
// the draft has. For staff alone.
func (s *Service) Drafted(ctx context.Context, e *Entry) (*Entry, error) {
	d, err := s.PendingDraft(ctx, e)
	if d == nil || err != nil {
		return e, err
	}
	return d.Over(e), nil
}

// Over is a copy of the entry with what the draft makes of its data.
func (d *PendingDraft) Over(e *Entry) *Entry {
	after := *e
	after.Data, _ = d.onto(e.Data)
	return &after
}
