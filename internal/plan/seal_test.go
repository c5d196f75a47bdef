package plan_test

import (
	"testing"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/manifest"
	"github.com/quartet-dev/quartet/internal/manifest/manifesttest"
	"github.com/quartet-dev/quartet/internal/plan"
)

const cases = 21

func TestDiagnosticsOfTheGraph(t *testing.T) {
	manifesttest.Run(t, "testdata", cases, func(files []manifest.File) diag.List {
		set, problems := manifest.Parse(files)
		sealed, graph := plan.Seal(set)
		problems = append(problems, graph...)
		if (sealed == nil) != problems.HasErrors() {
			t.Errorf("the plan is nil: %t, with errors: %t", sealed == nil, problems.HasErrors())
		}
		problems.Sort()
		return problems
	})
}
