package auth

import (
	"context"
	"time"

	"github.com/quartet-dev/quartet/internal/audit"
)

// change is what an audit record says of a change to users, invitations
// or keys. before and after hold what tells them apart, nil for nothing.
type change struct {
	actor         audit.Actor // who makes it
	action        audit.Action
	subject       string
	before, after map[string]any
}

// recordChange writes a change down, in its own transaction.
func recordChange(ctx context.Context, tx AuditWriter, now time.Time, c change) error {
	return tx.Record(c.record(audit.SurfaceOf(ctx), now))
}

func (c change) record(through audit.Surface, now time.Time) *audit.Record {
	l := &audit.Record{Time: now.UnixMilli(), Actor: c.actor, Surface: through, Action: c.action, Subject: c.subject}
	l.Before, l.After = audit.Difference(c.before, c.after)
	return l
}

// ofRole is a role as an audit record has it.
func ofRole(r Role) map[string]any {
	if r == None {
		return map[string]any{"role": nil}
	}
	return map[string]any{"role": string(r)}
}

func (i *Invitation) auditValue() map[string]any {
	return map[string]any{"email": i.Email, "role": string(i.Role)}
}
