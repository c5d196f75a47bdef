package auth

import (
	"time"

	"github.com/quartet-dev/quartet/internal/keyring"
)

// The ways to sign in that are no provider.
const (
	EmailCode = "email-otp"
	EmailLink = "magic-link"
)

// signInAttempt is one sign-in under way. Its token and the hashes are made before it is known
// whether it succeeds, so that either costs the same.
type signInAttempt struct {
	service  *Service
	now      time.Time
	provider string // EmailCode, EmailLink or a provider's id
	device   Device
	oldToken []byte // the hash of the token that the browser came with; nil for none
	token    string
	hash     []byte
	earlier  earlierSignIns

	email string // the address that is proven; "" for none
	login string // at the provider way; "" for none
}

func (s *Service) newSignIn(way string, v Browser) *signInAttempt {
	token := keyring.Token()
	e := &signInAttempt{
		service: s, now: s.now(), provider: way, token: token, hash: keyring.Hash(token),
		device: Device{clean(v.Address, maxAddress), clean(v.Agent, maxAgent)},
	}
	if v.SessionToken != "" {
		e.oldToken = keyring.Hash(v.SessionToken)
	}
	return e
}

// byEmail signs in the user who has the proven address, who may be new.
func (e *signInAttempt) byEmail(tx Tx, email string) (*SignedIn, error) {
	u, err := tx.UserByEmail(email)
	if err != nil {
		return nil, err
	}
	if u == nil {
		u = e.newUser()
		u.Email, u.EmailVerified = email, true
		if err := tx.InsertUser(u); err != nil {
			return nil, err
		}
	}
	e.email = email
	return e.complete(tx, u)
}

func (e *signInAttempt) newUser() *User {
	return &User{ID: newID(), CreatedAt: e.now, UpdatedAt: e.now, SeenAt: e.now}
}

// complete gives the user what the sign-in brings them: the first owner's role, an
// invitation's role, a session under a new token.
func (e *signInAttempt) complete(tx Tx, u *User) (*SignedIn, error) {
	if err := e.promote(tx, u); err != nil {
		return nil, err
	}
	if err := e.acceptInvitation(tx, u); err != nil {
		return nil, err
	}
	session := &Session{
		ID: newID(), UserID: u.ID, Provider: e.provider, CreatedAt: e.now, RefreshedAt: e.now,
		ExpiresAt: e.now.Add(SessionLifetime), Device: e.device,
	}
	if err := e.replace(tx, session); err != nil {
		return nil, err
	}
	if err := tx.InsertSession(session, e.hash); err != nil {
		return nil, err
	}
	u.SeenAt = e.now
	if err := tx.SetSeen(u.ID, e.now); err != nil {
		return nil, err
	}
	if err := e.recordAddress(tx, u); err != nil {
		return nil, err
	}
	return &SignedIn{User: u, Session: session, Token: e.token}, tx.Purge(e.now, purgeBatch)
}

// replace ends the session that the browser came with: its secret counts for
// nothing after a sign-in, whoever planted it. A session of the same user goes
// on under its id and the new secret, so that the clients that were connected
// in it stay connected; one of another user takes its grants along.
func (e *signInAttempt) replace(tx Tx, session *Session) error {
	if e.oldToken == nil {
		return nil
	}
	old, _, err := tx.Session(e.oldToken)
	if old == nil || err != nil {
		return err
	}
	if old.UserID == session.UserID {
		session.ID = old.ID
	}
	_, err = tx.DeleteSession(old.UserID, old.ID)
	return err
}
