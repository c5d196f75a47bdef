package admin

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"
	"strconv"

	"github.com/quartet-dev/quartet/internal/admin/wire"
	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/httpx"
	"github.com/quartet-dev/quartet/internal/jsonvalue"
	timed "github.com/quartet-dev/quartet/internal/moves"
)

// bulkEntries changes many entries, or says what that would do.
func (s *Surface) bulkEntries(q *request) error {
	b, err := q.bulk()
	if err != nil {
		return err
	}
	if foresee, err := q.flag("foresee"); err != nil {
		return err
	} else if foresee {
		f, err := s.staffEntries(q).Foresee(q.Context(), b)
		if err != nil {
			return err
		}
		seen, err := s.foresightOf(q.Context(), b.Collection, f)
		return q.answer(seen, err)
	}
	endsTimes, err := q.flag("endTimes")
	if err != nil {
		return err
	}
	result, err := s.staffEntries(q).Bulk(q.Context(), b)
	if err != nil && len(result.Done) == 0 {
		return err
	}
	if err != nil {
		httpx.LogFailure(q.w, q.Request, err)
	}
	if endsTimes && b.Action == content.BulkPublish {
		s.endPublishes(q, result.Done)
	}
	left := s.leftOf(q, result.Left)
	return q.answer(wire.BulkResult{Done: each(result.Done, doneOf), Left: left, Tried: result.Tried, NextCursor: orNull(result.Next)}, nil)
}

// endPublishes takes back the times at which entries would be published that somebody has
// published by hand, failed ones too: what is typed into them later would go out then
// (decision 314). It does so when nobody waits for the answer any more. Where it fails they
// stay set, and the list shows them.
func (s *Surface) endPublishes(q *request, done []content.BulkDone) {
	ctx := context.WithoutCancel(q.Context())
	waiting, err := s.Moves.Store.Waiting(ctx, each(done, func(d content.BulkDone) string { return d.ID }))
	failed, failure := s.Moves.Store.FailedMoves(ctx, maxFailedMoves)
	err = errors.Join(err, failure)
	for _, m := range slices.Concat(waiting, failed) {
		isPublished := func(d content.BulkDone) bool { return d.Collection == m.Collection && d.ID == m.Entry }
		if m.Direction != timed.Publish || !slices.ContainsFunc(done, isPublished) {
			continue
		}
		if there, removed := s.Moves.Store.Replace(ctx, []string{m.ID}); there {
			s.timed(m)
		} else {
			err = errors.Join(err, removed)
		}
	}
	if err != nil {
		httpx.LogFailure(q.w, q.Request, err)
	}
}

// bulk reads what is to be done to which entries.
func (q *request) bulk() (b content.Bulk, err error) {
	b.Collection = q.query["collection"]
	texts := map[string]*string{"action": (*string)(&b.Action), "field": &b.Field, "cursor": &b.Cursor}
	for _, key := range slices.Sorted(maps.Keys(texts)) {
		if *texts[key], err = q.optionalText(key); err != nil {
			return b, err
		}
	}
	if b.Add, err = q.listOr("add"); err != nil {
		return b, err
	}
	if b.Remove, err = q.listOr("remove"); err != nil {
		return b, err
	}
	b.Value = q.body["value"]
	if b.Translations, err = q.flag("translations"); err != nil {
		return b, err
	}
	_, named := q.body["ids"]
	_, matching := q.body["match"]
	switch {
	case named == matching:
		return b, wrong("ids", "Either ids or match must say which entries.", "array")
	case named:
		b.Only, err = q.pinned()
	default:
		b.Match, err = q.match()
	}
	return b, err
}

// listOr is a member of the body that is a list; nil for one that is missing.
func (q *request) listOr(key string) ([]any, error) {
	list, ok := q.body[key].([]any)
	if !ok && q.body[key] != nil {
		return nil, wrong(key, "Must be a list.", "array")
	}
	return list, nil
}

// flag is a member of the body that is true, false or missing.
func (q *request) flag(key string) (bool, error) {
	set, ok := q.body[key].(bool)
	if !ok && q.body[key] != nil {
		return false, wrong(key, "Must be true or false.", "boolean")
	}
	return set, nil
}

