package mcp_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/quartet-dev/quartet/internal/mcp/toolset"
	"github.com/quartet-dev/quartet/internal/plan/plantest"
	"github.com/quartet-dev/quartet/internal/site"
)

const spokenNotes = `
apiVersion: quartet/v1
kind: Schema
metadata: { name: notes }
spec:
  title: Notes
  localized: true
  schema: { type: object, properties: { locale: { type: string, description: Its language }, title: { type: string } } }
`

// An agent learns the locales of the site, as they are now, from the argument that takes one.
func TestAuthoringToolsNameTheLocalesOfTheSite(t *testing.T) {
	s := serve(t, plantest.Seal(t, spokenNotes), nil)
	argument := func(tool string) map[string]any {
		t.Helper()
		tools, err := s.connect("editor", "/mcp/staff").ListTools(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, each := range tools.Tools {
			if each.Name == tool {
				return each.InputSchema.(map[string]any)["properties"].(map[string]any)["locale"].(map[string]any)
			}
		}
		t.Fatalf("no tool %s", tool)
		return nil
	}
	want := func(tool, description string) {
		t.Helper()
		if got, _ := argument(tool)["description"].(string); got != description {
			t.Errorf("%s says of locale %q, want %q", tool, got, description)
		}
	}
	want("create_draft_notes", "Its language")
	s.configure(&site.Config{Title: "Tea notes", Locales: []string{"en", "zh-TW"}})
	for _, tool := range []string{"create_draft_notes", "update_draft_notes"} {
		want(tool, "Its language. A locale of this site: en or zh-TW.")
		if argument(tool)["enum"] != nil {
			t.Errorf("%s has another type than the Schema", tool)
		}
	}
	s.configure(&site.Config{Title: "Tea notes", Locales: []string{"de"}})
	want("create_draft_notes", "Its language. A locale of this site: de.")
}

// The rows of a sql View have no types, and the schema says where the columns come from.
func TestRowsOfAStatementSayWhereTheirColumnsComeFrom(t *testing.T) {
	tools := toolset.New(plantest.Seal(t, spokenNotes+`---
apiVersion: quartet/v1
kind: View
metadata: { name: counted }
spec: { surface: public, sql: SELECT count(*) AS many FROM notes }
`))
	written, err := json.Marshal(tools.Public[0].Output)
	if err != nil || !strings.Contains(string(written), "SELECT statement") {
		t.Errorf("%s %v", written, err)
	}
}
