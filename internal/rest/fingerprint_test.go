package rest_test

import (
	"net/http/httptest"
	"testing"
)

// unallocated is how many headers an answer may have before Go's map of them
// grows.
const unallocated = 8

// Every answer says which manifests it follows: of the catalog, of Views, kept or
// not, and of Triggers, refused ones too.
func TestAnswersCarryTheFingerprint(t *testing.T) {
	s := open(t, `
apiVersion: quartet/v1
kind: Schema
metadata: { name: posts }
spec: { title: Posts, schema: { type: object, properties: { place: { type: string }, publishedAt: { type: integer }, slug: { type: string }, title: { type: string } } } }
`+latest("latest", "")+latest("shared", "cache: { sharedMaxAge: 60 }")+`
---
apiVersion: quartet/v1
kind: Procedure
metadata: { name: post }
spec: { input: { type: object, properties: { title: { type: string } } }, output: {}, handler: { kind: builtin, op: create, schema: posts } }
---
apiVersion: quartet/v1
kind: Trigger
metadata: { name: post }
spec: { source: { kind: http, method: POST, path: /api/posts }, target: { procedure: post } }
`)
	for _, request := range []struct {
		method, path string
		status       int
	}{
		{"GET", "/api/views", 200},
		{"GET", "/api/views/latest?place=en&since=1", 200},
		{"HEAD", "/api/views/latest?place=en&since=1", 200},
		{"GET", "/api/views/latest", 400},
		{"GET", "/api/views/shared?place=en&since=1", 200},
		{"GET", "/api/views/shared?place=en&since=1", 200},
		{"POST", "/api/posts", 200},
	} {
		w := httptest.NewRecorder()
		s.frame.ServeHTTP(w, httptest.NewRequest(request.method, request.path, nil))
		got := w.Header().Values("X-Service-Fingerprint")
		if w.Code != request.status || len(got) != 1 || got[0] != s.service.Plan().Fingerprint() {
			t.Errorf("%s %s: %d, %q\n%s", request.method, request.path, w.Code, got, w.Body)
		}
		if len(w.Header()) > unallocated {
			t.Errorf("%s %s has %d headers: %v", request.method, request.path, len(w.Header()), w.Header())
		}
	}
}
