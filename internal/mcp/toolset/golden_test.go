package toolset_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet/internal/manifest"
	"github.com/quartet-dev/quartet/internal/mcp/toolset"
	"github.com/quartet-dev/quartet/internal/plan"
)

var update = flag.Bool("update", false, "write the tools that the examples have into testdata")

// TestToolsOfTheExamples is every tool of the three examples as clients see it.
// After a change, read what -update makes of it.
func TestToolsOfTheExamples(t *testing.T) {
	for _, example := range []string{"publication", "commerce", "intake"} {
		t.Run(example, func(t *testing.T) {
			p := sealed(t, "../../../examples/"+example+"/manifests")
			c := toolset.New(p)
			got := encode(t, map[string]any{"/mcp": described(c.Public), "/mcp/staff": described(c.Staff)})
			name := filepath.Join("testdata", example+".json")
			if *update {
				if err := os.WriteFile(name, got, 0o600); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), string(got)); diff != "" {
				t.Errorf("go test -update, and read what has changed:\n%s", diff)
			}
		})
	}
}

func sealed(t testing.TB, folder string) *plan.Plan {
	t.Helper()
	files, problems := manifest.ReadDir(folder, "")
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	set, problems := manifest.Parse(files)
	if problems.HasErrors() {
		t.Fatal(problems)
	}
	p, problems := plan.Seal(set)
	if problems.HasErrors() {
		t.Fatal(problems)
	}
	return p
}

func sortedCopy(names []string) []string { return slices.Sorted(slices.Values(names)) }

func described(tools []*toolset.Tool) []any {
	list := []any{}
	for _, t := range tools {
		list = append(list, map[string]any{
			"name": t.Name, "title": t.Title, "description": t.Description, "role": t.Role,
			"hints": t.Hints, "input": t.Input, "output": t.Output,
		})
	}
	return list
}

func encode(t *testing.T, v any) []byte {
	t.Helper()
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(v); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}
