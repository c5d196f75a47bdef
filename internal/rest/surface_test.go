package rest_test

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/httpx"
)

const teas = `
apiVersion: quartet/v1
kind: Schema
metadata: { name: teas }
spec:
  title: Teas
  schema:
    type: object
    required: [name]
    properties: { name: { type: string }, year: { type: integer }, organic: { type: boolean }, tags: { type: array, items: { type: string } } }
  indexes: [[year]]
---
apiVersion: quartet/v1
kind: View
metadata: { name: latest }
spec:
  from: teas
  title: { en: Latest }
  surface: public
  fields: [name, year]
  orderBy: [{ field: year }]
  limit: 2
  cache: { sharedMaxAge: 60 }
---
apiVersion: quartet/v1
kind: View
metadata: { name: by-year }
spec:
  from: teas
  surface: public
  fields: [name]
  filter: { eq: { field: year, value: { $param: year } } }
  params:
    type: object
    required: [year]
    properties: { year: { type: integer, enum: [2024, 2025] }, tags: { type: array }, ratio: { type: number }, organic: { type: boolean } }
---
apiVersion: quartet/v1
kind: View
metadata: { name: mine }
spec:
  from: teas
  surface: public
  fields: [name]
  requires: { auth: { all: [ctx.user] } }
  params: { type: object, required: [n], properties: { n: { type: integer } } }
---
apiVersion: quartet/v1
kind: View
metadata: { name: report }
spec: { from: teas, surface: staff }
`

