package harness_test

import (
	"maps"
	"os"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/quartet-dev/quartet/internal/harness"
	"github.com/quartet-dev/quartet/internal/manifest"
	"github.com/quartet-dev/quartet/internal/plan"
)

func exampleOf(t *testing.T, name string) *plan.Plan {
	t.Helper()
	dir := "../../examples/" + name + "/manifests"
	files, list := manifest.ReadFS(os.DirFS(dir), dir+"/")
	set, more := manifest.Parse(files)
	p, last := plan.Seal(set)
	if all := append(append(list, more...), last...); all.HasErrors() {
		t.Fatal(all)
	}
	return p
}

// reports are the Views of the examples that compute their rows from many, as
// reports do. Every other View is served.
var reports = map[string][]string{
	"publication": {"tag-counts"}, "commerce": {"sales-by-sku", "stock-by-category"}, "intake": nil,
}

func TestExamplesLackNoIndex(t *testing.T) {
	for _, name := range slices.Sorted(maps.Keys(reports)) {
		t.Run(name, func(t *testing.T) {
			r := checked(t, exampleOf(t, name), rows)
			if len(r.Missing) > 0 {
				t.Errorf("missing: %+v", r.Missing)
			}
			var scanning []string
			for _, v := range r.Views {
				switch {
				case v.Verdict == harness.Scans:
					scanning = append(scanning, v.View)
				case v.Verdict != harness.Served || v.Reading.Rows == 0 || !v.Reading.Exact:
					t.Errorf("%s is %s: %s %+v", v.View, v.Verdict, v.Reason, v.Reading)
				}
			}
			if !slices.Equal(scanning, reports[name]) {
				t.Errorf("%v scan, want %v", scanning, reports[name])
			}
		})
	}
}

// A run can be repeated: only the times differ.
func TestTheSameSeedGivesTheSameReport(t *testing.T) {
	p := exampleOf(t, "intake")
	first, again := checked(t, p, 1000), checked(t, p, 1000)
	times := cmp.Options{cmpopts.IgnoreFields(harness.Report{}, "FilledMs"), cmpopts.IgnoreFields(harness.View{}, "PageMs", "PageMsWith")}
	if diff := cmp.Diff(first, again, times); diff != "" {
		t.Error(diff)
	}
}
