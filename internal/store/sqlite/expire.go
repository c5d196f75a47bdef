package sqlite

import (
	"context"
	"errors"
	"time"

	"github.com/quartet-dev/quartet/internal/audit"
)

// expireBatch is how many lines are looked at in one read.
const expireBatch = 1000

var (
	oldLines = &query{text: `SELECT key, time, collection, subject, kept, action FROM _quartet_audit
WHERE key > ?1 ORDER BY key LIMIT ?2`}
	newestLine    = &query{text: `SELECT action, time FROM _quartet_audit WHERE subject = ?1 AND +collection = ?2 ORDER BY key DESC LIMIT 1`}
	deleteVersion = &query{text: `DELETE FROM _quartet_versions WHERE subject = ?1 AND collection = ?2 AND first <= ?3`}
)

// expired are lines that are too old, and packs of entries that are gone.
type expired struct {
	after int64 // the last line that was looked at
	lines []int64
	gone  map[ofEntry]int64 // entries, and the newest line of theirs among those
	more  bool
}

// expire deletes the lines about entries that are older than they may be: those
// that tell no values (any more), and all of an entry that was deleted that long
// ago. What the versions of an entry are told by is bounded by their number.
func (w *sweeper) expire(ctx context.Context, now time.Time) error {
	if w.keep.Records == 0 {
		return nil
	}
	found := &expired{more: true}
	for found.more {
		found = &expired{after: found.after, gone: make(map[ofEntry]int64)}
		err := w.readers.read(ctx, func(c *conn) error { return found.look(c, now.Add(-w.keep.Records).UnixMilli()) })
		if err != nil {
			return err
		}
		if len(found.lines) > 0 {
			if err := w.writer.doPatiently(ctx, func(c *conn) error { return c.wholly(func() error { return found.remove(c) }) }); err != nil {
				return err
			}
		}
	}
	return nil
}

// look reads lines in their order, which is that of time but for a clock that
// was set, up to the first one that is young enough.
func (x *expired) look(c *conn, before int64) error {
	type line struct {
		key  int64
		of   ofEntry
		bare bool
	}
	var old []line
	looked := 0
	err := c.each(oldLines, func(s *stmt) error {
		looked++
		if x.after = s.integer(0); s.integer(1) >= before {
			looked = 0
			return errEnough
		}
		if collection := string(s.text(2)); collection != "" {
			kept := s.integer(4)
			bare := kept == keptNowhere || kept == keptHere && audit.Action(s.text(5)) == audit.Create
			old = append(old, line{s.integer(0), ofEntry{collection, string(s.text(3))}, bare})
		}
		return nil
	}, x.after, expireBatch)
	x.more = looked == expireBatch
	if err != nil && looked > 0 {
		return err
	}
	for _, l := range old {
		gone := false
		if !l.bare {
			if gone, err = c.goneSince(l.of, before); err != nil {
				return err
			}
		}
		if gone {
			x.gone[l.of] = l.key
		}
		if gone || l.bare {
			x.lines = append(x.lines, l.key)
		}
	}
	return nil
}

// goneSince reports whether the last that is known of an entry is that it was
// deleted before a time.
func (c *conn) goneSince(e ofEntry, before int64) (gone bool, err error) {
	err = c.each(newestLine, func(s *stmt) error {
		gone = audit.Action(s.text(0)) == audit.Delete && s.integer(1) < before
		return nil
	}, e.subject, e.collection)
	return gone, err
}

func (x *expired) remove(c *conn) error {
	for _, key := range x.lines {
		if err := errors.Join(c.run(forgetUndo, key), c.run(forgetLine, key)); err != nil {
			return err
		}
	}
	for e, key := range x.gone {
		if err := c.run(deleteVersion, e.subject, e.collection, key); err != nil {
			return err
		}
	}
	return c.run(addPruned, 0, len(x.lines))
}
