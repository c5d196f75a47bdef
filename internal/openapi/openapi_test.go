package openapi_test

import (
	"flag"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet/internal/openapi"
	"github.com/quartet-dev/quartet/internal/plan/plantest"
)

var update = flag.Bool("update", false, "rewrite testdata/*.json")

func read(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func printed(t *testing.T, yaml string, o openapi.Options) string {
	t.Helper()
	text, problems := openapi.Print(plantest.Seal(t, yaml), o)
	if problems.HasErrors() {
		t.Fatal(problems)
	}
	return string(text)
}

// TestDocument shows the whole document of testdata/library.yaml in
// testdata/library.json.
func TestDocument(t *testing.T) {
	got := printed(t, read(t, "testdata/library.yaml"), openapi.Options{})
	if *update {
		if err := os.WriteFile("testdata/library.json", []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff(read(t, "testdata/library.json"), got); diff != "" {
		t.Error(diff)
	}
}
