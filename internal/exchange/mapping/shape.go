package mapping

import (
	"github.com/quartet-dev/quartet/internal/plan"
)

// shape is what a property has its values become.
type shape struct{ as, items kind }

// shapeOf is the shape of a property, by the names that lead to it.
func shapeOf(s *plan.Schema, path []string) shape {
	doc := s.PropertyDocument(path[0])
	for _, name := range path[1:] {
		inner, _ := doc["properties"].(map[string]any)
		doc, _ = inner[name].(map[string]any)
	}
	return shapeOfDocument(doc)
}

func shapeOfDocument(doc map[string]any) shape {
	hint, _ := doc["x-mcp-hint"].(string)
	switch typeOf(doc) {
	case "integer":
		if hint == "timestamp-ms" {
			return shape{as: asMilliseconds}
		}
		return shape{as: asInteger}
	case "number":
		return shape{as: asNumber}
	case "boolean":
		return shape{as: asBoolean}
	case "array":
		items, _ := doc["items"].(map[string]any)
		return shape{as: asList, items: shapeOfDocument(items).as}
	case "object":
		return shape{as: asJSON}
	}
	format, _ := doc["format"].(string)
	switch {
	case hint == "markdown":
		return shape{as: asMarkdown}
	case hint == "richtext":
		return shape{as: asHTML}
	case format == "date":
		return shape{as: asDate}
	case format == "date-time":
		return shape{as: asDateTime}
	}
	return shape{as: asText}
}

// typeOf is the type that a schema declares beside null; "" for none or several.
func typeOf(doc map[string]any) (only string) {
	switch declared := doc["type"].(type) {
	case string:
		return declared
	case []any:
		for _, each := range declared {
			if name, _ := each.(string); name != "null" {
				if only != "" {
					return ""
				}
				only = name
			}
		}
	}
	return only
}
