package admin_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/quartet-dev/quartet/internal/admin"
)

// contract is interface.md "Admin routes", with the routes that admin-api.md and
// the application add: the least role of each.
const contract = `
GET    /me                              contributor
GET    /bootstrap                       contributor
GET    /site                            contributor
GET    /connect                         contributor
GET    /home                            contributor
GET    /collections                     contributor
GET    /collections/{name}/statistics   contributor
GET    /collections/{name}/values       contributor
GET    /entries                         contributor
GET    /lists                           contributor
POST   /lists                           contributor
PATCH  /lists/{id}                      contributor
DELETE /lists/{id}                      contributor
GET    /entries/count                   contributor
POST   /entries/bulk                    contributor
GET    /entries/export                  contributor
GET    /entries/{id}                    contributor
GET    /entries/{id}/article            contributor
GET    /entries/{id}/history            contributor
GET    /entries/{id}/presence           contributor
POST   /entries/{id}/presence           contributor
GET    /entries/{id}/versions           contributor
GET    /entries/{id}/versions/{version} contributor
POST   /entries/{id}/versions/{version}/restore contributor
POST   /entries/{id}/versions/{version}/name contributor
GET    /entries/{id}/moves              contributor
POST   /entries/{id}/moves              editor
DELETE /entries/{id}/moves/{direction}  editor
GET    /calendar                        contributor
GET    /moves/failed                    contributor
POST   /moves                           editor
POST   /moves/{id}                      editor
DELETE /moves/{id}                      editor
GET    /releases                        contributor
POST   /releases                        editor
GET    /releases/{id}                   contributor
PATCH  /releases/{id}                   editor
DELETE /releases/{id}                   editor
POST   /releases/{id}/entries           editor
DELETE /releases/{id}/entries/{entry}   editor
POST   /releases/{id}/publish           editor
POST   /releases/{id}/schedule          editor
DELETE /releases/{id}/schedule          editor
GET    /entries/{id}/releases           contributor
GET    /bin                             editor
POST   /bin/{id}/restore                editor
DELETE /bin/{id}                        owner
GET    /entries/{id}/comments           contributor
POST   /entries/{id}/comments           contributor
PATCH  /entries/{id}/comments/{comment} contributor
DELETE /entries/{id}/comments/{comment} contributor
GET    /colleagues                      contributor
POST   /linked-page                     contributor
POST   /entries                         contributor
PATCH  /entries/{id}                    contributor
POST   /entries/{id}/publish            editor
POST   /entries/{id}/unpublish          editor
POST   /entries/{id}/archive            editor
DELETE /entries/{id}                    editor
GET    /preview                         contributor
POST   /preview                         contributor
POST   /entries/{id}/preview            contributor
GET    /views/{name}                    contributor
GET    /views/{name}/export             contributor
GET    /views-manifest                  contributor
GET    /operations                      contributor
POST   /operations/{name}               contributor
POST   /media/uploads                   editor
POST   /media/uploads/{id}/commit       editor
DELETE /media/uploads/{id}              editor
PATCH  /entries/{id}/draft              contributor
DELETE /entries/{id}/draft              contributor
POST   /entries/{id}/draft/keep         contributor
GET    /drafts                          contributor
POST   /entries/publish                 editor
GET    /media/{id}/uses                 editor
GET    /media                           editor
GET    /media/{id}                      editor
PATCH  /media/{id}                      editor
DELETE /media/{id}                      editor
GET    /staff                           owner
PATCH  /staff/{id}/role                 owner
POST   /staff/invitations               owner
DELETE /staff/invitations/{id}          owner
GET    /members                         editor
GET    /people                          contributor
GET    /developer-console               owner
GET    /handbook                        owner
GET    /handbook/page                   owner
GET    /developer-console/health        owner
POST   /developer-console/tools         owner
GET    /site-settings                   owner
PATCH  /site-settings                   owner
GET    /deferred                        owner
POST   /deferred/{id}/replay            owner
GET    /audit                           owner
GET    /backups                         owner
POST   /backups                         owner
GET    /backups/{name}                  owner
`

