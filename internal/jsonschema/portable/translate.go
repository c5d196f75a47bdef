package portable

import (
	"maps"
	"slices"
	"strings"

	"github.com/quartet-dev/quartet/internal/jsonschema"
)

// Translator rewrites JSON Schemas of the manifests' subset. The zero value knows
// no collections. Depth and size are bounded by the subset.
type Translator struct {
	// Collection reports whether x-service-ref names a collection; nil for never.
	Collection func(name string) bool

	// Output leaves out what a client could judge otherwise than we do:
	// patterns and formats. Clients refuse a result that does not fit, and some
	// refuse every tool when they cannot compile one pattern.
	Output bool

	// Omit reports whether a property is left out, at any depth; nil for never.
	Omit func(property map[string]any) bool

	// Drop lists keywords that are left out.
	Drop []string

	// Ref says where a $ref leads instead; nil leaves it as it is.
	Ref func(ref string) string
}

// Schema is a schema as clients read it; doc stays what it is.
func (t Translator) Schema(doc map[string]any) map[string]any {
	out := make(map[string]any, len(doc))
	for key, v := range t.without(doc) {
		if v := t.keyword(key, v); v != nil {
			out[key] = v
		}
	}
	if only, ok := doc["const"]; ok && only == nil {
		out["type"] = "null"
	}
	if words := t.description(doc); words != "" {
		out["description"] = words
	}
	if ref, ok := out["$ref"]; ok && len(out) > 1 {
		delete(out, "$ref") // draft-07 would ignore what stands beside it
		out["allOf"] = []any{map[string]any{"$ref": ref}}
	}
	if doc["nullable"] == true {
		return WithNull(out)
	}
	return out
}

// keyword gives the translated value, nil for a keyword that is left out. null
// under default is left out too, which says the same.
func (t Translator) keyword(key string, v any) any {
	if slices.Contains(t.Drop, key) {
		return nil
	}
	switch key {
	case "nullable", "description":
		return nil
	case "title":
		if title := jsonschema.English(v); title != "" {
			return title
		}
		return nil
	case "properties", "$defs":
		return t.Each(v)
	case "$ref":
		if text, _ := v.(string); t.Ref != nil {
			return t.Ref(text)
		}
	case "items", "additionalProperties":
		return t.one(v)
	case "oneOf":
		return t.list(v)
	case "required":
		if list, _ := v.([]any); len(list) == 0 {
			return nil
		}
	case "format":
		return t.format(v)
	case "pattern":
		if text, _ := v.(string); t.Output || !IsPortable(text) {
			return nil
		}
	}
	if strings.HasPrefix(key, "x-") && key != "x-mcp-hint" {
		return nil
	}
	return v
}

// without is doc without the properties that are left out.
func (t Translator) without(doc map[string]any) map[string]any {
	properties, _ := doc["properties"].(map[string]any)
	if t.Omit == nil || properties == nil {
		return doc
	}
	out, left := maps.Clone(doc), maps.Clone(properties)
	maps.DeleteFunc(left, func(_ string, v any) bool {
		property, _ := v.(map[string]any)
		return t.Omit(property)
	})
	out["properties"] = left
	if required, ok := doc["required"].([]any); ok {
		out["required"] = slices.DeleteFunc(slices.Clone(required), func(each any) bool {
			name, _ := each.(string)
			return properties[name] != nil && left[name] == nil
		})
	}
	return out
}

func (t Translator) one(v any) any {
	if schema, ok := v.(map[string]any); ok {
		return t.Schema(schema)
	}
	return v // additionalProperties: a boolean
}

// Each is the named schemas of properties or $defs.
func (t Translator) Each(v any) map[string]any {
	named, _ := v.(map[string]any)
	out := make(map[string]any, len(named))
	for name, each := range named {
		out[name] = t.one(each)
	}
	return out
}

func (t Translator) list(v any) any {
	list, _ := v.([]any)
	out := make([]any, len(list))
	for i, each := range list {
		out[i] = t.one(each)
	}
	return out
}

// format leaves out what the subset does not check either: some clients refuse
// a schema for a format that they do not know.
func (t Translator) format(v any) any {
	switch {
	case t.Output:
		return nil
	case v == "url":
		return "uri"
	case slices.Contains(knownFormats, v):
		return v
	}
	return nil
}

var knownFormats = []any{"email", "uri", "uuid", "date", "date-time"}

// WithNull lets null in beside what the schema takes.
func WithNull(schema map[string]any) map[string]any {
	for _, key := range []string{"oneOf", "allOf", "$ref"} {
		if _, ok := schema[key]; ok {
			return anyOfNull(schema)
		}
	}
	out := make(map[string]any, len(schema))
	maps.Copy(out, schema)
	switch types := schema["type"].(type) {
	case string:
		out["type"] = including([]any{types}, "null")
	case []any:
		out["type"] = including(types, "null")
	}
	if enum, ok := schema["enum"].([]any); ok {
		out["enum"] = including(enum, nil)
	}
	if only, ok := schema["const"]; ok {
		delete(out, "const")
		out["enum"] = including([]any{only}, nil)
	}
	return out
}

// anyOfNull keeps the words where clients look for them.
func anyOfNull(schema map[string]any) map[string]any {
	inner, out := make(map[string]any, len(schema)), map[string]any{}
	for key, v := range schema {
		if key == "title" || key == "description" {
			out[key] = v
			continue
		}
		inner[key] = v
	}
	out["anyOf"] = []any{inner, map[string]any{"type": "null"}}
	return out
}

func including(list []any, v any) []any {
	if slices.Contains(list, v) {
		return list
	}
	return append(slices.Clone(list), v)
}
