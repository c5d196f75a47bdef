package app

import (
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/settings"
)

// CheckPages checks the routes and templates of a site against its plan as a start
// does, and opens nothing. The diagnostics are of phase validate.
func CheckPages(o Options, p *plan.Plan, read *settings.Settings) diag.List {
	b := newBoot(o)
	b.plan, b.settings, b.locales = p, read, read.Site.Locales
	found := b.checkPages()
	for _, d := range found {
		d.Phase = diag.Validate
	}
	return found
}
