package pages

import (
	"context"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/plan"
)

// reads is content as one answer reads it. It keeps account of the collections
// that were read and of how they were before, so that the answer can be kept until
// one of them changes.
type reads struct {
	*content.Service
	seen    []generation
	unkept  bool // something was read whose changes nobody tells
	preview bool // staff see entries of any status
}

// generation is a collection as it was before it was read.
type generation struct {
	schema *plan.Schema
	number uint64
}

// of notes that collections are about to be read.
func (r *reads) of(schemas ...*plan.Schema) {
	for _, schema := range schemas {
		if schema == nil || r.has(schema) {
			continue
		}
		number, known := r.SchemaGeneration(schema)
		r.unkept = r.unkept || !known
		r.seen = append(r.seen, generation{schema, number})
	}
}

func (r *reads) has(schema *plan.Schema) bool {
	for _, each := range r.seen {
		if each.schema == schema {
			return true
		}
	}
	return false
}

// current reports whether nothing was written to the collections since.
func current(service *content.Service, seen []generation) bool {
	for _, each := range seen {
		if number, known := service.SchemaGeneration(each.schema); !known || number != each.number {
			return false
		}
	}
	return true
}

// by reads the entry that a slug names, nil for none; a published one unless
// this is a preview, which has it as its pending draft does.
func (r *reads) by(ctx context.Context, schema *plan.Schema, slug *plan.Column, value, locale string) (*content.Entry, error) {
	read := r.PublishedBy
	if r.preview {
		read = r.EntryBy
	}
	e, err := read(ctx, schema, slug, value, locale)
	if diag.HasCode(err, diag.NotFound) {
		return nil, nil
	}
	if err != nil || !r.preview {
		return e, err
	}
	return r.Drafted(ctx, e)
}

// drafted puts pending drafts into the place of the entries that have one.
func (r *reads) drafted(ctx context.Context, entries map[string]*content.Entry) (err error) {
	for key, e := range entries {
		if entries[key], err = r.Drafted(ctx, e); err != nil {
			return err
		}
	}
	return nil
}
