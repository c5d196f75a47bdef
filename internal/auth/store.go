package auth

import (
	"context"
	"time"

	"github.com/quartet-dev/quartet/internal/audit"
)

// Store keeps the records of this package. Times have the precision of a
// millisecond.
//
// Every error is a *diag.Diagnostic, or what fn returned. A record that is not
// there is nil and no error.
type Store interface {
	// Read runs fn with a look at the records. Each of its calls sees a state of
	// its own. fn may be run again.
	Read(ctx context.Context, fn func(Reader) error) error

	// Update runs fn as one transaction, as if alone, and durable when Update
	// returns; an error of fn takes everything back. All writing may wait
	// meanwhile: fn is short and waits for nothing. Where others were in its way
	// fn is run again, and nothing stays of its earlier run in the store; so it
	// sets what it gives each time that it runs (decision 210).
	Update(ctx context.Context, fn func(Tx) error) error
}

// Reader reads records.
type Reader interface {
	UserReader
	SessionReader
	AccountReader
	VerificationReader
	InvitationReader
	KeyReader
}

// Tx reads and writes records.
type Tx interface {
	Reader
	UserWriter
	SessionWriter
	AccountWriter
	VerificationWriter
	InvitationWriter
	KeyWriter
	RateWriter
	AuditWriter

	// Purge deletes what has expired, up to limit rows of a kind. A session
	// whose row still carries an OAuth grant with offline access stays, and is
	// looked at again a day later.
	Purge(now time.Time, limit int) error
}

// UserReader reads users.
type UserReader interface {
	User(id string) (*User, error)

	// UserByEmail finds the user who has the verified address.
	UserByEmail(email string) (*User, error)

	// HasStaff reports whether any user has a staff role.
	HasStaff() (bool, error)

	// HasOwner reports whether any user but that one is an owner.
	HasOwner(but string) (bool, error)

	// Staff lists users with a role after a cursor, the longest here first.
	Staff(after Cursor, limit int) ([]*Staff, error)

	// Users lists users before a cursor, the newest first, whose name or address
	// contains search in any case of its letters.
	Users(search string, before Cursor, limit int) ([]*User, error)
}

// UserWriter writes users.
type UserWriter interface {
	// InsertUser and UpdateUser are CONFLICT when another user has the verified
	// address.
	InsertUser(u *User) error
	UpdateUser(u *User) error

	// DeleteUser deletes a user with their accounts, sessions, consents and
	// grants. It reports whether there was one.
	DeleteUser(id string) (bool, error)

	// SetRole gives a role, or none.
	SetRole(id string, role Role, now time.Time) error

	// SetFirstOwner makes a user an owner unless any user has a staff role, and
	// reports whether it did.
	SetFirstOwner(id string, now time.Time) (bool, error)

	// SetSeen records that a user was here.
	SetSeen(id string, now time.Time) error
}

// SessionReader reads sessions.
type SessionReader interface {
	// Session finds a session by the hash of its token, with its user,
	// whether or not it has expired.
	Session(hash []byte) (*Session, *User, error)

	// Sessions lists up to limit sessions of a user that expire after now, the
	// newest first.
	Sessions(user string, now time.Time, limit int) ([]*Session, error)
}

// SessionWriter writes sessions.
type SessionWriter interface {
	InsertSession(s *Session, hash []byte) error

	// RenewSession sets the times of a session that still has a row.
	RenewSession(id string, refreshed, expires time.Time) error

	// DeleteSession deletes a session of a user, and reports whether there was
	// one.
	DeleteSession(user, id string) (bool, error)

	// DeleteSessions deletes a user's sessions but that one, and tells how many.
	DeleteSessions(user, but string) (int, error)

	// DeleteExpiredSessions deletes those of a user's sessions that have expired
	// by now and still have a row.
	DeleteExpiredSessions(user string, now time.Time) error
}

// AccountReader reads accounts.
type AccountReader interface {
	Account(provider, subject string) (*Account, error)

	// Accounts lists a user's accounts by provider, and of one provider the one
	// used last first.
	Accounts(user string) ([]*Account, error)
}

// AccountWriter writes accounts.
type AccountWriter interface {
	// PutAccount inserts or replaces an account. Without tokens those that are
	// stored stay.
	PutAccount(a *Account) error
}

// VerificationReader reads what must be shown once.
type VerificationReader interface {
	// Verification finds a verification, expired or not, and leaves it.
	Verification(kind VerificationKind, subject []byte) (*Verification, error)
}

// VerificationWriter writes what must be shown once.
type VerificationWriter interface {
	// PutVerification inserts or replaces a verification.
	PutVerification(v *Verification) error

	// TryVerification counts a try and gives the verification after it. Where
	// there is none it leaves one without a proof that expires at a time, so
	// that a try always costs a write.
	TryVerification(kind VerificationKind, subject []byte, expires time.Time) (*Verification, error)

	// TakeVerification deletes a verification and gives what it was. Of several
	// who take one, one gets it.
	TakeVerification(kind VerificationKind, subject []byte) (*Verification, error)
}

// InvitationReader reads invitations.
type InvitationReader interface {
	Invitation(id string) (*Invitation, error)
	InvitationFor(email string) (*Invitation, error)

	// Invitations lists invitations that wait and expire after now, in the order
	// of their ids, which is that of their age, after an id.
	Invitations(now time.Time, after string, limit int) ([]*Invitation, error)
}

// InvitationWriter writes invitations.
type InvitationWriter interface {
	// PutInvitation inserts an invitation in place of the one for the address.
	PutInvitation(i *Invitation) error

	// AcceptInvitation marks an invitation that waits, and reports whether it did.
	AcceptInvitation(id string, now time.Time) (bool, error)

	DeleteInvitation(id string) error
}

// KeyReader reads keys.
type KeyReader interface {
	// KeyByHash finds a key by the hash of its secret, expired or not.
	KeyByHash(hash []byte) (*Key, error)

	// Keys lists keys in the order of their ids, which is that of their age,
	// after an id.
	Keys(after string, limit int) ([]*Key, error)
}

// KeyWriter writes keys.
type KeyWriter interface {
	InsertKey(k *Key, hash []byte) error
	SetKeyUsed(id string, now time.Time) error

	// DeleteKey reports whether there was one.
	DeleteKey(id string) (bool, error)
}

// RateWriter counts what is limited.
type RateWriter interface {
	// Rate is what was counted for a bucket in the window that begins at a time.
	Rate(bucket string, window time.Time) (int, error)

	// CountRate counts one more; the row may go after ends.
	CountRate(bucket string, window, ends time.Time) error

	// AddRate counts n more, and gives what is counted then.
	AddRate(bucket string, window, ends time.Time, n int) (int, error)
}

// AuditWriter writes down who changed what.
type AuditWriter interface {
	// Record adds a record, in the transaction of the change that it is about.
	Record(l *audit.Record) error
}
