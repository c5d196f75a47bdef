package app_test

import (
	"io"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet/internal/app"
	"github.com/quartet-dev/quartet/internal/store/postgres/postgrestest"
)

const publicationFolder = "../../examples/publication"

// answersOf are what a site answers to whoever follows its links, and to the Views
// that anybody may read.
func answersOf(t *testing.T, o app.Options) map[string]string {
	t.Helper()
	a, err := app.Open(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close() //nolint:errcheck // it was read
	found := map[string]string{}
	open := []string{
		"/en", "/zh-tw", "/robots.txt", "/sitemap.xml", "/llms.txt", "/api/views/posts?locale=en", "/api/views/posts?locale=zh-TW&limit=3",
		"/api/views/authors", "/api/views/tag-counts?locale=en", "/api/views/posts-since?locale=en&since=2026-01-01T00:00:00Z", "/en/search?q=tea",
	}
	for len(open) > 0 && len(found) < 150 {
		path := open[0]
		open = open[1:]
		if found[path] != "" {
			continue
		}
		answer := httptest.NewRecorder()
		a.ServeHTTP(answer, httptest.NewRequest(http.MethodGet, path, nil))
		body, _ := io.ReadAll(answer.Body)
		found[path] = http.StatusText(answer.Code) + " " + answer.Header().Get("Content-Type") + "\n" + string(body)
		for _, link := range links.FindAllStringSubmatch(string(body), -1) {
			open = append(open, link[1])
		}
	}
	return found
}

var links = regexp.MustCompile(`(?:href|src)="(?:http://localhost(?::[0-9]+)?)?(/[^"#]*)"`)

// A site answers every read from a copy as it does from the original, in another
// database and from other media too. Who copies needs no manifests.
func TestACopyAnswersAlike(t *testing.T) {
	dir := t.TempDir()
	site := app.Options{Dir: dir, FS: os.DirFS(publicationFolder), Logger: slog.New(slog.DiscardHandler), Database: "sqlite:site.db", Media: "file:media"}
	if report, err := app.Seed(t.Context(), site, nil); err != nil || report.Loaded == 0 {
		t.Fatal(report, err)
	}
	want := answersOf(t, site)
	if len(want) < 40 || !strings.HasPrefix(want["/en"], "OK text/html") {
		t.Fatalf("%d answers: %q", len(want), slices.Sorted(maps.Keys(want)))
	}
	from := site
	for _, to := range []app.Options{
		{Database: postgrestest.URL(t), Media: "file:" + filepath.Join(dir, "media there")},
		{Database: "sqlite:back.db", Media: "file:" + filepath.Join(dir, "media back")},
	} {
		copying := app.CopyOptions{From: from.Database, To: to.Database, MediaFrom: from.Media, MediaTo: to.Media}
		done, err := app.Copy(t.Context(), app.Options{Dir: dir, FS: os.DirFS(t.TempDir()), Logger: site.Logger}, copying)
		if err != nil || done.Media == nil || done.Media.Objects == 0 {
			t.Fatal(done.Media, err)
		}
		to.Dir, to.FS, to.Logger = dir, site.FS, site.Logger
		if diff := cmp.Diff(want, answersOf(t, to)); diff != "" {
			t.Errorf("from %s: %.4000s", to.Database, diff)
		}
		from = to
	}
}
