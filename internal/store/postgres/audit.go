package postgres

import (
	"context"
	"time"

	"github.com/quartet-dev/quartet/internal/audit"
)

var _ audit.Store = (*Store)(nil)

// Sweep brings the whole history into packs and within its bounds now.
func (s *Store) Sweep(ctx context.Context) error {
	if err := s.sweeper.Sweep(ctx, time.Now()); err != nil {
		return failure(err)
	}
	return nil
}
