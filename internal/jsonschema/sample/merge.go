package sample

import (
	"maps"
	"slices"

	"github.com/quartet-dev/quartet/internal/jsonschema"
	"github.com/quartet-dev/quartet/internal/jsonvalue"
)

// resolved follows the $ref of a schema: what it leads to holds beside what the
// schema says itself.
func resolved(doc, schema map[string]any) map[string]any {
	for range maxDepth {
		ref, ok := schema["$ref"].(string)
		if !ok {
			return schema
		}
		schema = merged(without(schema, "$ref"), jsonschema.Definition(doc, ref))
	}
	return schema
}

func without(schema map[string]any, key string) map[string]any {
	rest := maps.Clone(schema)
	if rest == nil {
		rest = map[string]any{}
	}
	delete(rest, key)
	return rest
}

// merged is a schema for values that fit both. Where a keyword cannot be said
// once for both, that of a is taken, and the check of the value tells.
func merged(a, b map[string]any) map[string]any {
	both := maps.Clone(a)
	for key, value := range b {
		if own, ok := both[key]; ok {
			value = narrower(key, own, value)
		}
		both[key] = value
	}
	return both
}

func narrower(key string, a, b any) any {
	switch key {
	case "minimum", "minLength", "minItems":
		return greater(a, b)
	case "maximum", "maxLength", "maxItems":
		return smaller(a, b)
	case "properties":
		return mergedProperties(a, b)
	case "required":
		return append(slices.Clone(list(a)), list(b)...)
	case "enum":
		return shared(list(a), list(b), jsonvalue.Equal)
	case "type":
		return sharedTypes(list(a), list(b))
	case "nullable":
		return a == true && b == true
	case "items":
		return mergedMaps(a, b)
	}
	return a
}

func mergedMaps(a, b any) any {
	first, ok := a.(map[string]any)
	second, also := b.(map[string]any)
	if !ok || !also {
		return a
	}
	return merged(first, second)
}

func mergedProperties(a, b any) any {
	first, _ := a.(map[string]any)
	second, _ := b.(map[string]any)
	both := maps.Clone(first)
	if both == nil {
		both = map[string]any{}
	}
	for name, schema := range second {
		if own, ok := both[name]; ok {
			schema = mergedMaps(own, schema)
		}
		both[name] = schema
	}
	return both
}

// sharedTypes knows that an integer is a number.
func sharedTypes(a, b []any) any {
	fits := func(a, b any) bool { return a == b || a == "integer" && b == "number" }
	types := shared(a, b, fits)
	for _, each := range b {
		if each == "integer" && slices.Contains(a, any("number")) && !slices.Contains(types, each) {
			types = append(types, each)
		}
	}
	return types
}

func shared(a, b []any, equal func(a, b any) bool) []any {
	both := []any{}
	for _, each := range a {
		if slices.ContainsFunc(b, func(other any) bool { return equal(each, other) }) {
			both = append(both, each)
		}
	}
	return both
}

// list is a list, or the one value in place of one.
func list(v any) []any {
	if all, ok := v.([]any); ok {
		return all
	}
	if v == nil {
		return nil
	}
	return []any{v}
}

func greater(a, b any) any {
	if number(a, 0) >= number(b, 0) {
		return a
	}
	return b
}

func smaller(a, b any) any {
	if number(a, 0) <= number(b, 0) {
		return a
	}
	return b
}

// number is a JSON number as a float, or fallback for anything else.
func number(v any, fallback float64) float64 {
	switch v := v.(type) {
	case int64:
		return float64(v)
	case float64:
		return v
	}
	return fallback
}
