package openapi

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/quartet-dev/quartet/internal/jsonvalue"
)

// order is that of the keys which a reader looks for first; others follow by name.
var order = ranks(
	"openapi", "info", "servers", "tags", "paths", "components",
	"get", "put", "post", "delete", "patch",
	"operationId", "name", "in", "summary", "title", "version", "description", "license", "url", "required",
	"$ref", "type", "format", "const", "enum", "properties", "items", "additionalProperties",
	"parameters", "requestBody", "responses", "headers", "content", "security",
	"schema", "example", "ok", "data", "code",
)

func ranks(keys ...string) map[string]int {
	rank := make(map[string]int, len(keys))
	for i, key := range keys {
		rank[key] = i - len(keys)
	}
	return rank
}

// indented is a JSON value in lines that people read.
func indented(v any) []byte { return appendIndented(nil, v, 0) }

func appendIndented(out []byte, v any, depth int) []byte {
	switch v := v.(type) {
	case object:
		keys := slices.SortedFunc(maps.Keys(v), func(a, b string) int {
			return cmp.Or(order[a]-order[b], strings.Compare(a, b))
		})
		return appendItems(out, '{', '}', depth, len(v), func(out []byte, i int) []byte {
			out = append(jsonvalue.AppendString(out, keys[i]), ": "...)
			return appendIndented(out, v[keys[i]], depth+1)
		})
	case []any:
		return appendItems(out, '[', ']', depth, len(v), func(out []byte, i int) []byte {
			return appendIndented(out, v[i], depth+1)
		})
	}
	return jsonvalue.Append(out, v)
}

func appendItems(out []byte, opens, closes byte, depth, count int, item func([]byte, int) []byte) []byte {
	out = append(out, opens)
	for i := range count {
		if i > 0 {
			out = append(out, ',')
		}
		out = append(out, '\n')
		out = append(out, strings.Repeat("  ", depth+1)...)
		out = item(out, i)
	}
	if count > 0 {
		out = append(out, '\n')
		out = append(out, strings.Repeat("  ", depth)...)
	}
	return append(out, closes)
}
