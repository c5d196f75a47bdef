package auth

import (
	"context"
	"time"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/keyring"
)

// How long a session lives (site-folder.md, Identity routes): for 7 days after
// its last renewal, which a use brings about once a day, and 90 days at most.
const (
	SessionLifetime    = 7 * 24 * time.Hour
	MaxSessionLifetime = 90 * 24 * time.Hour
	sessionRenewal     = 24 * time.Hour
)

// maxSessions is how many of a user's sessions are listed.
const maxSessions = 100

// Device is where a sign-in came from, for the user's own list. Both texts are
// cut to a bounded length.
type Device struct {
	Address string // of the client
	Agent   string // what its browser calls itself
}

// Browser is the browser of whoever signs in.
type Browser struct {
	Device
	SessionToken string // the token of the session that it comes with, or ""
	CodeToken    string // what SendCode gave the browser that asked for a code, or ""
}

// Session is a signed-in browser. What ends one deletes its record: SignOut,
// EndSession and EndSessions, a sign-in of another user in the same browser, the
// loss of the staff role, and DeleteUser. One that has expired counts no more, and
// its record is purged later.
type Session struct {
	ID          string
	UserID      string
	Provider    string // the way in: email-otp, magic-link or a provider's id
	CreatedAt   time.Time
	RefreshedAt time.Time
	ExpiresAt   time.Time
	Device

	// Renewed says that reading the session has just put off its end, so
	// that its cookie should be sent again.
	Renewed bool
}

// SignedIn is what a sign-in gives. Token is the secret of the session's
// cookie, which is shown here alone.
type SignedIn struct {
	User    *User
	Session *Session
	Token   string
}

// Session finds the session of a cookie's token, with its user as they are at
// this moment, role included. Both are nil when the token counts for nothing.
// It costs one statement, and one transaction more on the first use of a day.
func (s *Service) Session(ctx context.Context, token string) (session *Session, u *User, err error) {
	hash, now := keyring.Hash(token), s.now()
	err = s.store.Read(ctx, "look up a session", func(r Reader) error {
		session, u, err = r.Session(hash)
		return err
	})
	if err != nil || session == nil || !now.Before(session.ExpiresAt) {
		return nil, nil, err
	}
	if now.Sub(session.RefreshedAt) >= sessionRenewal && !isUnused(ctx) {
		err = s.renew(ctx, session, now)
	}
	return session, u, err
}

type unusedKey struct{}

// Unused has Session look at a session without taking that for a use, which would put off
// its end: a page that was left open asks again and again by itself.
func Unused(ctx context.Context) context.Context { return context.WithValue(ctx, unusedKey{}, true) }

func isUnused(ctx context.Context) bool { return ctx.Value(unusedKey{}) != nil }

// renew puts the end of a session off. One that somebody ends meanwhile stays
// ended.
func (s *Service) renew(ctx context.Context, session *Session, now time.Time) error {
	session.Renewed, session.RefreshedAt, session.ExpiresAt = true, now, session.expiry(now)
	return s.store.Update(ctx, "renew a session", func(tx Tx) error {
		if err := tx.RenewSession(session.ID, session.RefreshedAt, session.ExpiresAt); err != nil {
			return err
		}
		return tx.SetSeen(session.UserID, now)
	})
}

func (s *Session) expiry(now time.Time) time.Time {
	end, last := now.Add(SessionLifetime), s.CreatedAt.Add(MaxSessionLifetime)
	if end.After(last) {
		return last
	}
	return end
}

// Sessions lists a user's living sessions, the newest first, 100 at most.
func (s *Service) Sessions(ctx context.Context, userID string) (list []*Session, err error) {
	err = s.store.Read(ctx, "list sessions", func(r Reader) error {
		list, err = r.Sessions(userID, s.now(), maxSessions)
		return err
	})
	return list, err
}

// SignOut ends the session of a token, and with it every grant that hangs on
// it; grants of sessions of the same user that have expired too, since nobody
// can sign out of those any more. A token that counts for nothing is no error.
func (s *Service) SignOut(ctx context.Context, token string) error {
	hash := keyring.Hash(token)
	return s.store.Update(ctx, "sign out", func(tx Tx) error {
		session, _, err := tx.Session(hash)
		if session == nil || err != nil {
			return err
		}
		if _, err := tx.DeleteSession(session.UserID, session.ID); err != nil {
			return err
		}
		return tx.DeleteExpiredSessions(session.UserID, s.now())
	})
}

// EndSession ends one of a user's own sessions by its id, or NOT_FOUND.
func (s *Service) EndSession(ctx context.Context, userID, id string) error {
	return s.store.Update(ctx, "end a session", func(tx Tx) error {
		ended, err := tx.DeleteSession(userID, id)
		if err == nil && !ended {
			err = diag.At(diag.NotFound, "", "There is no such session.")
		}
		return err
	})
}

// EndSessions ends all of a user's sessions but the one of that id, which may
// be "" to spare none, and tells how many.
func (s *Service) EndSessions(ctx context.Context, userID, but string) (ended int, err error) {
	err = s.store.Update(ctx, "end sessions", func(tx Tx) error {
		ended, err = tx.DeleteSessions(userID, but)
		return err
	})
	return ended, err
}
