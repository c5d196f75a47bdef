package calls

import (
	"github.com/quartet-dev/quartet/internal/codegen"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/plan"
)

// Site is script.Options.Site: the environment, and the calls by the names that the
// generated module has for them. Names that meet there are
// GENERATED_NAME_COLLISION.
func (c *Calls) Site(p *plan.Plan) (any, diag.List) {
	facade, problems := codegen.FacadeOf(p)
	if facade == nil {
		return nil, problems
	}
	type named = map[string]any
	views, procedures, entries := named{}, named{}, named{}
	for _, v := range facade.Views {
		views[v.Member()] = named{"name": v.Wire, "cursor": v.Cursor}
	}
	for _, p := range facade.Procedures {
		procedures[p.Member()] = p.Wire
	}
	for _, s := range facade.Collections {
		entries[s.Member()] = named{"name": s.Wire, "readOnly": s.ReadOnly}
	}
	known := named{"env": c.Env, "views": views, "procedures": procedures, "entries": entries}
	if c.Locale != "" {
		known["locale"] = c.Locale
	}
	return known, problems
}
