package content

import (
	"slices"

	"github.com/quartet-dev/quartet/internal/plan"
)

// Title is what lists call an entry (admin-api.md, EntrySummary): the first that
// is a text of title, name, slug, the primary field, the required properties, and
// at last the id (decision 104). A field of prose says the first line of it that has words,
// as readers see it (decision 376).
func Title(schema *plan.Schema, id string, data map[string]any) string {
	if text := firstText(schema, TitleFields(schema), data); text != "" {
		return text
	}
	return id
}

// TranslatedTitle is the first text that Title would take of a translation, but for what joins
// it and its locale; "" for none.
func TranslatedTitle(schema *plan.Schema, data map[string]any) string {
	return firstText(schema, wordFields(schema), data)
}

// wordFields are the TitleFields of a translation that are words of its own.
func wordFields(schema *plan.Schema) []string {
	return slices.DeleteFunc(TitleFields(schema), func(name string) bool {
		return name == "locale" || schema.Translation() != nil && name == schema.Translation().On
	})
}

func firstText(schema *plan.Schema, names []string, data map[string]any) string {
	for _, name := range names {
		text, _ := data[name].(string)
		if text == "" {
			continue
		}
		hint, _ := schema.PropertyDocument(name)["x-mcp-hint"].(string)
		if said := spoken(hint, text); said != "" {
			return said
		}
	}
	return ""
}

// Shortened is a text of so many characters at most: one that is longer ends in an
// ellipsis.
func Shortened(text string, most int) string {
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most-1]) + "…"
	}
	return text
}

// TitleFields are the properties that Title looks at, in order.
func TitleFields(schema *plan.Schema) []string {
	required, _ := schema.Document()["required"].([]any)
	names := []string{"title", "name", "slug", schema.PrimaryField()}
	for _, c := range schema.Properties() {
		if c.Kind() == plan.TextColumn && slices.Contains(required, any(c.Name())) {
			names = append(names, c.Name())
		}
	}
	return names
}
