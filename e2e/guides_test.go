package e2e_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// The handlers of examples have the types of the committed module: tsc finds nothing
// to say, with the settings that their folders give editors, and stricter ones.
func TestHandlersOfExamplesHaveTheirTypes(t *testing.T) {
	t.Parallel()
	projects, err := filepath.Glob("../examples/*/handlers/tsconfig.json")
	if err != nil || len(projects) != 1 {
		t.Fatalf("%d examples have handlers, not 1; %v", len(projects), err)
	}
	for _, project := range projects {
		wantTypes(t, "-p", project)
		wantTypes(t, "-p", project, "--exactOptionalPropertyTypes", "--noUncheckedIndexedAccess", "--noImplicitReturns", "--verbatimModuleSyntax")
	}
}

// Each guide of docs/handlers is a site: the blocks that begin with the name of a file,
// in a comment, are its files. Its handlers have their types, and the program keeps the
// promises of its tests.
func TestGuidesOfHandlersWork(t *testing.T) {
	t.Parallel()
	pages, err := filepath.Glob("../docs/handlers/*.md")
	if err != nil {
		t.Fatal(err)
	}
	sites := 0
	for _, page := range pages {
		files := namedBlocks(t, page)
		if !isSite(files) {
			continue
		}
		sites++
		t.Run(filepath.Base(page), func(t *testing.T) {
			t.Parallel()
			dir := handlersFolder(t, files)
			wantTypes(t, "-p", filepath.Join(dir, "handlers"))
			for _, command := range [][]string{{"validate", "--strict", "--phase", "deploy", "--manifests", filepath.Join(dir, "manifests")}, {"test", dir}} {
				if out, err := exec.Command(program, command...).CombinedOutput(); err != nil {
					t.Errorf("quartet %s: %v\n%s", command[0], err, out)
				}
			}
		})
	}
	if sites < 4 {
		t.Errorf("%d of %d pages show a site", sites, len(pages))
	}
}

var (
	fencedBlock = regexp.MustCompile("(?ms)^```[a-z]+\n(.*?)^```$")
	fileName    = regexp.MustCompile(`^(?:// |# )?((?:[\w-]+/)*[\w-]+\.(?:ts|js|mjs|yaml|txtar))\b`)
)

// namedBlocks are the blocks of a page that are files.
func namedBlocks(t *testing.T, page string) map[string]string {
	t.Helper()
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for _, each := range fencedBlock.FindAllStringSubmatch(string(text), -1) {
		if name := fileName.FindStringSubmatch(each[1]); name != nil {
			files[name[1]] = each[1]
		}
	}
	return files
}

// isSite reports whether there are manifests among the files.
func isSite(files map[string]string) bool {
	for name := range files {
		if strings.HasPrefix(name, "manifests/") {
			return true
		}
	}
	return false
}
