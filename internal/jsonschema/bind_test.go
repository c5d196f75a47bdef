package jsonschema_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/jsonschema"
)

type object = map[string]any

func ref(name string) object { return object{"$ref": "#/$defs/" + name} }

func TestKeywordsAreReadThroughRef(t *testing.T) {
	doc := object{"$defs": object{
		"far":  object{"type": "string", "title": "Far", "enum": []any{"a"}, "x-service-ref": "people"},
		"near": object{"$ref": "#/$defs/far", "title": "Near", "readOnly": true},
		"loop": ref("loop"),
	}}
	for name, test := range map[string]struct{ schema, want object }{
		"no reference": {object{"type": "string"}, object{"type": "string"}},
		"a chain, the nearer one first": {
			object{"$ref": "#/$defs/near", "default": "a"},
			object{"type": "string", "title": "Near", "enum": []any{"a"}, "x-service-ref": "people", "readOnly": true, "default": "a"},
		},
		"a circle ends":       {object{"$ref": "#/$defs/loop", "title": "T"}, object{"title": "T"}},
		"nothing of the name": {ref("none"), object{}},
	} {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(test.want, jsonschema.Effective(doc, test.schema)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestOfTwoBindsForOneValueTheNearerCounts(t *testing.T) {
	found, problems := jsonschema.Binds(object{
		"properties": object{
			"at": object{"$ref": "#/$defs/me", "x-service-bind": "now"},
			"in": object{"type": "object", "required": []any{"by", "text"}, "properties": object{"by": ref("me"), "text": object{}}},
		},
		"$defs": object{"me": object{"type": "string", "x-service-bind": "ctx.user"}},
	})
	want := []jsonschema.Bind{
		{Path: []string{"at"}, Value: "now", Schema: object{"type": "string", "x-service-bind": "now"}, Pointer: "/properties/at/x-service-bind", Alone: true},
		{Path: []string{"in", "by"}, Value: "ctx.user", Schema: object{"type": "string", "x-service-bind": "ctx.user"}, Pointer: "/$defs/me/x-service-bind"},
	}
	if diff := cmp.Diff(want, found); diff != "" || problems != nil {
		t.Error(diff, problems)
	}
}

// Each definition holds the next one twice, so that 2 to the 50th ways lead to
// one bind.
func TestBindsThatAreReachedInTooManyWaysAreRefused(t *testing.T) {
	for name, keyword := range map[string]string{"stamped": "properties", "refused": "oneOf"} {
		t.Run(name, func(t *testing.T) {
			defs := object{"d50": object{"x-service-bind": "now"}}
			for i := range 50 {
				next := ref(fmt.Sprint("d", i+1))
				inner := object{"type": "object", "properties": object{"a": next, "b": next}}
				if keyword == "oneOf" {
					inner = object{"oneOf": []any{next, next}}
				}
				defs[fmt.Sprint("d", i)] = inner
			}
			_, problems := jsonschema.Binds(object{"properties": object{"p": ref("d0")}, "$defs": defs})
			if last := problems[len(problems)-1]; last.Code != diag.JSONSchemaLimitExceeded {
				t.Error(problems)
			}
		})
	}
}
