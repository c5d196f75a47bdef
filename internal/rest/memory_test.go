package rest_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"testing"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/inflight"
	"github.com/quartet-dev/quartet/internal/inflight/inflighttest"
)

// long has Views with answers of 2 MB, of one entry and of none.
const long = `
apiVersion: quartet/v1
kind: Schema
metadata: { name: posts }
spec: { title: Posts, schema: { type: object, properties: { title: { type: string }, body: { type: string } } } }
---
apiVersion: quartet/v1
kind: View
metadata: { name: declared }
spec: { surface: public, from: posts, fields: [body] }
---
apiVersion: quartet/v1
kind: View
metadata: { name: by-statement }
spec: { surface: public, sql: "SELECT body FROM posts" }
---
apiVersion: quartet/v1
kind: View
metadata: { name: shared }
spec: { surface: public, from: posts, fields: [body], cache: { sharedMaxAge: 60 } }
---
apiVersion: quartet/v1
kind: View
metadata: { name: titles }
spec: { surface: public, from: posts, fields: [title] }
---
apiVersion: quartet/v1
kind: Procedure
metadata: { name: rename }
spec:
  input: { type: object, required: [id, expectedVersion], properties: { id: { type: string }, expectedVersion: { type: integer }, title: { type: string }, body: { type: string } } }
  output: { type: object }
  handler: { kind: builtin, op: update, schema: posts }
---
apiVersion: quartet/v1
kind: Trigger
metadata: { name: rename }
spec: { source: { kind: http, method: PATCH, path: "/api/posts/{id}" }, target: { procedure: rename } }
`

// openLong has 30 posts.
func openLong(t *testing.T) *site {
	t.Helper()
	s := open(t, long)
	for i := range 30 {
		post := map[string]any{"title": "a", "body": strings.Repeat("long ", 14_000)}
		id := ""
		if i == 0 {
			id = "first"
		}
		if _, err := s.service.Load(context.Background(), "posts", id, post, content.Published); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

func TestLargeAnswersWaitForMemoryAndSmallDoNot(t *testing.T) {
	s := openLong(t)
	little := func() {
		if a := s.send("GET", "/api/views/titles", ""); a.status != 200 {
			t.Errorf("%d %.200s", a.status, a.body)
		}
	}
	for _, path := range []string{"GET /api/views/declared", "GET /api/views/by-statement", "GET /api/views/shared", "PATCH /api/posts/first"} {
		method, target, _ := strings.Cut(path, " ")
		body := ""
		if method == "PATCH" {
			body = `{"title":"b","expectedVersion":2}`
		}
		inflighttest.Wait(t, path, func() {
			if a := s.send(method, target, body); a.status != 200 || len(a.body) < 64<<10 {
				t.Errorf("%s: %d, %d bytes", path, a.status, len(a.body))
			}
		}, little)
	}
}

// What a cache alone has is bounded by the cache: a full one takes no room from
// the requests, nor do those of many sites in one process.
func TestKeptAnswersTakeNoRoomFromRequests(t *testing.T) {
	s := openLong(t)
	for range 5 {
		if a := s.send("GET", "/api/views/shared?show=10", ""); a.status != 200 || len(a.body) < 64<<10 {
			t.Fatalf("%d, %d bytes", a.status, len(a.body))
		}
	}
	if used := inflight.Answers.State().Used; used != 0 {
		t.Errorf("%d bytes are counted for no request", used)
	}
}

// The buffers of large answers are used again: made anew, they cost more than the
// read.
func TestALargeAnswerTakesABufferThatIsThere(t *testing.T) {
	s := openLong(t)
	r := httptest.NewRequest("GET", "/api/views/declared?show=3", nil)
	read := func(times int) {
		for range times {
			w := &discard{http.Header{}}
			s.frame.ServeHTTP(w, r)
			if length := w.header.Get("Content-Length"); len(length) != 6 {
				t.Fatalf("the answer has %s bytes", length)
			}
		}
	}
	read(4)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	read(20)
	runtime.ReadMemStats(&after)
	if each := (after.TotalAlloc - before.TotalAlloc) / 20; each > 200_000 {
		t.Errorf("an answer of 210,000 bytes allocates %d", each)
	}
}
