package auth

import (
	"context"
	"time"
)

// VerificationKind is what a verification is of.
type VerificationKind string

// The kinds of verifications.
const (
	CodeVerification    VerificationKind = "code"     // the newest code of an address, for any browser
	OwnCodeVerification VerificationKind = "own code" // a code, for the browser that asked for it
	LinkVerification    VerificationKind = "link"
	PendingVerification VerificationKind = "pending"
)

// Verification is something that somebody must show once.
type Verification struct {
	Kind      VerificationKind
	Subject   []byte // whom or what it is about
	Proof     []byte // the MAC of what must be shown; empty when the subject is the proof
	Payload   []byte // sealed, or the subject of another one that goes with it; empty for none
	Tries     int
	ExpiresAt time.Time
}

// put stores verifications, and deletes some that have expired.
func (s *Service) put(ctx context.Context, now time.Time, all ...*Verification) error {
	return s.store.Update(ctx, "write a verification", func(tx Tx) error {
		for _, v := range all {
			if err := tx.PutVerification(v); err != nil {
				return err
			}
		}
		return tx.Purge(now, purgeBatch)
	})
}

// payload opens what a verification carries, or UNAUTHENTICATED when it no
// longer counts. It opens something even where there is none, or one that is
// too old.
func (s *Service) payload(v *Verification, now time.Time) ([]byte, error) {
	if v == nil {
		v = &Verification{}
	}
	data, err := s.keys.Open(payloads, v.Payload)
	switch {
	case !now.Before(v.ExpiresAt):
		return nil, badProof()
	case err != nil:
		return nil, badProof().WithCause(err) // sealed under a secret that is gone
	}
	return data, nil
}
