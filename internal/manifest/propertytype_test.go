package manifest_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestTypesOfProperties(t *testing.T) {
	schema := parseOne(t, `
apiVersion: quartet/v1
kind: Schema
metadata: { name: posts }
spec:
  title: Posts
  schema:
    type: object
    $defs:
      name: { type: string }
      maybe: { $ref: "#/$defs/name", nullable: true }
      a/b c: { enum: [1, 2.5, null] }
      twice: { oneOf: [{ $ref: "#/$defs/name" }, { $ref: "#/$defs/name" }] }
    properties:
      plain: { type: string }
      several: { type: [string, integer, "null"] }
      nullable: { type: boolean, nullable: true }
      any: {}
      any-nullable: { nullable: true }
      constant: { const: x }
      enum: { enum: [a, 1, true] }
      list: { enum: [[1], { a: 1 }] }
      ref: { $ref: "#/$defs/name" }
      maybe: { $ref: "#/$defs/maybe" }
      escaped: { $ref: "#/$defs/a~1b%20c" }
      twice: { $ref: "#/$defs/twice" }
      choice: { oneOf: [{ type: string }, { const: 5 }] }
      choice-any: { oneOf: [{ type: string }, {}] }
      typed-enum: { type: string, enum: [a, b] }
      nothing: { type: "null" }
`).Schemas[0].Schema
	for name, want := range map[string]struct {
		types            []string
		scalar, isString bool
	}{
		"plain":        {[]string{"string"}, true, true},
		"several":      {[]string{"integer", "null", "string"}, true, false},
		"nullable":     {[]string{"boolean", "null"}, true, false},
		"any":          {nil, false, false},
		"any-nullable": {nil, false, false},
		"constant":     {[]string{"string"}, true, true},
		"enum":         {[]string{"boolean", "integer", "string"}, true, false},
		"list":         {[]string{"array", "object"}, false, false},
		"ref":          {[]string{"string"}, true, true},
		"maybe":        {[]string{"null", "string"}, true, true},
		"escaped":      {[]string{"integer", "null", "number"}, true, false},
		"twice":        {[]string{"string"}, true, true},
		"choice":       {[]string{"integer", "string"}, true, false},
		"choice-any":   {nil, false, false},
		"typed-enum":   {[]string{"string"}, true, true},
		"nothing":      {[]string{"null"}, false, false},
		"missing":      {nil, false, false},
	} {
		if diff := cmp.Diff(want.types, schema.Types(name)); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
		if schema.IsScalar(name) != want.scalar || schema.IsString(name) != want.isString {
			t.Errorf("%s: scalar %t, string %t", name, schema.IsScalar(name), schema.IsString(name))
		}
	}
}
