package typescript_test

import (
	"flag"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet/internal/codegen"
	"github.com/quartet-dev/quartet/internal/codegen/typescript"
	"github.com/quartet-dev/quartet/internal/plan/plantest"
)

var update = flag.Bool("update", false, "rewrite the modules of testdata")

func print(t *testing.T, yaml string) string {
	t.Helper()
	m, problems := codegen.Build(plantest.Seal(t, yaml))
	if problems.HasErrors() {
		t.Fatal(problems)
	}
	return string(typescript.Print(m, "Service"))
}

func TestTheModuleOfASmallSite(t *testing.T) {
	yaml, err := os.ReadFile("testdata/library.yaml")
	if err != nil {
		t.Fatal(err)
	}
	got := print(t, string(yaml))
	if *update {
		if err := os.WriteFile("testdata/library.ts", []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile("testdata/library.ts")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Error(diff)
	}
}
