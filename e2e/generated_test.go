package e2e_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// generatedSites are the sites whose modules are tried, and where they are: the
// examples, one with every feature of the manifest language, and one with odd
// names.
var generatedSites = map[string]string{
	"publication": "../examples", "commerce": "../examples", "intake": "../examples", "every": "testdata", "odd": "testdata",
}

// another is what the manifests did not have when the older module was made.
const another = "apiVersion: quartet/v1\nkind: View\nmetadata: { name: another }\nspec: { sql: SELECT 1 AS one, surface: staff }\n"

// printedModules is a folder with the modules of the sites, which TypeScript finds nothing
// wrong with: under <site>/, the module, an older one, and the scenario of generated/.
func printedModules(t *testing.T) (dir string) {
	t.Helper()
	needNode(t)
	dir = t.TempDir()
	for _, shared := range []string{"check.ts", "tsconfig.json"} {
		copyFile(t, filepath.Join("generated", shared), filepath.Join(dir, shared))
	}
	for name, folder := range generatedSites {
		manifests, older := filepath.Join(folder, name, "manifests"), filepath.Join(dir, name, "older")
		printModule(t, manifests, filepath.Join(dir, name))
		err := os.CopyFS(filepath.Join(older, "manifests"), os.DirFS(manifests))
		if err == nil {
			err = os.WriteFile(filepath.Join(older, "manifests", "another.yaml"), []byte(another), 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
		printModule(t, filepath.Join(older, "manifests"), older)
		copyFile(t, filepath.Join("generated", name+".ts"), filepath.Join(dir, name, "scenario.ts"))
	}
	for i, each := range examples(t, "https://tea.example") {
		writeFile(t, filepath.Join(dir, "publication", fmt.Sprintf("handbook%d.ts", i)), each.text)
	}
	for _, library := range []string{"DOM", "WebWorker"} {
		if out, err := node(t, nil, "node_modules/typescript/bin/tsc", "-p", dir, "--lib", "ES2022,"+library); err != nil {
			t.Fatalf("tsc with the library %s: %v\n%s", library, err, out)
		}
	}
	return dir
}

func printModule(t *testing.T, manifests, output string) {
	t.Helper()
	if out, err := exec.Command(program, "generate", "--language", "ts", "--manifests", manifests, "-o", output).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
}

func copyFile(t *testing.T, from, to string) {
	t.Helper()
	text, err := os.ReadFile(from)
	if err != nil {
		t.Fatal(err)
	}
	writeFile(t, to, string(text))
}

func writeFile(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// example is a program of the handbook.
type example struct {
	text string
	runs bool
}

var block = regexp.MustCompile("(?s)(<!-- run -->\n)?```ts\n(.*?)```\n")

// examples are the programs of docs/clients.md, beside the module, against a site.
func examples(t *testing.T, url string) (all []example) {
	t.Helper()
	page, err := os.ReadFile("../docs/clients.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, each := range block.FindAllStringSubmatch(string(page), -1) {
		text := strings.NewReplacer("./.service/generated/", "./", "http://localhost:8787", url).Replace(each[2])
		all = append(all, example{text, each[1] != ""})
	}
	if len(all) != 6 {
		t.Fatalf("docs/clients.md has %d examples, not 6", len(all))
	}
	return all
}

// The examples of the handbook say something when Node runs them, without a build.
func (s *site) playHandbook(t *testing.T, dir string) {
	t.Helper()
	for i, each := range examples(t, s.url) {
		if !each.runs {
			continue
		}
		program := filepath.Join(dir, fmt.Sprintf("run%d.ts", i))
		writeFile(t, program, each.text)
		out, err := node(t, nil, "--disable-warning=ExperimentalWarning", "--disable-warning=MODULE_TYPELESS_PACKAGE_JSON", program)
		t.Logf("\n%s", out)
		if err != nil || len(out) == 0 {
			t.Errorf("example %d: %v\n%s", i, err, out)
		}
	}
}

// bundle bundles a module for browsers and Node, and gives its size.
func bundle(t *testing.T, from, to string, more ...string) (bytes int64) {
	t.Helper()
	out, err := exec.Command("node_modules/esbuild/bin/esbuild", append([]string{from, "--bundle", "--format=esm", "--log-level=warning", "--outfile=" + to}, more...)...).CombinedOutput()
	if err != nil || len(out) > 0 {
		t.Fatalf("esbuild: %v\n%s", err, out)
	}
	info, err := os.Stat(to)
	if err != nil {
		t.Fatal(err)
	}
	return info.Size()
}

// A script reads, writes, pages, meets typed errors and another fingerprint, by the
// module of each site, in Node, Chromium and a worker. What it must not do does
// not compile.
func TestGeneratedModules(t *testing.T) {
	t.Parallel()
	environment := browser(t)
	dir := printedModules(t)
	for name, folderOf := range generatedSites {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, site := folder(t, os.DirFS(folderOf), name)
			scenario := filepath.Join(site, "public", "try", "scenario.js")
			bundle(t, filepath.Join(dir, name, "scenario.ts"), scenario)
			for file, text := range map[string]string{
				"page.html": "<!doctype html><title>Try</title>",
				"worker.js": "import { scenario } from './scenario.js'\nonmessage = ({ data }) => scenario(data).then(() => postMessage('done'), (error) => postMessage(String(error?.stack ?? error)))\n",
			} {
				writeFile(t, filepath.Join(filepath.Dir(scenario), file), text)
			}
			s.serveGenerated(t, folderOf, name, site)
			s.play(t, "generated.mjs", append(environment, "SCENARIO="+scenario)...)
			if name == "publication" {
				s.playHandbook(t, filepath.Join(dir, name))
			}
		})
	}
}

// serveGenerated serves a copy of a site.
func (s *site) serveGenerated(t *testing.T, folder, name, dir string) {
	t.Helper()
	if folder == "../examples" {
		s.serve(t, name, dir, nil)
		return
	}
	own := program
	if _, err := os.Stat(filepath.Join(folder, name, "main.go")); err == nil {
		own = filepath.Join(t.TempDir(), name)
		if out, err := exec.Command("go", "build", "-o", own, "./"+filepath.Join(folder, name)).CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
	address := s.settle(t, dir, nil)
	s.start(t, exec.Command(own, "serve", dir, "--addr", address), s.provided(t)...)
	s.wait(t, s.isReady)
}

// hostileText are pieces that texts of authors are put together from.
var hostileText = []string{
	"a", " ", "'", `"`, "`", `\`, "\n", "\r", "\t", "\u2028", "\u2029", "\u202e", "\ufeff", "*/", "/*", "//", "*", "/", "${x}", "@ts-nocheck", "@license", "</script>", "<!--", "-->",
	"{", "}", "[", "]", ";", ",", "\U0001F375", "\u98df", "__proto__", "constructor", "#", "sourceMappingURL=x",
}

// Whatever words, names of members, values, definitions and keys are put together
// from, a parser other than ours reads the module, and finds nothing to warn of.
func TestModulesOfHostileTextsParse(t *testing.T) {
	t.Parallel()
	needNode(t)
	const sites = 30
	dir, random := t.TempDir(), rand.New(rand.NewPCG(1, 2))
	arguments := []string{"node_modules/esbuild/bin/esbuild", "--log-level=warning", "--outdir=" + filepath.Join(dir, "out")}
	for i := range sites {
		site := filepath.Join(dir, strconv.Itoa(i))
		manifests, err := json.Marshal(hostileProcedure(random))
		if err == nil {
			err = os.MkdirAll(filepath.Join(site, "manifests"), 0o750)
		}
		if err == nil {
			err = os.WriteFile(filepath.Join(site, "manifests", "a.yaml"), manifests, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
		printModule(t, filepath.Join(site, "manifests"), site)
		arguments = append(arguments, filepath.Join(site, "service.ts"))
	}
	out, err := exec.Command(arguments[0], arguments[1:]...).CombinedOutput()
	if err != nil || len(out) > 0 {
		t.Errorf("esbuild: %v\n%s", err, out)
	}
	if parsed, err := filepath.Glob(filepath.Join(dir, "out", "*", "service.js")); err != nil || len(parsed) != sites {
		t.Errorf("%d modules of %d; %v", len(parsed), sites, err)
	}
}

// hostileProcedure is a manifest with such texts wherever an author may write any.
func hostileProcedure(random *rand.Rand) map[string]any {
	text := func() string {
		var out strings.Builder
		for range 1 + random.IntN(6) {
			out.WriteString(hostileText[random.IntN(len(hostileText))])
		}
		return out.String()
	}
	definition := text()
	object := func() map[string]any {
		return map[string]any{
			"type": "object", "title": text(), "description": text(),
			"$defs": map[string]any{definition: map[string]any{"type": "string", "description": text()}},
			"properties": map[string]any{
				text(): map[string]any{"enum": []any{text() + "1", text() + "2"}, "title": text(), "format": text(), "x-mcp-hint": text()},
				text(): map[string]any{"const": map[string]any{text(): []any{text(), nil, 1.5}}},
				"ref":  map[string]any{"type": "array", "items": map[string]any{"type": "object", "additionalProperties": map[string]any{"type": "integer"}, "description": text()}},
			},
		}
	}
	return map[string]any{
		"apiVersion": "quartet/v1", "kind": "Procedure", "metadata": map[string]any{"name": "odd"},
		"spec": map[string]any{
			"title": text(), "description": text(), "input": object(), "output": object(), "handler": map[string]any{"kind": "ref", "ref": text()},
		},
	}
}

// manySchemas are the manifests of a site with 50 collections.
func manySchemas() string {
	var out strings.Builder
	for i := range 50 {
		fmt.Fprintf(&out, `apiVersion: quartet/v1
kind: Schema
metadata: { name: things-%[1]d }
spec:
  title: Things %[1]d
  description: What there is of the kind %[1]d.
  schema:
    type: object
    required: [slug, title]
    properties:
      slug: { type: string, title: The end of its address }
      title: { type: string, title: Title }
      text: { type: string, x-mcp-hint: markdown, description: Paragraphs of Markdown. }
      kind: { type: string, enum: [one, two, three] }
      price: { type: integer, x-mcp-hint: money-minor }
      tags: { type: array, items: { type: string } }
      by: { type: string, x-service-bind: ctx.user }
      at: { type: integer, x-service-bind: now }
---
apiVersion: quartet/v1
kind: View
metadata: { name: things-%[1]d-list }
spec:
  title: Things %[1]d
  surface: public
  from: things-%[1]d
  params: { type: object, required: [kind], properties: { kind: { type: string, enum: [one, two, three] } } }
  filter: { eq: { field: kind, value: { $param: kind } } }
---
apiVersion: quartet/v1
kind: View
metadata: { name: thing-%[1]d-by-slug }
spec:
  surface: public
  from: things-%[1]d
  params: { type: object, required: [slug], properties: { slug: { type: string } } }
  filter: { eq: { field: slug, value: { $param: slug } } }
---
apiVersion: quartet/v1
kind: Procedure
metadata: { name: add-thing-%[1]d }
spec:
  description: Adds a thing of the kind %[1]d.
  input: { type: object, required: [slug, title], properties: { slug: { type: string }, title: { type: string }, kind: { type: string, enum: [one, two, three] } } }
  output: { type: object, required: [id, version], properties: { id: { type: string }, version: { type: integer } } }
  handler: { kind: builtin, op: create, schema: things-%[1]d }
---
apiVersion: quartet/v1
kind: Trigger
metadata: { name: add-thing-%[1]d }
spec: { source: { kind: http, method: POST, path: /api/things-%[1]d }, target: { procedure: add-thing-%[1]d } }
---
`, i)
	}
	return out.String()
}

// One View of a large site takes less than 6 KiB of a bundle, and knows of no other.
func TestABundleHoldsWhatItUses(t *testing.T) {
	t.Parallel()
	needNode(t)
	dir := t.TempDir()
	err := errors.Join(os.Mkdir(filepath.Join(dir, "manifests"), 0o750),
		os.WriteFile(filepath.Join(dir, "manifests", "things.yaml"), []byte(manySchemas()), 0o600),
		os.WriteFile(filepath.Join(dir, "one.ts"), []byte("import { connectService, view_things_7_list } from './service.ts'\n"+
			"export const read = () => view_things_7_list(connectService({ baseUrl: '' }), { params: { kind: 'one' } })\n"), 0o600),
		os.WriteFile(filepath.Join(dir, "all.ts"), []byte("export { createService } from './service.ts'\n"), 0o600))
	if err != nil {
		t.Fatal(err)
	}
	printModule(t, filepath.Join(dir, "manifests"), dir)
	one := bundle(t, filepath.Join(dir, "one.ts"), filepath.Join(dir, "one.js"), "--minify")
	all := bundle(t, filepath.Join(dir, "all.ts"), filepath.Join(dir, "all.js"), "--minify")
	t.Logf("one View: %d bytes; everything: %d", one, all)
	if one >= 6<<10 {
		t.Errorf("a bundle with one View has %d bytes", one)
	}
	text, err := os.ReadFile(filepath.Join(dir, "one.js"))
	if err != nil || strings.Contains(string(text), "things-8") || !strings.Contains(string(text), "things-7-list") {
		t.Errorf("the bundle holds other Views, or not its own; %v", err)
	}
}
