package auth

import (
	"context"
	"time"

	"github.com/quartet-dev/quartet/internal/audit"
	"github.com/quartet-dev/quartet/internal/diag"
)

// Invitation waits for somebody to prove an address, who then has the role.
type Invitation struct {
	ID         string
	Email      string // normalized
	Role       Role
	InvitedBy  string // a user's id
	CreatedAt  time.Time
	ExpiresAt  time.Time
	AcceptedAt time.Time // zero while it waits
}

const invitationLifetime = 7 * 24 * time.Hour

// Invite invites the holder of an address to a role, in place of an earlier
// invitation, and mails them the link. sent reports whether the mail was handed
// over; the invitation counts either way, at the next sign-in that proves the
// address, for 7 days, while the one who invited is an owner. Owners alone
// invite, else AUTH_DENIED; whoever has that role or one above it is CONFLICT.
func (s *Service) Invite(ctx context.Context, by audit.Actor, email string, role Role, link, locale string) (i *Invitation, sent bool, err error) {
	email, err = NormalizeEmail(email)
	if err != nil {
		return nil, false, err
	}
	if !role.IsStaff() {
		return nil, false, badRole()
	}
	now := s.now()
	i = &Invitation{ID: newID(), Email: email, Role: role, InvitedBy: by.ID, CreatedAt: now, ExpiresAt: now.Add(invitationLifetime)}
	inviter, err := s.putInvitation(ctx, by, i)
	if err != nil {
		return nil, false, err
	}
	sent = s.mailer != nil && s.mailer.SendInvitation(ctx, email, string(role), inviter, link, locale) == nil
	return i, sent, nil
}

// putInvitation stores an invitation and gives the name of who invites.
func (s *Service) putInvitation(ctx context.Context, by audit.Actor, i *Invitation) (inviter string, err error) {
	err = s.store.Update(ctx, "write an invitation", func(tx Tx) error {
		if err := mustOwn(tx, i.InvitedBy); err != nil {
			return err
		}
		invited, err := tx.UserByEmail(i.Email)
		if err != nil {
			return err
		}
		if invited != nil && invited.Role.AtLeast(i.Role) {
			return diag.At(diag.Conflict, "input#/email", "This user has the role already, or one above it.")
		}
		u, err := tx.User(i.InvitedBy)
		if err != nil {
			return err
		}
		inviter = u.displayName()
		if err := tx.PutInvitation(i); err != nil {
			return err
		}
		if err := recordChange(ctx, tx, i.CreatedAt, change{by, audit.Invite, i.ID, nil, i.auditValue()}); err != nil {
			return err
		}
		return tx.Purge(i.CreatedAt, purgeBatch)
	})
	return inviter, err
}

// displayName is what a user is called before others.
func (u *User) displayName() string {
	if u.Name != "" {
		return u.Name
	}
	return u.Email
}

// Invitations lists invitations that wait, in order of their ids, which is that
// of their age, after an id. limit is 1 to 100.
func (s *Service) Invitations(ctx context.Context, after string, limit int) (list []*Invitation, err error) {
	err = s.store.Read(ctx, "list invitations", func(r Reader) error {
		list, err = r.Invitations(s.now(), after, pageSize(limit))
		return err
	})
	return list, err
}

// DeleteInvitation takes an invitation back. Owners alone do so, else
// AUTH_DENIED. One that was accepted is CONFLICT, until its row is purged some
// time after it would have expired; one that is not there or has expired is
// NOT_FOUND.
func (s *Service) DeleteInvitation(ctx context.Context, by audit.Actor, id string) error {
	now := s.now()
	return s.store.Update(ctx, "delete an invitation", func(tx Tx) error {
		if err := mustOwn(tx, by.ID); err != nil {
			return err
		}
		i, err := tx.Invitation(id)
		switch {
		case err != nil:
			return err
		case i != nil && !i.AcceptedAt.IsZero():
			return diag.At(diag.Conflict, "input#", "The invitation was accepted.")
		case !i.waits(now):
			return diag.At(diag.NotFound, "input#", "There is no such invitation.")
		}
		return deleteWaiting(ctx, tx, now, by, i)
	})
}

// deleteWaiting deletes an invitation that waits.
func deleteWaiting(ctx context.Context, tx Tx, now time.Time, by audit.Actor, i *Invitation) error {
	if err := tx.DeleteInvitation(i.ID); err != nil {
		return err
	}
	return recordChange(ctx, tx, now, change{by, audit.DeleteInvitation, i.ID, i.auditValue(), nil})
}

// uninvite takes back the invitation that waits for a user's address, if any
// (decision 103).
func uninvite(ctx context.Context, tx Tx, now time.Time, by audit.Actor, u *User) error {
	if !u.EmailVerified {
		return nil
	}
	i, err := tx.InvitationFor(u.Email)
	if err != nil || !i.waits(now) {
		return err
	}
	return deleteWaiting(ctx, tx, now, by, i)
}

// waits reports whether an invitation can still be accepted; none cannot.
func (i *Invitation) waits(now time.Time) bool {
	return i != nil && i.AcceptedAt.IsZero() && now.Before(i.ExpiresAt)
}

// acceptInvitation gives the user the role that the proven address was invited
// to, unless theirs is as high.
func (e *signInAttempt) acceptInvitation(tx Tx, u *User) error {
	i, err := e.invitation(tx)
	if i == nil || err != nil {
		return err
	}
	accepted, err := tx.AcceptInvitation(i.ID, e.now)
	if err != nil || !accepted || u.Role.AtLeast(i.Role) {
		return err
	}
	if err := tx.SetRole(u.ID, i.Role, e.now); err != nil {
		return err
	}
	before := u.Role
	u.Role, u.UpdatedAt = i.Role, e.now
	return e.recordRole(tx, u, before)
}

// recordRole writes down the role that a sign-in has given.
func (e *signInAttempt) recordRole(tx Tx, u *User, before Role) error {
	c := change{audit.Actor{ID: u.ID}, audit.ChangeRole, u.ID, ofRole(before), ofRole(u.Role)}
	return tx.Record(c.record(audit.SignIn, e.now))
}

// invitation is the one that counts for the proven address; nil for none. It
// does not outlive its inviter's being an owner (decision 51).
func (e *signInAttempt) invitation(tx Tx) (*Invitation, error) {
	if e.email == "" {
		return nil, nil
	}
	i, err := tx.InvitationFor(e.email)
	if err != nil || !i.waits(e.now) {
		return nil, err
	}
	inviter, err := tx.User(i.InvitedBy)
	if err != nil || inviter == nil || inviter.Role != Owner {
		return nil, err
	}
	return i, nil
}
