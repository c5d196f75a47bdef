//go:build unix

package main

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// handbook is the folder of its pages.
const handbook = "../../docs"

// The tutorial and the guides cannot become false: they are typed along from an empty
// folder, as skills are, from the first line to the last.
func TestHandbookIsTrue(t *testing.T) {
	for _, tool := range []string{"bash", "curl", "openssl"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("the handbook was not followed: %v", err)
		}
	}
	for _, page := range followed(t) {
		name := strings.TrimSuffix(strings.TrimPrefix(page, handbook+"/"), ".md")
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			needsTypeScript(t, page)
			w := newWorkplace(t)
			w.follow(page)
			w.tryCommands(page)
			w.wantTypes()
		})
	}
}

// followed are the pages that somebody types along.
func followed(t *testing.T) []string {
	t.Helper()
	guides, err := filepath.Glob(handbook + "/guides/*.md")
	if err != nil {
		t.Fatal(err)
	}
	pages := []string{handbook + "/tutorial.md"}
	for _, each := range guides {
		if filepath.Base(each) != "README.md" {
			pages = append(pages, each)
		}
	}
	return pages
}

// wantTypes has the handlers that were written checked against the generated types.
func (w *workplace) wantTypes() {
	w.t.Helper()
	folders, err := filepath.Glob(filepath.Join(w.folder, "*", "handlers"))
	if err != nil {
		w.t.Fatal(err)
	}
	for _, handlers := range folders {
		site := filepath.Dir(handlers)
		w.run("quartet generate --language ts --manifests '" + site + "/manifests' > /dev/null")
		w.write(filepath.Base(site)+"/handlers/tsconfig.json", `{ "extends": "../.service/generated/handlers.tsconfig.json" }`)
		w.run("tsc --noEmit -p '" + handlers + "'")
	}
}
