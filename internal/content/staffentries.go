package content

import (
	"context"

	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/principal"
)

// NeedRole is nil for a caller who has the role: AUTH_DENIED, which says what
// the least role is, for who has not, UNAUTHENTICATED for nobody.
func (c Caller) NeedRole(minimum principal.Role) error {
	if c.IsAtLeast(minimum) {
		return nil
	}
	return c.deniedFor(minimum)
}

// StaffEntries is the generic entry calls on behalf of a member of staff: those of the
// Service, each behind the minimum role that the contract gives it ("First
// owner and roles"; "User role"). Contributors read everything, and create and
// edit drafts on publishing Schemas; everything else needs an editor. Who falls
// short is AUTH_DENIED, who is nobody UNAUTHENTICATED.
type StaffEntries struct {
	service *Service
	caller  Caller
}

// StaffEntries gives the entry calls of the caller.
func (s *Service) StaffEntries(caller Caller) StaffEntries { return StaffEntries{s, caller} }

// Get is Service.Get for any member of staff.
func (d StaffEntries) Get(ctx context.Context, collection, id string) (*Entry, error) {
	if err := d.caller.NeedRole(principal.Contributor); err != nil {
		return nil, err
	}
	return d.service.Get(ctx, collection, id)
}

// List is Service.ListEntries for any member of staff.
func (d StaffEntries) List(ctx context.Context, r ListRequest) (EntryPage, error) {
	if err := d.caller.NeedRole(principal.Contributor); err != nil {
		return EntryPage{}, err
	}
	return d.service.ListEntries(ctx, r)
}

// Count counts what List would page through, for any member of staff; more says that
// there are more than the 100,000 that are counted.
func (d StaffEntries) Count(ctx context.Context, r ListRequest) (count int64, more bool, err error) {
	if err := d.caller.NeedRole(principal.Contributor); err != nil {
		return 0, false, err
	}
	return d.service.countEntries(ctx, r)
}

// CountBy counts the same by what entries have of a field, "" for nothing: of their status,
// or of uiSchema.list.filterField. counts is nil with more. Another field is
// INPUT_VALIDATION_FAILED at input#/by.
func (d StaffEntries) CountBy(ctx context.Context, r ListRequest, field string) (counts map[string]int64, count int64, more bool, err error) {
	if err := d.caller.NeedRole(principal.Contributor); err != nil {
		return nil, 0, false, err
	}
	return d.service.countBy(ctx, r, field)
}

// EachEntry gives every entry that a list would page through, chunk by chunk, to
// any member of staff. No read goes on while each runs. An entry whose Sort is
// edited meanwhile may be missing or come twice, others come once; they do in the
// order of creation where the list has that of change.
func (d StaffEntries) EachEntry(ctx context.Context, r ListRequest, each func([]*Entry) error) error {
	if err := d.caller.NeedRole(principal.Contributor); err != nil {
		return err
	}
	return d.service.eachEntry(ctx, r, each)
}

// Create is Service.Create.
func (d StaffEntries) Create(ctx context.Context, collection string, data map[string]any) (*Entry, error) {
	return d.CreateAs(ctx, collection, "", data)
}

// CreateAs is Create with an id of the caller's making, who may send it again when no answer
// came: one that an entry has or had is CONFLICT at data#/id, and no hook runs. With "" the
// service makes the id.
func (d StaffEntries) CreateAs(ctx context.Context, collection, id string, data map[string]any) (*Entry, error) {
	if err := d.caller.NeedRole(principal.Contributor); err != nil {
		return nil, err
	}
	schema, err := d.service.writable(create, collection)
	if err != nil {
		return nil, err
	}
	if err := d.mayEdit(schema, lifecycles[schema.Lifecycle()][create][absent]); err != nil {
		return nil, err
	}
	if id != "" {
		if err := d.service.neverUsed(ctx, schema, id); err != nil {
			return nil, err
		}
	}
	return d.service.createAs(ctx, d.caller, schema, id, data)
}

// Patch is Service.Patch. The state that decides whether a contributor may is
// that of the very row that is changed.
func (d StaffEntries) Patch(ctx context.Context, collection, id string, patch map[string]any, expected int64) (*Entry, error) {
	if err := d.caller.NeedRole(principal.Contributor); err != nil {
		return nil, err
	}
	schema, e, err := d.service.pinned(ctx, edit, collection, id, expected)
	if err != nil {
		return nil, err
	}
	if err := d.mayEdit(schema, e.Status); err != nil {
		return nil, err
	}
	return d.patch(ctx, schema, e, patch)
}

// patch changes an entry that the caller may edit.
func (d StaffEntries) patch(ctx context.Context, schema *plan.Schema, e *Entry, patch map[string]any) (*Entry, error) {
	c, err := patching(d.caller, schema, e, patch)
	if err != nil {
		return nil, err
	}
	c.staff = true
	return d.service.write(ctx, c)
}

// Publish is Service.Publish for editors.
func (d StaffEntries) Publish(ctx context.Context, collection, id string, expected int64) (*Entry, error) {
	return d.PublishAs(ctx, Publication{Collection: collection, ID: id, Version: expected})
}

// Unpublish is Service.Unpublish for editors.
func (d StaffEntries) Unpublish(ctx context.Context, collection, id string, expected int64) (*Entry, error) {
	return d.move(ctx, unpublish, collection, id, expected)
}

// Archive is Service.Archive for editors.
func (d StaffEntries) Archive(ctx context.Context, collection, id string, expected int64) (*Entry, error) {
	return d.move(ctx, archive, collection, id, expected)
}

// Delete is Service.Delete for editors.
func (d StaffEntries) Delete(ctx context.Context, collection, id string, expected int64) error {
	_, err := d.move(ctx, remove, collection, id, expected)
	return err
}

func (d StaffEntries) move(ctx context.Context, m move, collection, id string, expected int64) (*Entry, error) {
	if err := d.caller.NeedRole(principal.Editor); err != nil {
		return nil, err
	}
	return d.service.moveEntry(ctx, d.caller, m, collection, id, expected)
}

// mayEdit is where contributors end: drafts on publishing Schemas.
func (d StaffEntries) mayEdit(schema *plan.Schema, status Status) error {
	if OpenToContributors(schema, status) {
		return nil
	}
	return d.caller.NeedRole(principal.Editor)
}
