package platform

import (
	"context"
	"encoding/json"

	"github.com/quartet-dev/quartet/internal/audit"
	"github.com/quartet-dev/quartet/internal/audit/history"
	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/jsonvalue"
	"github.com/quartet-dev/quartet/internal/sqlgen"
)

const (
	noteColumns  = `collection, entry_id, counter, base, title, locale, begun_by, begun_at, saved_by, saved_at`
	draftColumns = noteColumns + `, data, was`
)

var (
	selectDraft      = declare(`SELECT ` + draftColumns + ` FROM _quartet_drafts WHERE collection = ?1 AND entry_id = ?2 AND data IS NOT NULL`)
	selectDraftNotes = declare(`SELECT ` + noteColumns + ` FROM _quartet_drafts
WHERE entry_id IN {texts of ?1} AND collection = ?2 AND data IS NOT NULL`)
	selectDraftsBegun = declare(`SELECT ` + noteColumns + ` FROM _quartet_drafts
WHERE begun_by = ?1 AND data IS NOT NULL ORDER BY saved_at DESC LIMIT ?2`)
	selectDraftsSaved = declare(`SELECT ` + noteColumns + ` FROM _quartet_drafts
WHERE saved_by = ?1 AND data IS NOT NULL ORDER BY saved_at DESC LIMIT ?2`)
	selectDraftsLast = declare(`SELECT ` + noteColumns + ` FROM _quartet_drafts WHERE data IS NOT NULL ORDER BY saved_at DESC LIMIT ?1`)
	selectDraftsUp   = declare(`SELECT ` + noteColumns + ` FROM _quartet_drafts
WHERE collection = ?1 AND data IS NOT NULL AND (saved_at, entry_id) > (?2, ?3) ORDER BY saved_at, entry_id LIMIT ?4`)
	selectDraftsDown = declare(`SELECT ` + noteColumns + ` FROM _quartet_drafts
WHERE collection = ?1 AND data IS NOT NULL AND (saved_at, entry_id) < (?2, ?3) ORDER BY saved_at DESC, entry_id DESC LIMIT ?4`)
	beginDraft = declare(`INSERT INTO _quartet_drafts (collection, entry_id, counter, base, title, locale, begun_by, begun_at, saved_by, saved_at, data, was)
VALUES (?1, ?2, 1, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)
ON CONFLICT (collection, entry_id) DO UPDATE SET counter = _quartet_drafts.counter + 1, base = excluded.base, title = excluded.title,
locale = excluded.locale, begun_by = excluded.begun_by, begun_at = excluded.begun_at, saved_by = excluded.saved_by,
saved_at = excluded.saved_at, data = excluded.data, was = excluded.was WHERE _quartet_drafts.data IS NULL`)
	saveDraft = declare(`UPDATE _quartet_drafts SET counter = counter + 1, base = ?4, title = ?5, locale = ?6, saved_by = ?7, saved_at = ?8, data = ?9, was = ?10
WHERE collection = ?1 AND entry_id = ?2 AND counter = ?3 AND data IS NOT NULL`)
	endDraft = declare(`UPDATE _quartet_drafts SET data = NULL, was = NULL, title = '', locale = '', begun_by = '', saved_by = ?4, saved_at = ?5
WHERE collection = ?1 AND entry_id = ?2 AND counter = ?3 AND data IS NOT NULL`)
	selectDiscard    = declare(`SELECT saved_by, saved_at FROM _quartet_drafts WHERE collection = ?1 AND entry_id = ?2 AND data IS NULL`)
	deleteDraft      = declare(`DELETE FROM _quartet_drafts WHERE collection = ?1 AND entry_id = ?2`)
	draftCounter     = declare(`SELECT counter FROM _quartet_drafts WHERE collection = ?1 AND entry_id = ?2`)
	pendingCounter   = declare(`SELECT counter FROM _quartet_drafts WHERE collection = ?1 AND entry_id = ?2 AND data IS NOT NULL`)
	insertDraftMedia = declare(`INSERT INTO _quartet_draft_media (asset_id, collection, entry_id) VALUES (?1, ?2, ?3)
ON CONFLICT (asset_id, collection, entry_id) DO NOTHING`)
	forgetDraftMedia = declare(`DELETE FROM _quartet_draft_media WHERE collection = ?1 AND entry_id = ?2`)
)

