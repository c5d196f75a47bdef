package manifest_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/manifest"
)

func TestReadDir(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"b.yml", "a.yaml", "Z.yaml", ".hidden.yaml", "c.YAML", "notes.md"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(name), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(dir, "deep"), 0o700); err != nil {
		t.Fatal(err)
	}
	files, problems := manifest.ReadDir(dir, "manifests/")
	if problems != nil {
		t.Fatal(problems)
	}
	want := []manifest.File{
		{Name: "manifests/Z.yaml", Data: []byte("Z.yaml")},
		{Name: "manifests/a.yaml", Data: []byte("a.yaml")},
		{Name: "manifests/b.yml", Data: []byte("b.yml")},
	}
	if diff := cmp.Diff(want, files); diff != "" {
		t.Error(diff)
	}
}

func TestReadDirNamesWhatCannotBeRead(t *testing.T) {
	dir := t.TempDir()
	if err := os.Symlink("nowhere", filepath.Join(dir, "a.yaml")); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(dir, "b.yaml"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "c.yaml"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	files, problems := manifest.ReadDir(dir, "m/")
	if len(files) != 1 {
		t.Errorf("files %v", files)
	}
	if len(problems) != 2 || problems[0].Source.File != "m/a.yaml" || problems[1].Source.File != "m/b.yaml" {
		t.Fatal(problems)
	}
	if diff := cmp.Diff([]diag.Code{diag.ManifestReadFailed, diag.ManifestReadFailed}, problems.Codes()); diff != "" {
		t.Error(diff)
	}
}

func TestReadDirWithoutManifests(t *testing.T) {
	empty := t.TempDir()
	for _, dir := range []string{empty, filepath.Join(empty, "missing")} {
		files, problems := manifest.ReadDir(dir, "manifests/")
		if files != nil || len(problems) != 1 || problems[0].Code != diag.ManifestRootNotFound || problems[0].Source.File != "manifests" {
			t.Errorf("%s: %v, %v", dir, files, problems)
		}
	}
}

func TestAFileThatIsTooLargeIsRefused(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "a.yaml"), make([]byte, 5<<20), 0o600); err != nil {
		t.Fatal(err)
	}
	files, problems := manifest.ReadDir(dir, "")
	if problems != nil || len(files) != 1 {
		t.Fatal(files, problems)
	}
	if _, problems = manifest.Parse(files); len(problems) != 1 || problems[0].Code != diag.InvalidManifestEnvelope {
		t.Error(problems)
	}
}
