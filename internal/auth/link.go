package auth

import (
	"context"
	"encoding/json"
	"time"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/keyring"
)

const (
	linkLifetime = 5 * time.Minute
	maxCallback  = 2048 // bytes
)

// Link is a link that signs in whoever has it, once.
type Link struct {
	Email    string
	Callback string // where the browser goes afterwards, which the caller has checked

	// AtOnce says that to open the link is enough. A link that goes through a
	// mail server is opened by programs as well, and asks first.
	AtOnce bool
}

// linkPayload is a Link as it is kept.
type linkPayload struct {
	Email    string `json:"email"`
	Callback string `json:"callback"`
	AtOnce   bool   `json:"atOnce,omitempty"`
}

// SendLink mails a link that counts for 5 minutes. link makes its URL of the
// token. The error is INPUT_VALIDATION_FAILED for what is no address, else the
// mailer's, with ErrUndelivered.
func (s *Service) SendLink(ctx context.Context, email, locale string, link func(token string) string, callback string) error {
	email, err := NormalizeEmail(email)
	if err != nil {
		return err
	}
	token, err := s.NewLink(ctx, Link{Email: email, Callback: callback}, linkLifetime)
	if err != nil {
		return err
	}
	return undelivered(s.mailer.SendLink(ctx, email, link(token), locale))
}

// NewLink makes the token of a link with a life of its own, and mails nothing:
// whoever is given it is trusted with the address. Its user is made when it is
// used.
func (s *Service) NewLink(ctx context.Context, l Link, life time.Duration) (token string, err error) {
	l.Email, err = NormalizeEmail(l.Email)
	if err != nil {
		return "", err
	}
	if len(l.Callback) > maxCallback {
		return "", invalid("callbackURL", "The URL is longer than 2048 bytes.")
	}
	data, err := json.Marshal(linkPayload(l))
	if err != nil {
		return "", diag.Internal(err)
	}
	token = keyring.Token()
	now := s.now()
	return token, s.put(ctx, now, &Verification{
		Kind: LinkVerification, Subject: keyring.Hash(token), Payload: s.keys.Seal(payloads, data), ExpiresAt: now.Add(life),
	})
}

// Link is what a token leads to, which stays unspent: programs look at links
// before people do. The error is SignInWithLink's.
func (s *Service) Link(ctx context.Context, token string) (l Link, err error) {
	hash := keyring.Hash(token)
	var v *Verification
	err = s.store.Read(ctx, "look up a sign-in link", func(r Reader) error {
		v, err = r.Verification(LinkVerification, hash)
		return err
	})
	if err != nil {
		return Link{}, err
	}
	return s.linkOf(v, s.now())
}

// SignInWithLink signs in whoever has the address that the token's link went
// to, and gives the link's callback. The error is UNAUTHENTICATED for a token
// that does not count, whatever the reason.
func (s *Service) SignInWithLink(ctx context.Context, token string, v Browser) (in *SignedIn, callback string, err error) {
	e, hash := s.newSignIn(EmailLink, v), keyring.Hash(token)
	err = s.store.Update(ctx, "sign in with a link", func(tx Tx) error {
		v, err := tx.TakeVerification(LinkVerification, hash)
		if err != nil {
			return err
		}
		link, err := s.linkOf(v, e.now)
		e.setAccount(link.Email)
		if err != nil {
			return err
		}
		callback = link.Callback
		in, err = e.byEmail(tx, link.Email)
		return err
	})
	if err != nil {
		return nil, "", err
	}
	return in, callback, nil
}

func (s *Service) linkOf(v *Verification, now time.Time) (Link, error) {
	data, err := s.payload(v, now)
	if err != nil {
		return Link{}, err
	}
	var kept linkPayload
	if err := json.Unmarshal(data, &kept); err != nil {
		return Link{}, diag.Internal(err)
	}
	return Link(kept), nil
}
