package e2e_test

import (
	"log/slog"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet"
)

// Handler: what a handler has is what the generated module says, by name and by
// type, no more and no less.
func TestHandlersHaveWhatTheModuleSays(t *testing.T) {
	dir := t.TempDir()
	for _, from := range []string{"../examples/commerce", "testdata/handlercontext"} {
		for _, folder := range []string{"manifests", "handlers", "seed", "templates"} {
			if err := copyFolder(filepath.Join(from, folder), filepath.Join(dir, folder)); err != nil {
				t.Fatal(err)
			}
		}
	}
	printModule(t, filepath.Join(dir, "manifests"), filepath.Join(dir, ".service", "generated"))
	copyFile(t, "generated/tsconfig.json", filepath.Join(dir, "tsconfig.json"))
	if out, err := node(t, nil, "node_modules/typescript/bin/tsc", "-p", dir); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	s, err := quartet.Open(t.Context(), quartet.Options{Dir: dir, Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close() //nolint:errcheck // nothing is written any more
	if _, err := s.Seed(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	for procedure, want := range map[string]any{
		"members": map[string]any{"problems": []any{}},
		"every-member": map[string]any{
			"user": nil, "staff": nil, "auth": nil, "event": nil, "key": nil, "aborted": false, "pages": []any{int64(1), int64(1), int64(1)},
			"refused": "INPUT_VALIDATION_FAILED", "foreign": "TypeError", "posing": "TypeError", "numbers": true, "none": "UNAUTHENTICATED", "retired": "NOT_FOUND",
			"same": true, "removed": true, "mail": "RESOURCE_UNAVAILABLE", "texts": int64(3), "failure": "No.",
		},
	} {
		got, err := s.Invoke(t.Context(), procedure, nil, quartet.CallOptions{})
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Error(procedure, err, diff)
		}
	}
}

// copyFolder copies a folder into another one; one that is not there is empty.
func copyFolder(from, to string) error {
	if _, err := os.Stat(from); err != nil {
		return nil //nolint:nilerr // as said
	}
	return os.CopyFS(to, os.DirFS(from))
}
