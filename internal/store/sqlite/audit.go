package sqlite

import (
	"context"
	"math"
	"slices"
	"strings"

	"github.com/quartet-dev/quartet/internal/audit"
	"github.com/quartet-dev/quartet/internal/audit/history"
	"github.com/quartet-dev/quartet/internal/store/platform"
)

var _ audit.Store = (*Store)(nil)

// The statements that write the journal, for those that write entries.
var (
	insertLine = queryOf(platform.InsertLine)
	forgetLine = queryOf(platform.DeleteLine)
	insertUndo = queryOf(platform.InsertUndo)
	forgetUndo = queryOf(platform.DeleteUndo)
)

// shortUndo is how long what takes a change back may be to be kept in the line.
const shortUndo = platform.ShortUndo

// journaled are the arguments of insertLine.
func journaled(l *audit.Line) []any { return platform.LineArguments(l) }

// lineCompanions store a line of an entry with it.
func lineCompanions(l *audit.Line) []companion {
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
	if len(text) == 0 {
		return nil
	}
	return string(text)
}

// fitted is the inverse of fitting.
func (s *stmt) fitted(i int) ([]byte, error) {
	if s.valueType(i) == blobValue {
		return audit.Decompress(s.blob(i))
	}
	return slices.Clone(s.text(i)), nil
}

const selectLines = `SELECT key, time, actor, credential, client, surface, action, collection, subject, version, kept,
CASE WHEN collection IS NULL THEN before END, CASE WHEN collection IS NULL THEN after END FROM _quartet_audit`

// auditQueries are the statements of AuditLines by which of actor, collection
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

// AuditLines implements audit.Store. All that it reads is of one moment.
func (s *Store) AuditLines(ctx context.Context, q audit.Query) (lines []audit.Line, more bool, err error) {
	err = historyStore{s}.read(ctx, func(j journal) error {
		found, err := j.lines(q)
		if err != nil {
			return err
		}
		lines, err = history.Values(j, found[:min(len(found), q.Limit)])
		more = len(lines) < len(found)
		return err
	})
	if err != nil {
		return nil, false, err
	}
	return lines, more, nil
}

// lines are what q asks for, with one more than its limit.
func (c *conn) lines(q audit.Query) (lines []history.Line, err error) {
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

func lineOf(s *stmt) history.Line {
	return history.Line{Kept: history.Kept(s.integer(10)), Line: audit.Line{
		Key: s.integer(0), Time: s.integer(1),
		Actor:   audit.Actor{ID: string(s.text(2)), Credential: string(s.text(3)), Client: string(s.text(4))},
		Surface: audit.Surface(s.text(5)), Action: audit.Action(s.text(6)),
		Collection: string(s.text(7)), Subject: string(s.text(8)), Version: s.integer(9),
		Before: slices.Clone(s.text(11)), After: slices.Clone(s.text(12)),
	}}
}
