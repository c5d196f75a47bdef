package golang_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/quartet-dev/quartet/internal/codegen/golang"
)

func TestImportPaths(t *testing.T) {
	for _, test := range []struct{ gomod, folder, want string }{
		{"// A site.\nmodule example.org/shop // here\n\ngo 1.26\n", "", "example.org/shop"},
		{"module \"example.org/shop\"\n", "sites/tea/service", "example.org/shop/sites/tea/service"},
		{"module `shop`\r\n", "service", "shop/service"},
	} {
		root := t.TempDir()
		if err := os.WriteFile(filepath.Join(root, "go.mod"), []byte(test.gomod), 0o600); err != nil {
			t.Fatal(err)
		}
		if got, err := golang.ImportPath(filepath.Join(root, test.folder)); got != test.want || err != nil {
			t.Errorf("%q: %q, %v", test.gomod, got, err)
		}
	}
	empty := t.TempDir()
	if got, err := golang.ImportPath(empty); got != "" || err != nil {
		t.Errorf("without a go.mod: %q, %v", got, err)
	}
	if err := os.WriteFile(filepath.Join(empty, "go.mod"), []byte("go 1.26\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if got, err := golang.ImportPath(empty); err == nil {
		t.Errorf("a go.mod without a module: %q", got)
	}
}
