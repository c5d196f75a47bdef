package e2e_test

import (
	_ "embed"
	"path/filepath"
	"testing"
)

// scoped are tools that ask for scopes, which clients step up to.
var scoped = files{"manifests/scopes.yaml": scopedTools}

//go:embed clients/scopes.yaml
var scopedTools string

func TestClients(t *testing.T) {
	t.Parallel()
	for _, script := range scripts(t, "clients", 6) {
		t.Run(filepath.Base(script), func(t *testing.T) {
			t.Parallel()
			serve(t, "publication", scoped).play(t, script)
		})
	}
}

// What quartet dev gives whoever works on a site, without any settings.
func TestDevelopment(t *testing.T) {
	t.Parallel()
	s, _ := develop(t)
	s.play(t, "dev.mjs")
}

// A page that is open follows whoever works on the site.
func TestOpenPages(t *testing.T) {
	t.Parallel()
	environment := browser(t)
	s, folder := develop(t)
	s.play(t, "follow.mjs", append(environment, "FOLDER="+folder)...)
}
