package plan

import (
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/manifest"
)

// Seal links set, checks the graph and compiles everything. It is all or
// nothing: with one error the Plan is nil. The list also holds warnings.
func Seal(set *manifest.Set) (*Plan, diag.List) { panic("plan: Seal") }

// Facts are what the boot checks know beside the manifests.
type Facts struct {
	Locales  []string // the site's canonical locales
	Handlers []string // registered ref keys; nil: not known, the check is left out
	Dialect  string   // sqlite or postgres; "": not known, the check is left out
}

// CheckBoot runs the boot checks of the contract that need no database:
// localized Schemas need site locales, ref keys are registered, sql Views
// speak the dialect.
func (p *Plan) CheckBoot(phase diag.Phase, facts Facts) diag.List { panic("plan: CheckBoot") }
