package sqlite

import (
	"context"
	"errors"
	"time"

	"github.com/quartet-dev/quartet/internal/audit"
	"github.com/quartet-dev/quartet/internal/audit/history"
	"github.com/quartet-dev/quartet/internal/sqlgen"
)

// EntryVersion implements audit.Store.
func (s *Store) EntryVersion(ctx context.Context, collection, subject string, version int64) (state *audit.State, err error) {
	err = historyStore{s}.Read(ctx, func(journal history.Reader) error {
		state, err = history.Version(journal, history.Entry{Collection: collection, ID: subject}, version)
		return err
	})
	if err == nil && state == nil {
		err = notFound()
	}
	if err != nil {
		return nil, err
	}
	return state, nil
}

// Sweep brings the whole history into packs and within its bounds now.
func (s *Store) Sweep(ctx context.Context) error {
	if err := s.sweeper.Sweep(ctx, time.Now()); err != nil {
		return failure(err)
	}
	return nil
}

// historyStore is history's Store: what it writes goes along with the writes of
// callers.
type historyStore struct{ *Store }

// Read implements history.Store.
func (s historyStore) Read(ctx context.Context, fn func(history.Reader) error) error {
	return s.read(ctx, func(j journal) error { return fn(j) })
}

func (s historyStore) read(ctx context.Context, fn func(journal) error) error {
	return s.readers.read(ctx, func(c *conn) error {
		return c.atOneMoment(func() error { return fn(journal{c}) })
	})
}

// Write implements history.Store.
func (s historyStore) Write(ctx context.Context, fn func(history.Writer) error) error {
	return s.writer.doPatiently(ctx, func(c *conn) error {
		return c.wholly(func() error { return fn(journal{c}) })
	})
}

// journal reads and changes the history on a connection.
type journal struct{ *conn }

var _ history.Writer = journal{}

// State implements history.Reader.
func (j journal) State(e history.Entry) (state *audit.State, version int64, err error) {
	err = j.ofTable(e, sqlgen.SelectState(sqlgen.SQLite, e.Collection), func(s *stmt) (err error) {
		version = s.integer(0)
		state, err = audit.StateOf(string(s.text(1)), s.text(2))
		return err
	})
	return state, version, err
}

// Size implements history.Reader.
func (j journal) Size(e history.Entry) (size int64, err error) {
	err = j.ofTable(e, sqlgen.SelectSize(sqlgen.SQLite, e.Collection), func(s *stmt) error {
		size = s.integer(0)
		return nil
	})
	return size, err
}

// ofTable asks the table of an entry, unless it is gone.
func (j journal) ofTable(e history.Entry, text string, fn func(*stmt) error) error {
	found, err := j.look(hasTable, e.Collection)
	if found == nil || err != nil {
		return err
	}
	return j.each(&query{text: text, brief: true}, fn, e.ID)
}

var (
	lineOfVersion = &query{text: `SELECT key FROM _quartet_audit
WHERE subject = ?1 AND +collection = ?2 AND version = ?3 AND action <> 'delete' ORDER BY key DESC LIMIT 1`}
	newestLine = &query{text: `SELECT action, time FROM _quartet_audit WHERE subject = ?1 AND +collection = ?2 ORDER BY key DESC LIMIT 1`}
	linesBelow = &query{text: `SELECT a.key, action, version, coalesce(undo, before), after, kept
FROM _quartet_audit a LEFT JOIN _quartet_undo u ON u.key = a.key
WHERE subject = ?1 AND a.key < ?3 AND a.key > ?4 AND +collection = ?2 ORDER BY a.key DESC LIMIT 32`}
	sizesHere = &query{text: `SELECT kept, octet_length(coalesce(undo, before)), octet_length(after)
FROM _quartet_audit a LEFT JOIN _quartet_undo u ON u.key = a.key
WHERE subject = ?1 AND +collection = ?2 ORDER BY a.key DESC LIMIT ?3`}
	countHere = &query{text: `SELECT count(*) FROM (SELECT 1 FROM _quartet_audit
WHERE subject = ?1 AND +collection = ?2 AND kept = 0 ORDER BY key DESC LIMIT ?3)`}
	beyondHere = &query{text: `SELECT key FROM _quartet_audit
WHERE subject = ?1 AND +collection = ?2 AND kept = 0 AND action <> 'create' ORDER BY key DESC LIMIT 500 OFFSET ?3`}
	lineHere = &query{text: `SELECT octet_length(before) + coalesce(octet_length(after), 0) FROM _quartet_audit WHERE key = ?1 AND kept = 0`}
	oldLines = &query{text: `SELECT key, time, collection, subject, kept, action FROM _quartet_audit
WHERE key > ?1 ORDER BY key LIMIT ?2`}
)

