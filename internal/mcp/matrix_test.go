package mcp_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"iter"
	"net/http"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet/internal/mcp/toolset"
	"github.com/quartet-dev/quartet/internal/plan/plantest"
	"github.com/quartet-dev/quartet/internal/site"
)

var update = flag.Bool("update", false, "write the permissions that the examples have into testdata")

// TestPermissions is who may call every tool of the examples, on both surfaces:
// testdata/permissions.txt, a row a tool. A tool is listed for exactly those
// whose calls are not denied; nobody else gets as far as its arguments.
func TestPermissions(t *testing.T) {
	var got bytes.Buffer
	for name, s := range sites(t) {
		c := s.tools()
		s.permissions(&got, name, "/mcp", c.Public, []string{"user", "revoked", "contributor", "editor", "owner"})
		s.permissions(&got, name, "/mcp/staff", c.Staff, []string{"contributor", "editor", "owner"})
	}
	const golden = "testdata/permissions.txt"
	if *update {
		if err := os.WriteFile(golden, got.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got.String()); diff != "" {
		t.Errorf("go test -update, and read what has changed:\n%s", diff)
	}
}

// sites are the examples, and a site that takes uploads.
func sites(t testing.TB) iter.Seq2[string, *testSite] {
	return func(yield func(string, *testSite) bool) {
		for _, name := range []string{"publication", "commerce", "intake"} {
			if !yield(name, example(t, name)) {
				return
			}
		}
		paper := site.Purpose{Name: "paper", Required: []string{"text/plain"}, MaxBytes: map[string]float64{"text/plain": 1000}}
		yield("media", serve(t, plantest.Seal(t, albums), nil, paper))
	}
}

func (s *testSite) permissions(out *bytes.Buffer, site, path string, tools []*toolset.Tool, callers []string) {
	s.t.Helper()
	fmt.Fprintf(out, "%s %s\n", site, path)
	listed := map[string]map[string]bool{}
	for _, who := range callers {
		listed[who] = s.listed(who, path)
	}
	known := map[string]bool{}
	for _, tool := range tools {
		known[tool.Name] = true
		fmt.Fprintf(out, "  %-36s", tool.Name)
		for _, who := range callers {
			may := s.answered(who, path, tool.Name) != "AUTH_DENIED"
			if may != listed[who][tool.Name] {
				s.t.Errorf("%s on %s: %s may call %s: %v, but has it listed: %v", site, path, who, tool.Name, may, listed[who][tool.Name])
			}
			if may {
				fmt.Fprintf(out, " %s", who)
			}
		}
		fmt.Fprintln(out)
		s.outside(path, tool.Name, callers)
	}
	for who, names := range listed {
		for name := range names {
			if !known[name] {
				s.t.Errorf("%s on %s: %s has %s listed, which is no tool of the catalogue", site, path, who, name)
			}
		}
	}
}

// outside checks that the callers who are not in a table do not come in.
func (s *testSite) outside(path, tool string, inside []string) {
	s.t.Helper()
	call := fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":%q}}`, tool)
	wants := map[string]int{"anonymous": 401, "nonsense": 401, "user": 403, "other": 403, "revoked": 403}
	for who, want := range wants {
		if want == 403 && strings.Contains(strings.Join(inside, " "), "user") {
			continue
		}
		if status, _ := s.post(who, path, call); status != want {
			s.t.Errorf("%s as %s on %s: %d, want %d", tool, who, path, status, want)
		}
	}
	for _, header := range []http.Header{{"X-Api-Key": {"qk_1"}}, {"Authorization": {"Bearer qk_1"}}, {"Cookie": {"__Host-session=x"}}} {
		if status, _, _ := s.send(http.MethodPost, path, header, call); status != 401 {
			s.t.Errorf("%s with %v on %s: %d, want 401", tool, header, path, status)
		}
	}
}

func (s *testSite) listed(who, path string) map[string]bool {
	s.t.Helper()
	names := map[string]bool{}
	for _, tool := range s.ask(who, path, "tools/list", "{}").Result.Tools {
		names[tool.Name] = true
	}
	return names
}

// answered is the code of what a call without arguments fails with, or "".
func (s *testSite) answered(who, path, tool string) string {
	s.t.Helper()
	a := s.ask(who, path, "tools/call", fmt.Sprintf(`{"name":%q}`, tool))
	if a.Error != nil {
		s.t.Fatalf("%s as %s: %v", tool, who, a.Error)
	}
	var failure struct{ Diagnostic struct{ Code string } }
	if err := json.Unmarshal(a.Result.StructuredContent, &failure); err != nil {
		s.t.Fatal(err)
	}
	return failure.Diagnostic.Code
}

// ask sends one message that HTTP answers with 200.
func (s *testSite) ask(who, path, method, params string) answer {
	s.t.Helper()
	status, body := s.post(who, path, fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":%q,"params":%s}`, method, params))
	var a answer
	if err := json.Unmarshal(body, &a); status != http.StatusOK || err != nil {
		s.t.Fatalf("%s as %s: %d %s", method, who, status, body)
	}
	return a
}

// TestReadOnlyCallers: of the tools of the examples an owner who lets a client
// read alone lets it have those that change nothing, and no other; each of
// those is asked for by the scope that lets it.
func TestReadOnlyCallers(t *testing.T) {
	for name, s := range sites(t) {
		c := s.tools()
		for path, tools := range map[string][]*toolset.Tool{"/mcp": c.Public, "/mcp/staff": c.Staff} {
			may, listed := s.listed("owner", path), s.listed("owner-read", path)
			for _, tool := range tools {
				if want := may[tool.Name] && tool.Hints.ReadOnly; listed[tool.Name] != want {
					t.Errorf("%s on %s: %s is listed: %v", name, path, tool.Name, !want)
				}
				call := fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":%q}}`, tool.Name)
				want := http.StatusOK
				if !tool.Hints.ReadOnly {
					want = http.StatusForbidden
				}
				if status, body := s.post("owner-read", path, call); status != want {
					t.Errorf("%s on %s: %s is %d, want %d: %s", name, path, tool.Name, status, want, body)
				}
			}
		}
	}
}

// albums has a property that names an asset.
const albums = `
apiVersion: quartet/v1
kind: Schema
metadata: { name: albums }
spec: { title: Albums, schema: { type: object, properties: { cover: { type: string, x-service-ref: media_assets } } } }
`
