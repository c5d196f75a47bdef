package app_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	nethtml "golang.org/x/net/html"

	"github.com/quartet-dev/quartet/internal/app"
	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/pages/staticsite"
)

// exportPages exports the pages of a site.
func exportPages(t *testing.T, site app.Options, dir string) staticsite.Report {
	t.Helper()
	report, err := app.ExportPages(t.Context(), site, app.PagesExport{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	return report
}

// servedBy serves a handler as itself.
func servedBy(t *testing.T, h http.Handler) string {
	t.Helper()
	server := httptest.NewServer(h)
	t.Cleanup(server.Close)
	return server.URL
}

func fetched(t *testing.T, address string) (status int, kind string, body []byte) {
	t.Helper()
	answer, err := http.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	body, err = io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer.StatusCode, answer.Header.Get("Content-Type"), body
}

// TestExportedPagesAreWhatTheServerAnswers: a plain file server with the folder has every
// page that the site links to, each with the bytes of the site's server.
func TestExportedPagesAreWhatTheServerAnswers(t *testing.T) {
	for _, name := range []string{"publication", "commerce"} {
		t.Run(name, func(t *testing.T) {
			dir, to := t.TempDir(), t.TempDir()
			if err := os.CopyFS(dir, os.DirFS("../../examples/"+name)); err != nil {
				t.Fatal(err)
			}
			site := app.Options{Dir: dir, Logger: slog.New(slog.DiscardHandler)}
			if _, err := app.Seed(t.Context(), site, nil); err != nil {
				t.Fatal(err)
			}
			if report := exportPages(t, site, to); report.AllBroken > 0 || len(report.Skipped) > 0 || report.Pages < 10 {
				t.Fatalf("%+v", report)
			}
			w := walk{t: t, static: servedBy(t, http.FileServer(http.Dir(to))), live: servedBy(t, openedSite(t, site)), seen: map[string]bool{}}
			for _, first := range []string{"/", "/robots.txt", "/sitemap.xml", "/llms.txt"} {
				w.visit("nobody", first)
			}
			if len(w.seen) < 30 || w.compared < 20 {
				t.Errorf("only %d addresses were visited, %d compared", len(w.seen), w.compared)
			}
		})
	}
}

func openedSite(t *testing.T, site app.Options) *app.App {
	t.Helper()
	a, err := app.Open(t.Context(), site)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = a.Close() })
	return a
}

// walk follows the links of a folder that is served.
type walk struct {
	t            *testing.T
	static, live string
	seen         map[string]bool
	compared     int
}

func (w *walk) visit(from, path string) {
	if w.seen[path] {
		return
	}
	w.seen[path] = true
	status, kind, body := fetched(w.t, w.static+path)
	if status != http.StatusOK {
		w.t.Errorf("%s, which %s links to: %d", path, from, status)
		return
	}
	isPage := strings.HasPrefix(kind, "text/html")
	if !bytes.Contains(body, []byte(`http-equiv="refresh"`)) && !strings.Contains(path, "/page/") {
		w.compare(path, body)
	}
	if isPage {
		for _, link := range linksIn(w.t, path, body) {
			w.visit(path, link)
		}
	}
}

// compare holds a file against the server's answer. The pages of a list behind the first
// are at addresses of their own.
func (w *walk) compare(path string, body []byte) {
	status, _, want := fetched(w.t, w.live+path)
	if status == http.StatusOK && bytes.Contains(want, []byte(path+"?cursor=")) {
		return
	}
	if w.compared++; status != http.StatusOK || !bytes.Equal(body, want) {
		w.t.Errorf("%s: the server answers %d with %d bytes, the file has %d", path, status, len(want), len(body))
	}
}

// linksIn are the addresses of the site in a page.
func linksIn(t *testing.T, path string, body []byte) (links []string) {
	t.Helper()
	base := &url.URL{Path: path}
	tokens := nethtml.NewTokenizer(bytes.NewReader(body))
	for kind := tokens.Next(); kind != nethtml.ErrorToken; kind = tokens.Next() {
		if kind != nethtml.StartTagToken && kind != nethtml.SelfClosingTagToken {
			continue
		}
		for _, a := range tokens.Token().Attr {
			ref, err := url.Parse(a.Val)
			if a.Key != "href" && a.Key != "src" || err != nil || ref.IsAbs() || ref.Host != "" || ref.Path == "" {
				continue
			}
			if ref.RawQuery != "" {
				t.Errorf("%s links to %s: no file is at a query", path, a.Val)
			}
			links = append(links, base.ResolveReference(ref).EscapedPath())
		}
	}
	return links
}

