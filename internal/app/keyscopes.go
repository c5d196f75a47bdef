package app

import (
	"fmt"
	"io/fs"
	"slices"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/manifest"
	"github.com/quartet-dev/quartet/internal/mcp"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/rest"
)

// CheckKeyScopes warns of each scope of an API key that no View and no Procedure of the
// site asks for. Manifests that cannot be read ask for nothing that is known, and nothing
// is said of them (decision 333).
func CheckKeyScopes(o Options, scopes []string) (found diag.List) {
	p := folderPlan(o)
	if p == nil {
		return nil
	}
	asked := p.Scopes()
	for _, scope := range scopes {
		if !slices.Contains(asked, scope) {
			found.Add(unaskedScope(scope, asked))
		}
	}
	return found
}

// folderPlan is the plan of the manifests in a site's folder; nil where something is
// wrong with them.
func folderPlan(o Options) *plan.Plan {
	folder, err := fs.Sub(newBoot(o).FS, manifestsFolder)
	if err != nil {
		return nil
	}
	files, problems := manifest.ReadFS(folder, "")
	set, more := manifest.Parse(files)
	p, unsound := plan.Seal(set)
	if problems.HasErrors() || more.HasErrors() || unsound.HasErrors() {
		return nil
	}
	return p
}

func unaskedScope(scope string, asked []string) *diag.Diagnostic {
	d := &diag.Diagnostic{Code: diag.KeyScopeUnasked, Phase: diag.Validate, Severity: diag.Warning, Path: "input#/scopes"}
	switch scope {
	case mcp.Scope, mcp.ReadScope:
		d.Message = fmt.Sprintf("The scope %q gives an API key nothing: MCP does not accept keys.", scope)
		d.Suggestion = "Connect the agent to the address that ends in /mcp, and sign in there as a person."
	case rest.Scope, rest.ReadScope:
		d.Message = fmt.Sprintf("The scope %q gives an API key nothing and keeps it from nothing: it is for access tokens. The key may also write.", scope)
		d.Suggestion = "Ask for a scope of your own in requires.auth of what the key may call, and give the key that scope."
	default:
		d.Message = fmt.Sprintf("No View and no Procedure asks for the scope %q. It gives the key nothing, unless a handler of yours looks for it.", scope)
		if near := diag.Nearest(scope, asked); near != "" {
			d.Suggestion = "Did you mean " + near + "?"
		} else if len(asked) > 0 {
			d.Expected = asked
		}
	}
	return d
}
