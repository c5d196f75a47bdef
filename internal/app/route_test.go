package app_test

import (
	"errors"
	"log/slog"
	"net/http"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet"
	"github.com/quartet-dev/quartet/internal/diag"
)

const template = `
apiVersion: quartet/v1
kind: Trigger
metadata: { name: count-named }
spec:
  source: { kind: http, method: PUT, path: "/api/texts/{text}/words" }
  target: { procedure: count-words }
`

func teapot(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusTeapot) }

// Reserved paths: the worker fails closed before serving on a conflict.
func TestRoutesThatConflictFailTheStart(t *testing.T) {
	for name, routes := range map[string][]quartet.Route{
		"/admin":                                {{Path: "/admin"}},
		"below /admin":                          {{Path: "/admin/extra"}},
		"/_service":                             {{Path: "/_service/x.js"}},
		"/api/auth":                             {{Path: "/api/auth/extra"}},
		"/api/views":                            {{Path: "/api/views"}},
		"/api/views/*":                          {{Method: "POST", Path: "/api/views/mine"}},
		"/oauth":                                {{Path: "/oauth/"}},
		"/mcp":                                  {{Path: "/mcp"}},
		"/.well-known/oauth*":                   {{Path: "/.well-known/oauth-protected-resource"}},
		"the global /":                          {{Path: "/"}},
		"the global /{rest...}":                 {{Path: "/{rest...}"}},
		"everything under /api/":                {{Path: "/api/"}},
		"a wildcard under /api":                 {{Path: "/api/{name}"}},
		"a wildcard first":                      {{Path: "/{name}/x"}},
		"a wildcard well-known":                 {{Path: "/.well-known/{name}"}},
		"/admin, percent-encoded":               {{Path: "/%61dmin"}},
		"/api/auth, percent-encoded":            {{Path: "/api/a%75th"}},
		"/api/auth with an encoded slash":       {{Path: "/api%2Fauth/x"}},
		"/api/views behind encoded dots":        {{Path: "/api/x%2F..%2Fviews"}},
		"/healthz":                              {{Path: "/healthz"}},
		"a manifest's route, percent-encoded":   {{Method: "POST", Path: "/api/count%2Dwords"}},
		"a manifest's route":                    {{Method: "POST", Path: "/api/count-words"}},
		"any method of a manifest's route":      {{Path: "/api/count-words"}},
		"a manifest's template":                 {{Method: "PUT", Path: "/api/texts/long/words"}},
		"a template over a manifest's template": {{Method: "PUT", Path: "/api/texts/{a}/{b}"}},
		"all below a manifest's template":       {{Path: "/api/texts/"}},
		"the same route twice":                  {{Path: "/hello"}, {Path: "/hello"}},
		"a malformed pattern":                   {{Path: "/hello/{"}},
		"a pattern with a host":                 {{Path: "example.com/hello"}},
	} {
		t.Run(name, func(t *testing.T) {
			for i := range routes {
				routes[i].Handler = http.HandlerFunc(teapot)
			}
			_, err := tryStart(t, quartet.Options{Mount: routes}, map[string]string{"manifests/template.yaml": template})
			if diff := cmp.Diff([]quartet.Code{diag.RouteConflict}, codes(t, err)); diff != "" {
				t.Error(diff, err)
			}
		})
	}
}

func TestRoutesBesideTheService(t *testing.T) {
	for name, test := range map[string]struct{ method, pattern, path string }{
		"the front page":                    {"GET", "/{$}", "/"},
		"a path":                            {"", "/hello", "/hello"},
		"a wildcard below a path":           {"GET", "/hello/{name}", "/hello/ada"},
		"everything below a path":           {"GET", "/files/", "/files/a/b"},
		"under /api":                        {"GET", "/api/hello", "/api/hello"},
		"another method of a Trigger":       {"GET", "/api/count-words", "/api/count-words"},
		"longer than a manifest's template": {"GET", "/api/texts/{a}/words/{b}", "/api/texts/x/words/y"},
		"well-known, but not OAuth":         {"GET", "/.well-known/security.txt", "/.well-known/security.txt"},
	} {
		t.Run(name, func(t *testing.T) {
			route := quartet.Route{Method: test.method, Path: test.pattern, Handler: http.HandlerFunc(teapot)}
			s := start(t, quartet.Options{Mount: []quartet.Route{route}}, map[string]string{"manifests/template.yaml": template})
			if answer := get(t, s, test.path); answer.Code != http.StatusTeapot {
				t.Errorf("%d %s", answer.Code, answer.Body)
			}
			if answer := get(t, s, "/api/views/greetings"); answer.Code != http.StatusOK {
				t.Errorf("the service's own route: %d %s", answer.Code, answer.Body)
			}
			if answer := get(t, s, "/nothing"); answer.Code != http.StatusNotFound {
				t.Errorf("a path of nobody: %d %s", answer.Code, answer.Body)
			}
		})
	}
}

// What works on the database alone makes no Service that routes could belong to.
func TestRoutesOfNoService(t *testing.T) {
	made := 0
	o := quartet.Options{
		Dir: t.TempDir(), Logger: slog.New(slog.DiscardHandler),
		Routes: func(*quartet.Service) []quartet.Route { made++; return nil },
	}
	_, locales := quartet.StoredLocales(t.Context(), o)
	deferred, err := quartet.OpenDeferred(t.Context(), o)
	if err := errors.Join(locales, err); err != nil {
		t.Fatal(err)
	}
	if err := deferred.Close(); err != nil || made != 0 {
		t.Errorf("routes were made %d times, %v", made, err)
	}
}
