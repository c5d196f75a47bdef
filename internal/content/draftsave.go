package content

import (
	"context"
	"maps"
	"slices"
	"time"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/jsonvalue"
	"github.com/quartet-dev/quartet/internal/plan"
)

// SaveDraft keeps what somebody makes of a draft or a published entry beside it. Readers see
// nothing of it, the entry keeps its version and its time, no hook fires and nothing is
// recorded. What is present is checked, and nothing is missed; unique indexes are looked at
// when it is published. A draft that would change nothing ends, or is not begun, and is nil
// then (decision 375). CONFLICT when the draft is another one than the caller saw, or the entry
// is not of the version that a new draft is made of.
func (s *Service) SaveDraft(ctx context.Context, caller Caller, save DraftSave) (*Entry, *PendingDraft, error) {
	schema, e, err := s.drafted(ctx, save.Collection, save.ID)
	if err != nil {
		return nil, nil, err
	}
	stored, err := s.pending(ctx, schema, e.ID)
	if err != nil {
		return nil, nil, err
	}
	d, err := save.begin(schema, caller, e, stored)
	if err != nil {
		return nil, nil, err
	}
	sent, err := acceptData(schema, save.Patch, d.Data)
	if err != nil {
		return nil, nil, err
	}
	if err := d.goOn(e, save.Version, sent); err != nil {
		return nil, nil, err
	}
	now := s.opts.Now()
	d.Data = patched(schema, d.Data, sent, true)
	stamp(schema, caller, now, d.Data, e.Data)
	d.SavedBy, d.SavedAt = caller.Actor().ID, now.UnixMilli()
	if stored == nil {
		d.BegunAt = d.SavedAt
	}
	if !d.changes(schema, caller, now, e) {
		if err := s.endDraft(ctx, d, e); err != nil {
			return nil, nil, err
		}
		return shown(schema, e), nil, nil
	}
	w := &DraftWrite{Draft: d, Expect: save.Draft, Entry: Expect{Version: pinnedVersion(stored, d, e), Status: e.Status}}
	if w.Media, err = s.checkDraft(ctx, schema, d); err != nil {
		return nil, nil, err
	}
	if d.Counter, err = s.store.SaveDraft(ctx, w); err != nil {
		return nil, nil, diag.Attempted(err, "save a draft of %s", schema.Name())
	}
	d.Data, d.BaseData = declared(schema, d.Data), declared(schema, d.BaseData)
	return shown(schema, e), d, nil
}

// changes reports whether the entry would be another one, were the draft published. Both are
// looked at with the stamps of one save: those are nobody's change.
func (d *PendingDraft) changes(schema *plan.Schema, caller Caller, now time.Time, e *Entry) bool {
	live := maps.Clone(e.Data)
	stamp(schema, caller, now, live, e.Data)
	data, _ := d.onto(live)
	return !jsonvalue.Equal(data, live)
}

// endDraft drops a draft that has come to what its entry is, for who saved it last: nothing
// where none is stored.
func (s *Service) endDraft(ctx context.Context, d *PendingDraft, e *Entry) error {
	if d.Counter == 0 {
		return nil
	}
	w := &DraftWrite{Draft: d, Expect: d.Counter, Entry: Expect{Version: e.Version, Status: e.Status}, Ends: true}
	_, err := s.store.SaveDraft(ctx, w)
	return diag.Attempted(err, "end a draft of %s", d.Collection)
}

// drafted reads an entry that may have a draft beside it.
func (s *Service) drafted(ctx context.Context, collection, id string) (*plan.Schema, *Entry, error) {
	schema, e, err := s.pinned(ctx, edit, collection, id, 0)
	switch {
	case err != nil:
		return nil, nil, err
	case schema.Lifecycle() != plan.Publishing:
		return nil, nil, diag.At(diag.Conflict, "data#/status", "Entries of this collection have no drafts.")
	case e.Status == Archived:
		d := diag.At(diag.Conflict, "data#/status", "An archived entry cannot have a draft.")
		d.Suggestion = "Unpublish the entry first, which makes a draft of it."
		return nil, nil, d
	}
	return schema, e, nil
}

