package mcp_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/mcp"
	"github.com/quartet-dev/quartet/internal/mcp/toolset"
	"github.com/quartet-dev/quartet/internal/plan/plantest"
	"github.com/quartet-dev/quartet/internal/site"
)

// bearer adds a token to what a client sends.
type bearer string

func (b bearer) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("Authorization", "Bearer "+string(b))
	return http.DefaultTransport.RoundTrip(r)
}

// connect is the SDK's own client at a surface.
func (s *testSite) connect(who, path string) *sdk.ClientSession {
	s.t.Helper()
	client := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, nil)
	session, err := client.Connect(s.t.Context(), &sdk.StreamableClientTransport{
		Endpoint: s.url + path, HTTPClient: &http.Client{Transport: bearer(who)}, DisableStandaloneSSE: true,
	}, nil)
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() { _ = session.Close() })
	return session
}

// TestAnSDKClient goes all the way round with the SDK's client: what it lists it
// can call, and what is published it can read.
func TestAnSDKClient(t *testing.T) {
	s := example(t, "commerce")
	staff := s.connect("editor", "/mcp/staff")
	call := func(name string, arguments map[string]any) map[string]any {
		t.Helper()
		result, err := staff.CallTool(t.Context(), &sdk.CallToolParams{Name: name, Arguments: arguments})
		if err != nil || result.IsError {
			t.Fatal(name, err, result)
		}
		return result.StructuredContent.(map[string]any)
	}
	product := call("create_draft_products", map[string]any{
		"sku": "INK-001", "name": "Blue black", "category": "ink", "price": 450, "currency": "EUR", "description": "It dries *slowly*.",
	})
	call("request_publish", map[string]any{"collection": "products", "id": product["id"], "expected_version": product["version"]})

	reader := s.connect("user", "/mcp")
	tools, err := reader.ListTools(t.Context(), nil)
	if err != nil || len(tools.Tools) != len(toolset.New(s.service.Plan()).Public) {
		t.Fatal(err, tools)
	}
	for _, tool := range tools.Tools {
		if tool.Description == "" || tool.Title == "" || tool.InputSchema == nil {
			t.Errorf("%s is not described", tool.Name)
		}
	}
	resources, err := reader.ListResources(t.Context(), nil)
	if err != nil || len(resources.Resources) != 1 {
		t.Fatal(err, resources)
	}
	read, err := reader.ReadResource(t.Context(), &sdk.ReadResourceParams{URI: resources.Resources[0].URI})
	if err != nil || read.Contents[0].Text != "# Blue black\n\nIt dries *slowly*." {
		t.Fatal(err, read)
	}
}

// TestServerInfoIsLive: brand and icons are those of now, with addresses that
// need no base.
func TestServerInfoIsLive(t *testing.T) {
	s := example(t, "commerce")
	before := s.connect("user", "/mcp")
	s.configure(&site.Config{Title: "New", Brand: "New desk", Description: "Inks.", Icons: []site.Icon{
		{Src: "/icon.png", MimeType: "image/png", Sizes: []string{"48x48"}}, {Src: "https://cdn.example/dark.svg", Theme: "dark"},
	}})
	after := s.connect("user", "/mcp")
	if title := before.InitializeResult().ServerInfo.Title; title != "Tea desk" {
		t.Errorf("the first title was %q", title)
	}
	want := &sdk.Implementation{
		Name: "quartet", Title: "New desk", Version: "1.2.3", Description: "Inks.", WebsiteURL: origin,
		Icons: []sdk.Icon{
			{Source: origin + "/icon.png", MIMEType: "image/png", Sizes: []string{"48x48"}}, {Source: "https://cdn.example/dark.svg", Theme: "dark"},
		},
	}
	if diff := cmp.Diff(want, after.InitializeResult().ServerInfo); diff != "" {
		t.Error(diff)
	}
	if text := after.InitializeResult().Instructions; !strings.HasPrefix(text, "This is New (Inks): ") {
		t.Errorf("the instructions begin %q", text)
	}
}