// exportFiles are a site with lists, feeds and a public folder.
var exportFiles = map[string]string{
	"quartet.yaml": `site: { title: Notes, origin: "https://notes.example" }
routes:
  home: {}
  collections:
    - { collection: notes, segment: notes, slug: slug, list: true, feed: true }
`,
	"public/plain.txt": "plain\n",
	"public/.hidden":   "hidden\n",
	"manifests/notes.yaml": `apiVersion: quartet/v1
kind: Schema
metadata: { name: notes }
spec:
  title: Notes
  schema:
    type: object
    required: [slug, title]
    properties:
      slug: { type: string, maxLength: 300 }
      title: { type: string, maxLength: 400 }
      body: { type: string, x-mcp-hint: markdown }
  uniqueIndexes:
    - [slug]
`,
}

func exportSite(t *testing.T) app.Options {
	t.Helper()
	dir := t.TempDir()
	for name, text := range exportFiles {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o700), os.WriteFile(file, []byte(text), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	return app.Options{Dir: dir, Logger: slog.New(slog.DiscardHandler)}
}

// desk writes entries of a site for a test.
type desk struct {
	t *testing.T
	*content.Service
}

var service = content.Caller{Service: true}

// publish makes a published note.
func (d desk) publish(slug, body string) *content.Entry {
	d.t.Helper()
	e, err := d.Create(d.t.Context(), service, "notes", map[string]any{"slug": slug, "title": "Note " + slug, "body": body})
	if err == nil {
		e, err = d.Publish(d.t.Context(), service, "notes", e.ID, e.Version)
	}
	if err != nil {
		d.t.Fatal(err)
	}
	return e
}

// writeNotes fills the site: a list of three pages, a note that moved, one that was taken
// down, and a draft.
func writeNotes(t *testing.T, site app.Options) {
	t.Helper()
	a := openedSite(t, site)
	d := desk{t, a.Content()}
	for i := range 45 {
		d.publish(fmt.Sprintf("n%02d", i), "Text. [Next](/notes/n01) and [nothing](/notes/none)")
	}
	moved := d.publish("before", "Moved.")
	if _, err := d.Patch(t.Context(), service, "notes", moved.ID, map[string]any{"slug": "after"}, moved.Version); err != nil {
		t.Fatal(err)
	}
	down := d.publish("down", "Taken down.")
	if _, err := d.Unpublish(t.Context(), service, "notes", down.ID, down.Version); err != nil {
		t.Fatal(err)
	}
	if _, err := d.Create(t.Context(), service, "notes", map[string]any{"slug": "draft", "title": "Draft"}); err != nil {
		t.Fatal(err)
	}
	d.publish(strings.Repeat("long", 70), "No file has this name.")
}

// filesIn are the files of a folder.
func filesIn(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		name, _ := filepath.Rel(dir, path)
		text, err := os.ReadFile(path)
		all[filepath.ToSlash(name)] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func TestAnExportHasAllPagesAndNothingElse(t *testing.T) {
	site, to := exportSite(t), filepath.Join(t.TempDir(), "new", "folder")
	writeNotes(t, site)
	report := exportPages(t, site, to)
	if report.AllBroken != 1 || report.Broken[0].To != "/notes/none" || len(report.Skipped) != 2 {
		t.Errorf("%+v", report)
	}
	files := filesIn(t, to)
	for _, name := range []string{
		"index.html", "index.md", "404.html", "robots.txt", "sitemap.xml", "llms.txt", "plain.txt", ".nojekyll",
		"notes/index.html", "notes.md", "notes/feed.xml", "notes/feed.json", "notes/n44/index.html", "notes/n44.md", "notes/after/index.html",
		"notes/page/2/index.html", "notes/page/3/index.html", "notes/page/3.md", "notes/feed/page/2.xml", "notes/feed/page/3.json",
	} {
		if files[name] == "" && name != ".nojekyll" {
			t.Errorf("%s is missing or empty", name)
		}
	}
	for name, text := range files {
		if strings.Contains(name, "draft") || strings.Contains(name, "down") || strings.Contains(name, "hidden") || strings.Contains(text, "?cursor=") || strings.Contains(text, "Draft") {
			_, after, _ := strings.Cut(text, "?cursor=")
			t.Errorf("%s has what it must not: …?cursor=%.60s", name, after)
		}
	}
	if !strings.Contains(files["notes/before/index.html"], `url=/notes/after"`) {
		t.Errorf("the former address: %s", files["notes/before/index.html"])
	}
	if !strings.Contains(files["notes/page/2/index.html"], `href="/notes/page/3"`) || strings.Contains(files["notes/page/3/index.html"], "/page/4") {
		t.Error("the pages of the list do not follow each other")
	}
}

// TestAnExportIsMadeAgain: nothing is written where nothing changed, what is gone goes,
// what is somebody's stays, and one that broke off is never taken for whole.
func TestAnExportIsMadeAgain(t *testing.T) {
	site, to := exportSite(t), t.TempDir()
	writeNotes(t, site)
	exportPages(t, site, to)
	first := filesIn(t, to)
	if again := exportPages(t, site, to); again.Written != 0 || again.Removed != 0 {
		t.Errorf("%+v", again)
	}
	if other := t.TempDir(); exportPages(t, site, other).Written == 0 || fmt.Sprint(filesIn(t, other)) != fmt.Sprint(first) {
		t.Error("two exports differ")
	}
	own := filepath.Join(to, ".git", "config")
	if err := errors.Join(os.MkdirAll(filepath.Dir(own), 0o700), os.WriteFile(own, []byte("mine"), 0o600)); err != nil {
		t.Fatal(err)
	}
	a := openedSite(t, site)
	e, err := a.Content().PublishedBy(t.Context(), a.Plan().Schema("notes"), a.Plan().Schema("notes").Property("slug"), "n07", "")
	if err == nil {
		_, err = a.Content().Unpublish(t.Context(), service, "notes", e.ID, e.Version)
	}
	if err != nil {
		t.Fatal(err)
	}
	if later := exportPages(t, site, to); later.Removed != 2 || later.Written == 0 {
		t.Errorf("%+v", later)
	}
	files := filesIn(t, to)
	if _, there := files["notes/n07/index.html"]; there || files[".git/config"] != "mine" || !strings.HasPrefix(files[".quartet-export"], "quartet pages export: whole\n") {
		t.Error("what is gone is there, or what is somebody's is gone")
	}
}

func TestAnExportRefusesAFolderOfSomebody(t *testing.T) {
	site, to := exportSite(t), t.TempDir()
	if err := os.WriteFile(filepath.Join(to, "index.html"), []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := app.ExportPages(t.Context(), site, app.PagesExport{Dir: to})
	if files := filesIn(t, to); !errors.Is(err, staticsite.ErrOccupied) || len(files) != 1 || files["index.html"] != "mine" {
		t.Errorf("%v %v", err, files)
	}
	if _, err := app.ExportPages(t.Context(), site, app.PagesExport{Dir: to, Force: true}); err != nil || filesIn(t, to)["index.html"] == "mine" {
		t.Errorf("with force: %v", err)
	}
}

// TestAnExportThatBreaksOffLeavesTheOneBefore.
func TestAnExportThatBreaksOffLeavesTheOneBefore(t *testing.T) {
	site, to := exportSite(t), t.TempDir()
	exportPages(t, site, to)
	before := filesIn(t, to)
	writeNotes(t, site)
	ctx, cancel := context.WithCancel(t.Context())
	_, err := app.ExportPages(ctx, site, app.PagesExport{Dir: to, Progress: func(c staticsite.Counts) {
		if c.Files == 20 {
			cancel()
		}
	}})
	if !errors.Is(err, context.Canceled) || fmt.Sprint(filesIn(t, to)) != fmt.Sprint(before) {
		t.Errorf("%v", err)
	}
}
