package admin

import (
	"github.com/quartet-dev/quartet/internal/admin/wire"
	"github.com/quartet-dev/quartet/internal/audit"
)

// audit lists who changed what, the newest first.
func (s *Surface) audit(q *request) (any, error) {
	limit := q.query.limit()
	lines, list, err := s.journal(q, "audit", audit.Query{
		Actor: q.query["actor"], Collection: q.query["collection"], Subject: q.query["entry"], Limit: limit + 1,
	})
	if err != nil {
		return nil, err
	}
	page, err := pageOf(s, list, lines, limit, lineOf, placeOfLine)
	if err != nil {
		return nil, err
	}
	return page, s.entitle(q.Context(), page.Items)
}

// journal reads the lines that are wanted behind the cursor of a request. Of what
// list that is a place, name and wanted say.
func (s *Surface) journal(q *request, name string, wanted audit.Query) (lines []audit.Line, list []string, err error) {
	list = []string{name, wanted.Actor, wanted.Collection, wanted.Subject}
	keys, err := s.placeIn(list, q, 1)
	if err != nil {
		return nil, nil, err
	}
	if keys != nil {
		wanted.Before, _ = keys[0].(int64)
	}
	lines, err = s.Journal.AuditLines(q.Context(), wanted)
	return lines, list, err
}

func placeOfLine(l audit.Line) []any { return []any{l.Key} }

func lineOf(l audit.Line) wire.AuditLine {
	return wire.AuditLine{
		ID: l.Key, Time: l.Time, Actor: orNull(l.Actor.ID), Credential: orNull(l.Actor.Credential), ClientID: orNull(l.Actor.Client),
		Surface: string(l.Surface), Action: string(l.Action), Collection: orNull(l.Collection), Entry: orNull(l.Subject),
		Version: l.Version, Before: l.Before, After: l.After,
	}
}
