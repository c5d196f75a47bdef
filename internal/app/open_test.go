package app_test

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/quartet-dev/quartet"
)

func TestMain(m *testing.M) {
	_ = os.Unsetenv("DATABASE_URL") // the developer's own is none of the tests' business
	m.Run()
}

// folder makes a site folder out of names and texts.
func folder(files map[string]string) fstest.MapFS {
	site := make(fstest.MapFS)
	for name, text := range files {
		site[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return site
}

// start opens the guest book, with more files when there are some, on a
// database of its own.
func start(t *testing.T, o quartet.Options, more map[string]string) *quartet.Service {
	t.Helper()
	s, err := tryStart(t, o, more)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

func tryStart(t *testing.T, o quartet.Options, more map[string]string) (*quartet.Service, error) {
	t.Helper()
	files := map[string]string{"manifests/guest-book.yaml": guestBook}
	for name, text := range more {
		files[name] = text
	}
	o.FS = folder(files)
	if o.Dir == "" {
		o.Dir = t.TempDir()
	}
	if o.Handlers == nil {
		o.Handlers = quartet.Handlers{"words.count": quartet.Handle(countWords)}
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	return quartet.Open(context.Background(), o)
}

// codes are those of a site that cannot start, in the order of their places.
func codes(t *testing.T, err error) []quartet.Code {
	t.Helper()
	var boot *quartet.BootValidationError
	if !errors.As(err, &boot) {
		t.Fatalf("not a BootValidationError: %v", err)
	}
	return boot.Diagnostics.Codes()
}

func get(t *testing.T, handler http.Handler, path string) *httptest.ResponseRecorder {
	t.Helper()
	answer := httptest.NewRecorder()
	handler.ServeHTTP(answer, httptest.NewRequest(http.MethodGet, path, nil))
	return answer
}

// guestBook is a small site: anybody may greet, and have words counted.
const guestBook = `
apiVersion: quartet/v1
kind: Schema
metadata: { name: greetings }
spec:
  title: Greetings
  lifecycle: operational
  schema:
    type: object
    required: [name, text]
    properties:
      name: { type: string, maxLength: 40 }
      text: { type: string, maxLength: 200 }
---
apiVersion: quartet/v1
kind: View
metadata: { name: greetings }
spec:
  from: greetings
  surface: public
  fields: [name, text]
---
apiVersion: quartet/v1
kind: Procedure
metadata: { name: greet }
spec:
  input:
    type: object
    required: [name, text]
    properties:
      name: { type: string, maxLength: 40 }
      text: { type: string, maxLength: 200 }
  output: { type: object }
  handler: { kind: builtin, op: create, schema: greetings }
---
apiVersion: quartet/v1
kind: Procedure
metadata: { name: count-words }
spec:
  input:
    type: object
    required: [text]
    properties: { text: { type: string } }
  output:
    type: object
    required: [words]
    properties: { words: { type: integer } }
  handler: { kind: ref, ref: words.count }
---
apiVersion: quartet/v1
kind: Trigger
metadata: { name: count-words }
spec:
  source: { kind: http, method: POST, path: /api/count-words }
  target: { procedure: count-words }
`

type text struct {
	Text string `json:"text"`
}

type tally struct {
	Words int `json:"words"`
}

func countWords(_ context.Context, _ *quartet.Context, in text) (tally, error) {
	if in.Text == "" {
		return tally{}, quartet.FailAt("INPUT_VALIDATION_FAILED", "/text", "There is nothing to count.")
	}
	return tally{Words: len(strings.Fields(in.Text))}, nil
}
