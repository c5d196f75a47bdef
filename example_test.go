package quartet_test

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing/fstest"

	"github.com/quartet-dev/quartet"
)

// A guest book: one collection, one View of it, one Procedure to write it.
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

// open serves the guest book from a database of its own.
func open(options quartet.Options) (service *quartet.Service, done func()) {
	dir, err := os.MkdirTemp("", "quartet")
	if err != nil {
		panic(err)
	}
	options.Dir = dir
	options.FS = fstest.MapFS{"manifests/guest-book.yaml": {Data: []byte(guestBook)}}
	options.Handlers = quartet.Handlers{"words.count": quartet.Handle(countWords)}
	options.Logger = slog.New(slog.DiscardHandler)
	service, err = quartet.Open(context.Background(), options)
	if err != nil {
		panic(err)
	}
	return service, func() {
		_ = service.Close()
		_ = os.RemoveAll(dir)
	}
}

// A Procedure whose handler is written in Go, called over HTTP.
func Example() {
	service, done := open(quartet.Options{})
	defer done()
	server := httptest.NewServer(service)
	defer server.Close()

	answer, err := http.Post(server.URL+"/api/count-words", "application/json", strings.NewReader(`{"text":"two words"}`))
	if err != nil {
		panic(err)
	}
	defer answer.Body.Close()
	body, _ := io.ReadAll(answer.Body)
	fmt.Println(answer.Status, string(body))
	// Output: 200 OK {"ok":true,"data":{"words":2}}
}

// The same service, called in process.
func ExampleCall() {
	service, done := open(quartet.Options{})
	defer done()
	ctx := context.Background()

	row, err := quartet.Call[quartet.Entry](ctx, service, "greet", map[string]any{"name": "Ada", "text": "Hello"}, quartet.CallOptions{})
	if err != nil {
		panic(err)
	}
	counted, err := quartet.Call[tally](ctx, service, "count-words", row.Data, quartet.CallOptions{})
	fmt.Println(counted.Words, err)

	_, err = quartet.Call[tally](ctx, service, "count-words", text{}, quartet.CallOptions{})
	fmt.Println(quartet.CodeOf(err))
	// Output:
	// 1 <nil>
	// INPUT_VALIDATION_FAILED
}

// The rows of a View, in a type of the program's own.
func ExampleRows() {
	service, done := open(quartet.Options{})
	defer done()
	ctx := context.Background()
	for _, name := range []string{"Ada", "Grace"} {
		greeting := map[string]any{"name": name, "text": "Hello from " + name}
		if _, err := service.Entries("greetings").CreateDraft(ctx, greeting); err != nil {
			panic(err)
		}
	}

	page, err := service.View(ctx, "greetings", quartet.ViewOptions{Show: 10})
	if err != nil {
		panic(err)
	}
	type greeting struct{ Name, Text string }
	rows, err := quartet.Rows[greeting](page)
	fmt.Println(rows, page.HasMore, err)
	// Output: [{Ada Hello from Ada} {Grace Hello from Grace}] false <nil>
}

// A route of the program's own, beside the service's.
func ExampleRoute() {
	hello := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprintf(w, "Hello, %s", r.PathValue("name"))
	})
	service, done := open(quartet.Options{
		Mount: []quartet.Route{{Method: http.MethodGet, Path: "/hello/{name}", Handler: hello}},
	})
	defer done()
	server := httptest.NewServer(service)
	defer server.Close()

	answer, err := http.Get(server.URL + "/hello/Ada")
	if err != nil {
		panic(err)
	}
	defer answer.Body.Close()
	body, _ := io.ReadAll(answer.Body)
	fmt.Println(string(body))
	// Output: Hello, Ada
}
