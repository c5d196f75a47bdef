package plan

import (
	"fmt"
	"slices"

	"github.com/quartet-dev/quartet/internal/diag"
)

// Facts are what the boot checks know beside the manifests.
type Facts struct {
	Locales  []string // the site's canonical locales
	Handlers []string // registered ref keys; nil: not known, the check is left out
	Dialect  string   // sqlite or postgres; "": not known, the check is left out
}

// CheckBoot runs the boot checks of the contract that need no database:
// localized Schemas need site locales, ref keys are registered, sql Views
// speak the dialect. Every finding is an error of the given phase.
func (p *Plan) CheckBoot(phase diag.Phase, facts Facts) diag.List {
	var problems diag.List
	if len(facts.Locales) == 0 {
		problems.Add(p.withoutLocales()...)
	}
	if facts.Handlers != nil {
		problems.Add(p.withoutHandler(facts.Handlers)...)
	}
	if facts.Dialect != "" {
		problems.Add(p.withoutDialect(facts.Dialect)...)
	}
	for _, d := range problems {
		d.Phase = phase
	}
	problems.Sort()
	return problems
}

func (p *Plan) withoutLocales() diag.List {
	var problems diag.List
	for _, s := range p.schemas {
		if s.Localized() {
			problems.Add(s.atom.AtValue(diag.SchemaLocalizedRequiresSiteLocales, "/spec/localized",
				"The Schema is localized, but the site declares no valid locale."))
		}
	}
	return problems
}

func (p *Plan) withoutHandler(registered []string) diag.List {
	var problems diag.List
	for _, procedure := range p.procedures {
		ref := procedure.Ref()
		if ref == "" || slices.Contains(registered, ref) {
			continue
		}
		d := procedure.atom.AtValue(diag.HandlerNotRegistered, "/spec/handler/ref",
			fmt.Sprintf("No handler is registered under the key %q.", ref))
		d.Candidates = slices.Sorted(slices.Values(registered))
		d.Suggestion = diag.Nearest(ref, registered)
		problems.Add(d)
	}
	return problems
}

func (p *Plan) withoutDialect(dialect string) diag.List {
	var problems diag.List
	for _, v := range p.views {
		if _, ok := v.SQL(dialect); ok || !v.IsSQL() {
			continue
		}
		d := v.atom.AtValue(diag.ViewDialectUnsupported, "/spec/sql",
			fmt.Sprintf("The View has no statement in %s, which is what the database speaks.", dialect))
		d.Expected = []string{dialect}
		problems.Add(d)
	}
	return problems
}
