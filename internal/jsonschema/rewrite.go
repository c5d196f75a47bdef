package jsonschema

import (
	"slices"

	"github.com/quartet-dev/quartet/internal/jsonvalue"
)

// formats are the formats that are asserted, by what the library calls them.
// Any other format is an annotation.
var formats = map[string]string{
	"email": "email", "uri": "uri", "url": "uri", "uuid": "uuid",
	"date": "date", "date-time": "date-time",
}

// standard rewrites a checked schema of the subset to plain draft 2020-12:
// annotations are dropped, `nullable` and `format: url` are spelled out, and
// every $ref has one spelling. It copies; schema stays as it was.
func standard(schema map[string]any) map[string]any {
	out := make(map[string]any, len(schema))
	for key, v := range schema {
		switch key {
		case "$defs", "properties":
			out[key] = standardEach(v)
		case "items", "additionalProperties":
			out[key] = standardOr(v)
		case "oneOf":
			out[key] = standardList(v)
		case "$ref":
			out[key] = standardRef(v)
		case "format":
			if name, ok := formats[asText(v)]; ok {
				out[key] = name
			}
		case "const", "enum", "type", "required", "pattern",
			"minLength", "maxLength", "minimum", "maximum", "minItems", "maxItems":
			out[key] = jsonvalue.Clone(v)
		}
	}
	if schema["nullable"] == true {
		return withNull(out)
	}
	return out
}

func asText(v any) string {
	text, _ := v.(string)
	return text
}

func standardEach(v any) map[string]any {
	named, _ := v.(map[string]any)
	out := make(map[string]any, len(named))
	for name, each := range named {
		out[name] = standardOr(each)
	}
	return out
}

func standardOr(v any) any {
	if schema, ok := v.(map[string]any); ok {
		return standard(schema)
	}
	return v
}

func standardList(v any) []any {
	list, _ := v.([]any)
	out := make([]any, len(list))
	for i, each := range list {
		out[i] = standardOr(each)
	}
	return out
}

func standardRef(v any) any {
	if name, ok := definitionName(asText(v)); ok {
		return refTo(name)
	}
	return v
}

// withNull lets schema take null as well: through type and enum, or, where null
// would still fall to a $ref, oneOf or const, as an alternative to all of it.
func withNull(schema map[string]any) map[string]any {
	for _, key := range []string{"$ref", "oneOf", "const"} {
		if _, ok := schema[key]; ok {
			return nullOr(schema)
		}
	}
	if list, ok := schema["enum"].([]any); ok && !slices.Contains(list, nil) {
		schema["enum"] = append(list, nil)
	}
	switch t := schema["type"].(type) {
	case string:
		schema["type"] = typesWithNull([]any{t})
	case []any:
		schema["type"] = typesWithNull(t)
	}
	return schema
}

func typesWithNull(types []any) []any {
	if slices.Contains(types, any("null")) {
		return types
	}
	return append(types, "null")
}

// nullOr leaves $defs where every $ref looks for them.
func nullOr(schema map[string]any) map[string]any {
	out := map[string]any{"anyOf": []any{map[string]any{"type": "null"}, schema}}
	if defs, ok := schema["$defs"]; ok {
		delete(schema, "$defs")
		out["$defs"] = defs
	}
	return out
}
