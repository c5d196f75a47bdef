// Package plantest seals inline manifests for the tests of other packages.
package plantest

import (
	"strings"
	"testing"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/manifest"
	"github.com/quartet-dev/quartet/internal/plan"
)

// Seal reads YAML documents, separated by `---`, and seals them. Any error
// fails the test; warnings do not.
func Seal(t testing.TB, yaml string, addresses ...plan.Address) *plan.Plan {
	t.Helper()
	set, problems := manifest.Parse([]manifest.File{{Name: "site.yaml", Data: []byte(yaml)}})
	wantNoErrors(t, yaml, problems)
	sealed, problems := plan.Seal(set, addresses...)
	wantNoErrors(t, yaml, problems)
	return sealed
}

func wantNoErrors(t testing.TB, yaml string, problems diag.List) {
	t.Helper()
	if !problems.HasErrors() {
		return
	}
	var report strings.Builder
	text := diag.Text{Read: func(string) ([]byte, error) { return []byte(yaml), nil }}
	if err := text.Write(&report, problems); err != nil {
		t.Fatal(err)
	}
	t.Fatal(report.String())
}
