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

// journaled are the arguments of insertLine.
func journaled(l *audit.Line) []any {
	return []any{
		l.Time, orNull(l.Actor.ID), orNull(l.Actor.Credential), orNull(l.Actor.Client), string(l.Surface), string(l.Action),
		orNull(l.Collection), l.Subject, l.Version, orNull(string(l.Before)), orNull(string(l.After)),
	}
}

// Record implements auth.JournalWriter.
func (t authTx) Record(l *audit.Line) error { return t.c.run(insertLine, journaled(l)...) }

const selectLines = `SELECT key, time, actor, credential, client, surface, action, collection, subject, version, before, after FROM _quartet_audit`

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

// AuditLines implements audit.Store.
func (s *Store) AuditLines(ctx context.Context, q audit.Query) (lines []audit.Line, err error) {
	chosen := 0
	for i, text := range []string{q.Actor, q.Collection, q.Subject} {
		if text != "" {
			chosen |= 1 << i
		}
	}
	if q.Before == 0 {
		q.Before = math.MaxInt64
	}
	err = s.readers.read(ctx, func(c *conn) error {
		return c.each(auditQueries[chosen], func(s *stmt) error {
			lines = append(lines, lineOf(s))
			return nil
		}, q.Actor, q.Collection, q.Subject, q.Before, q.Limit)
	})
	if err != nil {
		return nil, err
	}
	return lines, nil
}

func lineOf(s *stmt) audit.Line {
	return audit.Line{
		Key: s.integer(0), Time: s.integer(1),
		Actor:   audit.Actor{ID: string(s.text(2)), Credential: string(s.text(3)), Client: string(s.text(4))},
		Surface: audit.Surface(s.text(5)), Action: audit.Action(s.text(6)),
		Collection: string(s.text(7)), Subject: string(s.text(8)), Version: s.integer(9),
		Before: slices.Clone(s.text(10)), After: slices.Clone(s.text(11)),
	}
}