const localized = `
apiVersion: quartet/v1
kind: Schema
metadata: { name: notes }
spec:
  title: Notes
  localized: true
  schema: { type: object, required: [locale], properties: { locale: { type: string }, text: { type: string } } }
  searchableFields: [text]
---
apiVersion: quartet/v1
kind: Schema
metadata: { name: authors }
spec: { title: Authors, schema: { type: object, properties: { name: { type: string } } } }
---
apiVersion: quartet/v1
kind: View
metadata: { name: notes }
spec: { surface: public, from: notes }
---
apiVersion: quartet/v1
kind: View
metadata: { name: authors }
spec: { surface: public, from: authors }
`

// TestAPanicEndsACall and not the process; its words stay in the log.
func TestAPanicEndsACall(t *testing.T) {
	s := serve(t, plantest.Seal(t, localized), func(context.Context) ([]string, error) { panic("a secret of the store") })
	status, body := s.post("editor", "/mcp/staff", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"create_draft_notes","arguments":{"locale":"en"}}}`)
	if status != http.StatusOK || !strings.Contains(string(body), `"code":"INTERNAL_ERROR"`) || !strings.Contains(string(body), `"requestId":"`) {
		t.Errorf("%d %s", status, body)
	}
	if strings.Contains(string(body), "secret") || !strings.Contains(s.log.String(), "a secret of the store") {
		t.Errorf("the panic is not where it belongs: %s; log: %s", body, s.log)
	}
}

// TestListsGoOn: pages of entries and of resources follow each other until all
// were seen once, over collections too.
func TestListsGoOn(t *testing.T) {
	s := open(t, localized)
	ctx := t.Context()
	var wanted []string
	add := func(collection string, data map[string]any) {
		e, err := s.service.Create(ctx, content.Caller{}, collection, data)
		if err == nil {
			_, err = s.service.Publish(ctx, content.Caller{}, collection, e.ID, 0)
		}
		if err != nil {
			t.Fatal(err)
		}
		wanted = append(wanted, "entry://"+collection+"/"+e.ID)
	}
	for i := range 60 {
		add("authors", map[string]any{"name": fmt.Sprint("A", i)})
	}
	for i := range 3 {
		add("notes", map[string]any{"locale": "en", "text": fmt.Sprint("Straße ", i)})
	}
	session := s.connect("user", "/mcp")
	var got []string
	for r, err := range session.Resources(ctx, nil) {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, r.URI)
	}
	slices.Sort(wanted)
	slices.Sort(got)
	if diff := cmp.Diff(wanted, got); diff != "" {
		t.Error(diff)
	}
	if titles := s.walk("authors", `"limit": 7`); len(titles) != 60 || len(slices.Compact(slices.Sorted(slices.Values(titles)))) != 60 {
		t.Errorf("list_entries gave %d entries: %v", len(titles), titles)
	}
	if titles := s.walk("notes", `"limit": 2, "search": "STRASSE"`); len(titles) != 0 {
		t.Errorf("ß is not ss: %v", titles)
	}
	if titles := s.walk("notes", `"limit": 2, "search": "straßE"`); len(titles) != 3 {
		t.Errorf("a search found %v", titles)
	}
}

// walk lists a collection to its end and gives the titles.
func (s *testSite) walk(collection, more string) (titles []string) {
	s.t.Helper()
	cursor := ""
	for range 100 {
		arguments := fmt.Sprintf(`{"collection": %q, %s}`, collection, more)
		if cursor != "" {
			arguments = fmt.Sprintf(`{"collection": %q, "cursor": %q, %s}`, collection, cursor, more)
		}
		var page struct {
			Items      []struct{ Title string }
			NextCursor string
		}
		a := s.ask("contributor", "/mcp/staff", "tools/call", `{"name":"list_entries","arguments":`+arguments+`}`)
		if err := json.Unmarshal(a.Result.StructuredContent, &page); err != nil || a.Result.IsError {
			s.t.Fatal(err, string(a.Result.StructuredContent))
		}
		for _, item := range page.Items {
			titles = append(titles, item.Title)
		}
		if cursor = page.NextCursor; cursor == "" {
			return titles
		}
	}
	s.t.Fatal("the list has no end")
	return nil
}

