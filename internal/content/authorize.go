package content

import (
	"slices"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/principal"
)

// Authorize evaluates the static predicates of a View or Procedure in declared
// order; the first that fails answers: UNAUTHENTICATED when nobody asks at
// all, AUTH_DENIED when somebody asks who falls short (open-parts.md,
// Authorization). The code decides the status, 401 or 403. Staff whose role is not
// listed are told the least role that would do, if there is one. REST asks before
// it coerces params.
func (s *Service) Authorize(caller Caller, r *plan.Requirements) error {
	for _, p := range r.All() {
		switch {
		case caller.meets(p):
		case p.Kind == plan.IsStaff && caller.Staff != nil:
			return caller.deniedFor(leastOf(p.Roles))
		default:
			return caller.denied()
		}
	}
	return nil
}

// MissingScopes are the scopes that the caller's credential lacks for a View or
// Procedure and its guard, none when it lacks none. ok tells that nothing else
// stands in the way, as far as predicates say: with the scopes, the caller would
// be let in.
func (c Caller) MissingScopes(r *plan.Requirements) (missing []string, ok bool) {
	for _, p := range r.AllWithGuard() {
		switch {
		case c.meets(p) || slices.Contains(missing, p.Scope) && p.Kind == plan.HasScope:
		case p.Kind == plan.HasScope && c.Auth != nil:
			missing = append(missing, p.Scope)
		default:
			return nil, false
		}
	}
	return missing, true
}

// leastOf is the least of roles that are listed with every role above it, else
// "": of others none is the least that would do.
func leastOf(names []string) principal.Role {
	listed := func(role principal.Role) bool { return slices.Contains(names, string(role)) }
	all := principal.Roles()
	least := slices.IndexFunc(all, listed)
	if least < 0 || slices.ContainsFunc(all[least:], func(role principal.Role) bool { return !listed(role) }) {
		return principal.None
	}
	return all[least]
}

func (c Caller) meets(p plan.Predicate) bool {
	if c.Service {
		return true
	}
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

// deniedFor is denied, and names the minimum role if there is one.
func (c Caller) deniedFor(minimum principal.Role) *diag.Diagnostic {
	denied := c.denied()
	if denied.Code == diag.AuthDenied && minimum != principal.None {
		denied.Expected = map[string]any{"minimumRole": string(minimum)}
	}
	return denied
}

func (c Caller) denied() *diag.Diagnostic {
	if c.Anonymous() {
		return diag.At(diag.Unauthenticated, "input#", "This needs a signed-in user or a credential.")
	}
	return diag.At(diag.AuthDenied, "input#", "You may not do this with the account or credential you use.")
}
