package bundle_test

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/script/bundle"
)

var update = flag.Bool("update", false, "rewrite what the cases give")

const cases = 15

// A case is a folder. Its site is in the folder that the first line of the comment
// names, "site" or "repo/site", and its keys are the words of the second. What the
// bundle gives is held on disk and as an fs.FS, whose packages are in the folder.
func TestBundlesAndTheirDiagnostics(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) != cases {
		t.Fatalf("%d files, want %d: %v", len(files), cases, err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) { hold(t, file) })
	}
}

// onDiskAlone are the cases whose diagnostics name what is outside of the folder as
// esbuild does.
var onDiskAlone = []string{"folder-link.txtar", "links.txtar", "outside.txtar"}

func hold(t *testing.T, file string) {
	archive, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	said := strings.Split(string(archive.Comment), "\n")
	last := &archive.Files[len(archive.Files)-1]
	packages := slices.ContainsFunc(archive.Files, func(f txtar.File) bool { return strings.Contains(f.Name, "node_modules") })
	site := filepath.Join(written(t, archive), said[0])
	o := bundle.Options{Dir: site, FS: os.DirFS(site), Prefix: "my-site/", Keys: strings.Fields(said[1])}
	got := text(bundle.Build(o))
	if *update {
		last.Data = []byte(got)
		if err := os.WriteFile(file, txtar.Format(archive), 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(string(last.Data), got); diff != "" {
		t.Errorf("on disk: %s", diff)
	}
	if o.Dir = ""; packages {
		o.Packages = site
	}
	if slices.Contains(onDiskAlone, filepath.Base(file)) {
		return
	}
	embedded := strings.ReplaceAll(text(bundle.Build(o)), "site:", "") // in comments of the script
	if diff := cmp.Diff(string(last.Data), embedded); diff != "" {
		t.Errorf("as an fs.FS: %s", diff)
	}
}

// written is the archive but for its last file in a folder. A file whose name ends
// in .link is a symbolic link.
func written(t *testing.T, archive *txtar.Archive) string {
	t.Helper()
	dir := t.TempDir()
	for _, each := range archive.Files[:len(archive.Files)-1] {
		name := filepath.Join(dir, each.Name)
		if err := os.MkdirAll(filepath.Dir(name), 0o750); err != nil {
			t.Fatal(err)
		}
		link, isLink := strings.CutSuffix(name, ".link")
		err := error(nil)
		if isLink {
			err = os.Symlink(strings.TrimSpace(string(each.Data)), link)
		} else {
			err = os.WriteFile(name, each.Data, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func text(b *bundle.Bundle, problems diag.List) string {
	var said strings.Builder
	_ = diag.Text{}.Write(&said, problems)
	if b == nil {
		return said.String() + "no bundle\n"
	}
	for _, key := range b.Keys {
		fmt.Fprintf(&said, "%s: %s\n", key, b.Files[key])
	}
	for _, key := range slices.Sorted(maps.Keys(b.Lacking)) {
		fmt.Fprintf(&said, "%s lacks: %s\n", key, b.Lacking[key])
	}
	return said.String() + b.Code
}

const quote = `import { rate } from './rates'
type Input = { grams: number }
export const quote = async (input: Input) => {
  /* 𝒳ü */ const text = 'ü𝒳'; if (rate < input.grams) throw new Error(text)
  return 1
}
`

func built(t *testing.T, o bundle.Options, files map[string]string) *bundle.Bundle {
	t.Helper()
	o.Dir = t.TempDir()
	for name, text := range files {
		file := filepath.Join(o.Dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o750); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	o.FS = os.DirFS(o.Dir)
	b, problems := bundle.Build(o)
	if b == nil || problems != nil {
		t.Fatal(problems)
	}
	return b
}

// A place of the script leads to the line and the column of the TypeScript that it
// was, counted in characters, whatever UTF-16 and UTF-8 make of them.
func TestPositionsAreThoseOfTheSource(t *testing.T) {
	b := built(t, bundle.Options{Prefix: "my-site/", Keys: []string{"shipping.quote"}},
		map[string]string{"handlers/shipping.ts": quote, "handlers/rates.ts": "\n\nexport const rate = Math.random()\n"})
	for wanted, want := range map[string]bundle.Position{
		"new Error":   {File: "my-site/handlers/shipping.ts", Line: 4, Column: 61},
		"Math.random": {File: "my-site/handlers/rates.ts", Line: 3, Column: 21},
		"return 1":    {File: "my-site/handlers/shipping.ts", Line: 5, Column: 3},
	} {
		line, column := placeOf(t, b, wanted)
		got, ok := b.Position(line, column)
		if !ok || got != want {
			t.Errorf("%s at %d:%d is at %v, %v; want %v", wanted, line, column, got, ok, want)
		}
	}
	line, column := placeOf(t, b, "register(")
	if at, ok := b.Position(line, column); ok {
		t.Errorf("the call of register is at %v", at)
	}
	for _, each := range [][2]int{{0, 0}, {-1, -1}, {1 << 30, 1}, {1, 1}, {3, 1 << 30}} {
		_, _ = b.Position(each[0], each[1]) // whatever an engine says, nothing panics
	}
}

func placeOf(t *testing.T, b *bundle.Bundle, text string) (line, column int) {
	t.Helper()
	before, _, found := strings.Cut(b.Code, text)
	if !found {
		t.Fatalf("the script has no %q:\n%s", text, b.Code)
	}
	start := strings.LastIndexByte(before, '\n') + 1
	return strings.Count(before, "\n") + 1, len([]rune(before[start:])) + 1
}

func TestExcerptShowsTheLinesAround(t *testing.T) {
	b := built(t, bundle.Options{Prefix: "my-site/", Keys: []string{"shipping.quote"}},
		map[string]string{"handlers/shipping.ts": quote, "handlers/rates.ts": "export const rate = 1\n"})
	want := strings.Join([]string{
		"    2 | type Input = { grams: number }",
		"    3 | export const quote = async (input: Input) => {",
		"    4 |   /* 𝒳ü */ const text = 'ü𝒳'; if (rate < input.grams) throw new Error(text)",
		"      |                                                             ^",
		"    5 |   return 1",
		"    6 | }",
	}, "\n")
	if diff := cmp.Diff(want, b.Excerpt(bundle.Position{File: "my-site/handlers/shipping.ts", Line: 4, Column: 61})); diff != "" {
		t.Error(diff)
	}
	if got := b.Excerpt(bundle.Position{File: "elsewhere.ts", Line: 1, Column: 1}); got != "" {
		t.Errorf("a file of nobody: %q", got)
	}
}

// A file and a script have 8 MiB; what is larger is refused before it is kept.
func TestSizesAreBounded(t *testing.T) {
	large := `export const text = "` + strings.Repeat("x", 5<<20) + "\"\n"
	for name, files := range map[string]map[string]string{
		"a file":     {"handlers/a.ts": "import t from './t.txt'\nexport const run = () => t\n", "handlers/t.txt": strings.Repeat("x", 9<<20)},
		"the script": {"handlers/a.ts": "import { text } from './b'\nimport * as c from './c'\nexport const run = () => text + c.text\n", "handlers/b.ts": large, "handlers/c.ts": large},
	} {
		for _, embedded := range []bool{false, true} {
			dir := t.TempDir()
			for file, text := range files {
				if err := os.MkdirAll(filepath.Join(dir, "handlers"), 0o750); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(filepath.Join(dir, file), []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			o := bundle.Options{Dir: dir, FS: os.DirFS(dir), Keys: []string{"a.run"}}
			if embedded {
				o.Dir = ""
			}
			b, problems := bundle.Build(o)
			if b != nil || len(problems) != 1 || problems[0].Code != diag.HandlerFileRefused {
				t.Errorf("%s, embedded %v: %v", name, embedded, problems)
			}
		}
	}
}

// A site that is part of a program reads no file of the machine, whatever it imports.
func TestAnEmbeddedSiteReadsNoFileOfTheMachine(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("secret.json", []byte(`{"secret":"hush"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, imported := range []string{"import('./' + name + '.json')", "import('../' + name + '.json')", "import('../../' + name + '.json')", "require('./secret.json')", "require('../secret.json')"} {
		site := fstest.MapFS{"handlers/a.ts": {Data: []byte("export const run = (name: string) => " + imported + "\n")}}
		b, problems := bundle.Build(bundle.Options{FS: site, Keys: []string{"a.run"}})
		if b != nil && strings.Contains(b.Code, "hush") {
			t.Errorf("%s: %v %s", imported, problems, b.Code)
		}
	}
}

func TestASiteWithoutHandlersHasNoBundle(t *testing.T) {
	o := bundle.Options{FS: os.DirFS(t.TempDir()), Keys: []string{"a", "a.b", "..", "", "a..b", "../x.y"}}
	if b, problems := bundle.Build(o); b != nil || problems != nil {
		t.Errorf("%v, %v", b, problems)
	}
}

func BenchmarkBuild(b *testing.B) {
	for _, count := range []int{1, 50} {
		b.Run(fmt.Sprint(count, " files"), func(b *testing.B) {
			dir := b.TempDir()
			o := bundle.Options{Dir: dir, FS: os.DirFS(dir)}
			_ = os.Mkdir(filepath.Join(dir, "handlers"), 0o750)
			for i := range count {
				name := fmt.Sprintf("f%d", i)
				o.Keys = append(o.Keys, name+".quote")
				if err := os.WriteFile(filepath.Join(dir, "handlers", name+".ts"), []byte(strings.Replace(quote, "import { rate } from './rates'", "const rate = 1", 1)), 0o600); err != nil {
					b.Fatal(err)
				}
			}
			for b.Loop() {
				if made, problems := bundle.Build(o); made == nil {
					b.Fatal(problems)
				}
			}
		})
	}
}

// An import with a template reaches no file of the machine where the site is an
// fs.FS.
func TestATemplateReachesNoFileBesideAnFS(t *testing.T) {
	source := "export const run = (name: string) => import(`./testdata/${name}`)\n"
	b, problems := bundle.Build(bundle.Options{FS: fstest.MapFS{"handlers/a.ts": {Data: []byte(source)}}, Keys: []string{"a.run"}})
	if b != nil || !problems.HasErrors() || !strings.Contains(problems[0].Message, "outside of the site") {
		t.Errorf("%v %v", b, problems)
	}
}
