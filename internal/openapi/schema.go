package openapi

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/quartet-dev/quartet/internal/codegen"
	"github.com/quartet-dev/quartet/internal/jsonschema"
	"github.com/quartet-dev/quartet/internal/querystring"
)

const schemaPrefix = "#/components/schemas/"

// declare puts a declared JSON Schema among the components under its name in the
// model, with the definitions that it refers to, and gives a reference to it.
func (d *document) declare(t *codegen.Type, doc object) object {
	name := d.component(t.Name)
	if d.schemas[name] == nil {
		d.schemas[name] = d.translated(t, doc, doc)
	}
	return object{"$ref": schemaPrefix + name}
}

// translated is a schema of doc as OpenAPI has it.
func (d *document) translated(t *codegen.Type, doc, schema object) object {
	translator := d.schema
	translator.Ref = func(ref string) string { return d.definition(t, doc, ref) }
	return typed(translator.Schema(schema))
}

func (d *document) definition(t *codegen.Type, doc object, ref string) string {
	key, _ := jsonschema.DefinitionName(ref)
	name := d.component(t.Definition(key).Name)
	if d.schemas[name] == nil {
		d.schemas[name] = object{} // it may refer to itself
		d.schemas[name] = d.translated(t, doc, jsonschema.Definition(doc, ref))
	}
	return schemaPrefix + name
}

// component is the name of a type in the letters that components may have.
func (d *document) component(name string) string {
	if known, ok := d.components[name]; ok {
		return known
	}
	var out strings.Builder
	for _, r := range name {
		if r < 0x80 {
			out.WriteRune(r)
		} else {
			fmt.Fprintf(&out, "u%04x", r)
		}
	}
	free := out.String()
	for slices.Contains(slices.Collect(maps.Values(d.components)), free) {
		free += "_"
	}
	d.components[name] = free
	return free
}

// typed writes what a JSON Schema need not say and readers look for: the type of
// constants and choices, and a property for each required name.
func typed(schema object) object {
	values := list(schema["enum"])
	if only, ok := schema["const"]; ok {
		values = []any{only}
	}
	if schema["type"] == nil {
		if of := typeOfAll(values); of != nil {
			schema["type"] = of
		}
	}
	splitTypes(schema)
	named := declaring(schema)
	for _, each := range named {
		typedIn(each)
	}
	for _, key := range []string{"oneOf", "anyOf", "allOf"} {
		for _, each := range list(schema[key]) {
			typedIn(each)
		}
	}
	typedIn(schema["items"])
	typedIn(schema["additionalProperties"])
	return schema
}

// splitTypes writes a choice between types, other than null, as a choice between
// schemas: generators that know one type of a schema know choices.
func splitTypes(schema object) {
	types, options := list(schema["type"]), []any{}
	for _, each := range types {
		options = append(options, object{"type": each})
	}
	if len(types) < 2 || len(types) == 2 && slices.Contains(types, any("null")) {
		return
	}
	delete(schema, "type")
	if schema["anyOf"] == nil && schema["oneOf"] == nil {
		schema["anyOf"] = options
		return
	}
	schema["allOf"] = append(slices.Clone(list(schema["allOf"])), object{"anyOf": options})
}

// declaring is the properties of a schema, with one for each required name.
func declaring(schema object) object {
	named, _ := schema["properties"].(object)
	for _, each := range list(schema["required"]) {
		name, _ := each.(string)
		if _, declared := named[name]; declared {
			continue
		}
		if named == nil {
			named = object{}
			schema["properties"] = named
		}
		named[name] = object{}
	}
	return named
}

func typedIn(v any) {
	if schema, ok := v.(object); ok {
		typed(schema)
	}
}

// typeOfAll is the JSON type of values, beside null; nil for several and for none.
func typeOfAll(values []any) any {
	found, null := "", false
	for _, v := range values {
		name := ""
		switch v.(type) {
		case nil:
			null = true
			continue
		case string:
			name = "string"
		case bool:
			name = "boolean"
		case int64:
			name = "integer"
		}
		if name == "" || found != "" && name != found {
			return nil
		}
		found = name
	}
	switch {
	case found == "":
		return nil
	case null:
		return []any{found, "null"}
	}
	return found
}

// textual is the schema of a property as a query or path carries it: without
// null, which no text says; false for a type that cannot be sent.
func textual(schema object, c querystring.Coercion) (object, bool) {
	if !c.Supported() {
		return nil, false
	}
	out := maps.Clone(schema)
	delete(out, "nullable")
	if values, ok := out["enum"].([]any); ok {
		out["enum"] = slices.DeleteFunc(slices.Clone(values), func(v any) bool { return v == nil })
	}
	if types, ok := out["type"].([]any); ok {
		types = slices.DeleteFunc(slices.Clone(types), func(v any) bool { return v == "null" })
		out["type"] = types[0]
	}
	if out["type"] == nil && out["enum"] == nil && out["const"] == nil {
		out["type"] = "string"
	}
	return out, true
}

// with is a schema with the definitions of doc.
func with(doc, schema object) object {
	if defs, ok := doc["$defs"]; ok {
		schema = maps.Clone(schema)
		schema["$defs"] = defs
	}
	return schema
}

func list(v any) []any {
	all, _ := v.([]any)
	return all
}
