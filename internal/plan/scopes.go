package plan

import (
	"maps"
	"slices"

	"github.com/quartet-dev/quartet/internal/principal"
)

// AskedScopes are the scopes that some Views, and the Procedures behind the Triggers
// of a kind, ask their caller for, sorted; reading are those that no Procedure
// asks for, which may change something. A name that no scope of OAuth can have
// (RFC 6749 section 3.3) is left out: no client can ask for it.
func (p *Plan) AskedScopes(views func(*View) bool, triggers SourceKind) (all, reading []string) {
	changing := map[string]bool{}
	take := func(r *Requirements, changes bool) {
		for _, each := range r.AllWithGuard() {
			if each.Kind == HasScope && principal.IsScope(each.Scope) {
				changing[each.Scope] = changing[each.Scope] || changes
			}
		}
	}
	for _, v := range p.Views() {
		if views(v) {
			take(v.Requires(), false)
		}
	}
	for _, t := range p.Triggers() {
		if t.Kind() == triggers {
			take(t.Procedure().Requires(), true)
		}
	}
	all = slices.Sorted(maps.Keys(changing))
	return all, slices.DeleteFunc(slices.Clone(all), func(scope string) bool { return changing[scope] })
}

// Scopes are all scopes that Views and Procedures ask for, sorted, also in guards and in
// Procedures that only handlers call.
func (p *Plan) Scopes() []string {
	asked := map[string]bool{}
	take := func(r *Requirements) {
		for _, each := range r.All() {
			if each.Kind == HasScope {
				asked[each.Scope] = true
			}
		}
	}
	for _, v := range p.Views() {
		take(v.Requires())
	}
	for _, each := range p.Procedures() {
		take(each.Requires())
	}
	return slices.Sorted(maps.Keys(asked))
}
