package plan

import (
	"fmt"
	"slices"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/manifest"
)

// Facts are what the boot checks know beside the manifests.
type Facts struct {
	Locales  []string // the site's canonical locales; nil: not known, the check is left out
	Handlers []string // registered ref keys; nil: not known, the check is left out

	// Advise says what to do about a ref key that is not registered, nearest being a
	// registered one that may be meant, or ""; nil offers that one.
	Advise func(key, nearest string) string

	Dialect string // sqlite or postgres; "": not known, the check is left out
}

// CheckBoot runs the boot checks of the contract that need no database:
// localized Schemas need site locales, ref keys are registered, sql Views
// speak the dialect. Every finding is an error of the given phase. It needs no
// plan, so that a graph that is broken elsewhere does not hide them.
func CheckBoot(set *manifest.Set, phase diag.Phase, facts Facts) diag.List {
	var problems diag.List
	if facts.Locales != nil && len(facts.Locales) == 0 {
		problems.Add(withoutLocales(set.Schemas)...)
	}
	if facts.Handlers != nil {
		problems.Add(withoutHandler(set.Procedures, facts)...)
	}
	if facts.Dialect != "" {
		problems.Add(withoutDialect(set.Views, facts.Dialect)...)
	}
	for _, d := range problems {
		d.Phase = phase
	}
	problems.Sort()
	return problems
}

func withoutLocales(schemas []*manifest.Schema) diag.List {
	var problems diag.List
	for _, s := range schemas {
		if s.Localized {
			problems.Add(s.AtValue(diag.SchemaLocalizedRequiresSiteLocales, "/spec/localized",
				"The Schema is localized, but the site declares no valid locale."))
		}
	}
	return problems
}

func withoutHandler(procedures []*manifest.Procedure, facts Facts) diag.List {
	var problems diag.List
	for _, procedure := range procedures {
		ref := procedure.Handler.Ref
		if ref == "" || slices.Contains(facts.Handlers, ref) {
			continue
		}
		d := procedure.AtValue(diag.HandlerNotRegistered, "/spec/handler/ref",
			fmt.Sprintf("No handler is registered under the key %q.", ref))
		d.Candidates = slices.Sorted(slices.Values(facts.Handlers))
		if d.Suggestion = diag.Nearest(ref, facts.Handlers); facts.Advise != nil {
			d.Suggestion = facts.Advise(ref, d.Suggestion)
		}
		problems.Add(d)
	}
	return problems
}

func withoutDialect(views []*manifest.View, dialect string) diag.List {
	var problems diag.List
	for _, v := range views {
		if _, ok := v.SQL[dialect]; ok || v.SQL == nil || v.Faulty("/spec/sql") {
			continue
		}
		d := v.AtValue(diag.ViewDialectUnsupported, "/spec/sql",
			fmt.Sprintf("The View has no statement in %s, which is what the database speaks.", dialect))
		d.Expected = []string{dialect}
		problems.Add(d)
	}
	return problems
}
