package postgres

import "github.com/quartet-dev/quartet/internal/presence"

// Relay implements store.Store: the connection that tells what was written carries
// messages, too.
func (s *Store) Relay() presence.Relay {
	if s.feed == nil {
		return nil
	}
	return s.feed
}
