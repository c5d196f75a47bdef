package theme

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// What eject writes is the theme, byte for byte, so that a site looks the same
// with it.
func TestEjectedIsTheTheme(t *testing.T) {
	dir := t.TempDir()
	done := eject(t, dir, false)
	if len(done.Written) < 10 || done.Same != nil || done.Differ != nil {
		t.Fatalf("ejected %+v", done)
	}
	if got, want := texts(t, os.DirFS(dir)), texts(t, Files()); !cmp.Equal(got, want) {
		t.Error(cmp.Diff(want, got))
	}
	if again := eject(t, dir, false); again.Written != nil || len(again.Same) != len(done.Written) {
		t.Errorf("ejected again: %+v", again)
	}
}

func TestEjectReplacesOnlyByForce(t *testing.T) {
	dir := t.TempDir()
	mine := filepath.Join(dir, "home.html")
	if err := os.WriteFile(mine, []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	if done := eject(t, dir, false); !slices.Equal(done.Differ, []string{"home.html"}) || done.Written != nil {
		t.Errorf("ejected %+v", done)
	}
	if has := texts(t, os.DirFS(dir)); len(has) != 1 || has["home.html"] != "mine" {
		t.Errorf("the folder has %q", has)
	}
	if done := eject(t, dir, true); done.Differ != nil || !slices.Contains(done.Written, "home.html") {
		t.Errorf("forced %+v", done)
	}
	if has := texts(t, os.DirFS(dir)); !cmp.Equal(has, texts(t, Files())) {
		t.Error("by force, the folder is not the theme")
	}
}

func eject(t *testing.T, dir string, force bool) Outcome {
	t.Helper()
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	done, err := Eject(root, force)
	if err != nil {
		t.Fatal(err)
	}
	return done
}

func texts(t *testing.T, files fs.FS) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := fs.ReadFile(files, name)
		all[name] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}
