package content

import (
	"context"
	"time"

	"github.com/quartet-dev/quartet/internal/audit"
)

// auditRecord is the record of a change that leaves row: what takes it
// back. What the change made is in the row, and once the row has it no more it
// is in the record behind; so no creation has a copy, and every version is kept
// once (decision 68).
func (c *change) auditRecord(ctx context.Context, row *Entry, now time.Time) *audit.Record {
	l := &audit.Record{
		Time: now.UnixMilli(), Actor: c.caller.Actor(), Surface: audit.SurfaceOf(ctx), Action: moves[c.move].action,
		Collection: c.schema.Name(), Subject: row.ID, Version: row.Version,
	}
	switch c.move {
	case create:
		if c.returned != nil {
			l.Action = audit.Restore
		}
	case remove:
		l.Undo = audit.Undo(string(c.before.Status), c.before.Data, nil)
	case edit, replace:
		was := ""
		if row.Status != c.before.Status { // by an import, or of a draft that is published
			was = string(c.before.Status)
		}
		l.Undo = audit.Undo(was, c.before.Data, row.Data)
	case publish, unpublish, archive:
		l.Undo = audit.Undo(string(c.before.Status), nil, nil)
	}
	return l
}

// Actor is who the caller is in audit records.
func (c Caller) Actor() audit.Actor {
	var a audit.Actor
	if c.Auth != nil {
		a = audit.Actor{ID: c.Auth.CredentialID, Credential: c.Auth.Credential, Client: c.Auth.ClientID}
	}
	if c.User != nil {
		a.ID = c.User.ID
	}
	return a
}
