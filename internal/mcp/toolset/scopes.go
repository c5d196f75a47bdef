package toolset

import "github.com/quartet-dev/quartet/internal/plan"

// Scopes are the scopes that the tools of a plan ask their caller for, and those of
// them that no tool asks for which may change something.
func Scopes(p *plan.Plan) (all, reading []string) {
	return p.AskedScopes(func(*plan.View) bool { return true }, plan.SourceMCP)
}