// pinned are the entries that ids names, each with the version that was seen.
func (q *request) pinned() ([]content.Pinned, error) {
	ids, ok := q.body["ids"].([]any)
	if !ok {
		return nil, wrong("ids", "Must be a list.", "array")
	}
	all := make([]content.Pinned, 0, len(ids))
	for i, each := range ids {
		object, _ := each.(map[string]any)
		id, isText := object["id"].(string)
		version, isNumber := object["version"].(int64)
		if !isText || !isNumber || version < 1 || len(object) != 2 {
			return nil, within(wrong("ids", "Must be an object of id and version.", "object"), strconv.Itoa(i))
		}
		all = append(all, content.Pinned{ID: id, Version: version})
	}
	return all, nil
}

// within leads on to a member of what is refused.
func within(d *diag.Diagnostic, member string) *diag.Diagnostic {
	d.Path += jsonvalue.Pointer(member)
	return d
}

// match is what a list is narrowed by, as a query says it.
func (q *request) match() (r content.ListRequest, err error) {
	object, err := q.object("match")
	if err != nil {
		return r, err
	}
	said := query{}
	for key, value := range object {
		text, ok := value.(string)
		if !ok {
			return r, within(wrong("match", "Must be a string.", "string"), key)
		}
		said[key] = text
	}
	narrowing := (&request{query: said}).listRequest()
	known := len(narrowing.Where)
	for _, key := range []string{"search", "status"} {
		if _, ok := said[key]; ok {
			known++
		}
	}
	if known != len(said) {
		return r, wrong("match", "Takes search, status, and the conditions of a list.", "object")
	}
	return narrowing, nil
}

func doneOf(d content.BulkDone) wire.BulkDone {
	done := wire.BulkDone{Collection: d.Collection, ID: d.ID, Translates: orNull(d.Of), Version: d.Version, Before: string(d.Before), After: orNull(string(d.After)), Drafted: d.Drafted}
	if d.Former != nil {
		done.Former = &wire.BulkFormer{Value: d.Former.Value, Draft: d.Former.Draft}
	}
	return done
}

// leftOf describes what was left, with what lists call it. What was done is done: where the
// titles of languages cannot be read, the entries are called by their own.
func (s *Surface) leftOf(q *request, left []content.BulkLeft) []wire.BulkLeft {
	named := make([][2]string, len(left))
	for i, l := range left {
		named[i] = [2]string{l.Collection, l.ID}
	}
	called, err := s.titlesOfAll(q.Context(), named)
	if err != nil {
		httpx.LogFailure(q.w, q.Request, err)
	}
	all := make([]wire.BulkLeft, len(left))
	for i, l := range left {
		is := called[named[i]]
		title := content.Shortened(cmp.Or(l.Title, is.title), titleLength) // one that was stale was not read
		all[i] = wire.BulkLeft{Collection: l.Collection, ID: l.ID, Title: title, Titles: is.titles, Diagnostic: reasonOf(l.Err)}
	}
	return all
}

// reasonOf is what a caller may know of a failure.
func reasonOf(err error) wire.Reason {
	d := diag.As(err).Public()
	return wire.Reason{Code: string(d.Code), Path: d.Path, Message: d.Message}
}

// foresightOf has the first entries as their list shows them, so that both call them the same.
func (s *Surface) foresightOf(ctx context.Context, collection string, f *content.Foresight) (wire.Foresight, error) {
	first, err := s.summaries(ctx, s.Content.Plan().Schema(collection), f.First)
	return wire.Foresight{
		Entries: partOf(f.Entries), Translations: partOf(f.Translations), Unread: f.Unread,
		Behind: each(f.Behind, behindOf), First: first, More: f.More,
	}, err
}

func behindOf(b content.Behind) wire.Behind {
	return wire.Behind{Collection: b.From.Name(), Field: b.Property.Name(), Count: b.Count, More: b.More}
}

func partOf(p content.BulkPart) wire.BulkPart {
	return wire.BulkPart{Change: p.Change, Stay: p.Stay, Same: p.Same, Served: p.Served, Drafted: p.Drafted, Reasons: each(p.Reasons, func(r content.BulkReason) wire.BulkReason {
		return wire.BulkReason{Reason: reasonOf(r.Err), Count: r.Count}
	})}
}
