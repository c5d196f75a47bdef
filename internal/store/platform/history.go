package platform

import (
	"context"
	"errors"

	"github.com/quartet-dev/quartet/internal/audit"
	"github.com/quartet-dev/quartet/internal/audit/history"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/sqlgen"
)

// EntryVersion implements audit.Store.
func (p Ports) EntryVersion(ctx context.Context, collection, subject string, version int64) (state *audit.State, err error) {
	err = p.History().Read(ctx, func(journal history.Reader) error {
		state, err = history.Version(journal, history.Entry{Collection: collection, ID: subject}, version)
		if state != nil || err != nil {
			return err
		}
		state, err = journal.(historyTx).named(collection, subject, version)
		return err
	})
	if err == nil && state == nil {
		err = diag.At(diag.NotFound, "input#", "There is no such entry.")
	}
	if err != nil {
		return nil, err
	}
	return state, nil
}

// History is the store of the history of entries. What it writes goes along with
// the writes of callers.
func (p Ports) History() history.Store { return historyStore{p.db} }

type historyStore struct{ db Database }

// Read implements history.Store.
func (s historyStore) Read(ctx context.Context, fn func(history.Reader) error) error {
	return s.db.ReadSnapshot(ctx, Func(func(c *Conn) error { return fn(historyTx{c}) }))
}

// Write implements history.Store.
func (s historyStore) Write(ctx context.Context, fn func(history.Writer) error) error {
	return s.db.UpdateInBackground(ctx, Func(func(c *Conn) error { return fn(historyTx{c}) }))
}

// historyTx reads and changes the history on a connection.
type historyTx struct{ c *Conn }

var _ history.Writer = historyTx{}

// State implements history.Reader.
func (j historyTx) State(e history.Entry) (state *audit.State, version int64, err error) {
	err = j.ofTable(e, sqlgen.SelectState, func(r row) (err error) {
		version = r.Integer(0)
		state, err = audit.StateOf(r.string(1), r.Text(2))
		return err
	})
	return state, version, err
}

// Size implements history.Reader.
func (j historyTx) Size(e history.Entry) (size int64, err error) {
	err = j.ofTable(e, sqlgen.SelectSize, func(r row) error {
		size = r.Integer(0)
		return nil
	})
	return size, err
}

// ofTable asks the table of an entry, unless it is gone.
func (j historyTx) ofTable(e history.Entry, text func(d *sqlgen.Dialect, table string) string, fn func(row) error) error {
	there, err := j.c.driver.HasTable(e.Collection)
	if !there || err != nil {
		return err
	}
	s, err := j.c.driver.PrepareOnce(text(j.c.driver.Dialect(), e.Collection))
	if err != nil {
		return err
	}
	return rows(s, fn, []any{e.ID})
}

var (
	lineOfVersion = declare(`SELECT key FROM _quartet_audit
WHERE subject = ?1 AND {aside}collection = ?2 AND version = ?3 AND action <> 'delete' ORDER BY key DESC LIMIT 1`)
	newestRecord = declare(`SELECT action, time FROM _quartet_audit WHERE subject = ?1 AND {aside}collection = ?2 ORDER BY key DESC LIMIT 1`)
	recordsBelow = declare(`SELECT a.key, action, version, coalesce(undo, before), after, kept
FROM _quartet_audit a LEFT JOIN _quartet_undo u ON u.key = a.key
WHERE subject = ?1 AND a.key < ?3 AND a.key > ?4 AND {aside}collection = ?2 ORDER BY a.key DESC LIMIT 32`)
	sizesHere = declare(`SELECT kept, octet_length(coalesce(undo, before)), octet_length(after)
FROM _quartet_audit a LEFT JOIN _quartet_undo u ON u.key = a.key
WHERE subject = ?1 AND {aside}collection = ?2 ORDER BY a.key DESC LIMIT ?3`)
	countHere = declare(`SELECT count(*) FROM (SELECT 1 FROM _quartet_audit
WHERE subject = ?1 AND {aside}collection = ?2 AND kept = 0 ORDER BY key DESC LIMIT ?3) AS here`)
	beyondHere = declare(`SELECT key FROM _quartet_audit
WHERE subject = ?1 AND {aside}collection = ?2 AND kept = 0 AND action NOT IN ('create', 'restore') ORDER BY key DESC LIMIT 500 OFFSET ?3`)
	recordHere = declare(`SELECT octet_length(before) + coalesce(octet_length(after), 0) FROM _quartet_audit WHERE key = ?1 AND kept = 0{for update}`)
	oldRecords = declare(`SELECT key, time, collection, subject, kept, action FROM _quartet_audit
WHERE key > ?1 ORDER BY key LIMIT ?2`)
)

