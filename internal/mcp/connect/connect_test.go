package connect_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet/internal/mcp/connect"
)

// TestClients: every way names the surface, and what goes into a file is JSON.
func TestClients(t *testing.T) {
	for _, test := range []struct {
		origin string
		staff  bool
		url    string
		want   []string
	}{
		{"https://tea.example", false, "https://tea.example/mcp", []string{"claude-code", "cursor", "vscode", "claude-desktop", "chatgpt", "mcp-remote"}},
		{"https://tea.example", true, "https://tea.example/mcp/staff", []string{"claude-code", "cursor", "vscode", "claude-desktop", "chatgpt", "mcp-remote"}},
		{"http://localhost:8787", false, "http://localhost:8787/mcp", []string{"claude-code", "cursor", "vscode", "claude-desktop", "mcp-remote"}},
		{"http://[::1]:8787", false, "http://[::1]:8787/mcp", []string{"claude-code", "cursor", "vscode", "claude-desktop", "mcp-remote"}},
	} {
		var got []string
		for _, c := range connect.Clients(test.origin, test.staff) {
			got = append(got, c.ID)
			if !strings.HasSuffix(strings.TrimRight(c.Text, "\"]}\n "), test.url) {
				t.Errorf("%s does not name %s: %s", c.ID, test.url, c.Text)
			}
			if strings.HasSuffix(c.Where, ".json") && !json.Valid([]byte(c.Text)) {
				t.Errorf("%s: %s is no JSON: %s", c.ID, c.Where, c.Text)
			}
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s, staff %v:\n%s", test.origin, test.staff, diff)
		}
	}
}

func ExampleHint() {
	fmt.Print(connect.Hint("http://localhost:8787"))
	// Output:
	// Connect an agent:  claude mcp add --transport http quartet http://localhost:8787/mcp
	//   as staff:        claude mcp add --transport http quartet-staff http://localhost:8787/mcp/staff
}

func ExampleClients() {
	c := connect.Clients("https://tea.example", true)[2]
	fmt.Println(c.Where)
	fmt.Println(c.Text)
	// Output:
	// .vscode/mcp.json
	// {
	//   "servers": {
	//     "tea-example-staff": {
	//       "type": "http",
	//       "url": "https://tea.example/mcp/staff"
	//     }
	//   }
	// }
}
