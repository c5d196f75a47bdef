package content

import (
	"context"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/jsonvalue"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/principal"
)

// The limits of one call for many entries, beside which are their translations.
const (
	MaxBulk     = 200  // entries that are named one by one
	bulkPage    = 100  // of those that match, in one call
	maxForeseen = 1000 // entries that are looked at before anything is done
)

// BulkAction is what is done to many entries.
type BulkAction string

// The actions.
const (
	BulkPublish   BulkAction = "publish"
	BulkUnpublish BulkAction = "unpublish"
	BulkArchive   BulkAction = "archive"
	BulkDelete    BulkAction = "delete"
	BulkSet       BulkAction = "set"
)

var bulkMoves = map[BulkAction]move{
	BulkPublish: publish, BulkUnpublish: unpublish, BulkArchive: archive, BulkDelete: remove, BulkSet: edit,
}

// Pinned names an entry in the version that somebody saw; 0 for any.
type Pinned struct {
	ID      string
	Version int64
}

// Bulk is one change for many entries of a collection (decision 236): those of Only, or where that is
// nil, all that Match chooses.
type Bulk struct {
	Collection   string
	Action       BulkAction
	Field        string // of BulkSet
	Value        any    // of BulkSet; nil removes the property
	Add, Remove  []any  // of BulkSet, in place of Value: what a list shall hold, or not hold, beside the rest (decision 369)
	Only         []Pinned
	Match        ListRequest
	Cursor       string // Next of the call before
	Translations bool   // the entries' translations, too; not for BulkSet
}

// BulkDone is an entry that was changed. Version is what it has now.
type BulkDone struct {
	Collection, ID string
	Of             string // the entry that it translates; "" for one that was asked for
	Version        int64
	Before, After  Status // After is "" for one that is gone
	Drafted        bool   // the change is in a draft beside it, and readers see none of it
	Former         *Former
}

// Former is what a set has taken from an entry that was named, so that the caller can give it
// back to the very version, or draft, that the set has made (decision 372). There is none for
// a value of more than 4 KiB.
type Former struct {
	Value any   // nil where the field had none
	Draft int64 // the counter of the draft that the change is in; 0 where there is none
}

const maxFormer = 4 << 10 // bytes of JSON

// BulkLeft is an entry that is as it was, and why.
type BulkLeft struct {
	Collection, ID, Title string
	Err                   error
}

// BulkResult is what became of the entries of one call. Next is "" when all were tried.
// What was already as the change leaves it is neither done nor left, unless a move did
// nothing of an entry that was asked for.
type BulkResult struct {
	Done  []BulkDone
	Left  []BulkLeft
	Tried int // of those that were asked for
	Next  string
}

// Bulk makes one change of many entries, each as the call for a single one would: with
// its role, its version and every check, so that some are done and others are left.
// What matches is tried in calls of 100 entries, those that were made last first: an
// entry that is made meanwhile is not among them.
func (d StaffEntries) Bulk(ctx context.Context, b Bulk) (BulkResult, error) {
	run, err := d.bulk(b)
	if err != nil {
		return BulkResult{}, err
	}
	entries, next, err := run.page(ctx, b.Cursor)
	if err != nil {
		return BulkResult{}, err
	}
	result := BulkResult{Next: next}
	err = run.each(ctx, entries, result.add)
	return result, err
}

func (r *BulkResult) add(a *bulkArticle) {
	r.Tried++
	for _, o := range a.outcomes {
		switch {
		case o.leftOut:
		case o.err != nil:
			r.Left = append(r.Left, BulkLeft{o.schema.Name(), o.id, o.title, o.err})
		default:
			r.Done = append(r.Done, doneOf(o))
		}
	}
}

func doneOf(o outcome) BulkDone {
	done := BulkDone{Collection: o.schema.Name(), ID: o.id, Of: o.of, Before: o.before, Drafted: o.drafted, Former: o.former}
	if o.after != nil {
		done.Version, done.After = o.after.Version, o.after.Status
	}
	return done
}

// bulkRun is a Bulk that may be run.
type bulkRun struct {
	Bulk
	staff  StaffEntries
	schema *plan.Schema
	move   move
	dry    bool
}

// bulk checks what is asked for: INPUT_VALIDATION_FAILED at input#/<member>.
func (d StaffEntries) bulk(b Bulk) (*bulkRun, error) {
	m, known := bulkMoves[b.Action]
	if !known {
		refused := refusedParam("action", "Must be publish, unpublish, archive, delete or set.")
		refused.Expected = []BulkAction{BulkPublish, BulkUnpublish, BulkArchive, BulkDelete, BulkSet}
		return nil, refused
	}
	role := principal.Editor
	if m == edit {
		role = principal.Contributor
	}
	if err := d.caller.NeedRole(role); err != nil {
		return nil, err
	}
	schema, err := d.service.writable(m, b.Collection)
	if err != nil {
		return nil, err
	}
	run := &bulkRun{Bulk: b, staff: d, schema: schema, move: m}
	return run, run.check()
}

func (b *bulkRun) check() error {
	switch {
	case len(b.Only) > MaxBulk:
		refused := refusedParam("ids", "Must be at most 200 entries.")
		refused.Expected = MaxBulk
		return refused
	case b.move != edit:
		return nil
	case b.schema.Property(b.Field) == nil:
		return unknownField("field", "The collection has no such property.", b.Field, propertiesOf(b.schema))
	}
	return b.checkList()
}

