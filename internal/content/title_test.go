package content_test

import (
	"testing"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/plan/plantest"
)

// What has no title is called by what it says, not by how that is written.
func TestAnEntryWithoutATitleIsCalledByItsFirstWords(t *testing.T) {
	schema := plantest.Seal(t, `
apiVersion: quartet/v1
kind: Schema
metadata: { name: notes }
spec:
  title: Notes
  schema:
    type: object
    required: [body, place]
    properties:
      title: { type: string }
      body: { type: string, x-mcp-hint: markdown }
      place: { type: string }
`).Schema("notes")
	for _, test := range []struct {
		data map[string]any
		want string
	}{
		{values{"body": "## Smoke *and* wood\n\nMore."}, "Smoke and wood"},
		{values{"body": "---\n", "place": "*shelf*"}, "*shelf*"},
		{values{"title": "*Tea*", "body": "Smoke"}, "*Tea*"},
		{values{"body": "# "}, "n1"},
	} {
		if got := content.Title(schema, "n1", test.data); got != test.want {
			t.Errorf("%v is called %q, want %q", test.data, got, test.want)
		}
	}
}