// KeyOf implements history.Reader.
func (j journal) KeyOf(e history.Entry, version int64) (key *int64, err error) {
	err = j.each(lineOfVersion, func(s *stmt) error { found := s.integer(0); key = &found; return nil }, e.ID, e.Collection, version)
	return key, err
}

// Latest implements history.Reader.
func (j journal) Latest(e history.Entry) (action audit.Action, at int64, err error) {
	err = j.each(newestLine, func(s *stmt) error {
		action, at = audit.Action(s.text(0)), s.integer(1)
		return nil
	}, e.ID, e.Collection)
	return action, at, err
}

// Changes implements history.Reader.
func (j journal) Changes(e history.Entry, before, after int64, fn func(history.Change) error) error {
	return untilEnough(j.each(linesBelow, func(s *stmt) error {
		if history.Kept(s.integer(5)) != history.InLine {
			return errEnough
		}
		c := history.Change{Key: s.integer(0), Action: audit.Action(s.text(1)), Version: s.integer(2), After: append([]byte(nil), s.text(4)...)}
		var err error
		if c.Undo, err = s.fitted(3); err != nil {
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
func (j journal) Waiting(e history.Entry, most int) (lines int, bytes int64, err error) {
	err = untilEnough(j.each(sizesHere, func(s *stmt) error {
		if history.Kept(s.integer(0)) != history.InLine {
			return errEnough
		}
		lines++
		bytes += s.integer(1) + s.integer(2)
		return nil
	}, e.ID, e.Collection, most))
	return lines, bytes, err
}

// CountInLine implements history.Reader.
func (j journal) CountInLine(e history.Entry, most int) (lines int, err error) {
	err = j.each(countHere, func(s *stmt) error { lines = int(s.integer(0)); return nil }, e.ID, e.Collection, most)
	return lines, err
}

// InLineBeyond implements history.Reader.
func (j journal) InLineBeyond(e history.Entry, leftOut int) (keys []int64, err error) {
	err = j.each(beyondHere, func(s *stmt) error { keys = append(keys, s.integer(0)); return nil }, e.ID, e.Collection, leftOut)
	return keys, err
}

// IsInLine implements history.Reader.
func (j journal) IsInLine(key int64) (bool, error) {
	found, err := j.look(lineHere, key)
	return found != nil, err
}

// Oldest implements history.Reader.
func (j journal) Oldest(after int64, most int) (lines []history.Line, err error) {
	err = j.each(oldLines, func(s *stmt) error {
		lines = append(lines, history.Line{Kept: history.Kept(s.integer(4)), Line: audit.Line{
			Key: s.integer(0), Time: s.integer(1), Collection: string(s.text(2)), Subject: string(s.text(3)), Action: audit.Action(s.text(5)),
		}})
		return nil
	}, after, most)
	return lines, err
}

var (
	lineIsKept = &query{text: `UPDATE _quartet_audit SET kept = ?2, before = NULL, after = NULL WHERE key = ?1`}
	wholeLine  = &query{text: `SELECT key, time, actor, credential, client, surface, action, collection, subject, version FROM _quartet_audit WHERE key = ?1`}
	leanLine   = &query{text: `INSERT INTO _quartet_audit (key, time, actor, credential, client, surface, action, collection, subject, version, kept)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)`}
)

// Empty implements history.Writer. A line that has long values in itself, of
// before there was _quartet_undo, is stored anew, which frees its page.
func (j journal) Empty(key int64, now history.Kept) error {
	if err := j.run(forgetUndo, key); err != nil {
		return err
	}
	long := false
	err := j.each(lineHere, func(s *stmt) error { long = s.integer(0) > shortUndo; return nil }, key)
	if err != nil || !long {
		return errors.Join(err, j.run(lineIsKept, key, int64(now)))
	}
	var values []any
	err = j.each(wholeLine, func(s *stmt) error {
		for i := range s.columns() {
			values = append(values, s.value(i))
		}
		return nil
	}, key)
	if err == nil {
		err = j.run(forgetLine, key)
	}
	if err == nil {
		err = j.run(leanLine, append(values, int64(now))...)
	}
	return err
}

// DeleteLine implements history.Writer.
func (j journal) DeleteLine(key int64) error {
	return errors.Join(j.run(forgetUndo, key), j.run(forgetLine, key))
}
