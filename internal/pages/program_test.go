package pages_test

import (
	"context"
	"errors"
	"fmt"
	"html/template"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet/internal/app"
	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/logtest"
	"github.com/quartet-dev/quartet/page"
)

const leaves = `
apiVersion: quartet/v1
kind: Schema
metadata: { name: leaves }
spec:
  title: Leaves
  localized: true
  uniqueIndexes: [[slug, locale]]
  schema:
    type: object
    properties:
      slug: { type: string }
      locale: { type: string }
      title: { type: string }
      body: { type: string, x-mcp-hint: markdown }
---
apiVersion: quartet/v1
kind: Schema
metadata: { name: papers }
spec: { title: Papers, schema: { type: object, properties: { title: { type: string } } } }
`

const leavesSettings = "site: { title: Tea, origin: https://tea.example, locales: [en, zh-TW] }\ncacheScope: tea\n"

// ownSite is a running site whose program has a part in its pages.
type ownSite struct {
	*testing.T
	*app.App
	log *logtest.Log
}

func openOwn(t *testing.T, pages *page.Options, more map[string]string) ownSite {
	t.Helper()
	s := ownSite{T: t, log: new(logtest.Log)}
	a, err := app.Open(t.Context(), s.options(pages, more))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := a.Close(); err != nil {
			t.Error(err)
		}
	})
	s.App = a
	return s
}

func (s ownSite) options(pages *page.Options, more map[string]string) app.Options {
	files := fstest.MapFS{"manifests/leaves.yaml": {Data: []byte(leaves)}, "quartet.yaml": {Data: []byte(leavesSettings)}}
	for name, text := range more {
		files[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return app.Options{FS: files, Dir: s.TempDir(), Logger: slog.New(slog.NewTextHandler(s.log, nil)), Pages: pages}
}

func (s ownSite) publish(slug, title string) *content.Entry {
	s.Helper()
	data := map[string]any{"slug": slug, "locale": "en", "title": title, "body": "Steam."}
	e, err := s.Content().Create(s.Context(), content.Caller{}, "leaves", data)
	if err == nil {
		e, err = s.Content().Publish(s.Context(), content.Caller{}, "leaves", e.ID, 0)
	}
	if err != nil {
		s.Fatal(err)
	}
	return e
}

func (s ownSite) get(path string) *httptest.ResponseRecorder {
	s.Helper()
	w := httptest.NewRecorder()
	s.ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil))
	return w
}

// shows checks the status of an answer, and what its body has.
func (s ownSite) shows(path string, status int, texts ...string) {
	s.Helper()
	w := s.get(path)
	if w.Code != status {
		s.Errorf("%s: %d, want %d: %s", path, w.Code, status, w.Body)
	}
	for _, text := range texts {
		if !strings.Contains(w.Body.String(), text) {
			s.Errorf("%s has no %q: %s", path, text, w.Body)
		}
	}
}

var leafRoutes = &page.Routes{Collections: []page.Route{{Collection: "leaves", Segment: "notes", List: true, Feed: true}}}

// pages.md: no routes and no Options.Pages: headless. Routes of a program are those
// of quartet.yaml, with the same defaults, and win over them.
func TestPagesOfAProgramWithRoutesOfItsOwn(t *testing.T) {
	for name, more := range map[string]map[string]string{
		"alone":                nil,
		"over those of a file": {"quartet.yaml": leavesSettings + "routes: { collections: [{ collection: leaves, segment: old }] }\n"},
	} {
		t.Run(name, func(t *testing.T) {
			s := openOwn(t, &page.Options{Routes: leafRoutes}, more)
			s.publish("aroma", "Aroma")
			s.shows("/en/notes", 200, "Aroma")
			s.shows("/en/notes/aroma", 200, "Steam.")
			s.shows("/en/notes/aroma.md", 200, "# Aroma")
			s.shows("/en/notes/feed.xml", 200, "Aroma")
			s.shows("/en/old/aroma", 404)
			s.shows("/", 404)
			s.shows("/en", 404)
		})
	}
}

