package jsonschema_test

import (
	"errors"
	"maps"
	"slices"
	"testing"

	library "github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/quartet-dev/quartet/internal/jsonschema"
	"github.com/quartet-dev/quartet/internal/jsonvalue"
)

// FuzzValidate holds that what Check takes compiles, that checking any value
// ends, and that it comes out as a complete implementation of draft 2020-12
// has it. Formats are left out: the draft lets each implementation draw its
// own line.
func FuzzValidate(f *testing.F) {
	f.Add(profile, `{"handle":1}`)
	f.Add(tree, `{"kind":"a","child":{"kind":"c"}}`)
	f.Add(`{"$defs":{"a":{"oneOf":[{"type":"null"},{"items":{"$ref":"#/$defs/a"}}]}},"$ref":"#/$defs/a"}`, `[[null]]`)
	f.Add(`{"enum":[1,"a",{"b":[]}],"nullable":true,"type":["array","null"]}`, `null`)
	f.Add(`{"properties":{"$id":{"const":{"$id":"x","$ref":"y"}}},"additionalProperties":{"type":"integer"}}`, `{"$id":1,"b":2.5}`)
	f.Add(`{"oneOf":[{"minimum":1},{"maximum":0.5},{"minLength":2,"pattern":"^a"}],"minItems":1}`, `["a",0.75]`)
	f.Fuzz(func(t *testing.T, schemaText, valueText string) {
		doc, err := jsonvalue.Decode([]byte(schemaText), jsonvalue.Limits{})
		if err != nil || len(jsonschema.Check(doc)) > 0 {
			return
		}
		value, err := jsonvalue.Decode([]byte(valueText), jsonvalue.Limits{Depth: 6})
		if err != nil {
			return
		}
		own, err := jsonschema.Compile(doc)
		if err != nil {
			t.Fatalf("Check took %s, but: %v", schemaText, err)
		}
		reference, err := reference(doc)
		if err != nil {
			return
		}
		got, want := own.Validate(value), reference.Validate(value)
		if (got == nil) != (want == nil) {
			t.Fatalf("%s\nagainst %s\nown: %v\nreference: %v", valueText, schemaText, got, want)
		}
		if got != nil && got.Message == "" {
			t.Errorf("%s against %s: no message", valueText, schemaText)
		}
	})
}

// reference compiles doc, spelled as plain draft 2020-12, with the library.
func reference(doc any) (*library.Schema, error) {
	compiler := library.NewCompiler()
	compiler.UseLoader(closed{})
	if err := compiler.AddResource("schema:///root", plain(doc)); err != nil {
		return nil, err
	}
	return compiler.Compile("schema:///root")
}

type closed struct{}

func (closed) Load(string) (any, error) { return nil, errors.New("nothing is loaded") }

// plain drops annotations and spells nullable out as a choice.
func plain(v any) any {
	schema, ok := v.(map[string]any)
	if !ok {
		return v
	}
	out := map[string]any{}
	for _, key := range slices.Sorted(maps.Keys(schema)) {
		switch key {
		case "$defs", "properties":
			named := map[string]any{}
			for name, each := range schema[key].(map[string]any) {
				named[name] = plain(each)
			}
			out[key] = named
		case "oneOf":
			var branches []any
			for _, each := range schema[key].([]any) {
				branches = append(branches, plain(each))
			}
			out[key] = branches
		case "items", "additionalProperties":
			out[key] = plain(schema[key])
		case "$ref", "const", "enum", "type", "required", "pattern",
			"minLength", "maxLength", "minimum", "maximum", "minItems", "maxItems":
			out[key] = schema[key]
		}
	}
	if schema["nullable"] != true {
		return out
	}
	choice := map[string]any{"anyOf": []any{map[string]any{"type": "null"}, out}}
	if defs, ok := out["$defs"]; ok {
		choice["$defs"] = defs
		delete(out, "$defs")
	}
	return choice
}

func encode(v any) string { return string(jsonvalue.Append(nil, v)) }
