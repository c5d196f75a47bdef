package toolset

import (
	"maps"
	"slices"

	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/principal"
)

// Scopes are the scopes that the tools of a plan ask their caller for, sorted;
// reading are those that no tool asks for which may change something. A name that
// no scope of OAuth can have (RFC 6749 section 3.3) is left out: no client can
// ask for it.
func Scopes(p *plan.Plan) (all, reading []string) {
	changing := map[string]bool{}
	take := func(r *plan.Requirements, changes bool) {
		for _, each := range r.AllWithGuard() {
			if each.Kind == plan.HasScope && principal.IsScope(each.Scope) {
				changing[each.Scope] = changing[each.Scope] || changes
			}
		}
	}
	for _, v := range p.Views() {
		take(v.Requires(), false)
	}
	for _, t := range p.Triggers() {
		if t.Kind() == plan.SourceMCP {
			take(t.Procedure().Requires(), true)
		}
	}
	all = slices.Sorted(maps.Keys(changing))
	return all, slices.DeleteFunc(slices.Clone(all), func(scope string) bool { return changing[scope] })
}
