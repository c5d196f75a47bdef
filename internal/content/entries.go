package content

import (
	"context"
	"maps"
	"slices"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/jsonvalue"
	"github.com/quartet-dev/quartet/internal/plan"
)

// The generic calls of staff surfaces and the embedding API. They all end in
// the one entry writer. collection must name a Schema, else NOT_FOUND; a
// Schema that only Procedures write (readOnly: true) answers whatever makes,
// changes or deletes an entry with CONFLICT, also to programs that embed the
// service: their handlers write it by invoking a builtin Procedure, their seeds
// through Load. Publish, Unpublish and Archive write no data, and are open.
// expected is the version that the caller saw, CONFLICT when it is no more; 0
// pins to the version read.
//
// Unlike a Procedure's input, data has no side channels: a property that the
// Schema does not declare is INPUT_VALIDATION_FAILED at data#/<property>.

// Create makes an entry: a draft that may be partial on a publishing Schema, a
// complete published entry on an operational one.
func (s *Service) Create(ctx context.Context, caller Caller, collection string, data map[string]any) (*Entry, error) {
	schema, err := s.writable(create, collection)
	if err != nil {
		return nil, err
	}
	return s.createAs(ctx, caller, schema, "", data)
}

// createAs is Create with an id, "" for one of the service's making. One that another entry
// has is CONFLICT at data#/id.
func (s *Service) createAs(ctx context.Context, caller Caller, schema *plan.Schema, id string, data map[string]any) (*Entry, error) {
	return s.create(ctx, &change{
		caller: caller, schema: schema, id: id, data: data, partial: schema.Lifecycle() == plan.Publishing,
	})
}

// create makes the entry that c describes, whose data is still what the caller
// sent.
func (s *Service) create(ctx context.Context, c *change) (*Entry, error) {
	if err := c.accept(); err != nil {
		return nil, err
	}
	return s.write(ctx, c)
}

// accept makes c create the entry of what the caller sent.
func (c *change) accept() error {
	sent, err := acceptData(c.schema, c.data, nil)
	if err != nil {
		return err
	}
	c.move, c.data, c.original = create, project(c.schema, sent), sent
	return nil
}

// Patch merges patch over the stored data. null removes a property; one that
// is required is set to null instead where its type takes null, and refused
// where not, but in a draft it is removed. A draft may stay partial; every
// other entry must be whole.
func (s *Service) Patch(ctx context.Context, caller Caller, collection, id string, patch map[string]any, expected int64) (*Entry, error) {
	schema, e, err := s.pinned(ctx, edit, collection, id, expected)
	if err != nil {
		return nil, err
	}
	return s.patch(ctx, caller, schema, e, patch)
}

func (s *Service) patch(ctx context.Context, caller Caller, schema *plan.Schema, e *Entry, patch map[string]any) (*Entry, error) {
	c, err := patching(caller, schema, e, patch)
	if err != nil {
		return nil, err
	}
	return s.write(ctx, c)
}

// patching is the change that a patch makes of an entry.
func patching(caller Caller, schema *plan.Schema, e *Entry, patch map[string]any) (*change, error) {
	sent, err := acceptData(schema, patch, e.Data)
	if err != nil {
		return nil, err
	}
	partial := e.Status == Draft && schema.Lifecycle() == plan.Publishing
	return &change{
		caller: caller, schema: schema, move: edit, before: e,
		data: patched(schema, e.Data, sent, partial), original: sent, partial: partial,
	}, nil
}

func patched(schema *plan.Schema, stored, patch map[string]any, partial bool) map[string]any {
	data := overlay(stored, patch)
	for name, v := range patch {
		if v == nil && !keepsNull(schema, name, partial) {
			delete(data, name)
		}
	}
	return data
}

func keepsNull(schema *plan.Schema, name string, partial bool) bool {
	required, _ := schema.Document()["required"].([]any)
	if !slices.Contains(required, any(name)) {
		return false
	}
	return !partial || schema.ValidatePartial(map[string]any{name: nil}) == nil
}

// Publish checks a draft as a whole (Schema, locale gate, unique indexes) and
// moves it to published. Where the entry has a pending draft it is that one which is
// checked and takes the place of the data, also of an entry that is published already.
func (s *Service) Publish(ctx context.Context, caller Caller, collection, id string, expected int64) (*Entry, error) {
	return s.PublishAs(ctx, caller, Publication{Collection: collection, ID: id, Version: expected})
}

// Unpublish moves a published or archived entry to draft.
func (s *Service) Unpublish(ctx context.Context, caller Caller, collection, id string, expected int64) (*Entry, error) {
	return s.moveEntry(ctx, caller, unpublish, collection, id, expected)
}

// Archive moves a draft or published entry to archived.
func (s *Service) Archive(ctx context.Context, caller Caller, collection, id string, expected int64) (*Entry, error) {
	return s.moveEntry(ctx, caller, archive, collection, id, expected)
}

// Delete removes an entry; a published entry of a publishing Schema is
// CONFLICT.
func (s *Service) Delete(ctx context.Context, caller Caller, collection, id string, expected int64) error {
	_, err := s.moveEntry(ctx, caller, remove, collection, id, expected)
	return err
}

func (s *Service) moveEntry(ctx context.Context, caller Caller, m move, collection, id string, expected int64) (*Entry, error) {
	schema, e, err := s.pinned(ctx, m, collection, id, expected)
	if err != nil {
		return nil, err
	}
	return s.write(ctx, &change{caller: caller, schema: schema, move: m, before: e})
}

// acceptData copies what a generic write sent and refuses what the Schema does
// not declare, but for a null that removes what an older Schema left in stored
// (decision 10).
func acceptData(schema *plan.Schema, data, stored map[string]any) (map[string]any, error) {
	sent, err := normalized("data#", data)
	if err != nil {
		return nil, err
	}
	if err := refuseLocale(schema, sent); err != nil {
		return nil, err
	}
	for _, name := range slices.Sorted(maps.Keys(sent)) {
		_, left := stored[name]
		if schema.Property(name) == nil && !(left && sent[name] == nil) {
			return nil, undeclared(schema, name)
		}
	}
	return sent, nil
}

func undeclared(schema *plan.Schema, name string) *diag.Diagnostic {
	var names []string
	for _, c := range schema.Properties() {
		names = append(names, c.Name())
	}
	d := diag.At(diag.InputValidationFailed, "data#"+jsonvalue.Pointer(name), "The collection declares no such property.")
	d.Candidates, d.Suggestion = names, diag.Nearest(name, names)
	return d
}
