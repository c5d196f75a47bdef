package admin

import (
	"context"
	"encoding/json"

	"github.com/google/uuid"

	"github.com/quartet-dev/quartet/internal/admin/wire"
	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/httpx"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/presence"
)

// staffEntries is where the caller's entry calls are allowed or refused.
func (s *Surface) staffEntries(q *request) content.StaffEntries {
	return s.Content.StaffEntries(q.caller)
}

// listRequest is what a list and an export are asked for.
func (q *request) listRequest() content.ListRequest {
	return content.ListRequest{
		Collection: q.query["collection"], Status: content.Status(q.query["status"]), Search: q.query["search"],
		Where: q.query.conditions(),
		Sort:  q.query["sort"], Direction: q.query["direction"], Cursor: q.query["cursor"], Limit: q.query.limit(),
	}
}

func (s *Surface) listEntries(q *request) error {
	r := q.listRequest()
	schema := s.Content.Plan().Schema(r.Collection)
	var fields []string
	if schema != nil {
		var err error
		if fields, err = q.query.fields(schema); err != nil {
			return err
		}
		r.Excerpt = s.excerptOf(schema, fields...)
	}
	found, err := s.staffEntries(q).List(q.Context(), r)
	if err != nil {
		return err
	}
	items, err := s.summaries(q.Context(), schema, found.Entries, fields...)
	return q.answer(wire.Page[wire.EntrySummary]{Items: items, NextCursor: orNull(found.NextCursor)}, err)
}

func (s *Surface) countEntries(q *request) error {
	var out wire.EntryCount
	var err error
	if by := q.query["by"]; by != "" {
		out.By, out.Count, out.More, err = s.staffEntries(q).CountBy(q.Context(), q.listRequest(), by)
	} else {
		out.Count, out.More, err = s.staffEntries(q).Count(q.Context(), q.listRequest())
	}
	return q.answer(out, err)
}

func (s *Surface) entry(q *request) error {
	e, d, err := s.staffEntries(q).GetWithDraft(q.Context(), q.query["collection"], q.PathValue("id"))
	if err != nil {
		return err
	}
	out, err := s.detailOf(q, e, d)
	if err != nil {
		return err
	}
	out.Related, err = s.related(q.Context(), e)
	return q.answer(out, err)
}

// written is the detail of an entry that was written. What refers to it is left
// out where it cannot be read: the write is done, and its answer has to say so.
func (s *Surface) written(q *request, e *content.Entry) wire.EntryDetail {
	s.changed(q, e)
	d, err := s.staffEntries(q).PendingDraft(q.Context(), e)
	if err != nil {
		httpx.LogFailure(q.w, q.Request, err)
	}
	out, err := s.detailOf(q, e, d)
	if err != nil {
		httpx.LogFailure(q.w, q.Request, err)
		return out
	}
	related, err := s.related(q.Context(), e)
	if err != nil {
		httpx.LogFailure(q.w, q.Request, err)
		return out
	}
	out.Related = related
	return out
}

// detailOf is the detail of an entry with its pending draft, nil for none, but for what
// refers to it.
func (s *Surface) detailOf(q *request, e *content.Entry, d *content.PendingDraft) (wire.EntryDetail, error) {
	out := wire.EntryDetail{
		Entry: entryOf(e), Collection: s.byName[e.Collection], Permissions: wire.Permissions(s.Content.Permissions(q.caller, e)),
		Related: []wire.Related{},
	}
	if s.PageOf != nil {
		out.Page = orNull(s.PageOf(q.Context(), e))
	}
	if d == nil {
		return out, nil
	}
	draft, err := s.draftOf(q, e, d)
	out.HasDraft, out.Draft = true, &draft
	out.Permissions.Publish = q.caller.IsAtLeast(editor) && content.TakesDraft(s.Content.Plan().Schema(e.Collection), e.Status)
	return out, err
}

// relatedPage is how many entries of each relation a detail has.
const relatedPage = 20

func (s *Surface) related(ctx context.Context, e *content.Entry) ([]wire.Related, error) {
	relations, err := s.Content.Related(ctx, e, relatedPage, func(from *plan.Schema) []string { return s.excerptOf(from) })
	if err != nil {
		return nil, err
	}
	all := make([]wire.Related, len(relations))
	for i, r := range relations {
		if all[i], err = s.relatedOf(ctx, r); err != nil {
			return nil, err
		}
	}
	return all, nil
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

func (s *Surface) createEntry(q *request) error {
	id, err := q.newID()
	if err != nil {
		return err
	}
	data, err := q.object("data")
	if err != nil {
		return err
	}
	e, err := s.staffEntries(q).CreateAs(q.Context(), q.query["collection"], id, data)
	if err != nil {
		return err
	}
	return q.created(s.written(q, e), nil)
}

// newID is the id that an entry is to be made with; "" where the service makes it.
func (q *request) newID() (string, error) {
	text, err := q.optionalText("id")
	if err != nil || text == "" {
		return "", err
	}
	id, err := uuid.Parse(text)
	if err != nil || id.String() != text {
		return "", wrong("id", "Must be a UUID, in lower case.", "UUID")
	}
	return text, nil
}

// patchEntry wants the version: without one, a form that was open for long
// would undo what others did meanwhile.
func (s *Surface) patchEntry(q *request) error {
	expected, err := q.version()
	if err == nil && expected == 0 {
		err = wrong("expectedVersion", "A change needs the version of the entry that it was made on.", "integer")
	}
	if err != nil {
		return err
	}
	data, err := q.object("data")
	if err != nil {
		return err
	}
	e, err := s.staffEntries(q).Patch(q.Context(), q.query["collection"], q.PathValue("id"), data, expected)
	if err != nil {
		return s.stale(q, err, expected)
	}
	return q.answer(s.written(q, e), nil)
}

type move func(d content.StaffEntries, ctx context.Context, collection, id string, expected int64) (*content.Entry, error)

// moves is the route of a move; its body may say the version.
func moves(to move) func(*Surface, *request) error {
	return func(s *Surface, q *request) error {
		expected, err := q.version()
		if err != nil {
			return err
		}
		e, err := to(s.staffEntries(q), q.Context(), q.query["collection"], q.PathValue("id"), expected)
		if err != nil {
			return s.stale(q, err, expected)
		}
		return q.answer(s.written(q, e), nil)
	}
}

func (s *Surface) deleteEntry(q *request) error {
	expected, err := q.query.version()
	if err != nil {
		return err
	}
	if err := s.staffEntries(q).Delete(q.Context(), q.query["collection"], q.PathValue("id"), expected); err != nil {
		return s.stale(q, err, expected)
	}
	s.hub.Changed(presence.Place{Collection: q.query["collection"], Entry: q.PathValue("id")}, presence.Change{Kind: presence.Deleted, By: q.caller.Actor().ID})
	return q.answer(wire.Removed{Removed: true}, nil)
}

// stale puts the row as it is now under the value of a CONFLICT, when it is not
// the one that the caller saw.
func (s *Surface) stale(q *request, err error, expected int64) error {
	if expected == 0 || !diag.HasCode(err, diag.Conflict) {
		return err
	}
	now, failed := s.staffEntries(q).Get(q.Context(), q.query["collection"], q.PathValue("id"))
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
