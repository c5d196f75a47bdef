package mcp_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/mcp"
)

// The floors are servers of the SDK alone, without a caller, a filter or a
// database, over the same transport. `ratio` is our requests for one of theirs,
// both in one run: at least 0.6.

// BenchmarkCall calls a View of one row; the floor is a tool that does nothing.
func BenchmarkCall(b *testing.B) {
	s := example(b, "commerce")
	data := map[string]any{"sku": "INK-001", "name": "Blue black", "category": "ink", "price": 450, "currency": "EUR"}
	e, err := s.service.Create(b.Context(), content.Caller{}, "products", data)
	if err == nil {
		_, err = s.service.Publish(b.Context(), content.Caller{}, "products", e.ID, 0)
	}
	if err != nil {
		b.Fatal(err)
	}
	versus(b, s.surface(), floor(1), `"tools/call","params":{"name":"query_view_product_by_sku","arguments":{"sku":"INK-001"}}`,
		`"tools/call","params":{"name":"tool_0","arguments":{}}`, `Blue black`)
}

// BenchmarkList lists 50 tools.
func BenchmarkList(b *testing.B) {
	var manifests strings.Builder
	for i := range 50 {
		fmt.Fprintf(&manifests, viewOfFifty, i)
	}
	s := open(b, notesOfFifty+manifests.String())
	versus(b, s.surface(), floor(50), `"tools/list"`, `"tools/list"`, `query_view_v49`)
}

const notesOfFifty = `
apiVersion: quartet/v1
kind: Schema
metadata: { name: notes }
spec: { title: Notes, schema: { type: object, properties: { title: { type: string }, rank: { type: integer } } } }
`

const viewOfFifty = `---
apiVersion: quartet/v1
kind: View
metadata: { name: v%d }
spec:
  surface: public
  from: notes
  requires: { auth: { all: [ctx.user] } }
  params: { type: object, required: [rank], properties: { rank: { type: integer, minimum: 1, description: How high a note must rank. } } }
  filter: { eq: { field: rank, value: { $param: rank } } }
  fields: [title, rank]
`

func (s *testSite) surface() http.Handler {
	return mcp.New(mcp.Options{Service: s.service, Authenticate: s.authenticate, Origin: origin, Site: s.site, Log: discard})
}

// floor is the SDK's own server with n tools of the size of ours.
func floor(n int) http.Handler {
	server := sdk.NewServer(&sdk.Implementation{Name: "floor", Version: "1"}, nil)
	for i := range n {
		server.AddTool(&sdk.Tool{
			Name: fmt.Sprint("tool_", i), Title: "A tool", Description: "Published notes by rank; at most 50 rows a page. For every signed-in user.",
			Annotations:  &sdk.ToolAnnotations{ReadOnlyHint: true, Title: "A tool"},
			InputSchema:  json.RawMessage(`{"properties":{"page":{"description":"Which page, from 1 on.","type":"number"},"rank":{"description":"How high a note must rank.","minimum":1,"type":"integer"},"show":{"description":"How many rows a page has, at most 50.","type":"number"}},"required":["rank"],"type":"object"}`),
			OutputSchema: json.RawMessage(`{"anyOf":[{"properties":{"hasMore":{"description":"Whether the next page may hold more rows.","type":"boolean"},"page":{"type":"integer"},"rows":{"items":{"properties":{"rank":{"type":["integer","null"]},"title":{"type":["string","null"]}},"required":["rank","title"],"type":"object"},"type":"array"},"show":{"type":"integer"}},"required":["hasMore","page","rows","show"],"type":"object"},{"properties":{"diagnostic":{"type":"object"},"ok":{"const":false}},"required":["ok","diagnostic"],"title":"Failure","type":"object"}],"type":"object"}`),
		}, func(context.Context, *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
			return &sdk.CallToolResult{}, nil
		})
	}
	return sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return server }, &sdk.StreamableHTTPOptions{Stateless: true, JSONResponse: true})
}

// versus takes turns, so that both have the same of whatever else the machine
// does.
func versus(b *testing.B, ours, theirs http.Handler, our, their, answer string) {
	if body := serveOnce(b, ours, our); !strings.Contains(body, answer) {
		b.Fatal(body)
	}
	var spent [2]time.Duration
	for b.Loop() {
		for i, handler := range []http.Handler{ours, theirs} {
			started := time.Now()
			for range 10 {
				serveOnce(b, handler, [2]string{our, their}[i])
			}
			spent[i] += time.Since(started)
		}
	}
	b.ReportMetric(float64(spent[1])/float64(spent[0]), "ratio")
	b.ReportMetric(float64(spent[0].Nanoseconds())/float64(b.N)/10, "ns/ours")
}

func serveOnce(b *testing.B, handler http.Handler, method string) string {
	r := httptest.NewRequest(http.MethodPost, "/mcp", strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":`+method+`}`))
	r.Header = http.Header{"Authorization": {"Bearer user"}, "Content-Type": {"application/json"}, "Accept": {"application/json, text/event-stream"}}
	w := httptest.NewRecorder()
	handler.ServeHTTP(w, r)
	if w.Code != http.StatusOK {
		b.Fatal(w.Code, w.Body)
	}
	return w.Body.String()
}
