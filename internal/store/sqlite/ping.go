package sqlite

import "context"

// Ping implements content.Store.
func (s *Store) Ping(ctx context.Context) error {
	if err := s.writer.files.Check(); err != nil {
		return failure(err)
	}
	if err := s.writer.trouble.broken(); err != nil {
		return failure(err)
	}
	return s.Ports.Ping(ctx)
}
