package e2e_test

import (
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet"
)

// Handler: what a handler has is what the generated module says, by name and by
// type, no more and no less.
func TestHandlersHaveWhatTheModuleSays(t *testing.T) {
	t.Parallel()
	files := map[string]string{}
	for _, folder := range []string{"../examples/commerce/manifests", "../examples/commerce/seed", "testdata/handlercontext/manifests", "testdata/handlercontext/handlers"} {
		readFolder(t, folder, files)
	}
	dir := handlersFolder(t, files)
	wantTypes(t, "-p", filepath.Join(dir, "handlers"), "--exactOptionalPropertyTypes", "--noUncheckedIndexedAccess", "--noUnusedLocals")
	s, err := quartet.Open(t.Context(), quartet.Options{Dir: dir, Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close() //nolint:errcheck // nothing is written any more
	if _, err := s.Seed(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	for procedure, want := range map[string]any{
		"members": map[string]any{"problems": []any{}, "names": documented(t)},
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

var contextRow = regexp.MustCompile("(?m)^\\| `ctx\\.([a-zA-Z]+)[`(]")

// documented are the members of ctx that the handbook has a row for, in its order.
func documented(t *testing.T) (names []any) {
	t.Helper()
	page, err := os.ReadFile("../docs/handlers/context.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range contextRow.FindAllStringSubmatch(string(page), -1) {
		names = append(names, row[1])
	}
	return names
}

// readFolder adds the files of a folder, under its last name.
func readFolder(t *testing.T, folder string, files map[string]string) {
	t.Helper()
	err := fs.WalkDir(os.DirFS(folder), ".", func(name string, each fs.DirEntry, err error) error {
		if err != nil || each.IsDir() {
			return err
		}
		text, err := os.ReadFile(filepath.Join(folder, name))
		files[filepath.Join(filepath.Base(folder), name)] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