func TestAProgramWithPagesAndNoRoutesHasIndexes(t *testing.T) {
	s := openOwn(t, &page.Options{}, nil)
	s.shows("/llms.txt", 200)
	s.shows("/en", 404)
	openOwn(t, nil, nil).shows("/llms.txt", 404)
}

func TestEveryKeyOfARouteOfAProgram(t *testing.T) {
	s := openOwn(t, &page.Options{
		Routes: &page.Routes{
			Home: &page.HomeRoute{Collection: "leaves", Slug: "home"}, NotFound: "gone.html",
			Collections: []page.Route{{
				Collection: "leaves", Segment: page.NoSegment, Slug: "slug", NoMarkdown: true, Fallback: true,
				Template: "leaf.html", Body: "title",
			}},
		},
		Templates: fstest.MapFS{
			"leaf.html": {Data: []byte(`leaf {{ body .Entry }}`)},
			"home.html": {Data: []byte(`home {{ .Entry.Title }}`)},
			"gone.html": {Data: []byte(`gone`)},
		},
	}, nil)
	s.publish("aroma", "Aroma")
	s.publish("home", "Come in")
	s.shows("/en/aroma", 200, "leaf ", "Aroma")
	s.shows("/zh-TW/aroma", 200, "Aroma")
	s.shows("/en/aroma.md", 404)
	s.shows("/en", 200, "home Come in")
	s.shows("/en/nothing", 404, "gone")
}

// A template of the program takes the place of the site's, and that of the theme's.
func TestTemplatesAndFunctionsOfAProgram(t *testing.T) {
	s := openOwn(t, &page.Options{
		Routes: leafRoutes,
		Templates: fstest.MapFS{
			"entry.html":         {Data: []byte(`{{ initial .Entry }} {{ template "sign" . }} {{ t "hello" }}`)},
			"locales/en.yaml":    {Data: []byte("hello: Good day\n")},
			"theme.css":          {Data: []byte("/* own */")},
			"partials/sign.html": {Data: []byte(`program's`)},
		},
		Funcs: template.FuncMap{"initial": func(e *page.Entry) string { return e.Title[:1] + "<" }},
	}, map[string]string{
		"templates/entry.html": "the site's", "templates/list.html": "the site's list of {{ len .Entries }}",
		"templates/partials/sign.html": "site's", "templates/theme.css": "/* site */",
	})
	s.publish("aroma", "Aroma")
	s.shows("/en/notes/aroma", 200, "A&lt; ", "program's", "Good day")
	s.shows("/en/notes", 200, "the site's list of 1")
	css := s.get("/en/notes/aroma").Body.String()
	_, css, _ = strings.Cut(css, `rel="stylesheet" href="`)
	css, _, _ = strings.Cut(css, `"`)
	s.shows(css, 200, "/* own */")
}

func TestAFunctionOfAProgramThatPanicsIsAFailure(t *testing.T) {
	s := openOwn(t, &page.Options{
		Routes: leafRoutes, Templates: fstest.MapFS{"list.html": {Data: []byte("x\n{{ boom }}")}},
		Funcs: template.FuncMap{"boom": func() string { panic("kettle") }},
	}, nil)
	s.shows("/en/notes", 500)
	if log := s.log.String(); !strings.Contains(log, "kettle") || !strings.Contains(log, "program:list.html") {
		t.Errorf("the log says %s", log)
	}
	s.shows("/llms.txt", 200)
}

func homeOf(write func(ctx context.Context, w io.Writer, r *page.Render) error) *page.Options {
	return &page.Options{Routes: leafRoutes, Home: write}
}

