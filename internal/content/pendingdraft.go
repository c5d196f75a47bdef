package content

import (
	"context"
	"maps"
	"slices"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/jsonvalue"
	"github.com/quartet-dev/quartet/internal/plan"
)

// PendingDraft is what staff have made of an entry and readers do not see: it lies beside
// the entry until it is published, kept or discarded (decision 224). Data is the whole of
// it, BaseData that of the entry when it had the version Base.
type PendingDraft struct {
	DraftNote
	Data, BaseData map[string]any
}

// DraftNote is a pending draft without its data. Times are Unix epoch milliseconds; who
// began it and who saved it last are ids, "" for the site itself.
type DraftNote struct {
	Collection, EntryID string
	Counter             int64 // rises with each save, and never comes again (decision 226)
	Base                int64
	Title, Locale       string
	BegunBy, SavedBy    string
	BegunAt, SavedAt    int64
}

// DraftStore keeps pending drafts. Its errors are those of Store.
type DraftStore interface {
	// PendingDraft reads that of an entry; nil for none.
	PendingDraft(ctx context.Context, collection, entryID string) (*PendingDraft, error)

	// DraftNotes are those that some entries of a collection have, by their ids.
	DraftNotes(ctx context.Context, collection string, ids []string) (map[string]DraftNote, error)

	// DraftsBy are the last ones that a person saved, and the last ones that they
	// began, up to limit of each: one that is both comes twice.
	DraftsBy(ctx context.Context, person string, limit int) ([]DraftNote, error)

	// LastDrafts are the last ones that anybody saved, up to limit.
	LastDrafts(ctx context.Context, limit int) ([]DraftNote, error)

	// DraftsSaved are those of a collection behind a place in the order in which they were
	// saved, up to limit.
	DraftsSaved(ctx context.Context, collection string, after DraftPlace, limit int) ([]DraftNote, error)

	// SaveDraft stores a draft, and tells its counter, or ends the stored one. CONFLICT when
	// that or the entry is not the expected one any more, NOT_FOUND when the entry is gone.
	SaveDraft(ctx context.Context, w *DraftWrite) (counter int64, err error)

	// DropDraft ends the draft that has that counter, and keeps who did that: CONFLICT when
	// it is no more.
	DropDraft(ctx context.Context, collection, entryID string, counter int64, by Discard) error

	// Discarded tells who dropped the last draft of an entry. It is the zero Discard where
	// that went into the entry, and where there is a draft.
	Discarded(ctx context.Context, collection, entryID string) (Discard, error)
}

// DraftPlace is a place in the order of SavedAt and EntryID.
type DraftPlace struct {
	At      int64
	EntryID string
	Desc    bool
}

// Discard is who dropped a draft, and when in milliseconds.
type Discard struct {
	By string
	At int64
}

// DraftWrite is a draft as it shall be.
type DraftWrite struct {
	Draft  *PendingDraft // its Counter says nothing
	Expect int64         // counter of the stored one; 0 where there is none
	Entry  Expect        // of the entry beside it; a Version of 0 is any
	Media  []string      // the assets that it names
	Ends   bool          // by who saved it: nothing of it is stored
}

// DraftEnd says which draft ends in the transaction of its entry: the one that has the counter,
// 0 for none, or any.
type DraftEnd struct {
	Counter int64
	Any     bool // with Delete
}

// DraftSave is what somebody makes of an entry.
type DraftSave struct {
	Collection, ID string
	Patch          map[string]any // as that of Patch, over the draft, or else over the entry
	Draft          int64          // the counter of the draft that they saw; 0 for none

	// Version is that of the entry that they saw; 0 for any, where there is a draft. A
	// draft of an older one goes on from it: what was changed in the entry alone comes
	// along, and what was changed in both must be among Patch.
	Version int64
}

// StaleDraft answers a caller that saw another draft than the stored one, or none.
func StaleDraft() *diag.Diagnostic {
	d := diag.At(diag.Conflict, "input#/expectedDraft", "The draft has changed since it was read.")
	d.Suggestion = "Read the entry again and repeat the change on its present draft."
	return d
}

// MovedEntry is why a draft is not saved beside an entry that has changed meanwhile.
func MovedEntry() *diag.Diagnostic {
	d := diag.At(diag.Conflict, "data#/version", "The entry has changed since it was read.")
	d.Suggestion = "Read the entry again and repeat the change on its present version."
	return d
}

// IsOvertaken reports whether an entry or its draft was written between the read and the
// write of a change: another try of it may succeed.
func IsOvertaken(err error) bool {
	if !diag.HasCode(err, diag.Conflict) {
		return false
	}
	path := diag.As(err).Path
	return path == StaleDraft().Path || path == MovedEntry().Path
}

// unclear refuses to put a draft and its entry together, where both changed the same.
func unclear(fields []string) *diag.Diagnostic {
	d := diag.At(diag.Conflict, "data#"+jsonvalue.Pointer(fields[0]), "The entry was changed after the draft was begun, and the draft changes the same: "+joined(fields)+".")
	d.Candidates, d.CandidatesPublic = fields, true
	d.Suggestion = "Look at both, decide, and save the draft on the entry's present version."
	return d
}

