package content

import (
	"slices"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/plan"
)

// Authorize evaluates the static predicates of a View or Procedure in declared
// order; the first that fails answers: UNAUTHENTICATED when nobody asks at
// all, AUTH_DENIED when somebody asks who falls short (open-parts.md,
// Authorization). REST asks before it coerces params.
func (s *Service) Authorize(caller Caller, r *plan.Requirements) error {
	for _, p := range r.All() {
		if !caller.meets(p) {
			return caller.denied()
		}
	}
	return nil
}

func (c Caller) meets(p plan.Predicate) bool {
	switch p.Kind {
	case plan.IsUser:
		return c.User != nil
	case plan.IsAuthenticated:
		return c.Auth != nil
	case plan.HasScope:
		return c.Auth != nil && slices.Contains(c.Auth.Scopes, p.Scope)
	case plan.IsStaff:
		return c.Staff != nil && slices.Contains(p.Roles, c.Staff.Role)
	}
	return false
}

func (c Caller) denied() *diag.Diagnostic {
	if c.Anonymous() {
		return diag.At(diag.Unauthenticated, "input#", "This needs a signed-in user or a credential.")
	}
	return diag.At(diag.AuthDenied, "input#", "You may not do this with the account or credential you use.")
}
