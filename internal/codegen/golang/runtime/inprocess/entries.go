package inprocess

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/quartet-dev/quartet"

	"github.com/quartet-dev/quartet/internal/codegen/golang/runtime"
)

// Entry is a stored entry with data of a type.
type Entry[Data any] struct {
	ID         string
	Collection string
	Status     quartet.Status
	Version    int64
	Data       Data
	AuthorID   string // "" when unknown
	CreatedAt  int64  // Unix epoch milliseconds
	UpdatedAt  int64  // Unix epoch milliseconds
}

// Reader reads the entries of a collection.
type Reader[Data any] struct{ entries quartet.Entries }

// Get reads an entry in any state, or fails with NOT_FOUND.
func (r Reader[Data]) Get(ctx context.Context, id string) (*Entry[Data], error) {
	found, err := r.entries.Get(ctx, id)
	return typed[Data](found, err)
}

// List lists entries by id.
func (r Reader[Data]) List(ctx context.Context, o quartet.ListOptions) ([]*Entry[Data], error) {
	found, err := r.entries.List(ctx, o)
	if err != nil {
		return nil, refusal(err)
	}
	entries := make([]*Entry[Data], len(found))
	for i, each := range found {
		if entries[i], err = typed[Data](each, nil); err != nil {
			return nil, err
		}
	}
	return entries, nil
}

// Collection reads and writes the entries of a collection. Its calls are those of
// the program itself: no role is asked for, while the rules of the Schema apply.
type Collection[Data any] struct{ Reader[Data] }

// CreateDraft makes an entry: a draft on a publishing Schema, and a complete
// published entry on an operational one.
func (c Collection[Data]) CreateDraft(ctx context.Context, data Data) (*Entry[Data], error) {
	text, err := json.Marshal(data)
	if err != nil {
		return nil, fmt.Errorf("encode the entry: %w", err)
	}
	values, err := objectOf(text)
	if err != nil {
		return nil, fmt.Errorf("encode the entry: %w", err)
	}
	made, err := c.entries.CreateDraft(ctx, values)
	return typed[Data](made, err)
}

// Delete removes an entry. A published entry of a publishing Schema is CONFLICT.
func (c Collection[Data]) Delete(ctx context.Context, id string) error {
	return refusal(c.entries.Delete(ctx, id))
}

func typed[Data any](e *quartet.Entry, err error) (*Entry[Data], error) {
	if err != nil {
		return nil, refusal(err)
	}
	data, err := service.Convert[Data](e.Data)
	if err != nil {
		return nil, err
	}
	return &Entry[Data]{
		ID: e.ID, Collection: e.Collection, Status: e.Status, Version: e.Version, Data: data,
		AuthorID: e.AuthorID, CreatedAt: e.CreatedAt, UpdatedAt: e.UpdatedAt,
	}, nil
}

func reader[Data any](t transport, collection string) Reader[Data] {
	return Reader[Data]{t.service.Entries(collection).As(t.caller)}
}

func collection[Data any](t transport, name string) Collection[Data] {
	return Collection[Data]{reader[Data](t, name)}
}
