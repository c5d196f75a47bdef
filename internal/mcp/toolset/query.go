package toolset

import (
	"maps"
	"slices"
	"strconv"

	"github.com/quartet-dev/quartet/internal/jsonschema/portable"
	"github.com/quartet-dev/quartet/internal/plan"
)

// viewTool is query_view_<segment>: the declared params beside the optional
// numbers page and show.
func viewTool(p *plan.Plan, v *plan.View) *Tool {
	input := root(translator(p).Schema(v.Params().Document()))
	properties := maps.Clone(propertiesOf(input))
	if properties == nil {
		properties = map[string]any{}
	}
	properties["page"] = map[string]any{"type": "number", "description": "Which page, from 1 on."}
	properties["show"] = map[string]any{"type": "number", "description": "How many rows a page has, at most " + strconv.Itoa(v.Cap()) + "."}
	input["properties"] = properties
	return &Tool{
		Name: v.Tool(), Title: plan.TitleOf(v.Title(), v.Name()), Description: viewDescription(v),
		Input: input, Output: orFailure(pageSchema(v)),
		Hints:    Hints{ReadOnly: true, Idempotent: true, OpenWorld: v.Requires().Guard() != nil},
		Requires: v.Requires(), Operation: Query, View: v,
	}
}

// viewDescription says what a View reads and who may call it.
func viewDescription(v *plan.View) string {
	return portable.Sentences(v.Words().In("en"), audience(v.Surface(), v.Requires()))
}

// pageSchema is what a View answers: a page of rows.
func pageSchema(v *plan.View) map[string]any {
	return object(map[string]any{
		"rows":    map[string]any{"type": "array", "items": rowSchema(v)},
		"page":    map[string]any{"type": "integer"},
		"show":    map[string]any{"type": "integer"},
		"hasMore": map[string]any{"type": "boolean", "description": "Whether the next page may hold more rows."},
	})
}

// rowSchema promises no more of a value than its column does.
func rowSchema(v *plan.View) map[string]any {
	if v.IsSQL() {
		return map[string]any{"type": "object", "description": "The columns that the SELECT statement of this View gives. It declares no types for them; a call with show: 1 shows their names."}
	}
	properties := make(map[string]any, len(v.Fields()))
	for _, c := range v.Fields() {
		properties[c.Name()] = columnSchema(c)
	}
	return object(properties)
}

func columnSchema(c *plan.Column) map[string]any {
	name := columnTypes[c.Kind()]
	switch {
	case name == "": // of many types
		return map[string]any{}
	case c.Nullable():
		return map[string]any{"type": []any{name, "null"}}
	}
	return map[string]any{"type": name}
}

var columnTypes = map[plan.ColumnKind]string{
	plan.TextColumn: "string", plan.IntegerColumn: "integer", plan.RealColumn: "number", plan.BooleanColumn: "boolean",
	plan.MixedColumn: "", plan.JSONColumn: "",
}

// object is a schema of an object that has all of the properties.
func object(properties map[string]any) map[string]any {
	schema := map[string]any{"type": "object", "properties": properties}
	if len(properties) > 0 {
		schema["required"] = list(slices.Sorted(maps.Keys(properties)))
	}
	return schema
}

func list(names []string) []any {
	out := make([]any, len(names))
	for i, name := range names {
		out[i] = name
	}
	return out
}

// root makes a schema one that the arguments of a tool may have: an object and
// nothing else.
func root(schema map[string]any) map[string]any {
	if alternatives, ok := schema["anyOf"].([]any); ok { // null at the root, which no arguments are
		schema, _ = alternatives[0].(map[string]any)
	}
	schema = maps.Clone(schema)
	if schema == nil {
		schema = map[string]any{}
	}
	schema["type"] = "object"
	return schema
}

func propertiesOf(schema map[string]any) map[string]any {
	properties, _ := schema["properties"].(map[string]any)
	return properties
}

// orFailure lets the answer be a failure as well. Clients hold whatever is in
// structuredContent against the schema, also when isError is set (decision 64).
func orFailure(success map[string]any) map[string]any {
	schema := map[string]any{"type": "object", "anyOf": []any{success, failure}}
	if defs, ok := success["$defs"]; ok {
		success = maps.Clone(success)
		delete(success, "$defs") // references start at the root
		schema["$defs"], schema["anyOf"] = defs, []any{success, failure}
	}
	return schema
}

// failure is the outline of `{ ok: false, diagnostic }`; clients need no more to
// tell it from a success.
var failure = map[string]any{
	"type": "object", "title": "Failure", "required": []any{"ok", "diagnostic"},
	"properties": map[string]any{"ok": map[string]any{"const": false}, "diagnostic": map[string]any{"type": "object"}},
}