// begin is the draft that a save starts from: the stored one, or a new one of the entry.
func (save *DraftSave) begin(schema *plan.Schema, caller Caller, e *Entry, stored *PendingDraft) (*PendingDraft, error) {
	if err := save.sees(stored); err != nil {
		return nil, err
	}
	switch {
	case stored != nil:
		return stored, nil
	case save.Version == 0:
		return nil, diag.At(diag.InputValidationFailed, "input#/expectedVersion", "A draft is begun from a version of the entry: the one that was read.")
	case save.Version != e.Version:
		return nil, stale()
	}
	d := &PendingDraft{Data: e.Data, BaseData: e.Data}
	d.Collection, d.EntryID, d.Base = schema.Name(), e.ID, e.Version
	d.BegunBy = caller.Actor().ID
	return d, nil
}

// sees refuses to write over a draft that is another one than the caller saw.
func (save *DraftSave) sees(stored *PendingDraft) error {
	var counter int64
	if stored != nil {
		counter = stored.Counter
	}
	if save.Draft != counter {
		return StaleDraft()
	}
	return nil
}

// goOn has a draft go on from the version of the entry that its writer has seen.
func (d *PendingDraft) goOn(e *Entry, seen int64, sent map[string]any) error {
	if d.Base == e.Version || seen == 0 {
		return nil
	}
	if seen != e.Version {
		return stale()
	}
	data, fields := d.onto(e.Data)
	open := slices.DeleteFunc(fields, func(name string) bool { _, decided := sent[name]; return decided })
	if len(open) > 0 {
		return unclear(open)
	}
	d.Data, d.BaseData, d.Base = data, e.Data, e.Version
	return nil
}

// pinnedVersion is the version that the entry must have while a draft is stored: a draft
// that does not look at the entry goes with any.
func pinnedVersion(stored, d *PendingDraft, e *Entry) int64 {
	if stored != nil && d.Base != e.Version {
		return 0
	}
	return e.Version
}

// checkDraft checks what is present of a draft, and finds the assets that it names.
func (s *Service) checkDraft(ctx context.Context, schema *plan.Schema, d *PendingDraft) (assets []string, err error) {
	data := declared(schema, d.Data)
	if v := schema.ValidatePartial(data); v != nil {
		return nil, violated(diag.InputValidationFailed, "data#", v)
	}
	if err := s.localeGate(ctx, schema, data, true); err != nil {
		return nil, err
	}
	d.Title = cut(Title(schema, d.EntryID, data), maxDraftTitle)
	d.Locale, _ = data["locale"].(string)
	assets = schema.Media().Assets(d.Data)
	if n := len(assets); n > MaxMediaUses {
		return nil, tooManyAssets(n)
	}
	return assets, nil
}

// maxDraftTitle is how much of a title is stored beside a draft, in characters.
const maxDraftTitle = 300

func cut(text string, most int) string {
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most-1]) + "…"
	}
	return text
}

// DiscardDraft drops the pending draft that the caller saw: CONFLICT when it is another
// one, or there is none. Counter 0 is any.
func (s *Service) DiscardDraft(ctx context.Context, caller Caller, collection, id string, counter int64) error {
	schema, e, err := s.pinned(ctx, edit, collection, id, 0)
	if err != nil {
		return err
	}
	d, err := s.pending(ctx, schema, e.ID)
	switch {
	case err != nil:
		return err
	case d == nil, counter != 0 && counter != d.Counter:
		return StaleDraft()
	}
	by := Discard{By: caller.Actor().ID, At: s.opts.Now().UnixMilli()}
	if err := s.store.DropDraft(ctx, schema.Name(), e.ID, d.Counter, by); err != nil {
		return diag.Attempted(err, "discard a draft of %s", schema.Name())
	}
	return nil
}

// Discarded tells who dropped the last pending draft of an entry: the zero Discard where that
// was published, or there is one.
func (s *Service) Discarded(ctx context.Context, collection, id string) (Discard, error) {
	by, err := s.store.Discarded(ctx, collection, id)
	return by, diag.Attempted(err, "read who discarded a draft")
}
