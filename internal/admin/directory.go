package admin

import (
	"context"

	"github.com/quartet-dev/quartet/internal/audit"
)

// Directory knows the site's users, and asks of each change whether its maker is
// an owner at that moment. Every error is a diagnostic, with the codes that
// admin-api.md gives each route. A change is written to the audit log, by
// whom it says, in its own transaction.
type Directory interface {
	// Profile is what a user is called, or NOT_FOUND.
	Profile(ctx context.Context, userID string) (Profile, error)

	// Staff lists everybody with a role, the longest here first, and then
	// everybody invited to one.
	Staff(ctx context.Context) ([]StaffUser, error)

	// SetRole gives a role, or takes it with "": INPUT_VALIDATION_FAILED for
	// what is no role, CONFLICT for one's own or the last owner's, NOT_FOUND. A
	// role that is lowered or taken is not given again by an invitation that
	// waits.
	SetRole(ctx context.Context, by audit.Actor, userID, role string) error

	// Invite invites the holder of an address. mailed reports whether a mail was
	// handed over.
	Invite(ctx context.Context, by audit.Actor, email, role string) (i Invitation, mailed bool, err error)

	// DeleteInvitation takes one back; one that was accepted is CONFLICT.
	DeleteInvitation(ctx context.Context, by audit.Actor, id string) error

	// Members lists users after a cursor, the newest first, whose name or
	// address contains search. next is nil at the end.
	Members(ctx context.Context, search string, behind Cursor, limit int) (members []Member, next *Cursor, err error)
}

// Profile is what a user is called. A Member has no role: members are for editors to know.
type Profile struct {
	Name, Email, Login, Image string
	Member                    bool
}

// StaffUser is a user with a role, or with Invited set an address without one.
type StaffUser struct {
	Profile
	ID        string
	Role      string
	Invited   bool
	CreatedAt int64 // Unix epoch milliseconds
}

// Invitation is one that was made.
type Invitation struct {
	ID, Email, Role string
	ExpiresAt       int64 // Unix epoch milliseconds
}

// Member is a user.
type Member struct {
	ID, Name, Email string
	EmailVerified   bool
	CreatedAt       int64 // Unix epoch milliseconds
	SeenAt          int64 // 0 when never
}

// Cursor is where a page of members ended: the zero Cursor is the start.
type Cursor struct {
	At int64
	ID string
}
