package jsonschema_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet/internal/jsonschema"
)

// TestCheckSubset is "JSON Schema subset" and "Extension keywords": a document
// and its problems as `CODE pointer`, with `key` when the key is at fault and
// the suggestion after an arrow.
func TestCheckSubset(t *testing.T) {
	for name, tc := range map[string]struct {
		doc  string
		want []string
	}{
		"every taken keyword": {doc: `{
			"$defs": {"id": {"type": "string", "format": "uuid"}},
			"type": "object", "title": "T", "description": {"en": "D", "de": "D"},
			"required": ["a", "b"], "additionalProperties": false, "readOnly": true,
			"properties": {
				"a": {"$ref": "#/$defs/id"},
				"b": {"oneOf": [{"type": "string"}, {"const": 1}]},
				"c": {"type": ["string", "null"], "pattern": "^a", "minLength": 1, "maxLength": 2},
				"d": {"type": "number", "minimum": 0.5, "maximum": 2, "default": {"any": "thing"}},
				"e": {"type": "array", "items": {"enum": [1]}, "minItems": 0, "maxItems": 3, "nullable": true},
				"f": {"x-service-bind": "now", "x-service-ref": "Post", "x-mcp-hint": "markdown", "x-mine": {"anyOf": 1}}
			}}`},
		"names under properties and $defs are no keywords": {doc: `{
			"$defs": {"anyOf": {"type": "string"}}, "properties": {"not": {"$ref": "#/$defs/anyOf"}, "$ref": {}}}`},
		"const, enum, default and x- hold data": {doc: `{
			"const": {"anyOf": 1}, "enum": [{"not": 1}], "default": {"if": 1}, "x-data": {"$ref": 1}}`},
		"a schema is an object": {doc: `true`, want: []string{"INVALID_MANIFEST_ENVELOPE "}},
		"a nested schema is an object": {doc: `{"items": false, "properties": {"a": 1}}`,
			want: []string{"INVALID_MANIFEST_ENVELOPE /items", "INVALID_MANIFEST_ENVELOPE /properties/a"}},
		"refused keywords": {doc: `{"anyOf": [], "properties": {"a": {"not": {}}}}`,
			want: []string{"JSON_SCHEMA_UNSUPPORTED /anyOf key", "JSON_SCHEMA_UNSUPPORTED /properties/a/not key"}},
		"unknown keyword": {doc: `{"minLenght": 1, "uniqueItems": true}`,
			want: []string{"INVALID_MANIFEST_ENVELOPE /minLenght key → minLength", "INVALID_MANIFEST_ENVELOPE /uniqueItems key"}},
		"pointers are escaped": {doc: `{"properties": {"a/b": {"then": {}}}}`,
			want: []string{"JSON_SCHEMA_UNSUPPORTED /properties/a~1b/then key"}},
		"$ref outside $defs": {doc: `{"properties": {"a": {"$ref": "#/properties/a"}, "b": {"$ref": "https://example.com/s"}, "c": {"$ref": 1}, "d": {"$ref": "#/$defs/a/b"}}}`,
			want: []string{"JSON_SCHEMA_REF_INVALID /properties/a/$ref", "JSON_SCHEMA_REF_INVALID /properties/b/$ref", "JSON_SCHEMA_REF_INVALID /properties/c/$ref", "JSON_SCHEMA_REF_INVALID /properties/d/$ref"}},
		"$ref to nothing": {doc: `{"$defs": {"address": {}}, "items": {"$ref": "#/$defs/adress"}}`,
			want: []string{"JSON_SCHEMA_REF_INVALID /items/$ref → #/$defs/address"}},
		"$ref without end": {doc: `{"$defs": {"a": {"oneOf": [{"$ref": "#/$defs/b"}]}, "b": {"$ref": "#/$defs/a"}}}`,
			want: []string{"JSON_SCHEMA_REF_INVALID /$defs/b/$ref"}},
		"$ref to itself": {doc: `{"$defs": {"a": {"$ref": "#/$defs/a"}}}`,
			want: []string{"JSON_SCHEMA_REF_INVALID /$defs/a/$ref"}},
		"a tree may refer to itself": {doc: `{"$defs": {"n": {"properties": {"child": {"$ref": "#/$defs/n"}}}}, "items": {"$ref": "#/$defs/n"}}`},
		"$ref with escapes":          {doc: `{"$defs": {"a b/c": {}}, "items": {"$ref": "#/$defs/a%20b~1c"}}`},
		"pattern":                    {doc: `{"pattern": "("}`, want: []string{"INVALID_PATTERN /pattern"}},
		"pattern with lookahead is not RE2": {doc: `{"pattern": "(?=a)"}`,
			want: []string{"INVALID_PATTERN /pattern"}},
		"pattern must be text": {doc: `{"pattern": 1}`, want: []string{"INVALID_MANIFEST_ENVELOPE /pattern"}},
		"type": {doc: `{"type": "strnig", "properties": {"a": {"type": ["string", "string", "x", 1]}, "b": {"type": []}}}`,
			want: []string{
				"INVALID_MANIFEST_ENVELOPE /properties/a/type/1", "INVALID_MANIFEST_ENVELOPE /properties/a/type/2",
				"INVALID_MANIFEST_ENVELOPE /properties/a/type/3", "INVALID_MANIFEST_ENVELOPE /properties/b/type",
				"INVALID_MANIFEST_ENVELOPE /type → string"}},
		"required": {doc: `{"required": ["a", 1, "a"], "items": {"required": "a"}}`,
			want: []string{"INVALID_MANIFEST_ENVELOPE /items/required", "INVALID_MANIFEST_ENVELOPE /required/1", "INVALID_MANIFEST_ENVELOPE /required/2"}},
		"counts": {doc: `{"minLength": -1, "maxLength": 1.5, "minItems": "1", "maxItems": 9999999999}`,
			want: []string{"INVALID_MANIFEST_ENVELOPE /maxItems", "INVALID_MANIFEST_ENVELOPE /maxLength", "INVALID_MANIFEST_ENVELOPE /minItems", "INVALID_MANIFEST_ENVELOPE /minLength"}},
		"bounds in order": {doc: `{"minLength": 3, "maxLength": 2, "minimum": 1, "maximum": 0.5, "minItems": 2, "maxItems": 2}`,
			want: []string{"INVALID_MANIFEST_ENVELOPE /maxLength", "INVALID_MANIFEST_ENVELOPE /maximum"}},
		"value types": {doc: `{"nullable": 1, "readOnly": "yes", "enum": [], "oneOf": [], "minimum": "1", "properties": [], "$defs": 1, "format": 1, "additionalProperties": 1}`,
			want: []string{
				"INVALID_MANIFEST_ENVELOPE /$defs", "INVALID_MANIFEST_ENVELOPE /additionalProperties",
				"INVALID_MANIFEST_ENVELOPE /enum", "INVALID_MANIFEST_ENVELOPE /format",
				"INVALID_MANIFEST_ENVELOPE /minimum", "INVALID_MANIFEST_ENVELOPE /nullable",
				"INVALID_MANIFEST_ENVELOPE /oneOf", "INVALID_MANIFEST_ENVELOPE /properties", "INVALID_MANIFEST_ENVELOPE /readOnly"}},
		"localized text": {doc: `{"title": "", "description": {"en": 1}, "items": {"title": {}, "description": 1}}`,
			want: []string{"INVALID_MANIFEST_ENVELOPE /description/en", "INVALID_MANIFEST_ENVELOPE /items/description", "INVALID_MANIFEST_ENVELOPE /items/title", "INVALID_MANIFEST_ENVELOPE /title"}},
		"x-service-bind": {doc: `{"properties": {"a": {"x-service-bind": "ctx.usr"}, "b": {"x-service-bind": 1}}}`,
			want: []string{"BIND_VALUE_NOT_IN_ENUM /properties/a/x-service-bind → ctx.user", "BIND_VALUE_NOT_IN_ENUM /properties/b/x-service-bind"}},
		"x-service-ref and x-mcp-hint are text": {doc: `{"x-service-ref": "", "x-mcp-hint": 1}`,
			want: []string{"INVALID_MANIFEST_ENVELOPE /x-mcp-hint", "INVALID_MANIFEST_ENVELOPE /x-service-ref"}},
	} {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(tc.want, lines(jsonschema.Check(decode(t, tc.doc)))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func lines(problems []jsonschema.Problem) []string {
	var out []string
	for _, p := range problems {
		line := string(p.Code) + " " + p.Pointer
		if p.OnKey {
			line += " key"
		}
		if p.Suggestion != "" {
			line += " → " + p.Suggestion
		}
		out = append(out, line)
	}
	return out
}

func TestCheckLimits(t *testing.T) {
	for name, tc := range map[string]struct {
		doc  any
		want []string
	}{
		"100 levels":   {doc: nested(100)},
		"101 levels":   {doc: nested(101), want: []string{"JSON_SCHEMA_LIMIT_EXCEEDED " + strings.Repeat("/items", 100)}},
		"10,000 nodes": {doc: wide(10_000)},
		"10,001 nodes": {doc: wide(10_001), want: []string{"JSON_SCHEMA_LIMIT_EXCEEDED "}},
	} {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(tc.want, lines(jsonschema.Check(tc.doc))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestCheckLimitsComeBeforeAnythingRecursive(t *testing.T) {
	if got := jsonschema.Check(nested(1_000_000)); len(got) != 1 {
		t.Fatalf("got %d problems, want 1", len(got))
	}
}

// nested is a schema of so many levels.
func nested(levels int) any {
	doc := map[string]any{}
	for range levels - 1 {
		doc = map[string]any{"items": doc}
	}
	return doc
}

// wide is a schema of so many nodes: the root, its properties, and one each.
func wide(nodes int) any {
	properties := map[string]any{}
	for i := range nodes - 2 {
		properties[strconv.Itoa(i)] = map[string]any{}
	}
	return map[string]any{"properties": properties}
}
