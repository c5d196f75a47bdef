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
