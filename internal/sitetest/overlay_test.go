package sitetest

import (
	"io/fs"
	"testing"
	"testing/fstest"

	"golang.org/x/tools/txtar"
)

// A site under a transcript is a file system like any other: the files of both, those of
// the transcript first, without what is of one machine, the tests, and the seeds that it replaces.
func TestOverlay(t *testing.T) {
	site := fstest.MapFS{}
	for _, name := range []string{
		"quartet.yaml", "manifests/a.yaml", "manifests/deep/b.yaml", "seed/a.yaml", "public/.well-known/x.txt", "tests/a.txtar",
		".env", ".service/data/quartet.db", ".service/generated/service.ts", "node_modules/tea/index.js",
	} {
		site[name] = &fstest.MapFile{Data: []byte("site")}
	}
	archive := txtar.Parse([]byte("-- quartet.yaml --\nfor {{name}}\n-- manifests/c.yaml --\n-- seed/own.yaml --\n-- new/deep/d.yaml --\n-- .env --\n-- transcript --\n"))
	over, err := newOverlay(site, archive, map[string]string{"name": "tea"})
	if err != nil {
		t.Fatal(err)
	}
	if err := fstest.TestFS(over, "quartet.yaml", "manifests/a.yaml", "manifests/deep/b.yaml", "manifests/c.yaml", "seed/own.yaml",
		"new/deep/d.yaml", "public/.well-known/x.txt", ".env", "node_modules/tea/index.js"); err != nil {
		t.Error(err)
	}
	for name, want := range map[string]string{"quartet.yaml": "for tea\n", ".env": "", "manifests/a.yaml": "site", ".service/generated/service.ts": "site"} {
		if got, err := fs.ReadFile(over, name); err != nil || string(got) != want {
			t.Errorf("%s is %q, %v", name, got, err)
		}
	}
	for _, name := range []string{"seed/a.yaml", "tests", "tests/a.txtar", ".service", ".service/data/quartet.db", "transcript", "manifests/none.yaml"} {
		if file, err := over.Open(name); err == nil {
			t.Errorf("%s is there: %v", name, file)
		}
	}
	without, err := newOverlay(site, &txtar.Archive{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := fstest.TestFS(without, "seed/a.yaml", "quartet.yaml"); err != nil {
		t.Error(err)
	}
}
