package pages

import (
	"context"
	"fmt"
	"io/fs"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"testing"
	"testing/fstest"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/httpx"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/plan/plantest"
	"github.com/quartet-dev/quartet/internal/settings"
	"github.com/quartet-dev/quartet/internal/site"
	"github.com/quartet-dev/quartet/internal/store/sqlite"
)

const manifests = `
apiVersion: quartet/v1
kind: Schema
metadata: { name: notes }
spec:
  title: Notes
  uniqueIndexes: [[slug]]
  schema:
    type: object
    properties:
      slug: { type: string }
      title: { type: string }
      body: { type: string, x-mcp-hint: markdown }
      film: { type: string, x-mcp-hint: media-video }
      photos: { type: array, items: { type: string, x-service-ref: media_assets } }
      cover: { type: string, x-mcp-hint: media-image }
---
apiVersion: quartet/v1
kind: View
metadata: { name: latest }
spec: { from: notes, surface: public, fields: [slug, cover], limit: 50 }
---
apiVersion: quartet/v1
kind: Schema
metadata: { name: teas }
spec: { title: Teas, uniqueIndexes: [[slug]], schema: { type: object, properties: { slug: { type: string } } } }
---
apiVersion: quartet/v1
kind: Schema
metadata: { name: talks }
spec:
  title: Talks
  uniqueIndexes: [[slug]]
  schema:
    type: object
    $defs: { told: { type: object, properties: { en: { type: string, x-mcp-hint: markdown }, zh-TW: { type: string } } } }
    properties:
      slug: { type: string }
      name: { type: object, additionalProperties: { type: string } }
      publishedAt: {}
      date: { type: string }
      place: { type: object, properties: { street: { type: string, x-mcp-hint: markdown }, city: { type: string } } }
      text: { $ref: '#/$defs/told' }
      sounds: { type: array, items: { type: string, x-service-ref: media_assets } }
      film: { type: string, x-mcp-hint: media-video }
      rawInterview: { type: string, x-mcp-hint: media-file }
      image: { type: string }
---
apiVersion: quartet/v1
kind: Schema
metadata: { name: words }
spec:
  title: Words
  localized: true
  translates: { parent: teas, on: slug }
  uniqueIndexes: [[slug, locale]]
  schema: { type: object, properties: { slug: { type: string }, locale: { type: string }, title: { type: string } } }
`

// running is the pages of a site, over a database of its own.
type running struct {
	*Pages
	t       testing.TB
	content *content.Service
	again   func() running // another process of the same site
	library *shelf
}

func notes() settings.CollectionRoute {
	return settings.CollectionRoute{Collection: "notes", Segment: "notes", Slug: "slug", List: true, Markdown: true, Feed: true}
}

// open opens the pages of a site with these locales and collections, and a home.
func open(t testing.TB, locales []string, collections ...settings.CollectionRoute) running {
	t.Helper()
	return openFile(t, filepath.Join(t.TempDir(), "site.db"), locales, collections...)
}

func openFile(t testing.TB, file string, locales []string, collections ...settings.CollectionRoute) running {
	t.Helper()
	return openAt(t, file, nil, locales, collections...)
}

// openWith opens the pages of a site with templates of its own.
func openWith(t testing.TB, templates map[string]string, locales []string, collections ...settings.CollectionRoute) running {
	t.Helper()
	files := fstest.MapFS{}
	for name, text := range templates {
		files[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return openAt(t, filepath.Join(t.TempDir(), "site.db"), files, locales, collections...)
}

func openAt(t testing.TB, file string, templates fs.FS, locales []string, collections ...settings.CollectionRoute) running {
	t.Helper()
	return openIn(t, nil, file, templates, locales, collections...)
}

// openIn opens the pages of a site whose times are told in a zone.
func openIn(t testing.TB, zone *time.Location, file string, templates fs.FS, locales []string, collections ...settings.CollectionRoute) running {
	t.Helper()
	declared := settings.Routes{Home: &settings.Home{}, Collections: collections}
	var addresses []plan.Address
	for _, each := range collections {
		addresses = append(addresses, plan.Address{Schema: each.Collection, Slug: each.Slug, Taken: Taken(declared, each, len(locales) > 0)})
	}
	p := plantest.Seal(t, manifests, addresses...)
	checked, found := Check(p, Declaration{Routes: declared, Locales: locales, Zone: zone, Templates: templates, Refuse: func(code diag.Code, pointer, message string) *diag.Diagnostic {
		return diag.At(code, pointer, message)
	}})
	if found.HasErrors() {
		t.Fatal(found)
	}
	quiet := slog.New(slog.DiscardHandler)
	store, err := sqlite.Open(context.Background(), sqlite.Options{Path: file, Plan: p, Log: quiet})
	must(t, err)
	t.Cleanup(func() { must(t, store.Close()) })
	service, err := content.New(context.Background(), p, store, content.Options{
		Log: quiet, Locales: func(context.Context) ([]string, error) { return locales, nil },
	})
	must(t, err)
	library := &shelf{}
	config := &site.Config{Title: "Leaves", Origin: "https://tea.example", Locales: locales}
	return running{New(checked, Options{
		Content: service, Config: func() *site.Config { return config }, Static: httpx.NewStatic(fstest.MapFS{}), CacheScope: "leaves", Media: library,
	}), t, service, func() running { return openIn(t, zone, file, templates, locales, collections...) }, library}
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// publish makes a published entry.
func (s running) publish(collection string, data map[string]any) *content.Entry {
	s.t.Helper()
	e, err := s.content.Create(context.Background(), content.Caller{}, collection, data)
	if err == nil {
		e, err = s.content.Publish(context.Background(), content.Caller{}, collection, e.ID, 0)
	}
	must(s.t, err)
	return e
}

// publishMany makes n published entries, many at once: so they wait for the disk
// together.
func (s running) publishMany(n int, collection string, data func(i int) map[string]any) {
	s.t.Helper()
	var all errgroup.Group
	all.SetLimit(64)
	for i := range n {
		all.Go(func() error {
			e, err := s.content.Create(context.Background(), content.Caller{}, collection, data(i))
			if err == nil {
				_, err = s.content.Publish(context.Background(), content.Caller{}, collection, e.ID, 0)
			}
			return err
		})
	}
	must(s.t, all.Wait())
}

// get asks for a path as it stands on the wire.
func (s running) get(target string) *httptest.ResponseRecorder {
	s.t.Helper()
	answer := httptest.NewRecorder()
	s.ServeHTTP(answer, httptest.NewRequest(http.MethodGet, target, nil))
	return answer
}

// want asks for a path, and wants a status.
func (s running) want(target string, status int) *httptest.ResponseRecorder {
	s.t.Helper()
	answer := s.get(target)
	if answer.Code != status {
		s.t.Errorf("%.80s is %d %s, want %d", target, answer.Code, answer.Header().Get("Location"), status)
	}
	return answer
}

func numbered(n int) map[string]any {
	return map[string]any{"slug": fmt.Sprintf("note-%d", n), "title": fmt.Sprintf("Note %d", n)}
}
