package content

import (
	"context"
	"time"

	"github.com/quartet-dev/quartet/internal/audit"
)

// line is what is written down about a change that leaves row. Before and After
// hold what differs of status and data. Of a creation neither is kept: the row
// has it, and what the row has no more is in the lines behind.
func (c *change) line(ctx context.Context, row *Entry, now time.Time) *audit.Line {
	l := &audit.Line{
		Time: now.UnixMilli(), Actor: c.caller.Actor(), Surface: audit.SurfaceOf(ctx), Action: moves[c.move].action,
		Collection: c.schema.Name(), Subject: row.ID, Version: row.Version,
	}
	switch c.move {
	case create:
	case remove:
		was, _ := audit.Difference(c.before.Data, nil)
		l.Before = state(c.before.Status, was)
	case edit:
		was, is := audit.Difference(c.before.Data, row.Data)
		l.Before, l.After = state(absent, was), state(absent, is)
	default:
		l.Before, l.After = state(c.before.Status, nil), state(row.Status, nil)
	}
	return l
}

// state is one side of a line; absent and nil are left out.
func state(status Status, data []byte) []byte {
	switch {
	case status == absent && data == nil:
		return nil
	case data == nil:
		return []byte(`{"status":"` + status + `"}`)
	case status == absent:
		return append(append([]byte(`{"data":`), data...), '}')
	}
	return append(append([]byte(`{"status":"`+status+`","data":`), data...), '}')
}

// Actor is who the caller is in the journal.
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
