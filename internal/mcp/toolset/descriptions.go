package toolset

import (
	"strings"

	"github.com/quartet-dev/quartet/internal/plan"
)

// audience says in a line who may call.
func audience(surface plan.Surface, r *plan.Requirements) string {
	var needs []string
	for _, p := range r.All() {
		switch p.Kind {
		case plan.IsStaff:
			needs = append(needs, "the staff role "+joinOr(p.Roles))
		case plan.HasScope:
			needs = append(needs, "the scope "+p.Scope)
		case plan.IsUser, plan.IsAuthenticated: // every caller here is both
		}
	}
	line := "For every signed-in user."
	switch {
	case len(needs) > 0:
		line = "Needs " + strings.Join(needs, " and ") + "."
	case surface == plan.Staff:
		line = "For every member of staff."
	}
	if r.Guard() != nil {
		line += " A guard may still refuse a call."
	}
	return line
}

// joinOr is `a`, `a or b`, `a, b or c`.
func joinOr(list []string) string {
	last := len(list) - 1
	if last < 1 {
		return strings.Join(list, "")
	}
	return strings.Join(list[:last], ", ") + " or " + list[last]
}
