package plan_test

import (
	"path/filepath"
	"testing"

	"github.com/quartet-dev/quartet/internal/manifest"
	"github.com/quartet-dev/quartet/internal/plan"
)

// The sites of this repository seal without a finding, warnings included.
func TestExamplesSeal(t *testing.T) {
	var sites []string
	for _, pattern := range []string{"examples/*", "bench/*", "e2e/*", "e2e/*/site", "cmd/quartet/testdata/*"} {
		found, err := filepath.Glob("../../" + pattern + "/manifests")
		if err != nil {
			t.Fatal(err)
		}
		sites = append(sites, found...)
	}
	if len(sites) < 10 {
		t.Fatalf("found %d sites, want 10 at least", len(sites))
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