// Public page routes: the first three rows are there only when a home renderer is
// supplied.
func TestARendererOfTheHomeMakesTheHome(t *testing.T) {
	s := openOwn(t, homeOf(func(ctx context.Context, w io.Writer, r *page.Render) error {
		if _, bounded := ctx.Deadline(); !bounded {
			return errors.New("there is no end of time")
		}
		found, err := r.Source.Entries(ctx, "leaves", 5)
		fmt.Fprintf(w, "<!DOCTYPE html><title>%s</title>%s %s %d", r.Page.Site.Title, r.Head, r.Page.Locale, len(found))
		return err
	}), nil)
	if w := s.get("/"); w.Code != 302 || w.Header().Get("Location") != "/en" {
		t.Error(w.Code, w.Header())
	}
	s.shows("/en", 200, "Tea", `<link rel="canonical" href="https://tea.example/en">`, " en 0")
	s.shows("/zh-TW", 200, " zh-TW 0")
	s.shows("/zh-TW.md", 200, "# Tea")
	home := s.get("/en")
	want := map[string]string{
		"Cache-Control": "public, max-age=0, s-maxage=300", "Cache-Tag": "tea", "Content-Type": "text/html; charset=utf-8", "Content-Language": "en",
	}
	got := map[string]string{}
	for name := range want {
		got[name] = home.Header().Get(name)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	again := httptest.NewRequest(http.MethodGet, "/en", nil)
	again.Header.Set("If-None-Match", home.Header().Get("ETag"))
	w := httptest.NewRecorder()
	if s.ServeHTTP(w, again); w.Code != 304 {
		t.Errorf("the same home is %d", w.Code)
	}
}

// pages.md, Cache: no request that begins after a write's answer sees an older page,
// whatever way a renderer reads.
func TestARendererSeesEveryWrite(t *testing.T) {
	s := openOwn(t, homeOf(func(ctx context.Context, w io.Writer, r *page.Render) error {
		found, err := r.Source.Entries(ctx, "leaves", 5)
		fmt.Fprintf(w, "leaves: %d", len(found))
		return err
	}), nil)
	s.shows("/en", 200, "leaves: 0")
	s.publish("aroma", "Aroma")
	s.shows("/en", 200, "leaves: 1")
	title := "Green"
	outside := openOwn(t, homeOf(func(_ context.Context, w io.Writer, _ *page.Render) error {
		_, err := io.WriteString(w, title)
		return err
	}), nil)
	outside.shows("/en", 200, "Green")
	title = "Black"
	outside.shows("/en", 200, "Black")
}

func TestARendererThatFailsIsAFailure(t *testing.T) {
	for name, c := range map[string]struct {
		render page.Renderer
		log    string
	}{
		"an error":             {func(context.Context, io.Writer, *page.Render) error { return errors.New("no kettle") }, "no kettle"},
		"a refusal of its own": {func(context.Context, io.Writer, *page.Render) error { return diag.At(diag.NotFound, "", "no kettle") }, "no kettle"},
		"a panic":              {func(context.Context, io.Writer, *page.Render) error { panic("cold") }, "cold"},
		"too much": {func(_ context.Context, w io.Writer, _ *page.Render) error {
			for range 5 {
				_, _ = w.Write(make([]byte, 1<<20))
			}
			return nil
		}, "it wrote more than 4194304 bytes"},
	} {
		t.Run(name, func(t *testing.T) {
			s := openOwn(t, &page.Options{Home: c.render, NotFound: c.render}, nil)
			for _, path := range []string{"/en", "/nowhere"} {
				s.shows(path, 500, "INTERNAL_ERROR")
			}
			if log := s.log.String(); !strings.Contains(log, c.log) {
				t.Errorf("the log says %s", log)
			}
			s.shows("/llms.txt", 200)
		})
	}
}

// Public page routes: unmatched paths fall through to the supplied not-found renderer.
func TestARendererOfPathsWithoutAPage(t *testing.T) {
	s := openOwn(t, &page.Options{Routes: leafRoutes, NotFound: func(_ context.Context, w io.Writer, r *page.Render) error {
		_, err := fmt.Fprintf(w, "nothing here: %s %s", r.Page.Kind, r.Page.Locale)
		return err
	}}, nil)
	s.shows("/zh-TW/nothing", 404, "nothing here: notFound zh-TW")
	s.shows("/en/notes/nothing", 404, "nothing here: notFound en")
	s.shows("/api/nothing", 404, "NOT_FOUND")
	if cached := s.get("/nothing").Header().Get("Cache-Control"); cached != "private, no-store" {
		t.Error(cached)
	}
	gone := s.publish("gone", "Gone")
	if _, err := s.Content().Unpublish(t.Context(), content.Caller{}, "leaves", gone.ID, 0); err != nil {
		t.Fatal(err)
	}
	s.shows("/en/notes/gone", 410, "nothing here")
}

var errCold = errors.New("cold")

func resolveLeaves(ctx context.Context, locale, path string) (page.Address, error) {
	if _, bounded := ctx.Deadline(); !bounded {
		return page.Address{}, errors.New("there is no end of time")
	}
	switch path {
	case "/about/aroma", "/notes/taken":
		return page.Address{Collection: "leaves", Slug: "aroma"}, nil
	case "/other":
		return page.Address{Collection: "leaves", Slug: "taken"}, nil
	case "/only-" + locale:
		return page.Address{Collection: "leaves", Slug: "aroma"}, nil
	case "/nameless":
		return page.Address{Collection: "leaves"}, nil
	case "/papers":
		return page.Address{Collection: "papers", Slug: "aroma"}, nil
	case "/draft":
		return page.Address{Collection: "leaves", Slug: "draft"}, nil
	case "/error":
		return page.Address{}, errCold
	case "/panic":
		panic("cold")
	}
	return page.Address{}, nil
}

// Public page routes: a public path resolver. It is asked before the routes, and
// the page is that of the entry's own address.
func TestAResolver(t *testing.T) {
	s := openOwn(t, &page.Options{Routes: leafRoutes, Resolve: resolveLeaves}, nil)
	s.publish("aroma", "Aroma")
	s.publish("taken", "Taken")
	canonical := `<link rel="canonical" href="https://tea.example/en/notes/aroma">`
	for _, path := range []string{"/en/about/aroma", "/en/only-en", "/en/notes/taken", "/en/notes/aroma"} {
		s.shows(path, 200, canonical)
		s.shows(path, 200, canonical) // kept
	}
	s.shows("/en/other", 200, "https://tea.example/en/notes/taken")
	s.shows("/en/notes/taken", 200, canonical)
	s.shows("/en/about/aroma.md", 200, "# Aroma")
	s.shows("/en/about/none", 404)
	s.shows("/zh-TW/about/aroma", 404)
	s.shows("/en/draft", 404)
	s.shows("/fr/about/aroma", 404)
	s.shows("/en%2Fabout/aroma", 404)
	s.shows("/en/"+strings.Repeat("a", 10_000), 404)
	for path, to := range map[string]string{"/EN/about/aroma": "/en/about/aroma", "/en/about/aroma/": "/en/about/aroma", "/EN/about/aroma.md": "/en/about/aroma.md"} {
		if w := s.get(path); w.Code != 301 || w.Header().Get("Location") != to {
			t.Error(path, w.Code, w.Header())
		}
	}
	s.shows("/sitemap.xml", 200, "/en/notes/taken")
	for _, path := range []string{"/en/error", "/en/panic", "/en/nameless"} {
		s.shows(path, 500, "INTERNAL_ERROR")
	}
	s.shows("/en/papers", 500)
	for _, text := range []string{"cold", `the collection \"papers\" has no pages`} {
		if log := s.log.String(); !strings.Contains(log, text) {
			t.Errorf("no %q in the log: %s", text, log)
		}
	}
}

// An answer that is kept is that of the address, whoever asks by which path.
func TestAResolvedPageFollowsItsEntry(t *testing.T) {
	s := openOwn(t, &page.Options{Routes: leafRoutes, Resolve: resolveLeaves}, nil)
	s.shows("/en/about/aroma", 404)
	e := s.publish("aroma", "Aroma")
	s.shows("/en/about/aroma", 200, "Aroma")
	if _, err := s.Content().Unpublish(t.Context(), content.Caller{}, "leaves", e.ID, 0); err != nil {
		t.Fatal(err)
	}
	s.shows("/en/about/aroma", 410)
}

// What is wrong in Options.Pages is found at the start, at its path.
func TestMistakesInPagesOfAProgram(t *testing.T) {
	route := func(r page.Route) *page.Options {
		return &page.Options{Routes: &page.Routes{Collections: []page.Route{r}}}
	}
	funcs := func(name string, function any) *page.Options {
		return &page.Options{Funcs: template.FuncMap{name: function}}
	}
	for name, c := range map[string]struct {
		pages *page.Options
		want  string
	}{
		"an unknown collection":  {route(page.Route{Collection: "teas"}), "ROUTE_INVALID options#/pages/routes/collections/0/collection"},
		"no collection":          {route(page.Route{}), "SETTINGS_INVALID options#/pages/routes/collections/0/collection"},
		"a slug that is none":    {route(page.Route{Collection: "leaves", Slug: "title"}), "ROUTE_INVALID options#/pages/routes/collections/0/slug"},
		"a segment that is none": {route(page.Route{Collection: "leaves", Segment: "a/b"}), "SETTINGS_INVALID options#/pages/routes/collections/0/segment"},
		"no text at all":         {route(page.Route{Collection: "leaves\xff\x7f"}), "SETTINGS_INVALID options#/pages/routes"},
		"an odd name":            {route(page.Route{Collection: "le\"a\nv\u2028es"}), "ROUTE_INVALID options#/pages/routes/collections/0/collection"},
		"an unknown template":    {route(page.Route{Collection: "leaves", Template: "leaf.html"}), "TEMPLATE_INVALID options#/pages/routes/collections/0/template"},
		"half a home":            {&page.Options{Routes: &page.Routes{Home: &page.HomeRoute{Slug: "home"}}}, "SETTINGS_INVALID options#/pages/routes/home/slug"},
		"an unknown home":        {&page.Options{Routes: &page.Routes{Home: &page.HomeRoute{Template: "own.html"}}}, "TEMPLATE_INVALID options#/pages/routes/home/template"},
		"a taken function":       {funcs("markdown", strings.ToUpper), "TEMPLATE_INVALID options#/pages/funcs/markdown"},
		"the theme's function":   {funcs("theme", strings.ToUpper), "TEMPLATE_INVALID options#/pages/funcs/theme"},
		"a function of no name":  {funcs("a-b", strings.ToUpper), "TEMPLATE_INVALID options#/pages/funcs/a-b"},
		"no function":            {funcs("shout", "x"), "TEMPLATE_INVALID options#/pages/funcs/shout"},
		"a function of nothing":  {funcs("shout", func() {}), "TEMPLATE_INVALID options#/pages/funcs/shout"},
		"nil for a function":     {funcs("shout", (func() string)(nil)), "TEMPLATE_INVALID options#/pages/funcs/shout"},
		"two results":            {funcs("shout", func() (int, int) { return 1, 2 }), "TEMPLATE_INVALID options#/pages/funcs/shout"},
		"a broken template": {
			&page.Options{Templates: fstest.MapFS{"list.html": {Data: []byte("a\n{{ nope }}")}}}, "TEMPLATE_INVALID program:list.html:2",
		},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := app.Open(t.Context(), ownSite{T: t, log: new(logtest.Log)}.options(c.pages, nil))
			var refused *app.BootValidationError
			if !errors.As(err, &refused) {
				t.Fatal(err)
			}
			d := refused.Diagnostics[0]
			got := string(d.Code) + " " + d.Path
			if d.Path == "" && d.Source != nil {
				got = fmt.Sprintf("%s %s:%d", d.Code, d.Source.File, d.Source.Line)
			}
			if got != c.want {
				t.Errorf("%s, want %s; all: %v", got, c.want, refused.Diagnostics)
			}
		})
	}
}

// Changes and Migrate know the routes of a program: the lists of its pages have
// indexes of their own (decision 139).
func TestMigrateKnowsTheRoutesOfAProgram(t *testing.T) {
	o := ownSite{T: t, log: new(logtest.Log)}.options(&page.Options{Routes: leafRoutes}, nil)
	if _, err := app.Migrate(t.Context(), o, false); err != nil {
		t.Fatal(err)
	}
	changes, err := app.Changes(t.Context(), o)
	if err != nil || len(changes) > 0 {
		t.Errorf("%v, %v", changes, err)
	}
	o.Pages = nil
	if changes, err = app.Changes(t.Context(), o); err != nil || len(changes) == 0 {
		t.Errorf("without the routes nothing changes: %v", err)
	}
}
