package dev

import (
	"bufio"
	"context"
	"encoding/json"
	"html"
	"io"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/quartet-dev/quartet/internal/app"
	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/seed"
)

func TestMain(m *testing.M) {
	os.Clearenv() // a DATABASE_URL of the developer's own is none of the tests' business
	goleak.VerifyTestMain(m)
}

const notes = `apiVersion: quartet/v1
kind: Schema
metadata: { name: notes }
spec:
  title: Notes
  schema:
    type: object
    required: [slug, text]
    properties: { slug: { type: string }, text: { type: string } }
  uniqueIndexes: [[slug]]
---
apiVersion: quartet/v1
kind: View
metadata: { name: note }
spec:
  title: One note
  from: notes
  surface: public
  params: { type: object, required: [slug], properties: { slug: { type: string } } }
  filter: { eq: { field: slug, value: { $param: slug } } }
---
apiVersion: quartet/v1
kind: Procedure
metadata: { name: take-note }
spec:
  input: { type: object, required: [slug, text], properties: { slug: { type: string }, text: { type: string } } }
  output: { type: object }
  handler: { kind: builtin, op: create, schema: notes }
---
apiVersion: quartet/v1
kind: Trigger
metadata: { name: take-note }
spec: { source: { kind: http, method: POST, path: /api/notes }, target: { procedure: take-note } }
`

const firstNote = "collection: notes\nstatus: published\ndata: { slug: tea & milk, text: No. }\n"

// site is a development server over a folder of its own.
type site struct {
	t       *testing.T
	dir     string
	url     string
	reports chan Report
}

// run serves a folder of files until the test ends.
func run(t *testing.T, files map[string]string) (*site, Report) {
	t.Helper()
	return runWith(t, Options{}, files)
}

