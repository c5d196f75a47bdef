package content

import (
	"slices"

	"github.com/quartet-dev/quartet/internal/plan"
)

// ranks are the staff roles, each of which may do what those before it may.
var ranks = []string{Contributor, Editor, Owner}

// IsAtLeast tells whether the caller has a staff role, and that one or one
// above it.
func (c Caller) IsAtLeast(role string) bool {
	return c.Staff != nil && slices.Contains(ranks, c.Staff.Role) && slices.Index(ranks, c.Staff.Role) >= slices.Index(ranks, role)
}

// OpenToContributors tells whether a contributor may make or change an entry of
// that status: drafts on publishing Schemas only (contract, "First
// owner and roles").
func OpenToContributors(s *plan.Schema, status Status) bool {
	return s.Lifecycle() == plan.Publishing && status == Draft
}
