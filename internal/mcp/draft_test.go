package mcp_test

import (
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// An update says beside its row what became of the pending draft: its number while there is
// one, and that it has ended where the entry is as it wants it already.
func TestUpdatesTellOfTheDraft(t *testing.T) {
	staff := example(t, "commerce").connect("editor", "/mcp/staff")
	call := func(name string, arguments map[string]any) (row map[string]any, beside string) {
		t.Helper()
		result, err := staff.CallTool(t.Context(), &sdk.CallToolParams{Name: name, Arguments: arguments})
		if err != nil || result.IsError {
			t.Fatal(name, err, result)
		}
		for _, c := range result.Content[1:] {
			beside += c.(*sdk.TextContent).Text
		}
		return result.StructuredContent.(map[string]any), beside
	}
	ink, beside := call("create_draft_products", map[string]any{
		"sku": "INK-001", "name": "Blue black", "category": "ink", "price": 450, "currency": "EUR", "description": "It dries *slowly*.",
	})
	if beside != "" {
		t.Errorf("a new entry says %q", beside)
	}
	update := func(more map[string]any) (row map[string]any, beside string) {
		t.Helper()
		more["id"], more["expected_version"] = ink["id"], ink["version"]
		return call("update_draft_products", more)
	}
	ink, beside = update(map[string]any{"price": 460})
	if beside != "" {
		t.Errorf("a change of the entry itself says %q", beside)
	}
	ink, _ = call("request_publish", map[string]any{"collection": "products", "id": ink["id"]})
	if _, beside = update(map[string]any{"price": 500}); !strings.Contains(beside, "pending draft 1,") {
		t.Errorf("a draft that is begun says %q", beside)
	}
	row, beside := update(map[string]any{"price": 460, "expected_draft": 1})
	if !strings.HasPrefix(beside, "Pending draft 1 has ended") || row["version"] != ink["version"] || row["data"].(map[string]any)["price"] != 460.0 {
		t.Errorf("a draft that ends says %q of %v", beside, row)
	}
	if _, beside = update(map[string]any{"price": 460}); beside != "" {
		t.Errorf("what begins no draft says %q", beside)
	}
}
