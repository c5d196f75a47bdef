package admin

import (
	"github.com/quartet-dev/quartet/internal/admin/wire"
	"github.com/quartet-dev/quartet/internal/audit"
)

// audit lists who changed what, the newest first.
func (s *Surface) audit(q *request) error {
	records, next, err := s.auditPage(q, "audit", audit.Query{
		Actor: q.query["actor"], Collection: q.query["collection"], Subject: q.query["entry"],
	})
	if err != nil {
		return err
	}
	page := wire.Page[wire.AuditLine]{Items: each(records, auditLineOf), NextCursor: next}
	return q.answer(page, s.addTitles(q.Context(), page.Items))
}

// auditPage is a page of the records that are wanted. Of what list its cursors are,
// name and wanted say.
func (s *Surface) auditPage(q *request, name string, wanted audit.Query) (records []audit.Record, next *string, err error) {
	list := []string{name, wanted.Actor, wanted.Collection, wanted.Subject}
	if wanted.Before, err = s.openKeyCursor(list, q); err != nil {
		return nil, nil, err
	}
	wanted.Limit = q.query.limit()
	records, more, err := s.AuditLog.AuditRecords(q.Context(), wanted)
	if err == nil && more {
		next = s.sealCursor(list, []any{records[len(records)-1].Key})
	}
	return records, next, err
}

func auditLineOf(l audit.Record) wire.AuditLine {
	return wire.AuditLine{
		ID: l.Key, Time: l.Time, Actor: orNull(l.Actor.ID), Credential: orNull(l.Actor.Credential), ClientID: orNull(l.Actor.Client),
		Surface: string(l.Surface), Action: string(l.Action), Collection: orNull(l.Collection), Entry: orNull(l.Subject),
		Version: l.Version, Before: l.Before, After: l.After, Pruned: l.Pruned,
	}
}