// runWith is run with options of the test's own.
func runWith(t *testing.T, o Options, files map[string]string) (*site, Report) {
	t.Helper()
	s := &site{t: t, dir: t.TempDir(), reports: make(chan Report, 16)}
	for name, text := range files {
		s.write(name, text)
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	o.Site.Dir, o.Addr, o.Site.Logger, o.Report = s.dir, "127.0.0.1:0", slog.New(slog.DiscardHandler), func(r Report) { s.reports <- r }
	go func() { ended <- Run(ctx, o) }()
	t.Cleanup(func() {
		http.DefaultClient.CloseIdleConnections()
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	first := s.report()
	s.url = first.URL
	return s, first
}

func (s *site) write(name, text string) {
	s.t.Helper()
	path := filepath.Join(s.dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		s.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		s.t.Fatal(err)
	}
}

// report waits for the next attempt to load the site.
func (s *site) report() Report {
	s.t.Helper()
	select {
	case r := <-s.reports:
		return r
	case <-time.After(20 * time.Second):
		s.t.Fatal("no attempt to load the site was reported")
		return Report{}
	}
}

func (s *site) get(path string) (status int, header http.Header, body string) {
	s.t.Helper()
	answer, err := http.Get(s.url + path)
	if err != nil {
		s.t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		s.t.Fatal(err)
	}
	return answer.StatusCode, answer.Header, string(text)
}

// listen is told as an open page is: each call waits for the next event.
func (s *site) listen() (next func() event) {
	s.t.Helper()
	answer, err := http.Get(s.url + eventsPath)
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() { _ = answer.Body.Close() })
	lines := bufio.NewScanner(answer.Body)
	return func() (told event) {
		s.t.Helper()
		for lines.Scan() {
			if data, ok := strings.CutPrefix(lines.Text(), "data: "); ok {
				if err := json.Unmarshal([]byte(data), &told); err != nil {
					s.t.Fatal(err)
				}
				return told
			}
		}
		s.t.Fatal("the stream ended", lines.Err())
		return told
	}
}

func (s *site) page() string {
	s.t.Helper()
	status, _, body := s.get(root + "/")
	if status != http.StatusOK {
		s.t.Fatal(status, body)
	}
	return html.UnescapeString(body)
}

func TestThePageLinksToWhatTheSiteOffers(t *testing.T) {
	s, first := run(t, map[string]string{
		"quartet.yaml": "site: { title: Tea <notes>, description: Of tea }", "manifests/notes.yaml": notes, "seed/one.yaml": firstNote,
	})
	if !first.First || !first.Serving || first.Problems != nil || first.Seeded.Loaded != 1 || first.Site.Title != "Tea <notes>" {
		t.Fatalf("%+v", first)
	}
	page := s.page()
	for _, want := range []string{"Tea <notes>", "Of tea", "One note", "POST /api/notes", "curl -X POST '" + s.url + "/api/notes'", `-d '{"slug":"Your slug","text":"Your text"}'`} {
		if !strings.Contains(page, want) {
			t.Errorf("%q is not on the page", want)
		}
	}
	link := regexp.MustCompile(`href="(/api/views/note\?[^"]*)"`).FindStringSubmatch(page)
	if link == nil {
		t.Fatal("the page does not link to the View")
	}
	if status, _, body := s.get(link[1]); status != http.StatusOK || !strings.Contains(body, "tea & milk") {
		t.Errorf("%s: %d %s", link[1], status, body)
	}
}

func TestThePageLeadsToEveryPartOfTheProduct(t *testing.T) {
	s, _ := run(t, map[string]string{"manifests/notes.yaml": notes})
	page := s.page()
	for _, want := range []string{`href="/admin"`, `href="/admin/c/notes"`, `href="/admin/dev/docs"`, `href="/admin/dev/docs?tab=handbook"`, "claude mcp add --transport http quartet " + s.url + "/mcp"} {
		if !strings.Contains(page, want) {
			t.Errorf("%q is not on the page", want)
		}
	}
}

// The page has the color of the site, once the site answers, and what is shown over a page too.
func TestThePageHasTheColorOfTheSite(t *testing.T) {
	s, _ := run(t, map[string]string{"manifests/notes.yaml": notes, "quartet.yaml": "site: { accentColor: \"#8b1a1a\" }"})
	if page := s.page(); !strings.Contains(page, "--act: #8b1a1a;") {
		t.Error(page)
	}
	if _, _, style := s.get("/_service/dev/problems.css"); !strings.Contains(style, "--act: #8b1a1a;") {
		t.Error(style)
	}
}

// An empty folder gets a manifest to begin with, which serves as it stands.
func TestAnEmptyFolderIsToldHowToBegin(t *testing.T) {
	s, first := run(t, nil)
	if first.Serving {
		t.Fatalf("%+v", first)
	}
	page := s.page()
	if !strings.Contains(page, firstManifest) || !strings.Contains(page, "manifests/notes.yaml") || strings.Contains(page, "MANIFEST_ROOT_NOT_FOUND") {
		t.Fatal(page)
	}
	s.write("manifests/notes.yaml", firstManifest)
	if r := s.report(); !r.Serving || r.Problems != nil {
		t.Fatalf("%+v", r)
	}
	if status, _, body := s.get("/api/views/all-notes"); status != http.StatusOK {
		t.Error(status, body)
	}
	if page := s.page(); strings.Contains(page, "Your first collection") {
		t.Error(page)
	}
}

func TestThePageRunsNothingButItsOwn(t *testing.T) {
	s, _ := run(t, map[string]string{"manifests/notes.yaml": notes})
	_, header, body := s.get("/")
	policy := header.Get("Content-Security-Policy")
	nonce := regexp.MustCompile(`script-src 'nonce-([A-Z0-9]+)'`).FindStringSubmatch(policy)
	if nonce == nil || !strings.HasPrefix(policy, "default-src 'none'") {
		t.Fatal(policy)
	}
	if n := strings.Count(body, `nonce="`+nonce[1]+`"`); n != 2 {
		t.Errorf("%d elements carry the nonce, want the style and the script", n)
	}
	if _, again, _ := s.get("/"); again.Get("Content-Security-Policy") == policy {
		t.Error("two answers share a nonce")
	}
}

func TestAChangeIsServed(t *testing.T) {
	s, _ := run(t, map[string]string{"manifests/notes.yaml": notes})
	if status, _, _ := s.get("/api/views/titles"); status != http.StatusNotFound {
		t.Fatal(status)
	}
	s.write("manifests/titles.yml", strings.Join([]string{
		"apiVersion: quartet/v1", "kind: View", "metadata: { name: titles }", "spec: { from: notes, surface: public, fields: [slug] }",
	}, "\n"))
	if r := s.report(); r.First || !r.Serving || r.Problems != nil {
		t.Fatalf("%+v", r)
	}
	if status, _, body := s.get("/api/views/titles"); status != http.StatusOK {
		t.Error(status, body)
	}
	s.write("quartet.yaml", "site: { title: Changed }")
	if r := s.report(); r.Site.Title != "Changed" || !strings.Contains(s.page(), "Changed") {
		t.Errorf("%+v", r)
	}
}

// site-folder.md: a broken change keeps the last good plan and shows its
// diagnostics on the page.
func TestABrokenChangeKeepsTheLastGoodVersion(t *testing.T) {
	s, _ := run(t, map[string]string{"manifests/notes.yaml": notes, "seed/one.yaml": firstNote})
	s.write("manifests/notes.yaml", strings.Replace(notes, "from: notes", "from: nots", 1))
	if r := s.report(); !r.Serving || len(r.Problems) != 1 || r.Problems[0].Code != diag.ViewFromUnknownSchema {
		t.Fatalf("%+v", r)
	}
	page := s.page()
	for _, want := range []string{"VIEW_FROM_UNKNOWN_SCHEMA", "manifests/notes.yaml:17:9", "   17 |   from: nots\n", "^", "suggestion: notes"} {
		if !strings.Contains(page, want) {
			t.Errorf("%q is not on the page", want)
		}
	}
	if status, _, body := s.get("/api/views/note?slug=tea+%26+milk"); status != http.StatusOK || !strings.Contains(body, "No.") {
		t.Error(status, body)
	}
	s.write("manifests/notes.yaml", notes)
	if r := s.report(); r.Problems != nil || strings.Contains(s.page(), "VIEW_FROM_UNKNOWN_SCHEMA") {
		t.Errorf("%+v", r)
	}
}

func TestASiteThatIsBrokenFromTheStartRecovers(t *testing.T) {
	s, first := run(t, map[string]string{"quartet.yaml": "sight: {}"})
	if first.Serving || len(first.Problems) != 2 {
		t.Fatalf("%+v", first)
	}
	if page := s.page(); !strings.Contains(page, "SETTINGS_INVALID") || !strings.Contains(page, "MANIFEST_ROOT_NOT_FOUND") {
		t.Error(page)
	}
	if status, _, _ := s.get("/api/views"); status != http.StatusServiceUnavailable {
		t.Error(status)
	}
	s.write("quartet.yaml", "site: {}")
	if r := s.report(); r.Serving || len(r.Problems) != 1 {
		t.Fatalf("%+v", r)
	}
	s.write("manifests/notes.yaml", notes) // in a folder that was not there
	if r := s.report(); !r.Serving || r.Problems != nil {
		t.Fatalf("%+v", r)
	}
	if status, _, body := s.get("/api/views"); status != http.StatusOK {
		t.Error(status, body)
	}
}

// A site with warnings answers; whoever develops it reads them.
func TestWarningsAreReportedAndShown(t *testing.T) {
	s, first := run(t, map[string]string{"manifests/notes.yaml": notes, "manifests/views.yaml": `apiVersion: quartet/v1
kind: View
metadata: { name: empty }
spec: { from: notes, surface: public, fields: [] }
---
apiVersion: quartet/v1
kind: View
metadata: { name: misspelt }
spec:
  surface: public
  sql: |
    SELECT slug, txet
    FROM notes
`})
	want := []diag.Code{diag.ViewFieldsEmpty, diag.ViewStatementInvalid}
	if !first.Serving || first.Problems.HasErrors() || !slices.Equal(first.Problems.Codes(), want) {
		t.Fatalf("serving %t with %v, want %v", first.Serving, first.Problems, want)
	}
	status, _, body := s.get("/")
	for _, part := range []string{"The site answers, and something in it cannot work", "VIEW_FIELDS_EMPTY", "VIEW_STATEMENT_INVALID", "views.yaml:12:18", "no such column: txet"} {
		if status != http.StatusOK || !strings.Contains(body, part) {
			t.Errorf("%d without %q", status, part)
		}
	}
	s.write("manifests/views.yaml", "")
	if mended := s.report(); len(mended.Problems) > 0 {
		t.Errorf("mended, and still %v", mended.Problems)
	}
}

func TestSeedsThatAreAddedAreLoaded(t *testing.T) {
	s, _ := run(t, map[string]string{"manifests/notes.yaml": notes, "seed/one.yaml": firstNote})
	s.write("seed/two.yaml", strings.ReplaceAll(firstNote, "milk", "honey"))
	if r := s.report(); r.Seeded.Loaded != 1 || r.Seeded.Already != 1 {
		t.Errorf("%+v", r)
	}
	s.write("seed/three.yaml", "collection: note\ndata: {}\n")
	if r := s.report(); !r.Serving || len(r.Problems) != 1 || !strings.Contains(s.page(), "three.yaml:1:13") {
		t.Errorf("%+v", r)
	}
}

// A site whose seeds are refused answers; no older version of it does.
func TestRefusedSeedsAreNoBrokenSite(t *testing.T) {
	s, first := run(t, map[string]string{"manifests/notes.yaml": notes, "seed/one.yaml": "collection: note\ndata: {}\n"})
	_, _, overlay := s.get(problemsPath)
	if !first.Serving || first.Stale || !strings.Contains(s.page(), "not every seed was loaded") || !strings.Contains(overlay, "Not every seed was loaded") {
		t.Errorf("%+v %s", first, overlay)
	}
	s.write("quartet.yaml", "sight: {}")
	broken := s.report()
	if !broken.Serving || !broken.Stale || !strings.Contains(s.page(), "the version before it goes on answering") {
		t.Errorf("%+v", broken)
	}
}

// Seeds that were corrected while the site could not start are loaded once it can, and refused
// ones once a manifest lets them in.
func TestSeedsWaitForTheSite(t *testing.T) {
	for name, changes := range map[string][]string{
		"corrected meanwhile":  {"quartet.yaml", "sight: {}", "seed/two.yaml", strings.ReplaceAll(firstNote, "milk", "honey"), "quartet.yaml", ""},
		"let in by a manifest": {"seed/two.yaml", "collection: letters\ndata: { slug: a, text: b }\n", "manifests/letters.yaml", strings.ReplaceAll(notes, "note", "letter")},
	} {
		t.Run(name, func(t *testing.T) {
			s, _ := run(t, map[string]string{"manifests/notes.yaml": notes, "seed/one.yaml": firstNote})
			var last Report
			for i := 0; i < len(changes); i += 2 {
				s.write(changes[i], changes[i+1])
				last = s.report()
			}
			if last.Stale || last.Problems.HasErrors() || last.Seeded.Loaded != 1 {
				t.Errorf("%+v", last)
			}
		})
	}
}

func TestADatabaseWithEntriesIsNotSeeded(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"manifests/notes.yaml": notes, "seed/one.yaml": firstNote} {
		(&site{t: t, dir: dir}).write(name, text)
	}
	opened, err := app.Open(t.Context(), app.Options{Dir: dir, Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	defer opened.Close()
	if _, err := opened.Content().Create(t.Context(), content.Caller{}, "notes", map[string]any{"slug": "mine"}); err != nil {
		t.Fatal(err)
	}
	report, err := (&server{}).seed(t.Context(), opened)
	if err != nil || !reflect.DeepEqual(report, seed.Report{}) {
		t.Errorf("%+v %v", report, err)
	}
}

func TestSecretsOfTheEnvFileStayOffThePage(t *testing.T) {
	s, _ := run(t, map[string]string{"manifests/notes.yaml": notes, ".env": "MAIL_URL=imap://tea:hush@mail.example\n"})
	if page := s.page(); !strings.Contains(page, ".env:1:1") || strings.Contains(page, "hush") {
		t.Error(page)
	}
}

// An open page hears of every attempt.
func TestEvents(t *testing.T) {
	s, _ := run(t, map[string]string{"manifests/notes.yaml": notes})
	next := s.listen()
	shown := regexp.MustCompile(`\.attempt !== ("[^"]*")`).FindStringSubmatch(s.page())
	var attempt string
	if err := json.Unmarshal([]byte(shown[1]), &attempt); err != nil {
		t.Fatal(err)
	}
	if told := next(); told.Attempt != attempt || told.Problems {
		t.Fatalf("%+v, and the page shows %q", told, attempt)
	}
	s.write("quartet.yaml", "site: { title: Changed }")
	if told := next(); told.Attempt == attempt || told.Attempt == "" || told.Problems {
		t.Errorf("%+v after a change", told)
	}
	s.report()
}

// A reload lets requests under way finish on the version they began on.
func TestRequestsFinishOnTheirVersion(t *testing.T) {
	open := func() *app.App {
		dir := t.TempDir()
		(&site{t: t, dir: dir}).write("manifests/notes.yaml", notes)
		opened, err := app.Open(t.Context(), app.Options{Dir: dir, Logger: slog.New(slog.DiscardHandler)})
		if err != nil {
			t.Fatal(err)
		}
		return opened
	}
	works := func(v *version) bool {
		call := content.ViewCall{View: v.Plan().View("note"), Params: map[string]any{"slug": "x"}}
		_, err := v.Content().ExecuteView(t.Context(), content.Caller{}, call, nil)
		return err == nil
	}
	l := newLive()
	l.replace(open(), nil)
	before, _, done := l.use()
	l.replace(open(), nil)
	after, _, doneAfter := l.use()
	if before == after || !works(before) || !works(after) {
		t.Error("the version before was closed with a request under way")
	}
	done()
	doneAfter()
	l.close()
	if works(before) || works(after) {
		t.Error("a version was left open")
	}
}

// The page of an empty folder has its font, and counts no faults.
func TestPageOfAnEmptyFolder(t *testing.T) {
	s, first := run(t, nil)
	if first.Serving {
		t.Fatal("a folder without manifests is served")
	}
	_, _, page := s.get("/")
	font := regexp.MustCompile(`rel="preload" href="([^"]+)"`).FindStringSubmatch(page)
	if font == nil || !strings.Contains(page, "Your first collection") || strings.Contains(page, "<title>(") {
		t.Fatalf("the page is\n%s", page)
	}
	if status, _, _ := s.get(font[1]); status != http.StatusOK {
		t.Errorf("%s answers %d", font[1], status)
	}
}
