package quartet

import (
	"context"

	condition "github.com/quartet-dev/quartet/internal/health"
)

// Health is the condition of a service: the fields Since (when the counts
// began), Hooks (deferred hooks that are due, run, wait for another try or are
// dead, and for how long the longest due has been), Deliveries (tries of hooks
// by this process) and Database (sizes, writes that failed, reads that had to
// wait for a connection).
type Health = condition.Report

// Health reports how the service fares, for whoever watches it. Where the
// database cannot be asked, the error says so, and Hooks alone is missing.
func (s *Service) Health(ctx context.Context) (Health, error) { return s.app.Health(ctx) }
