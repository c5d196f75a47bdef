package auth

import (
	"context"
	"time"

	"github.com/quartet-dev/quartet/internal/audit"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/principal"
)

// Staff is a user with a role.
type Staff struct {
	User
	Login string // at a provider that has logins, or ""
}

// Staff lists users with a role after a cursor, the longest here first. next is
// the place of the following page, nil at the end. limit is 1 to 100.
func (s *Service) Staff(ctx context.Context, after Cursor, limit int) (list []*Staff, next *Cursor, err error) {
	limit = pageSize(limit)
	err = s.store.Read(ctx, "list staff", func(r Reader) error {
		list, err = r.Staff(after, limit+1)
		return err
	})
	if len(list) > limit {
		list = list[:limit]
		last := list[limit-1].cursor()
		next = &last
	}
	return list, next, err
}

// SetRole gives a user a role, or takes it with None, which ends their sessions
// and all that hangs on them. A role that is lowered or taken also takes back
// the invitation that waits for the user's address, which would give more again.
// The role that they have already changes nothing. Owners alone set roles, else
// AUTH_DENIED. One's own role is CONFLICT, and so the last owner's too; a user
// who is not there is NOT_FOUND.
func (s *Service) SetRole(ctx context.Context, by audit.Actor, userID string, role Role) error {
	if role != None && !role.IsStaff() {
		return badRole()
	}
	now := s.now()
	return s.store.Update(ctx, "set a role", func(tx Tx) error {
		u, err := mayChange(tx, by.ID, userID)
		if err != nil {
			return err
		}
		if role == None || role.Below(u.Role) {
			if err := uninvite(ctx, tx, now, by, u); err != nil {
				return err
			}
		}
		if role == u.Role {
			return nil
		}
		return changeRole(ctx, tx, now, by, u, role)
	})
}

func changeRole(ctx context.Context, tx Tx, now time.Time, by audit.Actor, u *User, role Role) error {
	if err := tx.SetRole(u.ID, role, now); err != nil {
		return err
	}
	if role == None {
		if _, err := tx.DeleteSessions(u.ID, ""); err != nil {
			return err
		}
	}
	return recordChange(ctx, tx, now, change{by, audit.ChangeRole, u.ID, ofRole(u.Role), ofRole(role)})
}

// mayChange is the user whose role actor may change.
func mayChange(tx Tx, actor, userID string) (*User, error) {
	if err := mustOwn(tx, actor); err != nil {
		return nil, err
	}
	if actor == userID {
		return nil, diag.At(diag.Conflict, "input#", "You cannot change your own role. Another owner can.")
	}
	return known(tx.User(userID))
}

// mustOwn is AUTH_DENIED unless actor is an owner at this moment.
func mustOwn(r Reader, actor string) error {
	u, err := r.User(actor)
	if err == nil && (u == nil || u.Role != Owner) {
		err = denied()
	}
	return err
}

func badRole() *diag.Diagnostic {
	d := invalid("role", "This is not a staff role.")
	d.Expected = principal.RoleNames()
	return d
}
