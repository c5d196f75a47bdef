package mcp_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/manifest"
	"github.com/quartet-dev/quartet/internal/mcp"
)

// TestShowsEveryOperatorAsTheDatabaseDoes asks of each operator of the filter
// language, against values of every type, whether an entry is shown as a resource
// exactly when the View's rows have it.
func TestShowsEveryOperatorAsTheDatabaseDoes(t *testing.T) {
	var manifests strings.Builder
	manifests.WriteString(`
apiVersion: quartet/v1
kind: Schema
metadata: { name: notes }
spec:
  title: Notes
  lifecycle: operational
  schema: { type: object, properties: { text: { type: string }, whole: { type: integer }, real: { type: number }, flag: { type: boolean } } }
`)
	filters := operatorFilters()
	for i, filter := range filters {
		fmt.Fprintf(&manifests, "---\napiVersion: quartet/v1\nkind: View\nmetadata: { name: v%d }\nspec: { from: notes, surface: public, fields: [id], filter: %s }\n", i, filter)
	}
	s := open(t, manifests.String())
	owner := tokens()["owner"]
	var entries []*content.Entry
	for _, data := range []map[string]any{
		{}, {"text": "a", "whole": int64(1), "real": 1.0, "flag": true}, {"text": "b", "whole": int64(2), "real": 2.5, "flag": false},
		{"text": "B", "whole": int64(-3), "real": -0.5}, {"text": ""}, {"text": "ab", "real": 2.0},
	} {
		e, err := s.service.Create(t.Context(), owner, "notes", data)
		if err != nil {
			t.Fatal(err)
		}
		entries = append(entries, e)
	}
	shown := 0
	for i, filter := range filters {
		view := s.service.Plan().View(fmt.Sprintf("v%d", i))
		rows := rowsOf(t, s, content.ViewCall{View: view})
		for _, e := range entries {
			if want, got := slices.Contains(rows, e.ID), mcp.Shows(view, content.Caller{}, e); want != got {
				t.Errorf("%s: the row %v is in the View %v, shown as a resource %v", filter, e.Data, want, got)
			}
		}
		shown += len(rows)
	}
	if shown == 0 || shown == len(filters)*len(entries) {
		t.Errorf("%d rows of %d Views tell nothing", shown, len(filters))
	}
}

// operatorFilters has every operator: those that join others over two comparisons,
// the rest against values of every type.
func operatorFilters() (filters []string) {
	values := map[string][]string{"text": {`"b"`, `""`, "null"}, "whole": {"1", "-3", "null"}, "real": {"2", "2.5", "null"}, "flag": {"true", "false", "null"}}
	for _, op := range manifest.Operators() {
		if op == manifest.And || op == manifest.Or {
			filters = append(filters, fmt.Sprintf("{ %s: [{ gt: { field: whole, value: 0 } }, { eq: { field: flag, value: true } }] }", op),
				fmt.Sprintf("{ %s: [{ eq: { field: text, value: b } }] }", op))
			continue
		}
		for _, field := range []string{"text", "whole", "real", "flag"} {
			for _, value := range values[field] {
				filters = append(filters, fmt.Sprintf("{ %s: { field: %s, value: %s } }", op, field, value))
			}
		}
	}
	return filters
}

func rowsOf(t *testing.T, s *testSite, call content.ViewCall) (ids []string) {
	t.Helper()
	call.Page = 1
	page, err := s.service.ExecuteView(t.Context(), content.Caller{}, call, nil)
	if err != nil {
		t.Fatal(err)
	}
	var rows []struct{ ID string }
	if err := json.Unmarshal(page.Rows, &rows); err != nil {
		t.Fatal(err)
	}
	for _, row := range rows {
		ids = append(ids, row.ID)
	}
	return ids
}
