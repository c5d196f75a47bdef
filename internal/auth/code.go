package auth

import (
	"context"
	"crypto/rand"
	"fmt"
	"math/big"
	"time"

	"github.com/quartet-dev/quartet/internal/keyring"
)

// CodeLifetime is how long a code counts.
const CodeLifetime = 5 * time.Minute

// SendCode mails a code of six digits to an address, known or not. It counts for
// 5 minutes: in the browser that asked, whose token asked is, until it has been
// tried 5 times there, whoever asks after it; in other browsers while it is the
// address's newest. locale chooses the language of the mail. The error is
// INPUT_VALIDATION_FAILED for what is no address, else the mailer's, with
// ErrUndelivered.
func (s *Service) SendCode(ctx context.Context, email, locale string) (asked string, err error) {
	email, err = NormalizeEmail(email)
	if err != nil {
		return "", err
	}
	code, asked, now := newCode(), keyring.Token(), s.now()
	own := &Verification{
		Kind: OwnCodeVerification, Subject: ownCode(asked, email), Proof: s.keys.MAC(codes, proofOf(email, code)),
		ExpiresAt: now.Add(CodeLifetime),
	}
	newest := *own
	newest.Kind, newest.Subject, newest.Payload = CodeVerification, []byte(email), own.Subject
	if err := s.put(ctx, now, own, &newest); err != nil {
		return "", err
	}
	return asked, undelivered(s.mailer.SendCode(ctx, email, code, locale))
}

var oneMillion = big.NewInt(1_000_000)

func newCode() string {
	n, err := rand.Int(rand.Reader, oneMillion)
	if err != nil {
		panic(err) // the system's source of random numbers never fails
	}
	return fmt.Sprintf("%06d", n)
}

func proofOf(email, code string) []byte { return []byte(email + "\x00" + code) }

// ownCode is the subject of a code for the browser that asked for it.
func ownCode(asked, email string) []byte { return keyring.Hash(asked + "\x00" + email) }

// SignInWithCode signs in whoever has the address that the code went to. The
// error is UNAUTHENTICATED for a code that does not count, whatever the reason,
// RATE_LIMITED after too many wrong ones, for WaitOf, and
// INPUT_VALIDATION_FAILED for what is no address.
func (s *Service) SignInWithCode(ctx context.Context, email, code string, v Browser) (in *SignedIn, err error) {
	email, err = NormalizeEmail(email)
	if err != nil {
		return nil, err
	}
	e := s.newSignIn(EmailCode, v)
	t := e.newCodeAttempt(email, code[:min(len(code), 64)], v)
	err = s.store.Update(ctx, "sign in with a code", func(tx Tx) error {
		in = nil // of an earlier run, whose session is gone
		right, err := t.check(tx)
		if err != nil || !right {
			return err // with nothing taken back: the try is counted
		}
		if err := t.consume(tx); err != nil {
			return err
		}
		in, err = e.byEmail(tx, email)
		return err
	})
	switch {
	case err != nil:
		return nil, err
	case t.wait > 0:
		return nil, tooOften("There were too many wrong codes for this address.", t.wait, t.reached())
	case in == nil:
		return nil, badProof()
	}
	return in, nil
}