// brew opens the site with three published teas and a draft.
func brew(t *testing.T) *site {
	t.Helper()
	s := open(t, teas)
	ctx := context.Background()
	for _, data := range []map[string]any{
		{"name": "Sencha", "year": 2025}, {"name": "Assam", "year": 2024}, {"name": "Keemun", "year": 2025}, {"name": "Draft", "year": 2025},
	} {
		e, err := s.service.Create(ctx, content.Caller{}, "teas", data)
		if err != nil {
			t.Fatal(err)
		}
		if data["name"] == "Draft" {
			continue
		}
		if _, err := s.service.Publish(ctx, content.Caller{}, "teas", e.ID, 0); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// TestViewAnswers is "View REST behaviour", "Limits" and "Manifest routes" for
// GET: a query and its rows with the paging, or `CODE path`.
func TestViewAnswers(t *testing.T) {
	const two = `[{"name":"Assam","year":2024},{"name":"Sencha","year":2025}]`
	s := brew(t)
	for _, tc := range []struct {
		target string
		status int
		want   string
	}{
		{"latest", 200, two + ` page 1 of 2, more`},
		{"latest/", 200, two + ` page 1 of 2, more`},
		{"latest?page=2", 200, `[{"name":"Keemun","year":2025}] page 2 of 2`},
		{"latest?show=1", 200, `[{"name":"Assam","year":2024}] page 1 of 1, more`},
		{"latest?show=1.9", 200, `[{"name":"Assam","year":2024}] page 1 of 1, more`},
		{"latest?show=99", 200, two + ` page 1 of 2, more`},
		{"latest?show=abc&page=zz", 200, two + ` page 1 of 2, more`},
		{"latest?page=99999999999999999999", 200, `[] page 9223372036854775807 of 2`},
		{"latest?unknown=%ff&utm=1", 200, two + ` page 1 of 2, more`},
		{"%6Catest", 200, two + ` page 1 of 2, more`},
		{"latest?cursor=nonsense", 400, "INPUT_VALIDATION_FAILED input#/cursor"},
		{"by-year?year=2024", 200, `[{"name":"Assam"}] page 1 of 50`},
		{"by-year?year=2024&year=2025", 200, `[{"name":"Assam"}] page 1 of 50`},
		{"by-year?year=%202024%20", 200, `[{"name":"Assam"}] page 1 of 50`},
		{"by-year", 400, "INPUT_VALIDATION_FAILED input#/year"},
		{"by-year?year=", 400, "INPUT_VALIDATION_FAILED input#/year"},
		{"by-year?year=2024.5", 400, "INPUT_VALIDATION_FAILED input#/year"},
		{"by-year?year=2023", 400, "INPUT_VALIDATION_FAILED input#/year"},
		{"by-year?year=%00", 400, "INPUT_VALIDATION_FAILED input#/year"},
		{"by-year?year=2024&ratio=Infinity", 400, "INPUT_VALIDATION_FAILED input#/ratio"},
		{"by-year?year=2024&organic=yes", 400, "INPUT_VALIDATION_FAILED input#/organic"},
		{"by-year?year=2024&tags=a", 400, "INPUT_VALIDATION_FAILED input#/tags"},
		{"mine?n=x", 401, "UNAUTHENTICATED input#"},
		{"report", 404, "NOT_FOUND input#"},
		{"Latest", 404, "NOT_FOUND input#"},
		{"latest/more", 404, "NOT_FOUND input#"},
		{"latest//", 404, "NOT_FOUND input#"},
		{"%ff", 400, "INPUT_VALIDATION_FAILED input#"},
	} {
		a := s.send("GET", "/api/views/"+tc.target, "")
		if a.status == 200 {
			a.body = paged(t, a.body)
		}
		t.Log(tc.target)
		s.wants(a, tc.status, tc.want)
	}
}

// paged reads a View's answer as `rows page p of show[, more]`.
func paged(t *testing.T, body string) string {
	t.Helper()
	var view struct {
		OK   bool
		Data struct {
			Rows       json.RawMessage
			Page, Show json.Number
			HasMore    bool
			NextCursor string
		}
	}
	if err := json.Unmarshal([]byte(body), &view); err != nil || !view.OK {
		t.Fatalf("%s: %v", body, err)
	}
	line := string(view.Data.Rows) + " page " + view.Data.Page.String() + " of " + view.Data.Show.String()
	if view.Data.HasMore != (view.Data.NextCursor != "") {
		t.Errorf("hasMore without nextCursor, or the other way round: %s", body)
	}
	if view.Data.HasMore {
		line += ", more"
	}
	return line
}

func failure(t testing.TB, body string) string {
	t.Helper()
	var failed struct {
		OK         *bool
		Diagnostic struct{ Code, Path, Message string }
	}
	if err := json.Unmarshal([]byte(body), &failed); err != nil || failed.OK == nil || *failed.OK || failed.Diagnostic.Message == "" {
		t.Fatalf("not a failure: %s (%v)", body, err)
	}
	return failed.Diagnostic.Code + " " + failed.Diagnostic.Path
}

func TestACursorLeadsThroughAllRows(t *testing.T) {
	s := brew(t)
	first := s.send("GET", "/api/views/latest", "")
	var page struct{ Data struct{ NextCursor string } }
	if err := json.Unmarshal([]byte(first.body), &page); err != nil {
		t.Fatal(err)
	}
	next := s.send("GET", "/api/views/latest?page=7&cursor="+page.Data.NextCursor, "")
	if got := paged(t, next.body); got != `[{"name":"Keemun","year":2025}] page 1 of 2` {
		t.Errorf("got %s", got)
	}
}

// TestCatalog is "Public View descriptor": one for each public View.
func TestCatalog(t *testing.T) {
	s := open(t, teas)
	const paging = `"page":{"type":"number"}`
	want := `{"ok":true,"data":[` +
		`{"description":"Published teas by year, with the params organic, ratio and tags; at most 50 rows a page.","inputSchema":{"properties":{"organic":{"type":"boolean"},` + paging + `,"ratio":{"type":"number"},"show":{"type":"number"},"tags":{"type":"array"},"year":{"enum":[2024,2025],"type":"integer"}},"required":["year"],"type":"object"},"name":"by-year"},` +
		`{"description":"Latest: published teas, ordered by year; at most 2 rows a page.","inputSchema":{"properties":{` + paging + `,"show":{"type":"number"}},"type":"object"},"name":"latest","title":{"en":"Latest"}},` +
		`{"description":"Published teas, with the param n; at most 50 rows a page.","inputSchema":{"properties":{"n":{"type":"integer"},` + paging + `,"show":{"type":"number"}},"required":["n"],"type":"object"},"name":"mine"}]}`
	for _, path := range []string{"/api/views", "/api/views/"} {
		s.wants(s.send("GET", path, ""), 200, want)
	}
}

// TestViewHeaders is "Cache" of "Manifest routes", HEAD and entity tags.
func TestViewHeaders(t *testing.T) {
	const shared, private = "public, max-age=0, s-maxage=60", "private, no-store"
	s := brew(t)
	whole := s.send("GET", "/api/views/latest", "")
	tag := whole.header.Get("ETag")
	for name, tc := range map[string]struct {
		method, path string
		headers      []string
		status       int
		caching      string
	}{
		"declared":              {"GET", "/api/views/latest", nil, 200, shared},
		"HEAD":                  {"HEAD", "/api/views/latest", nil, 200, shared},
		"with a cookie":         {"GET", "/api/views/latest", []string{"Cookie: a=b"}, 200, private},
		"unchanged":             {"GET", "/api/views/latest", []string{"If-None-Match: " + tag}, 304, shared},
		"changed":               {"GET", "/api/views/latest?page=2", []string{"If-None-Match: " + tag}, 200, shared},
		"a failure":             {"GET", "/api/views/latest?cursor=x", nil, 400, private},
		"not declared":          {"GET", "/api/views/by-year?year=2024", nil, 200, private},
		"the catalog":           {"GET", "/api/views", nil, 200, private},
		"a credential":          {"GET", "/api/views/latest", []string{"Authorization: Bearer x"}, 401, private},
		"an empty credential":   {"GET", "/api/views/latest", []string{"Authorization: "}, 401, private},
		"a key":                 {"GET", "/api/views", []string{"X-API-Key: qk_x"}, 401, private},
		"another method":        {"POST", "/api/views/latest", nil, 405, private},
		"another method, a key": {"DELETE", "/api/views", []string{"X-API-Key: qk_x"}, 405, private},
	} {
		t.Run(name, func(t *testing.T) {
			a := s.send(tc.method, tc.path, "", tc.headers...)
			if a.status != tc.status || a.header.Get("Cache-Control") != tc.caching {
				t.Errorf("got %d with %q", a.status, a.header.Get("Cache-Control"))
			}
			if want := tc.caching == shared; (a.header.Get("Vary") == "Cookie, Authorization") != want {
				t.Errorf("Vary: %q", a.header.Get("Vary"))
			}
			if tc.status == 405 && a.header.Get("Allow") != "GET, HEAD" {
				t.Errorf("Allow: %q", a.header.Get("Allow"))
			}
			if tc.status == 401 && a.header.Get("WWW-Authenticate") == "" {
				t.Error("401 without a challenge")
			}
		})
	}
}

const staffViews = `
apiVersion: quartet/v1
kind: Procedure
metadata: { name: echo }
spec:
  input:
    type: object
    properties: { id: { type: integer }, slug: { type: string }, note: { type: string } }
  output: { type: object }
  handler: { kind: ref, ref: echo }
---
apiVersion: quartet/v1
kind: Procedure
metadata: { name: guarded }
spec:
  requires: { auth: { all: [ctx.user] } }
  input: { type: object, properties: { id: { type: integer } } }
  output: { type: object }
  handler: { kind: ref, ref: echo }
---
apiVersion: quartet/v1
kind: Procedure
metadata: { name: fail }
spec:
  input: { type: object }
  output: { type: object }
  handler: { kind: ref, ref: fail }
---
apiVersion: quartet/v1
kind: Trigger
metadata: { name: t1 }
spec: { source: { kind: http, method: POST, path: /api/notes }, target: { procedure: echo } }
---
apiVersion: quartet/v1
kind: Trigger
metadata: { name: t2 }
spec: { source: { kind: http, method: PUT, path: "/api/notes/{id}" }, target: { procedure: echo } }
---
apiVersion: quartet/v1
kind: Trigger
metadata: { name: t3 }
spec: { source: { kind: http, method: PUT, path: /api/notes/latest }, target: { procedure: echo } }
---
apiVersion: quartet/v1
kind: Trigger
metadata: { name: t4 }
spec: { source: { kind: http, method: DELETE, path: "/api/notes/{id}/by/{slug}" }, target: { procedure: echo } }
---
apiVersion: quartet/v1
kind: Trigger
metadata: { name: t5 }
spec: { source: { kind: http, method: PATCH, path: "/api/notes/{slug}" }, target: { procedure: echo } }
---
apiVersion: quartet/v1
kind: Trigger
metadata: { name: t6 }
spec: { source: { kind: http, method: POST, path: "/api/guarded/{id}" }, target: { procedure: guarded } }
---
apiVersion: quartet/v1
kind: Trigger
metadata: { name: t7 }
spec: { source: { kind: http, method: POST, path: /api/fail }, target: { procedure: fail } }
`

// TestHTTPTriggers is open-parts.md, Trigger, source http: a request and the
// input that the Procedure got, or `CODE path`.
func TestHTTPTriggers(t *testing.T) {
	s := open(t, staffViews)
	for _, tc := range []struct {
		request, body string
		status        int
		want          string
	}{
		{"POST /api/notes", `{"note":"x"}`, 200, `{"note":"x"}`},
		{"POST /api/notes/", `{"note":"x"}`, 200, `{"note":"x"}`},
		{"POST /api/notes", "", 200, `{}`},
		{"POST /api/notes?note=ignored", "", 200, `{}`},
		{"POST /api/notes", `[]`, 400, "INPUT_VALIDATION_FAILED input#"},
		{"POST /api/notes", `{"note":1}`, 400, "INPUT_VALIDATION_FAILED input#/note"},
		{"POST /api/notes", `{"note":"` + strings.Repeat("x", httpx.MaxBody) + `"}`, 413, "PAYLOAD_TOO_LARGE input#"},
		{"PUT /api/notes/7", `{"note":"x"}`, 200, `{"id":7,"note":"x"}`},
		{"PUT /api/notes/7", `{"id":8}`, 200, `{"id":7}`},
		{"PUT /api/notes/%37", "", 200, `{"id":7}`},
		{"PUT /api/notes/x", "", 400, "INPUT_VALIDATION_FAILED input#/id"},
		{"PUT /api/notes/%ff", "", 400, "INPUT_VALIDATION_FAILED input#"},
		{"PUT /api/notes/latest", "", 200, `{}`},
		{"PATCH /api/notes/latest", "", 200, `{"slug":"latest"}`},
		{"DELETE /api/notes/7/by/a%2Fb%2520c", "", 200, `{"id":7,"slug":"a/b%20c"}`},
		{"DELETE /api/notes/7/by/", "", 404, "NOT_FOUND input#"},
		{"DELETE /api/notes/7/by//", "", 404, "NOT_FOUND input#"},
		{"POST /api/notes%2F", "", 404, "NOT_FOUND input#"},
		{"POST /api/NOTES", "", 404, "NOT_FOUND input#"},
		{"POST /api//notes", "", 404, "NOT_FOUND input#"},
		{"POST /api", "", 404, "NOT_FOUND input#"},
		{"POST /" + strings.Repeat("a/", 1000), "", 404, "NOT_FOUND input#"},
		{"GET /api/notes", "", 405, "METHOD_NOT_ALLOWED input#"},
		{"POST /api/guarded/x", `{`, 401, "UNAUTHENTICATED input#"},
		{"POST /api/fail", "", 500, "INTERNAL_ERROR "},
	} {
		method, target, _ := strings.Cut(tc.request, " ")
		a := s.send(method, target, tc.body)
		if a.header.Get("Cache-Control") != "private, no-store" {
			t.Errorf("%s: %q", tc.request, a.header.Get("Cache-Control"))
		}
		if tc.status == 200 {
			tc.want = `{"ok":true,"data":` + tc.want + `}`
		}
		t.Log(tc.request)
		s.wants(a, tc.status, tc.want)
	}
	if !strings.Contains(s.log.String(), "the secret detail") {
		t.Error("the cause of an INTERNAL_ERROR is not in the log")
	}
}

// TestATurnIsGivenBack: however a call with a large body ends, the next one is
// not kept waiting. There are slots for eight.
func TestATurnIsGivenBack(t *testing.T) {
	s := open(t, staffViews)
	large := `{"note":"` + strings.Repeat("x", httpx.MaxBody-100) + `"`
	for _, tc := range []struct {
		request, body string
		status        int
	}{
		{"POST /api/notes", large + `}`, 200},
		{"POST /api/notes", large, 400},
		{"POST /api/notes", large + `,"id":""}`, 400},
		{"PUT /api/notes/x", large + `}`, 400},
		{"POST /api/fail", large + `}`, 500},
	} {
		method, target, _ := strings.Cut(tc.request, " ")
		for range 9 {
			if a := s.send(method, target, tc.body); a.status != tc.status {
				t.Fatalf("%s: %d, want %d", tc.request, a.status, tc.status)
			}
		}
	}
}

func TestALongPathIsServed(t *testing.T) {
	path := "/api" + strings.Repeat("/far", 100)
	s := open(t, staffViews+`
---
apiVersion: quartet/v1
kind: Trigger
metadata: { name: far }
spec: { source: { kind: http, method: POST, path: `+path+` }, target: { procedure: echo } }
`)
	s.wants(s.send("POST", path, `{"note":"x"}`), 200, `{"ok":true,"data":{"note":"x"}}`)
	s.wants(s.send("POST", path+"/far", ""), 404, "NOT_FOUND input#")
}

func TestMethodNotAllowedNamesTheMethods(t *testing.T) {
	s := open(t, staffViews)
	for path, want := range map[string]string{
		"/api/notes": "POST", "/api/notes/7": "PATCH, PUT", "/api/notes/latest": "PATCH, PUT", "/api/views": "GET, HEAD",
	} {
		a := s.send("OPTIONS", path, "")
		if a.status != 405 || a.header.Get("Allow") != want {
			t.Errorf("%s: %d, Allow %q, want %q", path, a.status, a.header.Get("Allow"), want)
		}
	}
}

func TestTheAuthenticatorSaysWhoCalls(t *testing.T) {
	s := openAs(t, staffViews, func(http.ResponseWriter, *http.Request) (content.Caller, error) {
		return content.Caller{User: &content.User{ID: "ada"}}, nil
	})
	s.wants(s.send("POST", "/api/guarded/7", ""), 200, `{"ok":true,"data":{"id":7}}`)
}
