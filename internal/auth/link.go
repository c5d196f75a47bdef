package auth

import (
	"context"
	"encoding/json"
	"time"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/keyring"
)

const (
	linkLife    = 5 * time.Minute
	maxCallback = 2048 // bytes
)

// linkPayload is what a link leads to.
type linkPayload struct {
	Email    string `json:"email"`
	Callback string `json:"callback"`
}

// SendLink mails a link that signs in whoever opens it, once, within 5 minutes.
// link makes its URL of the token; callback is where the browser goes
// afterwards, which the caller has checked. The error is
// INPUT_VALIDATION_FAILED for what is no address, else the mailer's.
func (s *Service) SendLink(ctx context.Context, email, locale string, link func(token string) string, callback string) error {
	email, err := NormalizeEmail(email)
	if err != nil {
		return err
	}
	token, err := s.NewLink(ctx, email, callback, linkLife)
	if err != nil {
		return err
	}
	return s.mailer.SendLink(ctx, email, link(token), locale)
}

// NewLink makes the token of a link like SendLink's, of a life of its own, and
// mails nothing: whoever is given it is trusted with the address. Its user is
// made when it is used.
func (s *Service) NewLink(ctx context.Context, email, callback string, life time.Duration) (token string, err error) {
	email, err = NormalizeEmail(email)
	if err != nil {
		return "", err
	}
	if len(callback) > maxCallback {
		return "", invalid("callbackURL", "The URL is longer than 2048 bytes.")
	}
	data, err := json.Marshal(linkPayload{email, callback})
	if err != nil {
		return "", diag.Internal(err)
	}
	token = keyring.Token()
	now := s.now()
	return token, s.put(ctx, &Verification{
		Kind: LinkVerification, Subject: keyring.Hash(token), Payload: s.keys.Seal(payloads, data), ExpiresAt: now.Add(life),
	}, now)
}

// SignInWithLink signs in whoever has the address that the token's link went
// to, and gives the link's callback. The error is UNAUTHENTICATED for a token
// that does not count, whatever the reason.
func (s *Service) SignInWithLink(ctx context.Context, token string, v Visitor) (in *SignedIn, callback string, err error) {
	e, hash := s.entrance(EmailLink, v), keyring.Hash(token)
	err = s.store.Update(ctx, func(tx Tx) error {
		v, err := tx.TakeVerification(LinkVerification, hash)
		if err != nil {
			return err
		}
		link, err := s.linkOf(v, e.now)
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

func (s *Service) linkOf(v *Verification, now time.Time) (link linkPayload, err error) {
	data, err := s.payload(v, now)
	if err != nil {
		return link, err
	}
	if err := json.Unmarshal(data, &link); err != nil {
		return link, diag.Internal(err)
	}
	return link, nil
}
