package auth

import (
	"context"
	"time"

	"github.com/quartet-dev/quartet/internal/keyring"
)

// NewPending keeps what a sign-in at a provider needs to go on when the
// browser comes back, sealed, for PendingLifetime. The token leads back to it, once.
func (s *Service) NewPending(ctx context.Context, payload []byte) (token string, err error) {
	token = keyring.Token()
	now := s.now()
	return token, s.put(ctx, now, &Verification{
		Kind: PendingVerification, Subject: keyring.Hash(token), Payload: s.keys.Seal(payloads, payload), ExpiresAt: now.Add(PendingLifetime),
	})
}

// PendingLifetime is how long somebody may take at a provider.
const PendingLifetime = 10 * time.Minute

// TakePending gives what NewPending kept, or UNAUTHENTICATED.
func (s *Service) TakePending(ctx context.Context, token string) ([]byte, error) {
	hash := keyring.Hash(token)
	var v *Verification
	err := s.store.Update(ctx, "take a pending sign-in", func(tx Tx) (err error) {
		v, err = tx.TakeVerification(PendingVerification, hash)
		return err
	})
	if err != nil {
		return nil, err
	}
	return s.payload(v, s.now())
}
