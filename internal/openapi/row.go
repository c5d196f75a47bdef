package openapi

import (
	"maps"

	"github.com/quartet-dev/quartet/internal/codegen"
	"github.com/quartet-dev/quartet/internal/plan"
)

// row is the schema of a View's rows, with an example; nil where nothing is
// known of them.
func (d *document) row(m *codegen.View, v *plan.View) (schema object, example any) {
	switch {
	case m.Row == nil:
		return object{"type": "object"}, nil
	case v.IsSQL():
		return d.declare(m.Row, v.RowsDocument()), exampleOf(v.RowsDocument())
	}
	doc := rowDocument(m.Row, v)
	schema = d.declare(m.Row, doc)
	properties := maps.Clone(doc["properties"].(object))
	for name := range properties {
		if column := v.Source().Column(name); column.Reserved() {
			properties[name] = reservedExamples[name]
		}
	}
	doc["properties"] = properties
	return schema, exampleOf(doc)
}

// reservedExamples are the reserved columns as public Views show them.
var reservedExamples = object{
	"id":        object{"const": "0198f3b1-7e5a-7c4d-9b6f-2a1c3d4e5f60"},
	"authorId":  object{"const": "0198f3b1-7e5a-7c4d-9b6f-2a1c3d4e5f61"},
	"status":    object{"const": string(plan.Published)},
	"version":   object{"const": int64(2)},
	"createdAt": object{"const": int64(1767225600000)},
	"updatedAt": object{"const": int64(1767229200000)},
}

// rowDocument is the JSON Schema of a declarative View's rows, in the manifests'
// subset: the properties of its Schema, null where the model has it.
func rowDocument(row *codegen.Type, v *plan.View) object {
	source := v.Source().Document()
	declared, _ := source["properties"].(object)
	properties, required := object{}, []any{}
	for _, f := range row.Shape.Fields {
		property, ok := declared[f.Name].(object)
		if column := v.Source().Column(f.Name); !ok || column.Reserved() {
			property = reserved(f)
		}
		if f.Shape.Nullable() && property["nullable"] != true {
			property = maps.Clone(property)
			property["nullable"] = true
		}
		properties[f.Name] = property
		required = append(required, f.Name)
	}
	doc := object{"type": "object", "properties": properties, "required": required}
	if defs, ok := source["$defs"]; ok {
		doc["$defs"] = defs
	}
	return doc
}

// reserved is the schema of a reserved column.
func reserved(f codegen.Field) object {
	schema := object{"type": "string"}
	shape := f.Shape.WithoutNull()
	switch {
	case shape.Kind == codegen.Literal:
		schema["enum"] = shape.Values
	case shape.Kind == codegen.Integer:
		schema["type"] = "integer"
	}
	if shape.Hint != "" {
		schema["x-mcp-hint"] = shape.Hint
	}
	if f.Shape.Description != "" {
		schema["description"] = f.Shape.Description
	}
	return schema
}
