package content

import (
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/principal"
)

// IsAtLeast reports whether the caller has a staff role, and that one or one
// above it, or the rights of the service.
func (c Caller) IsAtLeast(role principal.Role) bool {
	return c.Service || c.Staff != nil && principal.Role(c.Staff.Role).AtLeast(role)
}

// OpenToContributors reports whether a contributor may make or change an entry of
// that status: drafts on publishing Schemas only (interface.md, First owner and
// roles).
func OpenToContributors(s *plan.Schema, status Status) bool {
	return s.Lifecycle() == plan.Publishing && status == Draft
}

// TakesDraft reports whether a member of staff may keep a pending draft beside an entry of
// that status.
func TakesDraft(s *plan.Schema, status Status) bool {
	return s.Lifecycle() == plan.Publishing && !s.ReadOnly() && status != Archived
}

// Permissions are the generic writes that a caller may do to an entry as it is.
type Permissions struct{ Edit, Publish, Unpublish, Archive, Delete bool }

// Permissions looks at the caller's role, the lifecycle, and whether only
// Procedures write the collection's data. It grants nothing: each write asks again.
func (s *Service) Permissions(caller Caller, e *Entry) Permissions {
	schema := s.plan.Schema(e.Collection)
	if schema == nil {
		return Permissions{}
	}
	allowed := func(m move) bool {
		_, err := m.target(schema, e.Status)
		return err == nil && !(schema.ReadOnly() && m.writesData())
	}
	p := Permissions{Edit: caller.IsAtLeast(principal.Contributor) && OpenToContributors(schema, e.Status) && allowed(edit)}
	if caller.IsAtLeast(principal.Editor) {
		p = Permissions{allowed(edit), allowed(publish), allowed(unpublish), allowed(archive), allowed(remove)}
	}
	return p
}
