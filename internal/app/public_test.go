package app_test

import (
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet"
)

func write(t *testing.T, file, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// startIn opens the guest book as a folder on disk.
func startIn(t *testing.T, dir string) *quartet.Service {
	t.Helper()
	write(t, filepath.Join(dir, "manifests", "guest-book.yaml"), guestBook)
	s, err := quartet.Open(t.Context(), quartet.Options{
		Dir: dir, Logger: slog.New(slog.DiscardHandler),
		Handlers: quartet.Handlers{"words.count": quartet.Handle(countWords)},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

func statuses(t *testing.T, s http.Handler, want map[string]int) {
	t.Helper()
	got := map[string]int{}
	for path := range want {
		got[path] = get(t, s, path).Code
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// The static layer looks at public/ anew for each request: it may come, change
// and be replaced while the service runs.
func TestPublicFilesMayChangeWhileTheServiceRuns(t *testing.T) {
	dir := t.TempDir()
	public := filepath.Join(dir, "public")
	s := startIn(t, dir)
	statuses(t, s, map[string]int{"/a.txt": 404})
	write(t, filepath.Join(public, "a.txt"), "one")
	statuses(t, s, map[string]int{"/a.txt": 200})
	if err := os.Rename(public, public+".old"); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(public, "b.txt"), "two")
	statuses(t, s, map[string]int{"/a.txt": 404, "/b.txt": 200})
}

func TestNoSymbolicLinkLeadsOutOfPublic(t *testing.T) {
	dir, elsewhere := t.TempDir(), t.TempDir()
	public := filepath.Join(dir, "public")
	write(t, filepath.Join(elsewhere, "secret.txt"), "secret")
	write(t, filepath.Join(dir, "secret.txt"), "secret")
	write(t, filepath.Join(public, "a.txt"), "a")
	for link, target := range map[string]string{
		"absolute.txt": filepath.Join(elsewhere, "secret.txt"), "folder": elsewhere,
		"up.txt": "../secret.txt", "inside.txt": "a.txt", "round.txt": "round.txt",
	} {
		if err := os.Symlink(target, filepath.Join(public, link)); err != nil {
			t.Fatal(err)
		}
	}
	statuses(t, startIn(t, dir), map[string]int{
		"/a.txt": 200, "/inside.txt": 200,
		"/absolute.txt": 404, "/folder/secret.txt": 404, "/up.txt": 404, "/round.txt": 404,
	})
}

// Public may itself be a link, such as one to what a bundler builds.
func TestPublicMayBeALink(t *testing.T) {
	dir, built := t.TempDir(), t.TempDir()
	write(t, filepath.Join(built, "a.txt"), "a")
	if err := os.Symlink(built, filepath.Join(dir, "public")); err != nil {
		t.Fatal(err)
	}
	statuses(t, startIn(t, dir), map[string]int{"/a.txt": 200})
}

// Reserved paths, manifests' routes and those of the program come before the
// files of public, here those of Options.FS.
func TestPublicFilesShadowNoRoute(t *testing.T) {
	s := start(t, quartet.Options{Mount: []quartet.Route{
		{Path: "/hello.txt", Handler: http.HandlerFunc(teapot)},
		{Method: "POST", Path: "/form.txt", Handler: http.HandlerFunc(teapot)},
		{Path: "/files/", Handler: http.HandlerFunc(teapot)},
	}}, map[string]string{
		"public/hello.txt": "file", "public/form.txt": "file", "public/files/a.txt": "file", "public/b.txt": "file",
		"public/healthz": "file", "public/readyz": "file", "public/api/count-words": "file", "public/api/views/greetings": "file",
		"public/_service/a.txt": "file", "public/admin/a.txt": "file",
	})
	statuses(t, s, map[string]int{
		"/hello.txt": http.StatusTeapot, "/form.txt": 200, "/files/a.txt": http.StatusTeapot, "/files/none.txt": http.StatusTeapot,
		"/b.txt": 200, "/api/count-words": 405, "/_service/a.txt": 404, "/admin/a.txt": 503,
	})
	for _, path := range []string{"/healthz", "/readyz", "/api/views/greetings"} {
		if body := get(t, s, path).Body.String(); body == "file" {
			t.Errorf("a file shadows %s", path)
		}
	}
}

// An Observer hears of the route that answered, never of the path that was
// asked for.
func TestAnObserverHearsOfRoutes(t *testing.T) {
	var routes []string
	s := start(t, quartet.Options{
		Mount: []quartet.Route{{Method: "GET", Path: "/hello/{name}", Handler: http.HandlerFunc(teapot)}},
		Observer: func(*http.Request) func(quartet.Answer) {
			return func(a quartet.Answer) { routes = append(routes, a.Route) }
		},
	}, map[string]string{"public/a.txt": "a"})
	for _, path := range []string{
		"/api/views/greetings", "/hello/ada", "/a.txt", "/b.txt", "/api/views/none", "/api/views", "/healthz", "/admin", "/api/count-words",
	} {
		get(t, s, path)
	}
	want := []string{"View/greetings", "GET /hello/{name}", "static", "other", "other", "other", "other", "other", "other"}
	if diff := cmp.Diff(want, routes); diff != "" {
		t.Error(diff)
	}
}
