package seed_test

import (
	"context"
	"flag"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"golang.org/x/tools/txtar"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/plan/plantest"
	"github.com/quartet-dev/quartet/internal/seed"
	"github.com/quartet-dev/quartet/internal/store/sqlite"
)

var update = flag.Bool("update", false, "rewrite the diagnostics of the cases")

// counts compares what a report says.
var counts = cmpopts.IgnoreUnexported(seed.Report{})

const cases = 3

const manifests = `
apiVersion: quartet/v1
kind: Schema
metadata: { name: posts }
spec:
  title: Posts
  schema:
    type: object
    required: [slug, title]
    properties: { slug: { type: string }, title: { type: string }, by: { type: string } }
  uniqueIndexes: [[slug]]
---
apiVersion: quartet/v1
kind: Schema
metadata: { name: orders }
spec:
  title: Orders
  lifecycle: operational
  schema:
    type: object
    readOnly: true
    required: [number]
    properties:
      number: { type: integer }
      lines: { type: array, items: { type: object, properties: { sku: { type: string } } } }
      placedAt: { type: string, x-service-bind: now }
`

// site is an empty database with what loads seeds into it.
type site struct {
	*content.Service
	store *sqlite.Store
}

func open(t *testing.T) site { return openWith(t, manifests) }

func openWith(t *testing.T, manifests string) site {
	t.Helper()
	p := plantest.Seal(t, manifests)
	log := slog.New(slog.DiscardHandler)
	store, err := sqlite.Open(t.Context(), sqlite.Options{Path: filepath.Join(t.TempDir(), "site.db"), Plan: p, Log: log})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := store.Close(); err != nil {
			t.Error(err)
		}
	})
	service, err := content.New(t.Context(), p, store, content.Options{Log: log})
	if err != nil {
		t.Fatal(err)
	}
	return site{service, store}
}

// load loads a folder and gives everything that was wrong with it.
func (s site) load(t *testing.T, folder fs.FS) (seed.Report, diag.List) {
	t.Helper()
	files, problems := seed.ReadFiles(folder, "")
	documents, malformed := seed.Parse(s.Plan(), files)
	report, refused := seed.Load(t.Context(), s.Service, shelf{folder}, s.store, documents, nil)
	problems.Add(malformed...)
	problems.Add(refused...)
	problems.Sort()
	return report, problems
}

// check says what is wrong with a folder, without a database.
func (s site) check(t *testing.T, folder fs.FS) diag.List {
	t.Helper()
	files, problems := seed.ReadFiles(folder, "")
	documents, malformed := seed.Parse(s.Plan(), files)
	problems.Add(malformed...)
	problems.Add(seed.Check(t.Context(), s.Plan(), nil, shelf{folder}, documents)...)
	problems.Sort()
	return problems
}

func (s site) loadText(t *testing.T, text string) (seed.Report, diag.List) {
	t.Helper()
	return s.load(t, fstest.MapFS{"seed/a.yaml": {Data: []byte(text)}})
}

func TestDocumentsAndTheirDiagnostics(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) != cases {
		t.Fatalf("%d files, want %d: %v", len(files), cases, err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) { runCase(t, file) })
	}
}

