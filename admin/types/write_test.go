package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"
)

// TestGoStructsBecomeTypeScript runs testdata/*.txtar: the file bodies.go, and
// the types.ts or the error that it must give.
func TestGoStructsBecomeTypeScript(t *testing.T) {
	names, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(names) != 4 {
		t.Fatalf("%d cases, %v", len(names), err)
	}
	for _, name := range names {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			want := map[string]string{}
			archive, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			for _, file := range archive.Files {
				want[file.Name] = string(file.Data)
			}
			folder := t.TempDir()
			if err := os.WriteFile(filepath.Join(folder, "bodies.go"), []byte(want["bodies.go"]), 0o600); err != nil {
				t.Fatal(err)
			}
			var out strings.Builder
			if err := writeFolder(&out, folder, selectionOf(strings.TrimSpace(want["selection"]))); err != nil {
				out.Reset()
				out.WriteString(strings.TrimLeft(strings.TrimPrefix(err.Error(), folder), "/ ") + "\n")
			}
			if diff := cmp.Diff(want["types.ts"]+want["error"], out.String()); diff != "" {
				t.Error(diff)
			}
		})
	}
}
