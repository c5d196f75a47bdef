package auth

import (
	"context"
	"crypto/rand"
	"fmt"
	"math/big"
	"time"
)

const (
	codeLife = 5 * time.Minute
	maxTries = 5 // of a code (open-parts.md, Rate limits)
)

// SendCode mails a code of six digits to an address, known or not, which
// takes the place of an earlier one. It counts for 5 minutes and 5 tries.
// locale chooses the language of the mail. The error is
// INPUT_VALIDATION_FAILED for what is no address, else the mailer's.
func (s *Service) SendCode(ctx context.Context, email, locale string) error {
	email, err := NormalizeEmail(email)
	if err != nil {
		return err
	}
	code, now := newCode(), s.now()
	v := &Verification{
		Kind: CodeVerification, Subject: []byte(email), Proof: s.keys.MAC(codes, proofOf(email, code)),
		ExpiresAt: now.Add(codeLife),
	}
	if err := s.put(ctx, v, now); err != nil {
		return err
	}
	return s.mailer.SendCode(ctx, email, code, locale)
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

// SignInWithCode signs in whoever has the address that the code went to. The
// error is UNAUTHENTICATED for a code that does not count, whatever the reason,
// and INPUT_VALIDATION_FAILED for what is no address.
func (s *Service) SignInWithCode(ctx context.Context, email, code string, v Visitor) (in *SignedIn, err error) {
	email, err = NormalizeEmail(email)
	if err != nil {
		return nil, err
	}
	e, proof := s.entrance(EmailCode, v), proofOf(email, code[:min(len(code), 64)])
	err = s.store.Update(ctx, func(tx Tx) error {
		v, err := tx.TryVerification(CodeVerification, []byte(email), e.now.Add(codeLife))
		if err != nil || !s.counts(v, proof, e.now) {
			return err // with nothing taken back: the try is counted
		}
		if _, err := tx.TakeVerification(CodeVerification, v.Subject); err != nil {
			return err
		}
		in, err = e.byEmail(tx, email)
		return err
	})
	switch {
	case err != nil:
		return nil, err
	case in == nil:
		return nil, unproven()
	}
	return in, nil
}

// counts tells whether proof is what v wants. It looks at the proof even where
// that changes nothing.
func (s *Service) counts(v *Verification, proof []byte, now time.Time) bool {
	right := s.keys.Verify(codes, proof, v.Proof)
	return right && v.Tries <= maxTries && now.Before(v.ExpiresAt)
}
