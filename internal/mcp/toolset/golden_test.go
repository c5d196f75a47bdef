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
	"github.com/quartet-dev/quartet/internal/media"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/site"
)

var update = flag.Bool("update", false, "write the tools that the examples have into testdata")

// TestToolsOfTheExamples is every tool of the three examples as clients see it.
// After a change, read what -update makes of it.
func TestToolsOfTheExamples(t *testing.T) {
	for _, example := range []string{"publication", "commerce", "intake"} {
		t.Run(example, func(t *testing.T) {
			p := sealed(t, "../../../examples/"+example+"/manifests")
			c := toolset.New(p)
			compareGolden(t, example+".json", encode(t, map[string]any{"/mcp": described(c.Public), "/mcp/staff": described(c.Staff)}))
		})
	}
}

// TestToolsForMedia is what agents see of a site that takes uploads: its policy.
func TestToolsForMedia(t *testing.T) {
	c := new(toolset.Set)
	c.AddMedia(toolset.Media{
		Purposes: []site.Purpose{
			{Name: "cover", Required: []string{"webp", "jpg, png"}, MaxBytes: map[string]float64{"image/webp": 400_000, "image/jpeg": 800_000, "image/png": 800_000}},
			{Name: "paper", Required: []string{"application/pdf"}, MaxBytes: map[string]float64{"application/pdf": 9e9}},
		},
		MaxUpload: 100_000_000, Announcement: media.AnnouncementSchema, Commitment: media.CommitmentSchema,
	})
	compareGolden(t, "media.json", encode(t, map[string]any{"/mcp": described(c.Public), "/mcp/staff": described(c.Staff)}))
}

// compareGolden holds what clients see against a file of testdata.
func compareGolden(t *testing.T, file string, got []byte) {
	t.Helper()
	name := filepath.Join("testdata", file)
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