// page are the entries of one call.
func (b *bulkRun) page(ctx context.Context, cursor string) (targets []bulkTarget, next string, err error) {
	if b.Only != nil {
		return b.named(), "", nil
	}
	r := b.Match
	r.Collection, r.Sort, r.Direction, r.Limit, r.Cursor = b.Collection, "createdAt", "desc", bulkPage, cursor
	r.Excerpt = append(TitleFields(b.schema), b.joins()...)
	page, err := b.staff.service.ListEntries(ctx, r)
	for _, e := range page.Entries {
		targets = append(targets, targetOf(b.schema, e))
	}
	return targets, page.NextCursor, err
}

func (b *bulkRun) named() (targets []bulkTarget) {
	for _, each := range b.Only {
		targets = append(targets, bulkTarget{schema: b.schema, id: each.ID, version: each.Version})
	}
	return targets
}

// joins are the properties that translations refer to.
func (b *bulkRun) joins() (names []string) {
	for _, r := range b.staff.service.plan.References() {
		if r.Translation && r.To == b.schema {
			names = append(names, r.Field.Name())
		}
	}
	return names
}

// bulkTarget is an entry that is to be changed.
type bulkTarget struct {
	schema  *plan.Schema
	id      string
	version int64
	title   string
	before  Status // once it was read
	drafted bool   // the change goes to a draft beside it
	of      string // the entry that it translates; "" for one that was asked for
}

func targetOf(schema *plan.Schema, e *Entry) bulkTarget {
	return bulkTarget{schema: schema, id: e.ID, version: e.Version, title: Title(schema, e.ID, e.Data), before: e.Status}
}

// each tries the entries, each with its translations, and tells what became of both. It
// ends with the context alone.
func (b *bulkRun) each(ctx context.Context, targets []bulkTarget, tell func(*bulkArticle)) error {
	for _, t := range targets {
		if err := ctx.Err(); err != nil {
			return diag.Attempted(err, "change entries of %s", b.schema.Name())
		}
		a, err := b.article(ctx, t)
		if err != nil {
			return err
		}
		tell(a)
	}
	return nil
}

// change goes through the one entry writer. What is published is not changed in its
// place: the field goes to a draft beside it, as the entry's own form has it.
func (b *bulkRun) change(ctx context.Context, schema *plan.Schema, e *Entry) (w written, err error) {
	d := b.staff
	if b.move == edit {
		return b.set(ctx, schema, e)
	}
	c := &change{caller: d.caller, schema: schema, move: b.move, before: e}
	if b.move == publish {
		if c, err = d.service.publication(ctx, d.caller, Publication{Collection: schema.Name(), ID: e.ID, Version: e.Version, staff: true}); err != nil {
			return w, err
		}
	}
	c.dry = b.dry
	w.after, err = d.service.write(ctx, c)
	return w, err
}

// written is what a change has made of an entry. after is nil where a set finds what it wants.
type written struct {
	after   *Entry
	drafted bool
	former  *Former
}

// set gives an entry its value.
func (b *bulkRun) set(ctx context.Context, schema *plan.Schema, e *Entry) (w written, err error) {
	d := b.staff
	pending, err := d.service.PendingDraft(ctx, e)
	if err != nil {
		return w, err
	}
	w.drafted = pending != nil || isDraftedBeside(schema, e)
	if !w.drafted {
		if err := d.mayEdit(schema, e.Status); err != nil {
			return w, err
		}
	}
	held, err := b.held(e, pending)
	if err != nil {
		return w, err
	}
	value, err := b.valueFor(held, e, pending)
	if err != nil {
		return w, err
	}
	c, err := patching(d.caller, schema, e, map[string]any{b.Field: value})
	// Null and a missing property are the same here: null removes it.
	if err != nil || jsonvalue.Equal(held[b.Field], c.original[b.Field]) {
		return w, err
	}
	w.former = b.formerOf(held)
	if w.drafted && !b.dry {
		save := DraftSave{Collection: schema.Name(), ID: e.ID, Patch: c.original, Version: e.Version}
		if pending != nil {
			save.Draft = pending.Counter
		}
		var draft *PendingDraft
		w.after, draft, err = d.SaveDraft(ctx, save)
		if draft != nil && w.former != nil {
			w.former.Draft = draft.Counter
		}
		return w, err
	}
	c.dry, c.staff = b.dry, true
	w.after, err = d.service.write(ctx, c)
	return w, err
}

// held is the data that a set changes: of the pending draft where there is one, which goes on
// from the entry as it is. What both changed is for somebody to decide, who sees them: a set,
// and its undo after it, would have the draft win without a question.
func (b *bulkRun) held(e *Entry, pending *PendingDraft) (map[string]any, error) {
	switch {
	case pending == nil:
		return e.Data, nil
	case pending.Base == e.Version:
		return pending.Data, nil
	}
	data, fields := pending.onto(e.Data)
	if len(fields) > 0 {
		return nil, unclear(fields)
	}
	return data, nil
}

// formerOf is what the field holds before the set.
func (b *bulkRun) formerOf(held map[string]any) *Former {
	value := held[b.Field]
	if b.Only == nil || len(jsonvalue.Append(nil, value)) > maxFormer {
		return nil
	}
	return &Former{Value: value}
}
