package theme

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

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
	path, css, err := StylesheetOf(os.DirFS(dir))
	own, theme := Stylesheet()
	if err != nil || path != own || !bytes.Equal(css, theme) {
		t.Errorf("the stylesheet is at %s, want %s: %v", path, own, err)
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

// A stylesheet of the site's own is another address, so that nobody keeps the old
// one.
func TestStylesheetOfTheSite(t *testing.T) {
	theme, css := Stylesheet()
	if path, got, err := StylesheetOf(fstest.MapFS{}); err != nil || path != theme || !bytes.Equal(got, css) {
		t.Errorf("without one of its own a site has %s: %v", path, err)
	}
	own := fstest.MapFS{StylesheetName: {Data: []byte("body { color: red }")}}
	path, got, err := StylesheetOf(own)
	if err != nil || path == theme || path != PathOf(got) || string(got) != "body { color: red }" {
		t.Errorf("its own is %q at %s: %v", got, path, err)
	}
	own[StylesheetName].Data = []byte(strings.Repeat(" ", maxOwnStylesheet+1))
	if _, _, err := StylesheetOf(own); err == nil {
		t.Error("a stylesheet beyond the limit is taken")
	}
}