// PendingDraft implements content.Store.
func (p Ports) PendingDraft(ctx context.Context, collection, entryID string) (found *content.PendingDraft, err error) {
	err = p.db.Read(ctx, Func(func(c *Conn) error {
		return c.each(selectDraft, func(r row) (err error) {
			found, err = draftAt(r)
			return err
		}, collection, entryID)
	}))
	return found, err
}

// DraftNotes implements content.Store.
func (p Ports) DraftNotes(ctx context.Context, collection string, ids []string) (map[string]content.DraftNote, error) {
	notes := make(map[string]content.DraftNote)
	if len(ids) == 0 {
		return notes, nil
	}
	err := p.db.Read(ctx, Func(func(c *Conn) error {
		return c.each(selectDraftNotes, func(r row) error {
			note := noteAt(r)
			notes[note.EntryID] = note
			return nil
		}, list(ids), collection)
	}))
	return notes, err
}

// DraftsBy implements content.Store.
func (p Ports) DraftsBy(ctx context.Context, person string, limit int) (notes []content.DraftNote, err error) {
	err = p.db.ReadSnapshot(ctx, Func(func(c *Conn) error {
		notes = nil
		for _, q := range []*Query{selectDraftsSaved, selectDraftsBegun} {
			err := c.each(q, func(r row) error {
				notes = append(notes, noteAt(r))
				return nil
			}, person, limit)
			if err != nil {
				return err
			}
		}
		return nil
	}))
	return notes, err
}

// LastDrafts implements content.Store.
func (p Ports) LastDrafts(ctx context.Context, limit int) (notes []content.DraftNote, err error) {
	err = p.db.Read(ctx, Func(func(c *Conn) error {
		notes = nil
		return c.each(selectDraftsLast, func(r row) error {
			notes = append(notes, noteAt(r))
			return nil
		}, limit)
	}))
	return notes, err
}

// DraftsSaved implements content.Store.
func (p Ports) DraftsSaved(ctx context.Context, collection string, after content.DraftPlace, limit int) (notes []content.DraftNote, err error) {
	next := selectDraftsUp
	if after.Desc {
		next = selectDraftsDown
	}
	err = p.db.Read(ctx, Func(func(c *Conn) error {
		notes = nil
		return c.each(next, func(r row) error {
			notes = append(notes, noteAt(r))
			return nil
		}, collection, after.At, after.EntryID, limit)
	}))
	return notes, err
}

func noteAt(r row) content.DraftNote {
	return content.DraftNote{
		Collection: r.string(0), EntryID: r.string(1), Counter: r.Integer(2), Base: r.Integer(3), Title: r.string(4), Locale: r.string(5),
		BegunBy: r.string(6), BegunAt: r.Integer(7), SavedBy: r.string(8), SavedAt: r.Integer(9),
	}
}

func draftAt(r row) (*content.PendingDraft, error) {
	d := &content.PendingDraft{DraftNote: noteAt(r)}
	var err error
	if d.Data, err = object(r.Text(10)); err != nil {
		return nil, err
	}
	d.BaseData, err = baseOf(d.Data, r.Text(11))
	return d, err
}

// storedLimits bounds what is decoded of a draft: more than any surface lets in.
var storedLimits = jsonvalue.Limits{Depth: 10_000, Nodes: 10_000_000, Stored: true}

func object(text []byte) (map[string]any, error) {
	value, err := jsonvalue.Decode(text, storedLimits)
	if err != nil {
		return nil, err
	}
	data, _ := value.(map[string]any)
	return data, nil
}

// baseOf goes from the data of a draft back to what it was made of.
func baseOf(data map[string]any, was []byte) (map[string]any, error) {
	if len(was) == 0 {
		return data, nil
	}
	var back struct {
		Data    json.RawMessage `json:"data"`
		Removed []string        `json:"removed"`
	}
	if err := json.Unmarshal(was, &back); err != nil {
		return nil, err
	}
	base := make(map[string]any, len(data))
	for name, value := range data {
		base[name] = value
	}
	for _, name := range back.Removed {
		delete(base, name)
	}
	if len(back.Data) == 0 {
		return base, nil
	}
	values, err := object(back.Data)
	for name, value := range values {
		base[name] = value
	}
	return base, err
}

// SaveDraft implements content.Store.
func (p Ports) SaveDraft(ctx context.Context, w *content.DraftWrite) (counter int64, err error) {
	err = p.db.Update(ctx, Func(func(c *Conn) (err error) {
		counter, err = c.saveDraft(w)
		return err
	}))
	return counter, err
}

