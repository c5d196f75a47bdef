package jsonschema_test

import (
	"testing"

	"github.com/quartet-dev/quartet/internal/jsonschema"
	"github.com/quartet-dev/quartet/internal/jsonvalue"
)

// FuzzCheckedSchemasCompile holds that what Check takes compiles, and that
// validating any value against it ends without a panic.
func FuzzCheckedSchemasCompile(f *testing.F) {
	f.Add(profile, `{"handle":1}`)
	f.Add(`{"$defs":{"a":{"oneOf":[{"type":"null"},{"items":{"$ref":"#/$defs/a"}}]}},"$ref":"#/$defs/a"}`, `[[null]]`)
	f.Add(`{"enum":[1,"a",{"b":[]}],"nullable":true,"type":["array","null"]}`, `null`)
	f.Add(`{"properties":{"$id":{"const":{"$id":"x","$ref":"y"}}},"additionalProperties":false}`, `{"$id":1}`)
	f.Fuzz(func(t *testing.T, schemaText, valueText string) {
		doc, err := jsonvalue.Decode([]byte(schemaText), jsonvalue.Limits{})
		if err != nil || len(jsonschema.Check(doc)) > 0 {
			return
		}
		full, err := jsonschema.Compile(doc)
		if err != nil {
			t.Fatalf("Check took %s, but: %v", schemaText, err)
		}
		if value, err := jsonvalue.Decode([]byte(valueText), jsonvalue.Limits{}); err == nil {
			if v := full.Validate(value); v != nil && v.Message == "" {
				t.Errorf("%s against %s: no message", valueText, schemaText)
			}
		}
	})
}

func encode(v any) string { return string(jsonvalue.Append(nil, v)) }
