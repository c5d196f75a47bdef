package golang_test

import (
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet/internal/codegen"
	"github.com/quartet-dev/quartet/internal/codegen/golang"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/plan/plantest"
)

var update = flag.Bool("update", false, "rewrite the golden files and the package of examples/intake")

func modelOf(t testing.TB, sealed *plan.Plan) *codegen.Model {
	t.Helper()
	m, problems := codegen.Build(sealed)
	if problems.HasErrors() {
		t.Fatal(problems)
	}
	return m
}

func seal(t testing.TB, files ...string) *plan.Plan {
	t.Helper()
	yaml := ""
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		yaml += "---\n" + string(text)
	}
	return plantest.Seal(t, yaml)
}

func sealFolder(t testing.TB, folder string) *plan.Plan {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(folder, "manifests", "*.yaml"))
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	return seal(t, files...)
}

func printed(t testing.TB, m *codegen.Model, importPath string) []codegen.File {
	t.Helper()
	files, err := golang.Print(m, importPath)
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func write(t testing.TB, folder string, files []codegen.File) {
	t.Helper()
	for _, file := range files {
		name := filepath.Join(folder, filepath.FromSlash(file.Path))
		if err := os.MkdirAll(filepath.Dir(name), 0o750); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, file.Content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// TestTheExampleHoldsWhatIsPrinted compares the package of examples/intake byte
// for byte.
func TestTheExampleHoldsWhatIsPrinted(t *testing.T) {
	const folder = "../../../examples/intake"
	files := printed(t, modelOf(t, sealFolder(t, folder)), "github.com/quartet-dev/quartet/examples/intake/service")
	if *update {
		write(t, folder+"/service", files)
	}
	for _, file := range files {
		text, err := os.ReadFile(filepath.Join(folder, "service", file.Path))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(text), string(file.Content)); diff != "" {
			t.Errorf("%s: %s", file.Path, diff)
		}
	}
}
