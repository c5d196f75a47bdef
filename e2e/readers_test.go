package e2e_test

import (
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"testing"
)

// The guides of pages with scripts work in a browser as they stand: a form, a page from
// which a reader signs in, comes back and leaves, and a list that loads more.
func TestPagesOfReaders(t *testing.T) {
	t.Parallel()
	environment := browser(t)
	for _, name := range []string{"forms", "members", "load-more"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, dir := folder(t, os.DirFS(siteOfGuide(t, "../docs/guides/"+name+".md")), ".")
			s.serve(t, "publication", dir, nil)
			s.play(t, "readers/"+name+".mjs", environment...)
		})
	}
}

var fileOfGuide = regexp.MustCompile("(?ms)^```[a-z]+ site/(\\S+)\n(.*?)^```$")

// siteOfGuide writes the site that a guide shows.
func siteOfGuide(t *testing.T, page string) (dir string) {
	t.Helper()
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	dir = t.TempDir()
	files := fileOfGuide.FindAllStringSubmatch(string(text), -1)
	for _, each := range files {
		path := filepath.Join(dir, filepath.FromSlash(each[1]))
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o750), os.WriteFile(path, []byte(each[2]), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	if len(files) < 4 {
		t.Fatalf("%s shows %d files of a site", page, len(files))
	}
	return dir
}
