package e2e_test

import (
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/quartet-dev/quartet/internal/admin/shell"
)

// journeys are what staff do from end to end: a script of admin/ each, with the
// example that it works on and the seeds that it needs beside those.
var journeys = []struct{ script, example, seeds string }{
	{"bulk", "publication", ""},
	{"conflict", "publication", ""},
	{"invitation", "publication", ""},
	{"keyboard", "publication", manyPosts(5000)},
	{"medialess", "publication", ""},
	{"offline", "publication", ""},
	{"operation", "commerce", ""},
	{"preview", "intake", ""},
	{"publish", "publication", ""},
	{"report", "commerce", ""},
	{"revoked", "publication", ""},
	{"settings", "publication", ""},
	{"sign-in", "publication", ""},
}

func TestJourneys(t *testing.T) {
	t.Parallel()
	environment := browser(t)
	scripts(t, "admin", len(journeys))
	for _, each := range journeys {
		t.Run(each.script, func(t *testing.T) {
			t.Parallel()
			serve(t, each.example, each.seeds).play(t, filepath.Join("admin", each.script+".mjs"), environment...)
		})
	}
}

// TestLighthouse measures, so that nothing of this package runs beside it: it is
// not parallel, and what is waits for it.
func TestLighthouse(t *testing.T) {
	serve(t, "publication", "").play(t, "lighthouse.mjs", browser(t)...)
}

// TestScreens is every page of the application: what it looks like with the
// data of each example, and who sees it.
func TestScreens(t *testing.T) {
	t.Parallel()
	environment := browser(t)
	for _, each := range []struct{ script, example string }{
		{"look", "publication"}, {"look", "commerce"}, {"roles", "publication"},
	} {
		t.Run(each.script+"/"+each.example, func(t *testing.T) {
			t.Parallel()
			serve(t, each.example, "").play(t, filepath.Join("screens", each.script+".mjs"), append(environment, "EXAMPLE="+each.example)...)
		})
	}
}

// TestEveryPageIsAmongTheScreens: whoever adds a page adds a line for it.
func TestEveryPageIsAmongTheScreens(t *testing.T) {
	missing := map[string]bool{}
	mux := http.NewServeMux()
	for _, route := range shell.Routes() {
		missing["GET "+route] = true
		mux.Handle("GET "+route, http.NotFoundHandler())
	}
	delete(missing, "GET /admin/sign-in") // admin/sign-in.mjs looks at it
	delete(missing, "GET /_service/admin/index.html")
	delete(missing, "GET /admin") // as /admin/
	table, err := os.ReadFile("screens/table.txt")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(table)) {
		if columns := separator.Split(strings.TrimSpace(line), -1); len(columns) == 5 && line[0] != '#' {
			_, pattern := mux.Handler(httptest.NewRequest(http.MethodGet, strings.ReplaceAll(columns[3], " ", "+"), nil))
			delete(missing, pattern)
		}
	}
	if len(missing) > 0 {
		t.Errorf("screens/table.txt has no line for %v", slices.Sorted(maps.Keys(missing)))
	}
}

// separator is what stands between the columns of table.txt.
var separator = regexp.MustCompile(` {2,}`)

// manyPosts are seeds: drafts with slugs from leaf-0000.
func manyPosts(count int) string {
	var b strings.Builder
	for i := range count {
		fmt.Fprintf(&b, "---\ncollection: posts\ndata: { slug: leaf-%04d, publishedAt: %d, author: thomas-hale }\n", i, 1_600_000_000_000+i)
	}
	return b.String()
}
