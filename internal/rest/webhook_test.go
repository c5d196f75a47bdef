package rest_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/principal"
)

const webhook = `
apiVersion: quartet/v1
kind: Procedure
metadata: { name: hook }
spec:
  input: { type: object, properties: { signature: { type: string }, payload: { type: string } } }
  output: { type: object }
  handler: { kind: ref, ref: echo }
---
apiVersion: quartet/v1
kind: Trigger
metadata: { name: hook }
spec:
  source: { kind: http, method: POST, path: /api/hook, headers: { signature: X-Signature }, rawBody: payload }
  target: { procedure: hook }
`

// What a request carries enters an input as a text, or not at all.
func TestARawBodyIsText(t *testing.T) {
	s := open(t, webhook)
	for _, test := range []struct {
		body, header string
		status       int
		want         string
	}{
		{"a=b", "X-Signature: c", 200, `{"ok":true,"data":{"payload":"a=b","signature":"c"}}`},
		{"", "X-Signature: c", 200, `{"ok":true,"data":{"payload":"","signature":"c"}}`},
		{"tea\xff", "X-Signature: c", 400, "INPUT_VALIDATION_FAILED input#/payload"},
		{"tea\x00", "X-Signature: c", 400, "INPUT_VALIDATION_FAILED input#/payload"},
		{"tea", "X-Signature: \xff", 400, "INPUT_VALIDATION_FAILED input#/signature"},
		{strings.Repeat("a", 1<<20+1), "X-Signature: c", 413, "PAYLOAD_TOO_LARGE input#"},
	} {
		s.wants(s.send("POST", "/api/hook", test.body, "Content-Type: text/plain", test.header), test.status, test.want)
	}
}

// A form of another site can send a body with the cookie of whoever looks at it,
// but none as JSON.
func TestARawBodyOfABrowserIsJSON(t *testing.T) {
	for credential, status := range map[principal.Credential]int{principal.Session: 400, principal.OAuth: 200, principal.APIKey: 200} {
		s := openAs(t, webhook, func(http.ResponseWriter, *http.Request) (content.Caller, error) {
			return content.Caller{User: &content.User{ID: "ann"}, Auth: &content.Auth{Credential: string(credential)}}, nil
		})
		if a := s.send("POST", "/api/hook", "a=b", "Content-Type: application/x-www-form-urlencoded"); a.status != status {
			t.Errorf("%s: %d %s", credential, a.status, a.body)
		}
		if a := s.send("POST", "/api/hook", "{}"); a.status != 200 {
			t.Errorf("%s: %d %s", credential, a.status, a.body)
		}
	}
}
