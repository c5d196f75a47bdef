package e2e_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// described are the sites whose documents are looked at: the examples, and those
// made for it.
func described(t *testing.T) map[string]string {
	t.Helper()
	sites := map[string]string{}
	for _, example := range []string{"publication", "commerce", "intake"} {
		sites[example] = "../examples/" + example + "/manifests"
	}
	for _, made := range []string{"library", "odd"} {
		text, err := os.ReadFile("../internal/openapi/testdata/" + made + ".yaml")
		if err != nil {
			t.Fatal(err)
		}
		sites[made] = t.TempDir()
		if err := os.WriteFile(filepath.Join(sites[made], "site.yaml"), text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return sites
}

// emit writes the document of a folder of manifests.
func emit(t *testing.T, manifests, file string, flags ...string) {
	t.Helper()
	arguments := append([]string{"emit-openapi", "--manifests", manifests, "--output", file}, flags...)
	if out, err := exec.Command(program, arguments...).CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", manifests, err, out)
	}
}

// TestOpenAPIDocuments gives each document to the readers that others wrote: they
// find nothing to say, by their usual rules. Generators make clients that compile.
func TestOpenAPIDocuments(t *testing.T) {
	t.Parallel()
	needNode(t)
	sites := described(t)
	var documents []string
	for name, manifests := range sites {
		dir := linkedDir(t)
		documents = append(documents, filepath.Join(dir, "site.json"))
		emit(t, manifests, filepath.Join(dir, "site.json"))
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			generateTypes(t, dir, "types.d.ts")
			generateOrval(t, dir)
			compile(t, dir, "types.d.ts", "site.ts")
		})
		t.Run(name+", Go", func(t *testing.T) {
			t.Parallel()
			generateGo(t, dir)
			runIn(t, dir, "go", "build", "./site")
		})
	}
	withOrigin := filepath.Join(t.TempDir(), "site.json")
	emit(t, sites["library"], withOrigin, "--origin", "https://tea.example.org")
	documents = append(documents, withOrigin)
	out, err := node(t, nil, append([]string{"node_modules/@redocly/cli/bin/cli.js", "lint"}, documents...)...)
	if err != nil || strings.Count(string(out), "validated in") != len(documents) || strings.Contains(string(out), "warning") {
		t.Errorf("redocly: %v\n%s", err, out)
	}
	out, err = node(t, nil, append([]string{"openapi/parser.mjs"}, documents...)...)
	if err != nil || strings.Count(string(out), "3.1.0") != len(documents) {
		t.Errorf("swagger-parser: %v\n%s", err, out)
	}
}

// TestOpenAPIClients runs one script with each generated client against a site: it
// reads, pages, writes and meets a typed error. The document is the one that the
// site serves.
func TestOpenAPIClients(t *testing.T) {
	t.Parallel()
	needNode(t)
	s, folder := newSite(t, "publication")
	if err := addTo(filepath.Join(folder, "quartet.yaml"), "api: { openapi: true }\n"); err != nil {
		t.Fatal(err)
	}
	s.serve(t, "publication", folder, nil)
	document := fetched(t, s.url+"/api/openapi.json")
	for name, script := range map[string]func(t *testing.T, dir string){
		"openapi-fetch": func(t *testing.T, dir string) {
			generateTypes(t, dir, "site.d.ts")
			playTypeScript(t, s, dir, "fetch.ts")
		},
		"orval": func(t *testing.T, dir string) {
			generateOrval(t, dir)
			playTypeScript(t, s, dir, "orval.ts")
		},
		"oapi-codegen": func(t *testing.T, dir string) {
			generateGo(t, dir)
			copyTo(t, "testdata/openapi/main.go", dir)
			runIn(t, dir, "go", "build", "-o", "script", ".")
			run := exec.CommandContext(t.Context(), filepath.Join(dir, "script"))
			run.Env = s.environment()
			if out, err := run.CombinedOutput(); err != nil {
				t.Errorf("%v\n%s", err, out)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			dir := linkedDir(t)
			if err := os.WriteFile(filepath.Join(dir, "site.json"), document, 0o600); err != nil {
				t.Fatal(err)
			}
			script(t, dir)
		})
	}
}

