// Package manifesttest runs diagnostics cases: txtar archives of manifest files
// with the diagnostics that they must give. internal/manifest and internal/plan
// share the format.
//
// A section named *.yaml is a manifest file. The section diagnostics holds one
// line for each diagnostic, in order: CODE file:line:column pointer, without
// the pointer where it is empty. The test flag -update rewrites that section.
package manifesttest

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/manifest"
)

var update = flag.Bool("update", false, "rewrite the expected diagnostics of testdata")

const section = "diagnostics"

// Run reads the manifests of every case in dir and compares what read reports.
// count is how many cases dir holds, so that one that is lost is missed.
func Run(t *testing.T, dir string, count int, read func([]manifest.File) diag.List) {
	for _, name := range Cases(t, dir, count) {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) { runCase(t, name, read) })
	}
}

// Cases lists the case files of dir, which must be count.
func Cases(t testing.TB, dir string, count int) []string {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, "*.txtar"))
	if err != nil || len(names) != count {
		t.Fatalf("%s holds %d cases, want %d: %v", dir, len(names), count, err)
	}
	return names
}

// Codes lists the codes that a case expects.
func Codes(t testing.TB, name string) map[diag.Code]bool {
	t.Helper()
	archive := parse(t, name)
	codes := make(map[diag.Code]bool)
	for line := range strings.Lines(string(expected(t, archive).Data)) {
		code, _, _ := strings.Cut(strings.TrimSpace(line), " ")
		codes[diag.Code(code)] = true
	}
	return codes
}

// Files lists the manifest files of a case.
func Files(t testing.TB, name string) []manifest.File {
	t.Helper()
	return manifests(parse(t, name))
}

func manifests(archive *txtar.Archive) []manifest.File {
	var files []manifest.File
	for _, each := range archive.Files {
		if strings.HasSuffix(each.Name, ".yaml") {
			files = append(files, manifest.File{Name: each.Name, Data: each.Data})
		}
	}
	return files
}

func runCase(t *testing.T, name string, read func([]manifest.File) diag.List) {
	archive := parse(t, name)
	want := expected(t, archive)
	got := render(read(manifests(archive)))
	if *update {
		want.Data = []byte(got)
		if err := os.WriteFile(name, txtar.Format(archive), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff(string(want.Data), got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", name, diff)
	}
}

func parse(t testing.TB, name string) *txtar.Archive {
	t.Helper()
	archive, err := txtar.ParseFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return archive
}

func expected(t testing.TB, archive *txtar.Archive) *txtar.File {
	t.Helper()
	for i := range archive.Files {
		if archive.Files[i].Name == section {
			return &archive.Files[i]
		}
	}
	t.Fatalf("there is no section %q", section)
	return nil
}

func render(list diag.List) string {
	var b strings.Builder
	for _, d := range list {
		_, pointer, _ := strings.Cut(d.Path, "#")
		line := fmt.Sprintf("%s %s:%d:%d %s", d.Code, d.Source.File, d.Source.Line, d.Source.Column, pointer)
		b.WriteString(strings.TrimSpace(line) + "\n")
	}
	return b.String()
}
