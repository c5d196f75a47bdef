package e2e_test

import (
	_ "embed"
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

// failing are deferred hooks that fail, which no example has.
var failing = files{"manifests/deferred.yaml": deferredHooks}

//go:embed screens/deferred.yaml
var deferredHooks string

// TestScreens is every page of the application: what it looks like with the
// data of each example, and who sees it.
func TestScreens(t *testing.T) {
	t.Parallel()
	environment := browser(t)
	for _, each := range []struct {
		script, example, language string
		added                     files
	}{
		{"look", "publication", "en", nil}, {"look", "publication", "zh-TW", nil},
		{"look", "commerce", "en", failing}, {"look", "commerce", "zh-TW", failing},
		{"roles", "publication", "en", nil},
	} {
		t.Run(each.script+"/"+each.example+"/"+each.language, func(t *testing.T) {
			t.Parallel()
			serve(t, each.example, each.added).play(t, filepath.Join("screens", each.script+".mjs"),
				append(environment, "EXAMPLE="+each.example, "READS="+each.language)...)
		})
	}
}

// TestEveryPageIsAmongTheScreens: whoever adds a page, or a tab to one, adds a
// line for it.
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
	for _, tab := range tabs(t) {
		missing[tab] = true
	}
	for _, address := range addresses(t) {
		request := httptest.NewRequest(http.MethodGet, strings.ReplaceAll(address, " ", "+"), nil)
		_, pattern := mux.Handler(request)
		delete(missing, pattern)
		delete(missing, request.URL.Path+"?tab="+request.URL.Query().Get("tab"))
	}
	if len(missing) > 0 {
		t.Errorf("screens/table.txt has no line for %v", slices.Sorted(maps.Keys(missing)))
	}
}

// addresses are those of table.txt.
func addresses(t *testing.T) (found []string) {
	t.Helper()
	table, err := os.ReadFile("screens/table.txt")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(table)) {
		if columns := separator.Split(strings.TrimSpace(line), -1); len(columns) == 5 && line[0] != '#' {
			found = append(found, columns[3])
		}
	}
	return found
}

// separator is what stands between the columns of table.txt.
var separator = regexp.MustCompile(` {2,}`)

// tabbed are the pages whose address has a tab, by what the application calls
// the list of its tabs.
var tabbed = map[string]string{"console": "/admin/dev", "logic": "/admin/dev/logic", "interface": "/admin/dev/docs"}

var (
	tabList = regexp.MustCompile(`(?m)^export const (\w+)Tabs = \[(.+)\] as const;$`)
	tabName = regexp.MustCompile(`'(\w+)'`)
)

// tabs are the addresses of the tabs that the application declares. The first of
// a page needs none.
func tabs(t *testing.T) (found []string) {
	t.Helper()
	source, err := os.ReadFile("../admin/src/screens/developer/address.ts")
	if err != nil {
		t.Fatal(err)
	}
	lists := tabList.FindAllSubmatch(source, -1)
	if len(lists) != len(tabbed) {
		t.Fatalf("the application has %d lists of tabs, not %d", len(lists), len(tabbed))
	}
	for _, list := range lists {
		page, names := tabbed[string(list[1])], tabName.FindAllSubmatch(list[2], -1)
		if page == "" || len(names) < 2 {
			t.Fatalf("nobody knows where %s are", list[0])
		}
		for _, name := range names[1:] {
			found = append(found, page+"?tab="+string(name[1]))
		}
	}
	return found
}
