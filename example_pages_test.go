package quartet_test

import (
	"context"
	"fmt"
	"html/template"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing/fstest"

	"github.com/quartet-dev/quartet"
	"github.com/quartet-dev/quartet/page"
)

// A folder with one collection, and an entry for its seed.
var journal = fstest.MapFS{
	"manifests/posts.yaml": {Data: []byte(`
apiVersion: quartet/v1
kind: Schema
metadata: { name: posts }
spec:
  title: Posts
  uniqueIndexes: [[slug]]
  schema:
    type: object
    properties: { slug: { type: string }, title: { type: string }, body: { type: string, x-mcp-hint: markdown } }
`)},
	"seed/water.yaml": {Data: []byte("collection: posts\nstatus: published\ndata: { slug: water, title: Water, body: It *boils*. }\n")},
}

// Pages with a template, a function and a home of the program's own. The list, the
// Markdown mirrors and the sitemap are the service's.
func ExampleOptions_pages() {
	dir, err := os.MkdirTemp("", "quartet")
	if err != nil {
		panic(err)
	}
	defer func() { _ = os.RemoveAll(dir) }()
	service, err := quartet.Open(context.Background(), quartet.Options{
		Dir: dir, FS: journal, Logger: slog.New(slog.DiscardHandler),
		Pages: &page.Options{
			Routes:    &page.Routes{Collections: []page.Route{{Collection: "posts", List: true}}},
			Templates: fstest.MapFS{"layout.html": {Data: []byte(`{{ template "main" . }}`)}, "entry.html": {Data: []byte(`<h1>{{ shout .Entry.Title }}</h1>{{ body .Entry }}`)}},
			Funcs:     template.FuncMap{"shout": strings.ToUpper},
			Home:      home,
		},
	})
	if err != nil {
		panic(err)
	}
	defer service.Close()
	if _, err := service.Seed(context.Background(), nil); err != nil {
		panic(err)
	}
	for _, path := range []string{"/", "/posts/water"} {
		answer := httptest.NewRecorder()
		service.ServeHTTP(answer, httptest.NewRequest(http.MethodGet, path, nil))
		fmt.Println(answer.Code, strings.TrimSpace(answer.Body.String()))
	}
	// Output:
	// 200 <!DOCTYPE html><a href="/posts/water">Water</a>
	// 200 <h1>WATER</h1><p>It <em>boils</em>.</p>
}

// links is what the home shows. A real one writes r.Head into its <head>.
var links = template.Must(template.New("home").Parse(`<!DOCTYPE html>{{ range . }}<a href="{{ .URL }}">{{ .Title }}</a>{{ end }}`))

// home is a renderer: it reads what templates can read, and writes the page.
func home(ctx context.Context, w io.Writer, r *page.Render) error {
	newest, err := r.Source.Entries(ctx, "posts", 3)
	if err != nil {
		return err
	}
	return links.Execute(w, newest)
}
