package spec

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/quartet-dev/quartet/internal/transcript"
)

// write writes the archive's files, over a copy of the example that a `site`
// section names.
func (s *site) write() {
	s.t.Helper()
	if base := strings.TrimSpace(transcript.Section(s.archive, "site")); base != "" {
		if err := os.CopyFS(s.dir, visible{FS: os.DirFS(filepath.Join("..", base))}); err != nil {
			s.t.Fatal(err)
		}
	}
	for _, f := range s.archive.Files {
		if strings.Contains(f.Name, ".") {
			s.file(f.Name, f.Data)
		}
	}
}

// overwrite writes the files of the archive that lie in folder over those of
// the site.
func (s *site) overwrite(folder string) {
	s.t.Helper()
	found := false
	for _, f := range s.archive.Files {
		if name, ok := strings.CutPrefix(f.Name, folder+"/"); ok && folder != "" {
			s.file(name, f.Data)
			found = true
		}
	}
	if folder != "" && !found {
		s.t.Fatalf("RESTART %s: the archive has no file %s/…", folder, folder)
	}
}

func (s *site) file(name string, data []byte) {
	s.t.Helper()
	name = filepath.Join(s.dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(name), 0o750); err != nil {
		s.t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(s.neighbours.fillAddresses(s.t, string(data))), 0o600); err != nil {
		s.t.Fatal(err)
	}
}

// visible hides dot files, so that an example's own database is not copied. What is
// in shown is seen.
type visible struct {
	fs.FS
	shown []string
}

func (v visible) Open(name string) (fs.File, error) { return v.FS.Open(name) }

func (v visible) ReadDir(name string) ([]fs.DirEntry, error) {
	entries, err := fs.ReadDir(v.FS, name)
	return slices.DeleteFunc(entries, func(e fs.DirEntry) bool {
		return strings.HasPrefix(e.Name(), ".") && !slices.Contains(v.shown, e.Name())
	}), err
}
