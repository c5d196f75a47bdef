package quartet

import (
	"context"

	"github.com/quartet-dev/quartet/internal/content"
)

// Entries keeps the entries of one collection. Its calls are those of the
// program itself: no role is asked for. Locale gate, unique indexes, lifecycle
// and hooks apply as they do to everyone; a Schema with readOnly: true is
// written by its Procedures alone (CONFLICT).
type Entries struct {
	service    *Service
	collection string
	caller     Caller
}

// Entries gives the entries of a collection. Calls fail with NOT_FOUND when no
// Schema has that name.
func (s *Service) Entries(collection string) Entries {
	return Entries{service: s, collection: collection}
}

// As gives the same entries on behalf of a caller, who becomes the author of
// what is created.
func (e Entries) As(caller Caller) Entries {
	e.caller = caller
	return e
}

// CreateDraft makes an entry: a draft, in which required properties may still
// be missing, on a publishing Schema; a complete published entry on an
// operational one.
func (e Entries) CreateDraft(ctx context.Context, data map[string]any) (*Entry, error) {
	made, err := e.service.app.Content().Create(ctx, e.caller.content(), e.collection, data)
	return entryOf(made), err
}

// Get reads an entry in any state, or fails with NOT_FOUND.
func (e Entries) Get(ctx context.Context, id string) (*Entry, error) {
	found, err := e.service.app.Content().Get(ctx, e.collection, id)
	return entryOf(found), err
}

// ListOptions choose entries. The zero value is the first 50 of any status.
type ListOptions struct {
	Status Status // "" for any
	After  string // id of the last entry of the list before
	Limit  int    // 1 to 500
}

// List lists entries by id.
func (e Entries) List(ctx context.Context, o ListOptions) ([]*Entry, error) {
	found, err := e.service.app.Content().List(ctx, e.collection, content.EntryQuery{Status: content.Status(o.Status), After: o.After, Limit: o.Limit})
	return each(found, entryOf), err
}

// Delete removes an entry. A published entry of a publishing Schema is
// CONFLICT.
func (e Entries) Delete(ctx context.Context, id string) error {
	return e.service.app.Content().Delete(ctx, e.caller.content(), e.collection, id, 0)
}
