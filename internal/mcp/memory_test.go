package mcp_test

import (
	"context"
	"strings"
	"testing"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/inflight/inflighttest"
)

func TestLargeResultsWaitForMemoryAndSmallDoNot(t *testing.T) {
	s := open(t, `
apiVersion: quartet/v1
kind: Schema
metadata: { name: posts }
spec: { title: Posts, schema: { type: object, properties: { title: { type: string }, body: { type: string } } } }
---
apiVersion: quartet/v1
kind: View
metadata: { name: everything }
spec: { surface: public, from: posts, fields: [body] }
---
apiVersion: quartet/v1
kind: View
metadata: { name: titles }
spec: { surface: public, from: posts, fields: [title] }
`)
	for range 30 {
		post := map[string]any{"title": "a", "body": strings.Repeat("long ", 14_000)}
		if _, err := s.service.Load(context.Background(), "posts", "", post, content.Published); err != nil {
			t.Fatal(err)
		}
	}
	ask := func(path, params string, least int) func() {
		return func() {
			_, body := s.post("owner", path, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":`+params+`}`)
			if len(body) < least || strings.Contains(string(body), "isError\":true") {
				t.Errorf("%s: %.300s", params, body)
			}
		}
	}
	little := ask("/mcp", `{"name":"query_view_titles"}`, 1)
	little()
	inflighttest.Wait(t, "a View", ask("/mcp", `{"name":"query_view_everything"}`, 2<<20), little)
	inflighttest.Wait(t, "entries", ask("/mcp/staff", `{"name":"list_entries","arguments":{"collection":"posts"}}`, 1), little)
}