func (c *Conn) saveDraft(w *content.DraftWrite) (counter int64, err error) {
	d := w.Draft
	if err := c.pin(d.Collection, d.EntryID, w.Entry); err != nil {
		return 0, err
	}
	if w.Ends {
		return 0, endOfDraft(c, d.Collection, d.EntryID, w.Expect, content.Discard{By: d.SavedBy, At: d.SavedAt})
	}
	data, was := string(jsonvalue.Append(nil, d.Data)), orNull(string(audit.Undo("", d.BaseData, d.Data)))
	var saved bool
	if w.Expect == 0 {
		saved, err = c.hits(beginDraft, d.Collection, d.EntryID, d.Base, d.Title, d.Locale, d.BegunBy, d.BegunAt, d.SavedBy, d.SavedAt, data, was)
	} else {
		saved, err = c.hits(saveDraft, d.Collection, d.EntryID, w.Expect, d.Base, d.Title, d.Locale, d.SavedBy, d.SavedAt, data, was)
	}
	switch {
	case err != nil:
		return 0, err
	case !saved:
		return 0, content.StaleDraft()
	}
	if err := c.useDraftMedia(d, w.Media); err != nil {
		return 0, err
	}
	err = c.each(draftCounter, func(r row) error { counter = r.Integer(0); return nil }, d.Collection, d.EntryID)
	return counter, err
}

// useDraftMedia stores the assets that a draft names.
func (c *Conn) useDraftMedia(d *content.PendingDraft, assets []string) error {
	if err := c.run(forgetDraftMedia, d.Collection, d.EntryID); err != nil {
		return err
	}
	for _, id := range assets {
		if err := c.run(insertDraftMedia, id, d.Collection, d.EntryID); err != nil {
			return err
		}
	}
	return nil
}

// pin holds an entry against what was read of it, and keeps it so until the transaction
// is over. A version of 0 is any.
func (c *Conn) pin(collection, id string, expect content.Expect) error {
	there := false
	err := historyTx{c}.ofTable(history.Entry{Collection: collection, ID: id}, sqlgen.SelectPinned, func(r row) error {
		there = true
		if string(r.Text(1)) != string(expect.Status) || expect.Version != 0 && r.Integer(0) != expect.Version {
			return content.MovedEntry()
		}
		return nil
	})
	if err == nil && !there {
		err = diag.At(diag.NotFound, "input#", "There is no such entry.")
	}
	return err
}

// DropDraft implements content.Store.
func (p Ports) DropDraft(ctx context.Context, collection, entryID string, counter int64, by content.Discard) error {
	return p.db.Update(ctx, Func(func(c *Conn) error { return endOfDraft(c, collection, entryID, counter, by) }))
}

// Discarded implements content.Store.
func (p Ports) Discarded(ctx context.Context, collection, entryID string) (by content.Discard, err error) {
	err = p.db.Read(ctx, Func(func(c *Conn) error {
		return c.each(selectDiscard, func(r row) error {
			by = content.Discard{By: r.string(0), At: r.Integer(1)}
			return nil
		}, collection, entryID)
	}))
	return by, err
}

// endOfDraft ends the draft of an entry, whose counter is the given one: CONFLICT where it
// is not. by is zero for one that goes into the entry.
func endOfDraft(c *Conn, collection, entryID string, counter int64, by content.Discard) error {
	ended, err := c.hits(endDraft, collection, entryID, counter, by.By, by.At)
	switch {
	case err != nil:
		return err
	case !ended:
		return content.StaleDraft()
	}
	return c.run(forgetDraftMedia, collection, entryID)
}

// EndDraftWith ends, or forgets, the draft of an entry in the transaction of its write.
func EndDraftWith(c *Conn, w *content.Write) error {
	if w.Op != content.Delete {
		return endOfDraft(c, w.Schema.Name(), w.Entry.ID, w.Draft.Counter, content.Discard{})
	}
	if !w.Draft.Any {
		var counter int64
		err := c.each(pendingCounter, func(r row) error { counter = r.Integer(0); return nil }, w.Schema.Name(), w.Entry.ID)
		if err == nil && counter != w.Draft.Counter {
			err = content.StaleDraft()
		}
		if err != nil {
			return err
		}
	}
	if err := c.run(deleteDraft, w.Schema.Name(), w.Entry.ID); err != nil {
		return err
	}
	return c.run(forgetDraftMedia, w.Schema.Name(), w.Entry.ID)
}