func joined(names []string) string {
	text := names[0]
	for _, each := range names[1:] {
		text += ", " + each
	}
	return text
}

// PendingDraft reads that of an entry; nil for none.
func (s *Service) PendingDraft(ctx context.Context, e *Entry) (*PendingDraft, error) {
	schema, err := s.schema(e.Collection)
	if err != nil || schema.Lifecycle() != plan.Publishing {
		return nil, err
	}
	d, err := s.pending(ctx, schema, e.ID)
	if d != nil {
		d.Data, d.BaseData = declared(schema, d.Data), declared(schema, d.BaseData)
	}
	return d, err
}

// DraftNotes are the pending drafts of some entries of one collection, by their ids.
func (s *Service) DraftNotes(ctx context.Context, schema *plan.Schema, entries []*Entry) (map[string]DraftNote, error) {
	if schema.Lifecycle() != plan.Publishing {
		return nil, nil
	}
	ids := make([]string, len(entries))
	for i, e := range entries {
		ids[i] = e.ID
	}
	notes, err := s.store.DraftNotes(ctx, schema.Name(), ids)
	if err != nil {
		return nil, diag.Attempted(err, "look up drafts of %s", schema.Name())
	}
	return notes, nil
}

// DraftsBy are the pending drafts that a person began or saved last, the last one first, up
// to limit.
func (s *Service) DraftsBy(ctx context.Context, person string, limit int) ([]DraftNote, error) {
	notes, err := s.store.DraftsBy(ctx, person, limit)
	if err != nil {
		return nil, diag.Attempted(err, "look up the drafts of somebody")
	}
	seen := make(map[[2]string]bool, len(notes))
	notes = slices.DeleteFunc(notes, func(n DraftNote) bool {
		key := [2]string{n.Collection, n.EntryID}
		again := seen[key] || s.plan.Schema(n.Collection) == nil
		seen[key] = true
		return again
	})
	slices.SortStableFunc(notes, func(a, b DraftNote) int { return int(b.SavedAt - a.SavedAt) })
	return notes[:min(len(notes), limit)], nil
}

// LastDrafts are the pending drafts that were saved last, whoever did, up to limit.
func (s *Service) LastDrafts(ctx context.Context, limit int) ([]DraftNote, error) {
	notes, err := s.store.LastDrafts(ctx, limit)
	if err != nil {
		return nil, diag.Attempted(err, "look up the last drafts")
	}
	return slices.DeleteFunc(notes, func(n DraftNote) bool { return s.plan.Schema(n.Collection) == nil }), nil
}

func (s *Service) pending(ctx context.Context, schema *plan.Schema, id string) (*PendingDraft, error) {
	d, err := s.store.PendingDraft(ctx, schema.Name(), id)
	if err != nil {
		return nil, diag.Attempted(err, "read the draft of an entry of %s", schema.Name())
	}
	return d, nil
}

// Conflicts are the properties that were changed in the entry since the draft was begun, and
// in the draft otherwise, by name.
func (d *PendingDraft) Conflicts(live map[string]any) (fields []string) {
	if d == nil {
		return nil
	}
	_, fields = d.onto(live)
	return fields
}

// onto is the draft on top of the entry as it is now, property by property: what the draft
// did not change is as the entry has it. fields are those that both changed, and not alike;
// of them it has what the draft has.
func (d *PendingDraft) onto(live map[string]any) (data map[string]any, fields []string) {
	data = maps.Clone(live)
	if data == nil {
		data = make(map[string]any)
	}
	for _, name := range slices.Sorted(maps.Keys(overlay(d.BaseData, d.Data))) {
		if same(d.BaseData, d.Data, name) {
			continue
		}
		if !same(d.BaseData, live, name) && !same(d.Data, live, name) {
			fields = append(fields, name)
		}
		if value, present := d.Data[name]; present {
			data[name] = value
		} else {
			delete(data, name)
		}
	}
	return data, fields
}

// same reports whether two objects hold the same under a name, or both nothing.
func same(a, b map[string]any, name string) bool {
	was, had := a[name]
	is, has := b[name]
	return had == has && (!had || jsonvalue.Equal(was, is))
}

// maxDraftsSeen is how many of a collection's drafts are looked through for those of a
// person: no index has authors.
const maxDraftsSeen = 200

// DraftEntriesOf are entries that a person has made and that are drafts, with what titles
// are made of: those among the last changed drafts of each collection, up to limit of one.
func (s *Service) DraftEntriesOf(ctx context.Context, person string, limit int) (own []*Entry, err error) {
	for _, schema := range s.plan.Schemas() {
		if schema.Lifecycle() != plan.Publishing {
			continue
		}
		found, err := s.find(ctx, EntrySearch{
			Schema: schema, Status: Draft, Order: NewestFirst.of(schema), Limit: maxDraftsSeen, Only: true, Often: true,
			Excerpt: excerpted(schema, slices.Compact(slices.Sorted(slices.Values(append(TitleFields(schema), "locale"))))),
		})
		if err != nil {
			return nil, err
		}
		mine := slices.DeleteFunc(found.Entries, func(e *Entry) bool { return e.AuthorID != person })
		own = append(own, mine[:min(len(mine), limit)]...)
	}
	return own, nil
}
