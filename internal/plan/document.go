package plan

import (
	"cmp"
	"slices"
	"strings"

	"github.com/quartet-dev/quartet/internal/jsonvalue"
	"github.com/quartet-dev/quartet/internal/manifest"
)

// document is the meaning of a declared JSON Schema; nil for none.
func document(declared *manifest.JSONSchema) any {
	if declared == nil {
		return nil
	}
	return canonical(declared.Doc)
}

// canonical is a JSON Schema without what makes no difference: keywords that
// say what holds anyway, and the order of lists that are sets.
func canonical(schema map[string]any) map[string]any { return rewrite(schema, false) }

// constraints is canonical without annotations: what a value must look like.
func constraints(schema map[string]any) map[string]any { return rewrite(schema, true) }

// rewrite knows which values are schemas themselves; their depth is bounded by
// the subset.
func rewrite(schema map[string]any, bare bool) map[string]any {
	out := make(map[string]any, len(schema))
	for key, v := range schema {
		if saysNothing(key, v) || bare && isAnnotation(key) {
			continue
		}
		out[key] = rewriteValue(key, v, bare)
	}
	return out
}

func rewriteValue(key string, v any, bare bool) any {
	switch v := v.(type) {
	case map[string]any:
		switch key {
		case "items", "additionalProperties":
			return rewrite(v, bare)
		case "properties", "$defs":
			return rewriteEach(v, bare)
		}
	case []any:
		switch key {
		case "oneOf":
			return rewriteList(v, bare)
		case "type":
			if len(v) == 1 {
				return v[0]
			}
			return sorted(v)
		case "required", "enum":
			return sorted(v)
		}
	}
	return v
}

func rewriteEach(named map[string]any, bare bool) map[string]any {
	out := make(map[string]any, len(named))
	for name, each := range named {
		schema, _ := each.(map[string]any)
		out[name] = rewrite(schema, bare)
	}
	return out
}

func rewriteList(list []any, bare bool) []any {
	out := make([]any, len(list))
	for i, each := range list {
		schema, _ := each.(map[string]any)
		out[i] = rewrite(schema, bare)
	}
	return out
}

// saysNothing reports whether the value of a keyword is its default.
func saysNothing(key string, v any) bool {
	switch key {
	case "nullable", "readOnly":
		return v == false
	case "additionalProperties":
		return v == true
	case "required":
		list, ok := v.([]any)
		return ok && len(list) == 0
	case "$defs":
		defs, ok := v.(map[string]any)
		return ok && len(defs) == 0
	}
	return false
}

func isAnnotation(key string) bool {
	switch key {
	case "title", "description", "default", "readOnly":
		return true
	}
	return strings.HasPrefix(key, "x-")
}

// sorted orders a copy of values by their canonical encoding.
func sorted(values []any) []any {
	return slices.SortedFunc(slices.Values(values), func(a, b any) int {
		return cmp.Compare(string(jsonvalue.Append(nil, a)), string(jsonvalue.Append(nil, b)))
	})
}
