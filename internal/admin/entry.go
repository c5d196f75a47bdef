package admin

import (
	"context"
	"encoding/json"

	"github.com/quartet-dev/quartet/internal/admin/wire"
	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/plan"
)

// listRequest is what a list and an export are asked for.
func (q *request) listRequest() (content.ListRequest, error) {
	collection, err := q.query.need("collection")
	return content.ListRequest{
		Collection: collection, Status: content.Status(q.query["status"]), Search: q.query["search"], Filter: q.query.filter(),
		Sort: q.query["sort"], Direction: q.query["direction"], Cursor: q.query["cursor"], Limit: q.query.limit(),
	}, err
}

func (s *Surface) listEntries(q *request) (any, error) {
	r, err := q.listRequest()
	if err != nil {
		return nil, err
	}
	schema := s.Content.Plan().Schema(r.Collection)
	var fields []string
	if schema != nil {
		if fields, err = q.query.fields(schema); err != nil {
			return nil, err
		}
		r.Excerpt = s.excerptOf(schema, fields...)
	}
	found, err := s.Content.Desk(q.caller).List(q.Context(), r)
	if err != nil {
		return nil, err
	}
	items, err := s.summaries(q.Context(), schema, found.Entries, fields...)
	return wire.Page[wire.EntrySummary]{Items: items, NextCursor: orNull(found.NextCursor)}, err
}

func (s *Surface) entry(q *request) (any, error) {
	collection, err := q.query.need("collection")
	if err != nil {
		return nil, err
	}
	return s.detail(q, collection, q.name)
}

func (s *Surface) detail(q *request, collection, id string) (any, error) {
	e, err := s.Content.Desk(q.caller).Get(q.Context(), collection, id)
	if err != nil {
		return nil, err
	}
	return s.detailOf(q, e)
}

// relatedPage is how many entries of each relation a detail has.
const relatedPage = 20

func (s *Surface) detailOf(q *request, e *content.Entry) (any, error) {
	p := s.Content.Permissions(q.caller, e)
	out := wire.EntryDetail{
		Entry: entryOf(e), Collection: s.byName[e.Collection], Permissions: wire.Permissions(p), Related: []wire.Related{},
	}
	if s.PageOf != nil {
		out.Page = orNull(s.PageOf(q.Context(), e))
	}
	relations, err := s.Content.Related(q.Context(), e, relatedPage, func(from *plan.Schema) []string { return s.excerptOf(from) })
	if err != nil {
		return nil, err
	}
	for _, r := range relations {
		related, err := s.relatedOf(q.Context(), r)
		if err != nil {
			return nil, err
		}
		out.Related = append(out.Related, related)
	}
	return out, nil
}

func (s *Surface) relatedOf(ctx context.Context, r content.Relation) (wire.Related, error) {
	kind := "reference"
	if r.Translation {
		kind = "translation"
	}
	entries, err := s.summaries(ctx, r.From, r.Page.Entries)
	return wire.Related{
		Collection:   r.From.Name(),
		Relationship: wire.Relationship{Kind: kind, ParentField: r.Field.Name(), ChildField: r.Property.Name(), ParentValue: r.Value},
		Entries:      entries, NextCursor: orNull(r.Page.NextCursor),
	}, err
}

func (s *Surface) createEntry(q *request) (any, error) {
	collection, err := q.query.need("collection")
	if err != nil {
		return nil, err
	}
	data, err := q.object("data")
	if err != nil {
		return nil, err
	}
	e, err := s.Content.Desk(q.caller).Create(q.Context(), collection, data)
	if err != nil {
		return nil, err
	}
	return s.detailOf(q, e)
}

// patchEntry wants the version: without one, a form that was open for long
// would undo what others did meanwhile.
func (s *Surface) patchEntry(q *request) (any, error) {
	collection, err := q.query.need("collection")
	if err != nil {
		return nil, err
	}
	expected, err := q.version()
	if err == nil && expected == 0 {
		err = wrong("expectedVersion", "A change needs the version of the entry that it was made on.", "integer")
	}
	if err != nil {
		return nil, err
	}
	data, err := q.object("data")
	if err != nil {
		return nil, err
	}
	e, err := s.Content.Desk(q.caller).Patch(q.Context(), collection, q.name, data, expected)
	if err != nil {
		return nil, s.stale(q, err, collection, expected)
	}
	return s.detailOf(q, e)
}

type move func(d content.Desk, ctx context.Context, collection, id string, expected int64) (*content.Entry, error)

// moves is the route of a move; its body may say the version.
func moves(to move) func(*Surface, *request) (any, error) {
	return func(s *Surface, q *request) (any, error) {
		collection, err := q.query.need("collection")
		if err != nil {
			return nil, err
		}
		expected, err := q.version()
		if err != nil {
			return nil, err
		}
		e, err := to(s.Content.Desk(q.caller), q.Context(), collection, q.name, expected)
		if err != nil {
			return nil, s.stale(q, err, collection, expected)
		}
		return s.detailOf(q, e)
	}
}

func (s *Surface) deleteEntry(q *request) (any, error) {
	collection, err := q.query.need("collection")
	if err != nil {
		return nil, err
	}
	expected, err := q.query.version()
	if err != nil {
		return nil, err
	}
	if err := s.Content.Desk(q.caller).Delete(q.Context(), collection, q.name, expected); err != nil {
		return nil, s.stale(q, err, collection, expected)
	}
	return wire.Removed{Removed: true}, nil
}

// stale puts the row as it is now under the value of a CONFLICT, when it is not
// the one that the caller saw.
func (s *Surface) stale(q *request, err error, collection string, expected int64) error {
	if expected == 0 || !diag.HasCode(err, diag.Conflict) {
		return err
	}
	now, failed := s.Content.Get(q.Context(), collection, q.name)
	if failed != nil || now.Version == expected {
		return err
	}
	row, failed := json.Marshal(entryOf(now))
	if failed != nil {
		return diag.Internal(failed)
	}
	d := *diag.As(err)
	d.Value, d.ValuePublic = json.RawMessage(row), true
	return &d
}
