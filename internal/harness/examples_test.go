package harness_test

import (
	"encoding/json"
	"os"
	"testing"

	"github.com/quartet-dev/quartet/internal/harness"
	"github.com/quartet-dev/quartet/internal/manifest"
	"github.com/quartet-dev/quartet/internal/plan"
)

func sealed(t *testing.T, dir string) *plan.Plan {
	t.Helper()
	files, list := manifest.ReadFS(os.DirFS(dir), dir+"/")
	set, more := manifest.Parse(files)
	p, last := plan.Seal(set)
	if all := append(append(list, more...), last...); all.HasErrors() {
		t.Fatal(all)
	}
	return p
}

func TestExamples(t *testing.T) {
	for _, name := range []string{"publication", "commerce", "intake"} {
		t.Run(name, func(t *testing.T) {
			r, err := harness.Check(t.Context(), sealed(t, "../../examples/"+name+"/manifests"), harness.Options{Rows: 10000, Seed: 1})
			if err != nil {
				t.Fatal(err)
			}
			text, _ := json.MarshalIndent(r, "", " ")
			t.Logf("%s", text)
		})
	}
}
