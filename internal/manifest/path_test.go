package manifest_test

import (
	"fmt"
	"testing"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/manifest"
)

func TestPathsOfHTTPTriggers(t *testing.T) {
	for path, valid := range map[string]bool{
		"/api/orders":                true,
		"/api/orders/":               true,
		"/api/orders/{id}/items/{n}": true,
		"/api/auths":                 true,
		"/api/orders/auth":           true,
		"/api/caf%C3%A9":             true,
		"/api/日本":                    true,
		"/api/a:b+c,d;e=f@g":         true,

		"/api/a%2Fb":         true,
		"/api/orders/..%2Fx": true,

		// a request for /api/auth, /api/views or another path of the service would match
		"/api/{collection}":             false,
		"/api/{collection}/":            false,
		"/api/{collection}/latest/{id}": false,
		"/api/auth%2Fx":                 false,
		"/api/orders/..%2fauth":         false,
		"/api/orders/..%2F..%2Fmcp":     false,
		"/api/orders%2F../{id}":         false,
		"/api/.%2Fviews":                false,

		"":                       false,
		"api/orders":             false,
		"/orders":                false,
		"/API/orders":            false,
		"/api":                   false,
		"/api/":                  false,
		"/api//":                 false,
		"/api//orders":           false,
		"/api/orders//":          false,
		"/api/auth":              false,
		"/api/auth/":             false,
		"/api/auth/x":            false,
		"/api/%61uth/x":          false,
		"/api/views":             false,
		"/api/views/{name}":      false,
		"/api/orders?x=1":        false,
		"/api/orders#x":          false,
		`/api/orders\x`:          false,
		"/api/my orders":         false,
		"/api/orders\u00a0":      false,
		"/api/orders/%zz":        false,
		"/api/orders/%C3":        false,
		"/api/orders/%00":        false,
		"/api/orders/.":          false,
		"/api/orders/..":         false,
		"/api/orders/%2e%2E":     false,
		"/api/orders/{}":         false,
		"/api/orders/{id":        false,
		"/api/orders/id}":        false,
		"/api/orders/a{id}":      false,
		"/api/orders/{id}b":      false,
		"/api/orders/{{id}}":     false,
		"/api/orders/{a}{b}":     false,
		"/api/orders/{id}/{id}":  false,
		"https://a/api/orders":   false,
		"//api/orders":           false,
		"/api/orders/{a}/x/{a}/": false,
	} {
		_, problems := manifest.Parse([]manifest.File{{Name: "a.yaml", Data: fmt.Appendf(nil, `
apiVersion: quartet/v1
kind: Trigger
metadata: { name: t }
spec: { source: { kind: http, method: POST, path: %q }, target: { procedure: p } }
`, path)}})
		want := diag.TriggerPathInvalid
		if path == "" {
			want = diag.InvalidManifestEnvelope
		}
		if isValid := len(problems) == 0; isValid != valid || !valid && (len(problems) != 1 || problems[0].Code != want) {
			t.Errorf("%q: %v", path, problems)
		}
	}
}
