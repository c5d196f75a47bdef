package spec

import (
	"io/fs"
	"maps"
	"os"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The examples intake and intake-ts are one site: what each has for itself is its
// README and its functions, in Go and in TypeScript.
func TestTheTwinsAreOneSite(t *testing.T) {
	inGo, inTypeScript := shared(t, "../examples/intake"), shared(t, "../examples/intake-ts")
	if diff := cmp.Diff(slices.Sorted(maps.Keys(inGo)), slices.Sorted(maps.Keys(inTypeScript))); diff != "" {
		t.Fatal(diff)
	}
	tests := 0
	for name, text := range inGo {
		if path.Dir(name) == "tests" {
			tests++
		}
		if diff := cmp.Diff(text, inTypeScript[name]); diff != "" {
			t.Errorf("copy %s over the other:\n%s", name, diff)
		}
	}
	if tests == 0 {
		t.Error("they have no tests")
	}
}

// shared are the files of a twin that the other has, too.
func shared(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := fs.WalkDir(os.DirFS(dir), ".", func(name string, entry fs.DirEntry, err error) error {
		first, _, _ := strings.Cut(name, "/")
		switch {
		case err != nil:
			return err
		case entry.IsDir() && (first == "handlers" || first == "applications" || first == "service" || name == ".service/data"):
			return fs.SkipDir
		case entry.IsDir() || name == "README.md" || path.Ext(name) == ".go":
			return nil
		case first == ".service" && name != ".service/generated/service.ts":
			return nil
		}
		text, err := fs.ReadFile(os.DirFS(dir), name)
		files[name] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}
