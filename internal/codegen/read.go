package codegen

import (
	"maps"
	"slices"

	"github.com/quartet-dev/quartet/internal/jsonschema"
)

// shapeOf reads the shape of a JSON Schema of the manifests' subset. Keywords
// that stand beside each other all count, so what $ref and oneOf say is met
// together with what the schema says itself. Depth is bounded by the subset.
func shapeOf(schema map[string]any) *Shape {
	parts := []*Shape{ownShape(schema)}
	if key, ok := jsonschema.DefinitionName(schema["$ref"]); ok {
		parts = append(parts, &Shape{Kind: Reference, Definition: key})
	}
	if branches, ok := schema["oneOf"].([]any); ok {
		parts = append(parts, union(shapesOf(branches)))
	}
	shape := both(parts)
	if schema["nullable"] == true {
		shape = shape.orNull()
	}
	return annotated(shape, schema)
}

// both is what has all of the shapes. One that admits everything says nothing
// beside another.
func both(parts []*Shape) *Shape {
	parts = slices.DeleteFunc(parts, func(s *Shape) bool { return s.Kind == Any })
	switch len(parts) {
	case 0:
		return &Shape{Kind: Any}
	case 1:
		return parts[0]
	}
	return &Shape{Kind: Both, Of: parts}
}

// union is what has any of the shapes.
func union(options []*Shape) *Shape {
	switch {
	case len(options) == 1:
		return options[0]
	case slices.ContainsFunc(options, func(s *Shape) bool { return s.Kind == Any }):
		return &Shape{Kind: Any}
	}
	return &Shape{Kind: Union, Of: options}
}

func shapesOf(schemas []any) []*Shape {
	shapes := make([]*Shape, len(schemas))
	for i, each := range schemas {
		schema, _ := each.(map[string]any)
		shapes[i] = shapeOf(schema)
	}
	return shapes
}

// annotated copies the words and hints of a schema to its shape.
func annotated(shape *Shape, schema map[string]any) *Shape {
	out := *shape
	out.Words = wordsOf(schema)
	for key, to := range map[string]*string{"format": &out.Format, "x-mcp-hint": &out.Hint, "x-service-ref": &out.Refers} {
		if text, ok := schema[key].(string); ok {
			*to = text
		}
	}
	return &out
}

func wordsOf(schema map[string]any) Words {
	return Words{Title: jsonschema.English(schema["title"]), Description: jsonschema.English(schema["description"])}
}

// ownShape is what a schema says without $ref, oneOf and nullable. A schema
// that names no type admits every type, whatever it says of one of them.
func ownShape(schema map[string]any) *Shape {
	if only, ok := schema["const"]; ok {
		return &Shape{Kind: Literal, Values: []any{only}}
	}
	if values, ok := schema["enum"].([]any); ok {
		return &Shape{Kind: Literal, Values: admitted(values, schema)}
	}
	types, isList := schema["type"].([]any)
	if !isList {
		name, _ := schema["type"].(string)
		return shapeOfType(name, schema)
	}
	options := make([]*Shape, len(types))
	for i, each := range types {
		name, _ := each.(string)
		options[i] = shapeOfType(name, schema)
	}
	return union(options)
}

// admitted are the values of an enum that its type lets in as well; all of them
// where that would leave none.
func admitted(values []any, schema map[string]any) []any {
	var fit []any
	for _, each := range values {
		if jsonschema.HasType(schema["type"], each) {
			fit = append(fit, each)
		}
	}
	if len(fit) == 0 {
		return values
	}
	return fit
}

var kindsOfTypes = map[string]Kind{
	"string": String, "integer": Integer, "number": Number, "boolean": Boolean,
	"null": Null, "array": Array, "object": Object,
}

func shapeOfType(name string, schema map[string]any) *Shape {
	shape := &Shape{Kind: kindsOfTypes[name]}
	switch shape.Kind {
	case Array:
		items, _ := schema["items"].(map[string]any)
		shape.Items = shapeOf(items)
	case Object:
		shape.Fields, shape.Rest = fieldsOf(schema), restOf(schema)
	}
	return shape
}

func fieldsOf(schema map[string]any) []Field {
	properties, _ := schema["properties"].(map[string]any)
	required, _ := schema["required"].([]any)
	fields := make([]Field, 0, len(properties))
	for _, name := range slices.Sorted(maps.Keys(properties)) {
		property, _ := properties[name].(map[string]any)
		fields = append(fields, Field{
			Name: name, Shape: shapeOf(property), Required: slices.Contains(required, any(name)),
		})
	}
	for _, each := range required {
		if name, _ := each.(string); properties[name] == nil {
			fields = append(fields, Field{Name: name, Shape: &Shape{Kind: Any}, Required: true})
		}
	}
	slices.SortFunc(fields, func(a, b Field) int { return compare(a.Name, b.Name) })
	return fields
}

// restOf is what members without a declaration are. Without
// additionalProperties they may be anything.
func restOf(schema map[string]any) *Shape {
	switch rest := schema["additionalProperties"].(type) {
	case map[string]any:
		return shapeOf(rest)
	case bool:
		if !rest {
			return nil
		}
	}
	return &Shape{Kind: Any}
}
