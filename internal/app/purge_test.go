package app_test

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/quartet-dev/quartet/internal/app"
	"github.com/quartet-dev/quartet/internal/audit"
	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/queue"
)

const drafted = `
apiVersion: quartet/v1
kind: Schema
metadata: { name: notes }
spec: { title: Notes, schema: { type: object, properties: { text: { type: string } } } }
`

// openTold opens a site whose settings name a CDN at url; "" for none.
func openTold(t *testing.T, url string, o app.Options) *app.App {
	t.Helper()
	files := map[string]string{"manifests/notes.yaml": drafted}
	for name, text := range album(t) {
		if name == "seed/media/water.jpg" {
			files[name] = text
		}
	}
	files["seed/a.yaml"] = "media: water\npurpose: cover\nfiles: [media/water.jpg]\n"
	files["quartet.yaml"] = "site: { media: { purposes: [{ name: cover, required: [jpeg], maxBytes: { image/jpeg: 90000 } }] } }\n"
	if url != "" {
		files["quartet.yaml"] += "cacheScope: tea\ncdn: { kind: http, url: " + url + " }\n"
	}
	o.FS, o.Dir, o.Logger = folder(files), t.TempDir(), slog.New(slog.DiscardHandler)
	a, err := app.Open(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := a.Close(); err != nil {
			t.Error(err)
		}
	})
	return a
}

func publishNote(t *testing.T, a *app.App) {
	t.Helper()
	note, err := a.Content().Create(t.Context(), content.Caller{}, "notes", map[string]any{"text": "a"})
	if err == nil {
		_, err = a.Content().Publish(t.Context(), content.Caller{}, "notes", note.ID, 0)
	}
	if err != nil {
		t.Error(err) // also beside the test
	}
}

// purges counts the purges that wait or run.
func purges(t *testing.T, a *app.App) (n int) {
	t.Helper()
	items, err := a.Deferred().List(t.Context(), queue.Query{State: queue.Pending})
	if err != nil {
		t.Fatal(err)
	}
	for _, item := range items {
		if item.Hook == string(content.Purge) {
			n++
		}
	}
	return n
}

// pages.md, Cache: after the canonical write of published content the tag is
// purged at the CDN. So it is when a server starts. A write after a purge has
// begun has one of its own.
func TestTheCDNIsToldOfAWrite(t *testing.T) {
	asked, opened, published := make(chan string, 10), make(chan *app.App, 1), false
	cdn := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		if !published {
			published = true
			publishNote(t, <-opened)
		}
		asked <- string(body)
	}))
	t.Cleanup(cdn.Close)
	wait := func(what string) {
		t.Helper()
		select {
		case got := <-asked:
			if got != `{"tag":"tea"}` {
				t.Errorf("%s: asked %s", what, got)
			}
		case <-time.After(time.Minute):
			t.Fatalf("%s: not asked", what)
		}
	}
	opened <- openTold(t, cdn.URL, app.Options{})
	wait("start")
	wait("a write while the CDN is asked")
}

// pages.md, Cache: a write of the site's settings purges, and so does one of its media,
// which pages show. A site without a CDN,
// and one that is worked on, stores no purge whatever is written.
func TestWhichSitesStorePurges(t *testing.T) {
	write := map[string]func(a *app.App){
		"content": func(a *app.App) { publishNote(t, a) },
		"settings": func(a *app.App) {
			if _, err := a.Site().Change(context.Background(), audit.Actor{}, map[string]string{"title": "Tea"}); err != nil {
				t.Fatal(err)
			}
		},
	}
	write["media"] = func(a *app.App) {
		if report, err := a.Seed(context.Background(), nil); err != nil || report.Loaded != 1 {
			t.Fatal(report, err)
		}
	}
	development := &app.Development{Origin: "http://localhost:1", Mail: io.Discard}
	for name, c := range map[string]struct {
		url     string
		options app.Options
		want    int
	}{
		"a CDN":        {"https://cdn.invalid", app.Options{HandlersElsewhere: true}, 1},
		"no CDN":       {"", app.Options{HandlersElsewhere: true}, 0},
		"development":  {"https://cdn.invalid", app.Options{Development: development}, 0},
		"a new server": {"", app.Options{}, 0},
	} {
		for what, write := range write {
			a := openTold(t, c.url, c.options)
			if n := purges(t, a); n != 0 {
				t.Errorf("%s: %d purges after the start", name, n)
			}
			write(a)
			if n := purges(t, a); n != c.want {
				t.Errorf("%s, a write of %s: %d purges, want %d", name, what, n, c.want)
			}
		}
	}
}

// Public page routes: a page carries the cache tag, for Fastly in the header that
// it keys on, too. What is not shared carries neither.
func TestPagesCarryTheTagThatIsPurged(t *testing.T) {
	for cdn, want := range map[string][2]string{
		"": {"tea", ""},
		"cdn: { kind: http, url: https://c.invalid }": {"tea", ""},
		"cdn: { kind: fastly, service: tea7 }":        {"tea", "tea"},
	} {
		files := map[string]string{"manifests/notes.yaml": drafted, "quartet.yaml": "cacheScope: tea\nroutes: {}\n" + cdn}
		a, err := app.Open(t.Context(), app.Options{FS: folder(files), Dir: t.TempDir(), Logger: slog.New(slog.DiscardHandler), HandlersElsewhere: true})
		if err != nil {
			t.Fatal(err)
		}
		h := get(t, a, "/robots.txt").Header()
		if got := [2]string{h.Get("Cache-Tag"), h.Get("Surrogate-Key")}; got != want {
			t.Errorf("%s: %q, want %q", cdn, got, want)
		}
		r := httptest.NewRequest(http.MethodGet, "/robots.txt", nil)
		r.Header.Set("Cookie", "a=b")
		w := httptest.NewRecorder()
		if a.ServeHTTP(w, r); w.Header().Get("Cache-Tag")+w.Header().Get("Surrogate-Key") != "" {
			t.Errorf("%s: with a cookie %v", cdn, w.Header())
		}
		if err := a.Close(); err != nil {
			t.Error(err)
		}
	}
}
