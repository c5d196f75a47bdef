package content

import (
	"slices"

	"github.com/quartet-dev/quartet/internal/plan"
)

// Title is what lists call an entry: the first that is a text of title, name,
// slug, the primary field, the first required property, and at last the id.
func Title(schema *plan.Schema, id string, data map[string]any) string {
	required, _ := schema.Document()["required"].([]any)
	names := []string{"title", "name", "slug", schema.PrimaryField()}
	for _, c := range schema.Properties() {
		if c.Kind() == plan.TextColumn && slices.Contains(required, any(c.Name())) {
			names = append(names, c.Name())
		}
	}
	for _, name := range names {
		if text, _ := data[name].(string); text != "" {
			return text
		}
	}
	return id
}
