package jsonschema

import (
	"maps"
	"slices"
)

// English is the text of a title or description in a JSON Schema where only one
// language can be shown (contract, Manifest envelope): the one string, or that of
// the locale en, or else that of the first locale by name; "" for none.
func English(localized any) string {
	texts, ok := localized.(map[string]any)
	if !ok {
		text, _ := localized.(string)
		return text
	}
	if text, ok := texts["en"].(string); ok {
		return text
	}
	for _, locale := range slices.Sorted(maps.Keys(texts)) {
		text, _ := texts[locale].(string)
		return text
	}
	return ""
}