func fetched(t *testing.T, url string) []byte {
	t.Helper()
	answer, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode != http.StatusOK {
		t.Fatal(answer.Status, err)
	}
	return text
}

// linkedDir is a folder in which what npm installed here is found.
func linkedDir(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	installed, err := filepath.Abs("node_modules")
	if err = errors.Join(err, os.Symlink(installed, filepath.Join(dir, "node_modules"))); err != nil {
		t.Fatal(err)
	}
	return dir
}

var fetchGenerator = sync.OnceValue(func() error {
	out, err := exec.Command("go", "tool", "-modfile=../tools/openapi/go.mod", "oapi-codegen", "-version").CombinedOutput()
	if err != nil {
		return fmt.Errorf("%w\n%s", err, out)
	}
	return nil
})

// generateGo makes the package site of a module of its own.
func generateGo(t *testing.T, dir string) {
	t.Helper()
	if err := fetchGenerator(); err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal(err)
		}
		t.Skipf("no Go client was made; scripts/test fetches the generator: %v", err)
	}
	for _, file := range []string{"go.mod", "go.sum"} {
		copyTo(t, "../tools/openapi/"+file, dir)
	}
	if err := os.MkdirAll(filepath.Join(dir, "site"), 0o750); err != nil {
		t.Fatal(err)
	}
	runIn(t, dir, "go", "tool", "oapi-codegen", "-generate", "types,client", "-package", "site", "-o", "site/site.go", "site.json")
}

func generateTypes(t *testing.T, dir, file string) {
	t.Helper()
	runGenerator(t, "node_modules/openapi-typescript/bin/cli.js", filepath.Join(dir, "site.json"), "--output", filepath.Join(dir, file))
}

func generateOrval(t *testing.T, dir string) {
	t.Helper()
	runGenerator(t, "node_modules/orval/dist/bin/orval.js", "--input", filepath.Join(dir, "site.json"), "--output", filepath.Join(dir, "site.ts"), "--client", "fetch")
}

func runGenerator(t *testing.T, arguments ...string) {
	t.Helper()
	if out, err := node(t, nil, arguments...); err != nil || strings.Contains(string(out), "⚠") {
		t.Fatalf("%v\n%s", err, out)
	}
}

// compile wants TypeScript to have nothing to say.
func compile(t *testing.T, dir string, sources ...string) {
	t.Helper()
	arguments := []string{
		"node_modules/typescript/bin/tsc", "--noEmit", "--strict", "--noUncheckedIndexedAccess", "--preserveSymlinks", "--target", "es2022",
		"--module", "esnext", "--moduleResolution", "bundler", "--lib", "es2022,dom,dom.iterable", "--skipLibCheck",
	}
	for _, each := range sources {
		arguments = append(arguments, filepath.Join(dir, each))
	}
	if out, err := node(t, nil, arguments...); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
}

// playTypeScript compiles a script of openapi/ with what was generated, and runs it.
func playTypeScript(t *testing.T, s *site, dir, script string) {
	t.Helper()
	copyTo(t, "openapi/"+script, dir)
	copyTo(t, "openapi/node.d.ts", dir)
	compile(t, dir, script, "node.d.ts")
	bundle := filepath.Join(dir, "script.mjs")
	if out, err := exec.Command("node_modules/.bin/esbuild", filepath.Join(dir, script), "--bundle", "--platform=node", "--format=esm", "--outfile="+bundle).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	s.play(t, bundle)
}

func copyTo(t *testing.T, file, dir string) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, filepath.Base(file)), text, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func runIn(t *testing.T, dir, name string, arguments ...string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	command := exec.CommandContext(ctx, name, arguments...)
	command.Dir = dir
	if out, err := command.CombinedOutput(); err != nil {
		t.Fatalf("%s %v: %v\n%s", name, arguments, err, out)
	}
}
