package manifest

import (
	"slices"

	"github.com/quartet-dev/quartet/internal/jsonschema"
)

// Types lists the JSON types that a top-level property may hold, null included,
// sorted: from `type`, else from `const` or `enum`, else through `$ref` into
// $defs or from the branches of `oneOf`. It is nil when any type may come.
func (s *JSONSchema) Types(property string) []string {
	return s.TypesOf(s.Property(property))
}

// TypesOf is Types for any schema of the document.
func (s *JSONSchema) TypesOf(schema map[string]any) []string {
	types := slices.Clone(s.typesOf(schema, make(definitions)))
	slices.Sort(types)
	return slices.Compact(types)
}

// definitions remembers the types of each definition that was followed, nil
// while it is being followed, so that circles end and nothing is done twice.
type definitions map[string][]string

func (s *JSONSchema) typesOf(schema map[string]any, known definitions) []string {
	types := s.declaredTypes(schema, known)
	if types != nil && schema["nullable"] == true {
		return append(slices.Clone(types), "null")
	}
	return types
}

func (s *JSONSchema) declaredTypes(schema map[string]any, known definitions) []string {
	switch t := schema["type"].(type) {
	case string:
		return []string{t}
	case []any:
		return namesIn(t)
	}
	if v, ok := schema["const"]; ok {
		return []string{TypeOf(v)}
	}
	if values, ok := schema["enum"].([]any); ok {
		return typesIn(values)
	}
	if ref, ok := schema["$ref"].(string); ok {
		return s.referredTypes(ref, known)
	}
	if branches, ok := schema["oneOf"].([]any); ok {
		return s.branchTypes(branches, known)
	}
	return nil
}

func (s *JSONSchema) referredTypes(ref string, known definitions) []string {
	if types, ok := known[ref]; ok {
		return types
	}
	known[ref] = nil
	known[ref] = s.typesOf(jsonschema.Definition(s.Doc, ref), known)
	return known[ref]
}

func (s *JSONSchema) branchTypes(branches []any, known definitions) []string {
	var types []string
	for _, each := range branches {
		branch, _ := each.(map[string]any)
		found := s.typesOf(branch, known)
		if found == nil {
			return nil
		}
		types = append(types, found...)
	}
	return types
}

func namesIn(list []any) []string {
	var names []string
	for _, each := range list {
		if name, ok := each.(string); ok {
			names = append(names, name)
		}
	}
	return names
}

func typesIn(values []any) []string {
	var types []string
	for _, each := range values {
		types = append(types, TypeOf(each))
	}
	return types
}

// TypeOf is the JSON type of a value as manifests hold it.
func TypeOf(v any) string {
	switch v.(type) {
	case nil:
		return "null"
	case bool:
		return "boolean"
	case int64:
		return "integer"
	case float64:
		return "number"
	case string:
		return "string"
	case []any:
		return "array"
	default:
		return "object"
	}
}

// IsScalar reports whether a property holds no arrays or objects, and not null alone.
func (s *JSONSchema) IsScalar(property string) bool {
	types := s.Types(property)
	isScalar := func(t string) bool { return t != "array" && t != "object" }
	return len(types) > 0 && !slices.ContainsFunc(types, func(t string) bool { return !isScalar(t) }) &&
		!slices.Equal(types, []string{"null"})
}

// IsString reports whether a property holds strings, or null beside them.
func (s *JSONSchema) IsString(property string) bool {
	types := s.Types(property)
	return slices.Equal(types, []string{"string"}) || slices.Equal(types, []string{"null", "string"})
}
