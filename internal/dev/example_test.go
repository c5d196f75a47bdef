package dev

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"github.com/quartet-dev/quartet/internal/jsonvalue"
)

func TestExamplesFitTheirSchemas(t *testing.T) {
	for name, test := range map[string]struct{ schema, want string }{
		"const":                      {`{"const":5,"type":"integer"}`, `5`},
		"default before enum":        {`{"default":"b","enum":["a","b"]}`, `"b"`},
		"first of enum":              {`{"enum":["a","b"]}`, `"a"`},
		"text names its property":    {`{"type":"string"}`, `"Your field"`},
		"text that is long enough":   {`{"type":"string","minLength":12}`, `"Your field Your field"`},
		"text that is short enough":  {`{"type":"string","maxLength":4}`, `"Your"`},
		"email":                      {`{"type":"string","format":"email"}`, `"you@example.com"`},
		"date":                       {`{"type":"string","format":"date"}`, `"2026-05-04"`},
		"date and time":              {`{"type":"string","format":"date-time"}`, `"2026-05-04T03:02:01Z"`},
		"URL":                        {`{"type":"string","format":"url"}`, `"https://example.com/"`},
		"a moment":                   {`{"type":"integer","x-mcp-hint":"timestamp-ms"}`, `1777863721000`},
		"the least number":           {`{"type":"number","minimum":0.5}`, `0.5`},
		"a number":                   {`{"type":"integer"}`, `1`},
		"nullable by a list":         {`{"type":["null","boolean"]}`, `true`},
		"a list of one":              {`{"type":"array","items":{"type":"boolean"}}`, `[true]`},
		"a list of as many as asked": {`{"type":"array","minItems":2,"items":{"type":"boolean"}}`, `[true,true]`},
		"what is required":           {`{"type":"object","required":["a"],"properties":{"a":{"type":"boolean"},"b":{"type":"boolean"}}}`, `{"a":true}`},
		"all when nothing is":        {`{"properties":{"a":{"type":"boolean"},"b":{"type":"boolean"}}}`, `{"a":true,"b":true}`},
		"the first branch":           {`{"oneOf":[{"type":"boolean"},{"type":"string"}]}`, `true`},
		"a definition":               {`{"$ref":"#/$defs/flag","$defs":{"flag":{"type":"boolean"}}}`, `true`},
		"a definition of itself":     {`{"$ref":"#/$defs/a","$defs":{"a":{"type":"object","required":["a"],"properties":{"a":{"$ref":"#/$defs/a"}}}}}`, `{"a":{"a":{"a":{}}}}`},
		"anything":                   {`{}`, `null`},
	} {
		t.Run(name, func(t *testing.T) {
			decoded, err := jsonvalue.Decode([]byte(test.schema), jsonvalue.Limits{})
			if err != nil {
				t.Fatal(err)
			}
			schema, _ := decoded.(map[string]any)
			s := exampleBuilder{root: schema, now: time.Date(2026, 5, 4, 3, 2, 1, 0, time.UTC)}
			if diff := cmp.Diff(test.want, string(jsonvalue.Append(nil, s.value("field", schema, 0)))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestKeysAreFresh(t *testing.T) {
	for _, text := range []string{`{"type":"string","format":"uuid"}`, `{"type":"string","x-mcp-hint":"idempotency-key"}`} {
		var schema map[string]any
		if err := json.Unmarshal([]byte(text), &schema); err != nil {
			t.Fatal(err)
		}
		first, second := exampleBuilder{}.value("id", schema, 0), exampleBuilder{}.value("id", schema, 0)
		if first == second || uuid.Validate(first.(string)) != nil {
			t.Errorf("%v and %v", first, second)
		}
	}
}
