package admin

import (
	"cmp"
	"context"
	"slices"

	"github.com/quartet-dev/quartet/internal/admin/wire"
	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/presence"
)

// draftOf is a pending draft with what people are called.
func (s *Surface) draftOf(q *request, e *content.Entry, d *content.PendingDraft) (wire.Draft, error) {
	out := wire.Draft{
		Counter: d.Counter, Base: d.Base, Data: orObject(d.Data), BaseData: orObject(d.BaseData), Conflicts: []string{},
		BegunAt: d.BegunAt, SavedAt: d.SavedAt,
	}
	if d.Base != e.Version {
		out.Conflicts = append(out.Conflicts, d.Conflicts(e.Data)...)
	}
	if s.PageOf != nil {
		unpublished := *e // at the address that the entry has so far
		unpublished.Status = content.Draft
		out.Page = orNull(s.PageOf(q.Context(), &unpublished))
	}
	names, err := s.names(q), error(nil)
	if out.BegunBy, err = names.of(q.Context(), d.BegunBy); err != nil {
		return out, err
	}
	out.SavedBy, err = names.of(q.Context(), d.SavedBy)
	return out, err
}

// saveDraft keeps what is typed beside the entry (decision 224).
func (s *Surface) saveDraft(q *request) error {
	save := content.DraftSave{Collection: q.query["collection"], ID: q.PathValue("id")}
	var err error
	if save.Draft, err = q.seenDraft(); err != nil {
		return err
	}
	if save.Version, err = q.version(); err != nil {
		return err
	}
	if save.Patch, err = q.object("data"); err != nil {
		return err
	}
	e, d, err := s.staffEntries(q).SaveDraft(q.Context(), save)
	if err != nil {
		return s.stale(q, err, save.Version)
	}
	if d == nil {
		if save.Draft != 0 {
			s.drafted(q, content.DraftNote{Collection: save.Collection, EntryID: save.ID, Counter: save.Draft})
		}
		return q.answer(wire.SavedDraft{Entry: entryOf(e)}, nil)
	}
	s.drafted(q, d.DraftNote)
	draft, err := s.draftOf(q, e, d)
	return q.answer(wire.SavedDraft{Entry: entryOf(e), Draft: &draft}, err)
}

// drafted tells whoever has an entry open that the caller has saved or dropped its draft.
func (s *Surface) drafted(q *request, d content.DraftNote) {
	s.hub.Changed(presence.Place{Collection: d.Collection, Entry: d.EntryID},
		presence.Change{Kind: presence.Pending, Version: d.Counter, By: q.caller.Actor().ID})
}

func (s *Surface) discardDraft(q *request) error {
	seen, err := needed(q.query.count("expectedDraft", 1))
	if err != nil {
		return err
	}
	if err := s.staffEntries(q).DiscardDraft(q.Context(), q.query["collection"], q.PathValue("id"), seen); err != nil {
		return err
	}
	s.drafted(q, content.DraftNote{Collection: q.query["collection"], EntryID: q.PathValue("id"), Counter: seen})
	return q.answer(wire.Removed{Removed: true}, nil)
}

// keepDraft makes the pending draft of a draft the entry.
func (s *Surface) keepDraft(q *request) error {
	seen, err := needed(q.seenDraft())
	if err != nil {
		return err
	}
	e, err := s.staffEntries(q).KeepDraft(q.Context(), q.query["collection"], q.PathValue("id"), seen)
	if err != nil {
		return err
	}
	return q.answer(s.written(q, e), nil)
}

func (s *Surface) publishEntry(q *request) error {
	p, err := publicationOf(q.query["collection"], q.PathValue("id"), q.body)
	if err != nil {
		return err
	}
	e, err := s.staffEntries(q).PublishAs(q.Context(), p)
	if err != nil {
		return s.stale(q, err, p.Version)
	}
	return q.answer(s.written(q, e), nil)
}

// publicationOf reads what is to be published, and in which state it was seen: an
// expectedDraft of 0 is none.
func publicationOf(collection, id string, body map[string]any) (content.Publication, error) {
	p := content.Publication{Collection: collection, ID: id}
	var err error
	if p.Version, err = countIn(body, "expectedVersion", 1); err != nil {
		return p, err
	}
	p.Draft, err = countIn(body, "expectedDraft", 0)
	if body["expectedDraft"] != nil && p.Draft == 0 {
		p.Allow = content.WithoutDraft
	}
	return p, err
}

// publishTogether publishes an article in several languages, or not at all.
func (s *Surface) publishTogether(q *request) error {
	all, err := q.publications("collection", "id", "expectedVersion", "expectedDraft")
	if err != nil {
		return err
	}
	entries, err := s.staffEntries(q).PublishTogether(q.Context(), all)
	if err != nil {
		return err
	}
	for _, e := range entries {
		s.changed(q, e)
	}
	return q.answer(wire.Published{Entries: each(entries, func(e *content.Entry) wire.Entry { return entryOf(e) })}, nil)
}

// How many of a person's drafts are listed.
const ownDrafts = 50

// ownDrafts lists what the caller has begun or changed and not published.
func (s *Surface) ownDrafts(q *request) error {
	items, err := s.draftsOfCaller(q, ownDrafts)
	return q.answer(wire.OwnDrafts{Items: orEmpty(items)}, err)
}

// draftsOfCaller are so many of the caller's drafts, those that changed last first.
func (s *Surface) draftsOfCaller(q *request, most int) ([]wire.OwnDraft, error) {
	if q.caller.User == nil {
		return nil, nil
	}
	pending, err := s.Content.DraftsBy(q.Context(), q.caller.User.ID, most)
	if err != nil {
		return nil, err
	}
	items, err := s.draftsNoted(q, pending)
	if err != nil {
		return nil, err
	}
	listed := make(map[string]bool)
	for _, d := range items {
		listed[d.Collection+"/"+d.ID] = true
	}
	own, err := s.draftsOf(q.Context(), q.caller.User.ID, most)
	for _, d := range own {
		if !listed[d.Collection+"/"+d.ID] {
			items = append(items, d)
		}
	}
	slices.SortStableFunc(items, func(a, b wire.OwnDraft) int { return cmp.Compare(b.ChangedAt, a.ChangedAt) })
	return items[:min(len(items), most)], err
}

// draftsNoted are pending drafts, but for those of entries that are gone.
func (s *Surface) draftsNoted(q *request, pending []content.DraftNote) (items []wire.OwnDraft, err error) {
	for _, n := range pending {
		e, err := s.staffEntries(q).Get(q.Context(), n.Collection, n.EntryID)
		switch {
		case diag.HasCode(err, diag.NotFound):
			continue
		case err != nil:
			return nil, err
		}
		items = append(items, wire.OwnDraft{
			Collection: n.Collection, ID: n.EntryID, Status: string(e.Status), Title: n.Title, Locale: n.Locale, HasDraft: true, ChangedAt: n.SavedAt,
		})
	}
	return items, err
}

// draftsOf are the entries that a person has made and that are drafts.
func (s *Surface) draftsOf(ctx context.Context, person string, most int) (own []wire.OwnDraft, err error) {
	entries, err := s.Content.DraftEntriesOf(ctx, person, most)
	for _, e := range entries {
		schema := s.Content.Plan().Schema(e.Collection)
		own = append(own, wire.OwnDraft{
			Collection: e.Collection, ID: e.ID, Status: string(e.Status), Locale: e.Locale(),
			Title: content.Shortened(content.Title(schema, e.ID, e.Data), titleLength), ChangedAt: e.UpdatedAt,
		})
	}
	return own, err
}