func runCase(t *testing.T, file string) {
	archive, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	folder, err := txtar.FS(archive)
	if err != nil {
		t.Fatal(err)
	}
	s := open(t)
	_, problems := s.load(t, folder)
	got := lines(problems)
	if diff := cmp.Diff(got, lines(s.check(t, folder))); diff != "" {
		t.Errorf("Check says something else than Load: %s", diff)
	}
	last := &archive.Files[len(archive.Files)-1]
	if *update {
		last.Data = []byte(got)
		if err := os.WriteFile(file, txtar.Format(archive), 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(string(last.Data), got); diff != "" {
		t.Error(diff)
	}
}

func lines(list diag.List) string {
	var b strings.Builder
	for _, d := range list {
		fmt.Fprintf(&b, "%s %s:%d:%d %s\n", d.Code, d.Source.File, d.Source.Line, d.Source.Column, d.Path)
	}
	return b.String()
}

// site-folder.md: published is reached by the publish move.
func TestStatuses(t *testing.T) {
	const post, order = "collection: posts\ndata: { slug: a, title: A }\n", "collection: orders\ndata: { number: 1 }\n"
	for name, test := range map[string]struct {
		document string
		want     content.Status
		version  int64
	}{
		"publishing, none":       {post, content.Draft, 1},
		"publishing, draft":      {post + "status: draft", content.Draft, 1},
		"publishing, published":  {post + "status: published", content.Published, 2},
		"publishing, archived":   {post + "status: archived", content.Archived, 2},
		"operational, none":      {order, content.Published, 1},
		"operational, published": {order + "status: published", content.Published, 1},
	} {
		t.Run(name, func(t *testing.T) {
			s := open(t)
			report, problems := s.loadText(t, test.document)
			if report.Loaded != 1 || problems != nil {
				t.Fatal(report, problems)
			}
			entry := only(t, s)
			if entry.Status != test.want || entry.Version != test.version || entry.AuthorID != "" {
				t.Errorf("%+v", entry)
			}
		})
	}
}

// only is the one entry of the database.
func only(t *testing.T, s site) *content.Entry {
	t.Helper()
	var all []*content.Entry
	for _, schema := range s.Plan().Schemas() {
		entries, err := s.List(t.Context(), schema.Name(), content.EntryQuery{})
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, entries...)
	}
	if len(all) != 1 {
		t.Fatalf("%d entries", len(all))
	}
	return all[0]
}

// site-folder.md: seed loads once, and rows that a unique index already holds
// are left alone.
func TestLoadingAgain(t *testing.T) {
	const document = "collection: orders\ndata: { number: 1, lines: [] }\n"
	for name, test := range map[string]struct {
		first, second string
		want          seed.Report
	}{
		"the same document":         {document, document, seed.Report{Documents: 1, Already: 1}},
		"written in another way":    {document, "# one\ndata:\n  lines: []\n  number: 0x1\ncollection: \"orders\"\n", seed.Report{Documents: 1, Already: 1}},
		"twice in one folder":       {"", document + "---\n" + document, seed.Report{Documents: 2, Loaded: 1, Already: 1}},
		"changed":                   {document, "collection: orders\ndata: { number: 2 }\n", seed.Report{Documents: 1, Loaded: 1}},
		"a row that an index holds": {"collection: posts\ndata: { slug: a, title: A }\n", "collection: posts\ndata: { slug: a, title: B }\n", seed.Report{Documents: 1, LeftAlone: 1, Left: []seed.Left{{File: "seed/a.yaml", Line: 1, Of: "posts", Key: `slug "a"`}}}},
	} {
		t.Run(name, func(t *testing.T) {
			s := open(t)
			if _, problems := s.loadText(t, test.first); problems != nil {
				t.Fatal(problems)
			}
			report, problems := s.loadText(t, test.second)
			if diff := cmp.Diff(test.want, report, counts); diff != "" || problems != nil {
				t.Error(diff, problems)
			}
		})
	}
}

// What a person is told to do with a document that was left alone: delete the entry, and
// load again.
func TestAChangedDocumentIsLoadedOnceItsEntryIsGone(t *testing.T) {
	s := open(t)
	for _, text := range []string{"A", "B"} {
		if _, problems := s.loadText(t, "collection: posts\ndata: { slug: a, title: "+text+" }\n"); problems != nil {
			t.Fatal(problems)
		}
	}
	if err := s.Delete(t.Context(), content.Caller{}, "posts", only(t, s).ID, 0); err != nil {
		t.Fatal(err)
	}
	report, problems := s.loadText(t, "collection: posts\ndata: { slug: a, title: B }\n")
	if problems != nil || report.Loaded != 1 || only(t, s).Data["title"] != "B" {
		t.Errorf("%+v %v", report, problems)
	}
}

func TestAnEntryThatWasDeletedStaysDeleted(t *testing.T) {
	s := open(t)
	const document = "collection: posts\ndata: { slug: a, title: A }\n"
	if _, problems := s.loadText(t, document); problems != nil {
		t.Fatal(problems)
	}
	if err := s.Delete(t.Context(), content.Caller{}, "posts", only(t, s).ID, 0); err != nil {
		t.Fatal(err)
	}
	if report, _ := s.loadText(t, document); report.Already != 1 || report.Loaded != 0 {
		t.Errorf("%+v", report)
	}
}

func TestTheRestIsLoadedAndProgressIsTold(t *testing.T) {
	s := open(t)
	documents, problems := seed.Parse(s.Plan(), []seed.File{{Name: "a.yaml", Data: []byte(`
collection: posts
status: published
data: { slug: refused }
---
collection: posts
status: published
data: { slug: taken, title: Taken }
`)}})
	if problems != nil {
		t.Fatal(problems)
	}
	var told []string
	report, problems := seed.Load(t.Context(), s.Service, nil, s.store, documents, func(done, total int) {
		told = append(told, fmt.Sprintf("%d/%d", done, total))
	})
	if report.Loaded != 1 || len(problems) != 1 {
		t.Errorf("%+v %v", report, problems)
	}
	if diff := cmp.Diff([]string{"1/2", "2/2"}, told); diff != "" {
		t.Error(diff)
	}
}

// forgetful is a LoadRecord that fails to keep anything.
type forgetful struct{ *sqlite.Store }

func (forgetful) MarkSeeded(context.Context, string) error {
	return diag.At(diag.ResourceUnavailable, "", "The process ended here.")
}

// A document that was written but not noted down is not written again, not even
// where no unique index would refuse it.
func TestARunThatWasCutOffIsTakenUp(t *testing.T) {
	s := open(t)
	documents, _ := seed.Parse(s.Plan(), []seed.File{{Name: "a.yaml", Data: []byte("collection: orders\ndata: { number: 7 }\n")}})
	if report, problems := seed.Load(t.Context(), s.Service, nil, forgetful{s.store}, documents, nil); len(problems) != 1 {
		t.Fatal(report, problems)
	}
	if report, problems := seed.Load(t.Context(), s.Service, nil, s.store, documents, nil); report.Loaded != 1 || problems != nil {
		t.Error(report, problems)
	}
	orders, err := s.List(t.Context(), "orders", content.EntryQuery{})
	if err != nil || len(orders) != 1 {
		t.Errorf("%d orders, want 1: %v", len(orders), err)
	}
}

func TestLoadStopsWhenTheDatabaseFails(t *testing.T) {
	s := open(t)
	documents, _ := seed.Parse(s.Plan(), []seed.File{{Name: "a.yaml", Data: []byte("collection: posts\ndata: {}\n---\ncollection: posts\ndata: { slug: b }\n")}})
	if err := s.store.Close(); err != nil {
		t.Fatal(err)
	}
	report, problems := seed.Load(t.Context(), s.Service, nil, s.store, documents, nil)
	if report.Loaded != 0 || len(problems) != 1 || problems[0].Code != diag.ResourceUnavailable {
		t.Errorf("%+v %v", report, problems)
	}
}

func TestNoSeedFolder(t *testing.T) {
	if report, problems := open(t).load(t, fstest.MapFS{}); !reflect.DeepEqual(report, seed.Report{}) || problems != nil {
		t.Error(report, problems)
	}
}

func TestSeedFilesThatAreNone(t *testing.T) {
	dir := t.TempDir()
	folder := filepath.Join(dir, seed.Folder)
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"a.yaml", ".b.yaml", "notes.md"} {
		if err := os.WriteFile(filepath.Join(folder, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for name, target := range map[string]string{"c.yaml": "nowhere", "d.yaml": ".", "e.yaml": "a.yaml"} {
		if err := os.Symlink(target, filepath.Join(folder, name)); err != nil {
			t.Fatal(err)
		}
	}
	files, problems := seed.ReadFiles(os.DirFS(dir), "site/")
	if diff := cmp.Diff([]seed.File{{Name: "site/seed/a.yaml", Data: []byte{}}, {Name: "site/seed/e.yaml", Data: []byte{}}}, files); diff != "" {
		t.Error(diff)
	}
	want := "MANIFEST_READ_FAILED site/seed/c.yaml\nMANIFEST_READ_FAILED site/seed/d.yaml\n"
	got := ""
	for _, d := range problems {
		got += fmt.Sprintln(d.Code, d.Source.File)
	}
	if got != want {
		t.Errorf("problems are\n%swant\n%s", got, want)
	}
}

func FuzzParse(f *testing.F) {
	f.Add("collection: posts\nstatus: published\ndata: { slug: a }\n---\n- x\n")
	f.Add("colection: &a posts\ndata: *a\nstatus: [*a]\n")
	p := plantest.Seal(f, manifests)
	f.Fuzz(func(t *testing.T, text string) {
		documents, problems := seed.Parse(p, []seed.File{{Name: "a.yaml", Data: []byte(text)}})
		for _, d := range problems {
			if d.Source == nil || d.Source.Line < 1 {
				t.Errorf("a problem without a place: %+v", d)
			}
		}
		for _, d := range documents {
			if p.Schema(d.Collection) == nil || d.Data == nil {
				t.Errorf("%+v", d)
			}
		}
	})
}

// shelved knows one file and one user.
type shelved struct{}

func (shelved) HasAsset(_ context.Context, id string) (bool, error) { return id == "there", nil }
func (shelved) HasUser(_ context.Context, id string) (bool, error)  { return id == "ann", nil }

func TestWhatASeedNamesAndIsNotThereIsTold(t *testing.T) {
	s := openWith(t, `
apiVersion: quartet/v1
kind: Schema
metadata: { name: authors }
spec:
  title: Authors
  schema: { type: object, properties: { slug: { type: string } } }
  uniqueIndexes: [[slug]]
---
apiVersion: quartet/v1
kind: Schema
metadata: { name: posts }
spec:
  title: Posts
  schema:
    type: object
    properties:
      author: { type: string, x-service-ref: authors }
      cover: { type: string, x-service-ref: media_assets }
      pictures: { type: array, items: { type: object, properties: { file: { type: string, x-service-ref: media_assets } } } }
      owner: { type: string, x-service-bind: ctx.user }
`)
	report, problems := s.loadText(t, `
collection: posts
data: { author: mei, cover: there, pictures: [{ file: there }], owner: ann }
---
collection: authors
data: { slug: mei }
---
collection: posts
data:
  author: nobody
  cover: gone
  pictures:
    - file: there
    - file: lost
  owner: bob
`)
	if len(problems) > 0 || report.Loaded != 3 {
		t.Fatalf("%d loaded: %v", report.Loaded, problems)
	}
	missing, err := report.Missing(t.Context(), s.Service, shelved{})
	if err != nil {
		t.Fatal(err)
	}
	missing.Sort()
	want := []string{
		"10 seed#/data/author", "11 seed#/data/cover", "14 seed#/data/pictures/1/file", "15 seed#/data/owner",
	}
	var got []string
	for _, d := range missing {
		if d.Code != diag.SeedReferenceMissing || d.Severity != diag.Warning {
			t.Errorf("%v", d)
		}
		got = append(got, fmt.Sprint(d.Source.Line, " ", d.Path))
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if again, _ := s.loadText(t, "collection: posts\ndata: { author: mei, cover: there, pictures: [{ file: there }], owner: ann }\n"); again.Already != 1 {
		t.Errorf("%+v", again)
	}
}

// A translation is joined by one property of its parent, and by no other key of it.
func TestATranslationOfNothingIsTold(t *testing.T) {
	s := openWith(t, `
apiVersion: quartet/v1
kind: Schema
metadata: { name: teas }
spec:
  title: Teas
  schema: { type: object, properties: { slug: { type: string } } }
  uniqueIndexes: [[slug]]
---
apiVersion: quartet/v1
kind: Schema
metadata: { name: tea-texts }
spec:
  title: Texts of teas
  localized: true
  translates: { parent: teas, on: slug }
  schema: { type: object, properties: { slug: { type: string }, locale: { type: string }, title: { type: string } } }
`)
	if _, problems := s.loadText(t, "collection: teas\ndata: { slug: oolong }\n"); problems != nil {
		t.Fatal(problems)
	}
	report, problems := s.loadText(t, "collection: tea-texts\ndata: { slug: oolong, locale: en }\n---\n"+
		"collection: tea-texts\ndata: { slug: "+only(t, s).ID+", locale: en }\n")
	if problems != nil || report.Loaded != 2 {
		t.Fatalf("%+v %v", report, problems)
	}
	missing, err := report.Missing(t.Context(), s.Service, shelved{})
	if err != nil || lines(missing) != "SEED_REFERENCE_MISSING seed/a.yaml:5:15 seed#/data/slug\n" {
		t.Errorf("%s%v", lines(missing), err)
	}
}

// What joins a translation may be of any type, and a list or an object names nothing.
func TestAListThatJoinsATranslationNamesNothing(t *testing.T) {
	s := openWith(t, `
apiVersion: quartet/v1
kind: Schema
metadata: { name: teas }
spec:
  title: Teas
  schema: { type: object, properties: { sizes: { type: array } } }
---
apiVersion: quartet/v1
kind: Schema
metadata: { name: tea-texts }
spec:
  title: Texts of teas
  localized: true
  translates: { parent: teas, on: sizes }
  schema: { type: object, properties: { sizes: {}, locale: { type: string }, title: { type: string } } }
`)
	report, problems := s.loadText(t, "collection: tea-texts\ndata: { sizes: [1], locale: en }\n---\n"+
		"collection: tea-texts\ndata: { sizes: { a: 1 }, locale: en }\n")
	if problems != nil || report.Loaded != 2 {
		t.Fatalf("%+v %v", report, problems)
	}
	if missing, err := report.Missing(t.Context(), s.Service, shelved{}); err != nil || missing != nil {
		t.Error(missing, err)
	}
}
