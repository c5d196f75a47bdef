package e2e_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"
)

// The handlers of examples have the types of the committed module: tsc finds nothing
// to say, with the settings that their folders give editors, and stricter ones.
func TestHandlersOfExamplesHaveTheirTypes(t *testing.T) {
	t.Parallel()
	projects, err := filepath.Glob("../examples/*/tsconfig.json")
	if err != nil || len(projects) != 1 {
		t.Fatalf("%d examples have handlers, not 1; %v", len(projects), err)
	}
	for _, project := range projects {
		for _, more := range [][]string{nil, {"--exactOptionalPropertyTypes", "--noUncheckedIndexedAccess", "--noImplicitReturns", "--verbatimModuleSyntax"}} {
			if out, err := node(t, nil, append([]string{"node_modules/typescript/bin/tsc", "-p", project}, more...)...); err != nil {
				t.Errorf("%s %v: %v\n%s", project, more, err, out)
			}
		}
	}
}

// Each guide of docs/handlers is a site: the blocks that begin with the name of a file,
// in a comment, are its files. Its handlers have their types, and the program keeps the
// promises of its tests.
func TestGuidesOfHandlersWork(t *testing.T) {
	t.Parallel()
	needNode(t)
	guides, err := filepath.Glob("../docs/handlers/*.md")
	if err != nil || len(guides) < 4 {
		t.Fatalf("there are %d guides; %v", len(guides), err)
	}
	for _, guide := range guides {
		files := namedBlocks(t, guide)
		if len(files) == 0 {
			continue
		}
		t.Run(filepath.Base(guide), func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			for name, text := range files {
				name = filepath.Join(dir, filepath.FromSlash(name))
				if err := os.MkdirAll(filepath.Dir(name), 0o750); err != nil {
					t.Fatal(err)
				}
				writeFile(t, name, text)
			}
			printModule(t, filepath.Join(dir, "manifests"), filepath.Join(dir, ".service", "generated"))
			copyFile(t, "../examples/intake-ts/tsconfig.json", filepath.Join(dir, "tsconfig.json"))
			if out, err := node(t, nil, "node_modules/typescript/bin/tsc", "-p", dir); err != nil {
				t.Errorf("tsc: %v\n%s", err, out)
			}
			for _, command := range [][]string{{"validate", "--strict", "--phase", "deploy", "--manifests", filepath.Join(dir, "manifests")}, {"test", dir}} {
				if out, err := exec.Command(program, command...).CombinedOutput(); err != nil {
					t.Errorf("quartet %s: %v\n%s", command[0], err, out)
				}
			}
		})
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