// TestALocalService keeps pages of other sites out, whatever name they reach it
// by.
func TestALocalService(t *testing.T) {
	surface := mcp.New(mcp.Options{
		Service: example(t, "commerce").service, Origin: "http://localhost:8787", Site: func() *site.Config { return &site.Config{} },
		Authenticate: func(*http.Request) (content.Caller, error) {
			return content.Caller{}, &mcp.Refusal{Status: 401, Message: "A token is needed."}
		},
	})
	for _, test := range []struct {
		host, origin string
		want         int
	}{
		{"localhost:8787", "", 401},
		{"127.0.0.1:8787", "http://localhost:6274", 401},
		{"[::1]:8787", "http://127.0.0.1:5173", 401},
		{"LOCALHOST", "", 401},
		{"evil.example", "", 403},
		{"evil.example:8787", "http://evil.example:8787", 403},
		{"localhost:8787", "https://evil.example", 403},
		{"localhost:8787", "null", 403},
		{"localhost.evil.example", "", 403},
		{"127.0.0.1.evil.example", "", 403},
	} {
		r := httptest.NewRequest(http.MethodPost, "/mcp", nil)
		r.Host = test.host
		if test.origin != "" {
			r.Header.Set("Origin", test.origin)
		}
		w := httptest.NewRecorder()
		surface.ServeHTTP(w, r)
		if w.Code != test.want {
			t.Errorf("Host %s, Origin %s: %d, want %d", test.host, test.origin, w.Code, test.want)
		}
	}
}

// FuzzArguments calls every tool with whatever the arguments are: it is
// answered, and never as a fault of ours.
func FuzzArguments(f *testing.F) {
	for _, seed := range []string{
		`{}`, `null`, `[]`, `{"page": 1e308, "show": -1}`, `{"id": "", "expected_version": 9223372036854775807}`,
		`{"collection": "orders", "id": "\ud800", "expected_version": 1.0}`, `{"a":{"a":{"a":[]}}}`, `{"a":1,"a":2}`, `{"sku":"INK-001","price":1e400}`,
		`{"collection":"products","search":"\u0130","limit":1,"cursor":"AAAA"}`,
	} {
		f.Add(uint(0), seed)
	}
	s := example(f, "commerce")
	c := toolset.New(s.service.Plan())
	surface := mcp.New(mcp.Options{
		Service: s.service, Authenticate: s.authenticate, Origin: origin, Site: s.site, Log: discard,
	})
	f.Fuzz(func(t *testing.T, n uint, arguments string) {
		tools, path := c.Staff, "/mcp/staff"
		if n%2 == 1 {
			tools, path = c.Public, "/mcp"
		}
		tool := tools[n/2%uint(len(tools))]
		body := fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":%q,"arguments":%s}}`, tool.Name, arguments)
		r := httptest.NewRequest(http.MethodPost, path, strings.NewReader(body))
		r.Header = http.Header{"Authorization": {"Bearer owner"}, "Content-Type": {"application/json"}, "Accept": {"application/json, text/event-stream"}}
		w := httptest.NewRecorder()
		surface.ServeHTTP(w, r)
		if w.Code >= 500 || strings.Contains(w.Body.String(), "INTERNAL_ERROR") || strings.Contains(w.Body.String(), "OUTPUT_VALIDATION_FAILED") {
			t.Errorf("%s %s: %d %s", tool.Name, arguments, w.Code, w.Body)
		}
	})
}
