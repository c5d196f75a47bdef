package dev

import (
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/quartet-dev/quartet/internal/jsonschema"
)

// maxExampleDepth is how far an example follows a schema that refers to itself.
const maxExampleDepth = 8

// exampleBuilder makes example values for a JSON Schema. They fit as far as can be
// told from it; what a pattern wants, a person has to write.
type exampleBuilder struct {
	root map[string]any // holds $defs
	now  time.Time
}

// value makes an example of schema, or nil when there is nothing to go by.
func (s exampleBuilder) value(name string, schema map[string]any, depth int) any {
	if depth > maxExampleDepth {
		return nil
	}
	if schema["$ref"] != nil {
		return s.value(name, jsonschema.Effective(s.root, schema), depth+1)
	}
	if branches, ok := schema["oneOf"].([]any); ok && len(branches) > 0 {
		branch, _ := branches[0].(map[string]any)
		return s.value(name, branch, depth+1)
	}
	if v, ok := stated(schema); ok {
		return v
	}
	switch typeOf(schema) {
	case "object":
		return s.object(schema, depth)
	case "array":
		return s.array(name, schema, depth)
	case "boolean":
		return true
	case "integer", "number":
		return s.number(schema)
	case "string":
		return s.text(name, schema)
	}
	return nil
}

// stated is a value that the schema itself names.
func stated(schema map[string]any) (any, bool) {
	if v, ok := schema["const"]; ok {
		return v, true
	}
	if v, ok := schema["default"]; ok {
		return v, true
	}
	if values, ok := schema["enum"].([]any); ok && len(values) > 0 {
		return values[0], true
	}
	return nil, false
}

func typeOf(schema map[string]any) string {
	switch t := schema["type"].(type) {
	case string:
		return t
	case []any:
		for _, each := range t {
			if name, ok := each.(string); ok && name != "null" {
				return name
			}
		}
	}
	if schema["properties"] != nil {
		return "object"
	}
	return ""
}

// object holds the required properties, or every one when none is required.
func (s exampleBuilder) object(schema map[string]any, depth int) map[string]any {
	object := make(map[string]any)
	properties, _ := schema["properties"].(map[string]any)
	wanted, _ := schema["required"].([]any)
	for name := range properties {
		if len(wanted) > 0 && !slices.Contains(wanted, any(name)) {
			continue
		}
		property, _ := properties[name].(map[string]any)
		if v := s.value(name, property, depth+1); v != nil {
			object[name] = v
		}
	}
	return object
}

func (s exampleBuilder) array(name string, schema map[string]any, depth int) []any {
	items, _ := schema["items"].(map[string]any)
	list := []any{}
	for range max(1, whole(schema["minItems"])) {
		if v := s.value(name, items, depth+1); v != nil && len(list) < maxExampleDepth {
			list = append(list, v)
		}
	}
	return list
}

func (s exampleBuilder) number(schema map[string]any) any {
	if schema["x-mcp-hint"] == "timestamp-ms" {
		return s.now.UnixMilli()
	}
	if least, ok := schema["minimum"]; ok {
		return least
	}
	return int64(1)
}

func (s exampleBuilder) text(name string, schema map[string]any) string {
	if schema["x-mcp-hint"] == "idempotency-key" {
		return uuid.NewString()
	}
	switch schema["format"] {
	case "email":
		return "you@example.com"
	case "uri", "url":
		return "https://example.com/"
	case "uuid":
		return uuid.NewString()
	case "date":
		return s.now.UTC().Format(time.DateOnly)
	case "date-time":
		return s.now.UTC().Format(time.RFC3339)
	}
	return fit("Your "+name, whole(schema["minLength"]), whole(schema["maxLength"]))
}

// fit repeats or cuts text to a number of characters; 0 is no limit.
func fit(text string, least, most int) string {
	for len(text) < min(least, 200) {
		text += " " + text
	}
	if most > 0 && len(text) > most {
		return text[:most]
	}
	return text
}

func whole(v any) int {
	switch n := v.(type) {
	case int64:
		return int(min(max(n, 0), 1<<20))
	case float64:
		return int(min(max(n, 0), 1<<20))
	}
	return 0
}