func TestEveryRouteIsThatOfTheContract(t *testing.T) {
	var want, got []string
	for line := range strings.Lines(contract) {
		if f := strings.Fields(line); len(f) == 3 {
			want = append(want, f[0]+" /admin/api"+f[1]+" "+f[2])
		}
	}
	for _, r := range admin.Routes() {
		got = append(got, strings.Join(r[:], " "))
	}
	slices.Sort(want)
	slices.Sort(got)
	if len(want) != 99 || !slices.Equal(want, got) {
		t.Errorf("the routes are\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

var braces = regexp.MustCompile(`\{\w+\}`)

// TestRoles is every route for every kind of caller ("What needs a session",
// "Minimum roles").
func TestRoles(t *testing.T) {
	s := open(t, tea)
	ranks := []string{"user", "contributor", "editor", "owner"}
	tried := 0
	for _, route := range admin.Routes() {
		method, path, least := route[0], braces.ReplaceAllString(route[1], "x"), route[2]
		check := func(as string, status int, minimum string) {
			t.Helper()
			tried++
			got := s.do(method, path, as, "")
			var body struct{ MinimumRole string }
			_ = json.Unmarshal([]byte(got.body), &body)
			refused := got.status == http.StatusUnauthorized || got.status == http.StatusForbidden
			if status == 0 && refused || status != 0 && (got.status != status || body.MinimumRole != minimum) {
				t.Errorf("%s %s as %q: %d %s, want %d with minimumRole %q", method, path, as, got.status, got.body, status, minimum)
			}
			if got.header.Get("Cache-Control") != "private, no-store" {
				t.Errorf("%s %s as %q: Cache-Control is %q", method, path, as, got.header.Get("Cache-Control"))
			}
		}
		check("", http.StatusUnauthorized, "")
		check("broken x", http.StatusUnauthorized, "")
		check("key k1", http.StatusForbidden, "")
		check("guest gus", http.StatusForbidden, least)
		for i, role := range ranks {
			if i < slices.Index(ranks, least) {
				check(role+" eve", http.StatusForbidden, least)
			} else {
				check(role+" eve", 0, "")
			}
		}
	}
	if tried != 99*8 {
		t.Errorf("%d calls were tried", tried)
	}
}

func TestARequestThatAnotherSitesPageSends(t *testing.T) {
	s := open(t, tea)
	for _, test := range []struct {
		method, site, origin string
		refused              bool
	}{
		{"POST", "cross-site", "https://evil.example", true},
		{"POST", "same-site", "https://sub.tea.example", true},
		{"POST", "", "https://evil.example", true},
		{"POST", "cross-site", "null", true},
		{"POST", "same-origin", origin, false},
		{"POST", "", origin, false},
		{"POST", "", "", false},
		{"GET", "cross-site", "https://evil.example", false},
	} {
		header := [][2]string{}
		if test.site != "" {
			header = append(header, [2]string{"Sec-Fetch-Site", test.site})
		}
		if test.origin != "" {
			header = append(header, [2]string{"Origin", test.origin})
		}
		got := s.do(test.method, "/admin/api/entries?collection=posts", "owner ada", `{"data":{}}`[:11*boolToInt(test.method == "POST")], header...)
		if (got.status == http.StatusForbidden) != test.refused {
			t.Errorf("%+v: %d %s", test, got.status, got.body)
		}
	}
}

func boolToInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

func TestPathsAndMethodsThatThereAreNone(t *testing.T) {
	s := open(t, tea)
	for request, want := range map[string]string{
		"GET /admin/api":                          "404 ",
		"GET /admin/api/":                         "404 ",
		"GET /admin/api/nothing":                  "404 ",
		"GET /admin/api/entries/":                 "404 ", // an empty id
		"GET /admin/api/entries/a/b":              "404 ",
		"GET /admin/apiary":                       "404 ",
		"GET /admin/api/entries/%00":              "404 ",
		"GET /admin/api/entries/%ff":              "404 ",
		"GET /admin/api/entries/a%2Fb":            "404 ",
		"PUT /admin/api/entries":                  "405 GET, HEAD, POST",
		"DELETE /admin/api/me":                    "405 GET, HEAD",
		"GET /admin/api/entries/x/publish":        "405 POST",
		"OPTIONS /admin/api/staff/x/role":         "405 PATCH",
		"POST /admin/api/collections":             "405 GET, HEAD",
		"HEAD /admin/api/me":                      "200 ",
		"GET /admin/api/views/..%2f..%2fx":        "404 ",
		"GET /admin/api/collections/x/statistics": "404 ",
	} {
		method, path, _ := strings.Cut(request, " ")
		if strings.Contains(path, "/entries/") && method == "GET" && !strings.Contains(path, "publish") {
			path += "?collection=posts"
		}
		got := s.do(method, path, "owner ada", "")
		if answered := fmt.Sprint(got.status, " ", got.header.Get("Allow")); answered != want {
			t.Errorf("%s: %s (%s), want %s", request, answered, got.body, want)
		}
	}
}
