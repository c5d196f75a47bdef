package sqlite

import (
	"context"
	"math"
	"slices"
	"strings"

	"github.com/quartet-dev/quartet/internal/audit"
)

var _ audit.Store = (*Store)(nil)

var insertLine = &query{text: `INSERT INTO _quartet_audit (time, actor, credential, client, surface, action, collection, subject, version, before, after)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)`}

var forgetLine = &query{text: `DELETE FROM _quartet_audit WHERE key = ?1`}

// Where the values of a line are kept.
const (
	keptHere = iota // in the line
	keptPacked
	keptNowhere
	keptVersion // packed: the version, and not what the change changed
)

// shortUndo is how long what takes a change back may be to be kept in the line.
const shortUndo = 256

// insertUndo follows insertLine, of whose line it is.
var (
	insertUndo = &query{text: `INSERT OR REPLACE INTO _quartet_undo (key, undo) VALUES (last_insert_rowid(), ?1)`}
	forgetUndo = &query{text: `DELETE FROM _quartet_undo WHERE key = ?1`}
)

// journaled are the arguments of insertLine. Of an entry's line, before is what
// takes the change back, unless that is long.
func journaled(l *audit.Record) []any {
	before := l.Before
	if l.Collection != "" {
		before = l.Undo
	}
	if len(l.Undo) > shortUndo {
		before = nil
	}
	return []any{
		l.Time, orNull(l.Actor.ID), orNull(l.Actor.Credential), orNull(l.Actor.Client), string(l.Surface), string(l.Action),
		orNull(l.Collection), l.Subject, l.Version, orNull(string(before)), orNull(string(l.After)),
	}
}

// lineCompanions store a line of an entry with it.
func lineCompanions(l *audit.Record) []companion {
	line := companion{insertLine, forgetLine, journaled(l)}
	if len(l.Undo) <= shortUndo {
		return []companion{line}
	}
	return []companion{line, {insertUndo, forgetUndo, []any{fitting(l.Undo)}}}
}

// fitting is a text as a row can hold it beside its other columns: compressed
// when it alone takes a good part of what a row may have.
func fitting(text []byte) any {
	if len(text) > maxValueBytes/4 {
		return audit.Compress(text)
	}
	return orNull(string(text))
}

// fitted is the inverse of fitting.
func (s *stmt) fitted(i int) ([]byte, error) {
	if s.valueType(i) == blobValue {
		return audit.Decompress(s.blob(i))
	}
	return slices.Clone(s.text(i)), nil
}

// Record implements auth.AuditWriter.
func (t authTx) Record(l *audit.Record) error { return t.c.run(insertLine, journaled(l)...) }

const selectLines = `SELECT key, time, actor, credential, client, surface, action, collection, subject, version, kept,
CASE WHEN collection IS NULL THEN before END, CASE WHEN collection IS NULL THEN after END FROM _quartet_audit`

// auditQueries are the statements of AuditRecords by which of actor, collection
// and subject is asked for. A subject beats both others, which the plus keeps
// from being looked up: it has the fewest lines.
var auditQueries = func() (queries [8]*query) {
	for i := range queries {
		where, aside := []string{"key < ?4"}, strings.Repeat("+", i>>2&1)
		if i&1 != 0 {
			where = append(where, aside+"actor = ?1")
		}
		if i&2 != 0 {
			where = append(where, aside+"collection = ?2")
		}
		if i&4 != 0 {
			where = append(where, "subject = ?3")
		}
		queries[i] = &query{text: selectLines + " WHERE " + strings.Join(where, " AND ") + " ORDER BY key DESC LIMIT ?5"}
	}
	return queries
}()

// AuditRecords implements audit.Store. All that it reads is of one moment.
func (s *Store) AuditRecords(ctx context.Context, q audit.Query) (lines []audit.Record, more bool, err error) {
	err = s.readers.read(ctx, func(c *conn) error {
		return c.atOneMoment(func() error {
			found, err := c.lines(q)
			if err != nil {
				return err
			}
			lines, err = c.valued(found[:min(len(found), q.Limit)])
			more = len(lines) < len(found)
			return err
		})
	})
	if err != nil {
		return nil, false, err
	}
	return lines, more, nil
}

// keptLine is a line without the values of an entry, and where those are.
type keptLine struct {
	audit.Record
	kept int64
}

// lines are what q asks for, with one more than its limit.
func (c *conn) lines(q audit.Query) (lines []keptLine, err error) {
	chosen := 0
	for i, text := range []string{q.Actor, q.Collection, q.Subject} {
		if text != "" {
			chosen |= 1 << i
		}
	}
	if q.Before == 0 {
		q.Before = math.MaxInt64
	}
	err = c.each(auditQueries[chosen], func(s *stmt) error {
		lines = append(lines, lineOf(s))
		return nil
	}, q.Actor, q.Collection, q.Subject, q.Before, q.Limit+1)
	return lines, err
}

func lineOf(s *stmt) keptLine {
	return keptLine{kept: s.integer(10), Record: audit.Record{
		Key: s.integer(0), Time: s.integer(1),
		Actor:   audit.Actor{ID: string(s.text(2)), Credential: string(s.text(3)), Client: string(s.text(4))},
		Surface: audit.Surface(s.text(5)), Action: audit.Action(s.text(6)),
		Collection: string(s.text(7)), Subject: string(s.text(8)), Version: s.integer(9),
		Before: slices.Clone(s.text(11)), After: slices.Clone(s.text(12)),
	}}
}
