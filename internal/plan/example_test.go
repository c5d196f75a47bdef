package plan_test

import (
	"path/filepath"
	"testing"

	"github.com/quartet-dev/quartet/internal/manifest"
	"github.com/quartet-dev/quartet/internal/plan"
)

// The example sites seal without a finding, warnings included.
func TestExamplesSeal(t *testing.T) {
	sites, err := filepath.Glob("../../examples/*/manifests")
	if err != nil || len(sites) != 3 {
		t.Fatalf("found %d example sites, %v; want 3", len(sites), err)
	}
	for _, site := range sites {
		t.Run(filepath.Base(filepath.Dir(site)), func(t *testing.T) {
			files, problems := manifest.ReadDir(site, "")
			set, more := manifest.Parse(files)
			problems.Add(more...)
			if len(problems) > 0 {
				t.Fatal(problems)
			}
			if _, problems := plan.Seal(set); len(problems) > 0 {
				t.Error(problems)
			}
		})
	}
}