// KeyOf implements history.Reader.
func (j historyTx) KeyOf(e history.Entry, version int64) (key *int64, err error) {
	err = j.c.each(lineOfVersion, func(r row) error { found := r.Integer(0); key = &found; return nil }, e.ID, e.Collection, version)
	return key, err
}

// Latest implements history.Reader.
func (j historyTx) Latest(e history.Entry) (action audit.Action, at int64, err error) {
	err = j.c.each(newestRecord, func(r row) error {
		action, at = audit.Action(r.Text(0)), r.Integer(1)
		return nil
	}, e.ID, e.Collection)
	return action, at, err
}

// Changes implements history.Reader.
func (j historyTx) Changes(e history.Entry, before, after int64, fn func(history.Change) error) error {
	return untilEnough(j.c.each(recordsBelow, func(r row) error {
		if history.Kept(r.Integer(5)) != history.InRecord {
			return errEnough
		}
		c := history.Change{Key: r.Integer(0), Action: audit.Action(r.Text(1)), Version: r.Integer(2), After: append([]byte(nil), r.Text(4)...)}
		var err error
		if c.Undo, err = r.fitted(3); err != nil {
			return err
		}
		return fn(c)
	}, e.ID, e.Collection, before, after))
}

// untilEnough is the error of a walk, and nil of one that was ended with
// errEnough.
func untilEnough(err error) error {
	if errors.Is(err, errEnough) {
		return nil
	}
	return err
}

// Waiting implements history.Reader.
func (j historyTx) Waiting(e history.Entry, most int) (lines int, bytes int64, err error) {
	err = untilEnough(j.c.each(sizesHere, func(r row) error {
		if history.Kept(r.Integer(0)) != history.InRecord {
			return errEnough
		}
		lines++
		bytes += r.Integer(1) + r.Integer(2)
		return nil
	}, e.ID, e.Collection, most))
	return lines, bytes, err
}

// CountInRecords implements history.Reader.
func (j historyTx) CountInRecords(e history.Entry, most int) (lines int, err error) {
	err = j.c.each(countHere, func(r row) error { lines = int(r.Integer(0)); return nil }, e.ID, e.Collection, most)
	return lines, err
}

// InRecordsBeyond implements history.Reader.
func (j historyTx) InRecordsBeyond(e history.Entry, leftOut int) (keys []int64, err error) {
	err = j.c.each(beyondHere, func(r row) error { keys = append(keys, r.Integer(0)); return nil }, e.ID, e.Collection, leftOut)
	return keys, err
}

// IsInRecord implements history.Writer.
func (j historyTx) IsInRecord(key int64) (bool, error) {
	return j.c.exists(recordHere, key)
}

// Oldest implements history.Reader.
func (j historyTx) Oldest(after int64, most int) (lines []history.StoredRecord, err error) {
	err = j.c.each(oldRecords, func(r row) error {
		lines = append(lines, history.StoredRecord{Kept: history.Kept(r.Integer(4)), Record: audit.Record{
			Key: r.Integer(0), Time: r.Integer(1), Collection: r.string(2), Subject: r.string(3), Action: audit.Action(r.Text(5)),
		}})
		return nil
	}, after, most)
	return lines, err
}

var (
	recordIsKept = declare(`UPDATE _quartet_audit SET kept = ?2, before = NULL, after = NULL WHERE key = ?1`)
	wholeRecord  = declare(`SELECT ` + recordColumns + ` FROM _quartet_audit WHERE key = ?1`)
	leanRecord   = declare(`INSERT INTO _quartet_audit (key, time, actor, credential, client, surface, action, collection, subject, version, kept)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)`)
)

// Empty implements history.Writer. A record that has long values in itself, of
// before there was _quartet_undo, is stored anew, which frees its page.
func (j historyTx) Empty(key int64, now history.Kept) error {
	if err := j.c.run(DeleteUndo, key); err != nil {
		return err
	}
	long := false
	err := j.c.each(recordHere, func(r row) error { long = r.Integer(0) > ShortUndo; return nil }, key)
	if err != nil || !long {
		return errors.Join(err, j.c.run(recordIsKept, key, int64(now)))
	}
	l, err := first(j.c, wholeRecord, recordAt, key)
	if l == nil || err != nil {
		return err
	}
	if err := j.c.run(DeleteRecord, key); err != nil {
		return err
	}
	return j.c.run(leanRecord, key, l.Time, orNull(l.Actor.ID), orNull(l.Actor.Credential), orNull(l.Actor.Client),
		string(l.Surface), string(l.Action), orNull(l.Collection), l.Subject, l.Version, int64(now))
}

// DeleteRecord implements history.Writer.
func (j historyTx) DeleteRecord(key int64) (bool, error) {
	if err := j.c.run(DeleteUndo, key); err != nil {
		return false, err
	}
	return j.c.hits(DeleteRecord, key)
}
