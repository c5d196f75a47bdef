package sample_test

import (
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet/internal/jsonschema"
	"github.com/quartet-dev/quartet/internal/jsonschema/sample"
	"github.com/quartet-dev/quartet/internal/jsonvalue"
)

func decoded(t *testing.T, text string) map[string]any {
	t.Helper()
	value, err := jsonvalue.Decode([]byte(text), jsonvalue.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	if faults := jsonschema.Check(value); len(faults) > 0 {
		t.Fatal(faults)
	}
	return value.(map[string]any)
}

func source() *rand.Rand { return rand.New(rand.NewPCG(1, 2)) }

// Every keyword of the subset, alone and beside others that narrow it.
var fillable = map[string]string{
	"type":                     `{"type":"integer"}`,
	"types":                    `{"type":["string","null","boolean"]}`,
	"nothing said":             `{}`,
	"null":                     `{"type":"null"}`,
	"nullable":                 `{"type":"string","nullable":true,"enum":["a","b"]}`,
	"const":                    `{"const":{"a":[1,2]}}`,
	"enum":                     `{"enum":["a",1,null,{"b":true}]}`,
	"bounds of integers":       `{"type":"integer","minimum":3.5,"maximum":4.5}`,
	"bounds of numbers":        `{"type":"number","minimum":0.001,"maximum":0.002}`,
	"below":                    `{"type":"integer","maximum":-7}`,
	"lengths":                  `{"type":"string","minLength":300,"maxLength":301}`,
	"short":                    `{"type":"string","minLength":1,"maxLength":1}`,
	"empty":                    `{"type":"string","maxLength":0}`,
	"email":                    `{"type":"string","format":"email","maxLength":12}`,
	"long email":               `{"type":"string","format":"email","minLength":30}`,
	"uri":                      `{"type":"string","format":"uri"}`,
	"url":                      `{"type":"string","format":"url","maxLength":20}`,
	"uuid":                     `{"type":"string","format":"uuid"}`,
	"date":                     `{"type":"string","format":"date"}`,
	"date-time":                `{"type":"string","format":"date-time"}`,
	"another format":           `{"type":"string","format":"isbn"}`,
	"slug":                     `{"type":"string","pattern":"^[a-z0-9]+(-[a-z0-9]+)*$","maxLength":80}`,
	"long slug":                `{"type":"string","pattern":"^[a-z0-9]+(-[a-z0-9]+)*$","minLength":60,"maxLength":80}`,
	"code":                     `{"type":"string","pattern":"^BQ-[0-9A-Z]{8}$"}`,
	"pattern within":           `{"type":"string","pattern":"[0-9]{3}","minLength":3}`,
	"classes":                  `{"type":"string","pattern":"^\\p{L}[^\\s@]{2,5}\\d?(a|bc|\\.)+.$"}`,
	"pattern of links":         `{"type":"string","format":"uri","pattern":"^https://"}`,
	"nested repeats":           `{"type":"string","pattern":"^((a{1,20}){1,20}){1,2}$","maxLength":100}`,
	"lists":                    `{"type":"array","minItems":2,"maxItems":3,"items":{"type":"integer","minimum":1}}`,
	"lists of anything":        `{"type":"array","minItems":1}`,
	"objects":                  `{"type":"object","required":["a","z"],"properties":{"a":{"type":"string"},"b":{"type":"boolean"}},"additionalProperties":{"type":"integer"}}`,
	"closed objects":           `{"type":"object","additionalProperties":false,"properties":{"a":{"type":"string"}}}`,
	"references":               `{"$defs":{"m":{"type":"integer","minimum":5}},"type":"object","required":["a"],"properties":{"a":{"$ref":"#/$defs/m","maximum":6}}}`,
	"a tree":                   `{"$defs":{"n":{"type":"object","required":["v"],"properties":{"v":{"type":"integer"},"left":{"$ref":"#/$defs/n"},"more":{"type":"array","items":{"$ref":"#/$defs/n"}}}}},"$ref":"#/$defs/n"}`,
	"branches":                 `{"oneOf":[{"type":"string","maxLength":3},{"type":"integer"}]}`,
	"branches that overlap":    `{"oneOf":[{"type":"integer","minimum":0},{"type":"integer","maximum":1000}]}`,
	"branches beside the rest": `{"type":"object","required":["kind"],"properties":{"kind":{"type":"string","enum":["a","b","c"]}},"oneOf":[{"required":["x"],"properties":{"kind":{"const":"a"},"x":{"type":"integer"}}},{"required":["y"],"properties":{"kind":{"const":"b"},"y":{"type":"string"}}}]}`,
	"integers among numbers":   `{"$defs":{"n":{"type":"number"}},"$ref":"#/$defs/n","type":"integer"}`,
}

func TestValuesFitTheirSchema(t *testing.T) {
	for name, text := range fillable {
		t.Run(name, func(t *testing.T) {
			doc := decoded(t, text)
			check, err := jsonschema.Compile(doc)
			if err != nil {
				t.Fatal(err)
			}
			values, err := sample.New(doc, nil)
			if err != nil {
				t.Fatal(err)
			}
			r := source()
			for range 200 {
				v, err := values.Next(r)
				if err != nil {
					t.Fatal(err)
				}
				if violation := check.Validate(v); violation != nil {
					t.Fatalf("%v: %+v", v, violation)
				}
			}
		})
	}
}

func TestWhatCannotBeFilledIsNamed(t *testing.T) {
	for text, want := range map[string]string{
		`{"type":"integer","minimum":1.2,"maximum":1.8}`:                                                                              "no integer",
		`{"type":"object","required":["a"],"properties":{"a":{"type":"string","pattern":"^a$","minLength":2}}}`:                       "/a: no text was found for pattern ^a$",
		`{"type":"object","required":["a"],"additionalProperties":false}`:                                                             "no value was found",
		`{"type":"string","enum":[1,2]}`:                                                                                              "Must be a string",
		`{"$defs":{"n":{"type":"object","required":["n"],"properties":{"n":{"$ref":"#/$defs/n"}}}},"$ref":"#/$defs/n"}`:               "without end",
		`{"oneOf":[{"type":"string"},{"type":"string"}]}`:                                                                             "no value was found",
		`{"$defs":{"t":{"type":"string"}},"type":"object","required":["a"],"properties":{"a":{"$ref":"#/$defs/t","type":"integer"}}}`: "no type is left",
	} {
		values, err := sample.New(decoded(t, text), nil)
		if err != nil {
			t.Fatal(err)
		}
		if v, err := values.Next(source()); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, %v; want %q", text, v, err, want)
		}
	}
}

func TestTheSameSourceGivesTheSameValues(t *testing.T) {
	for name, text := range fillable {
		var runs [2][]any
		for i := range runs {
			values, err := sample.New(decoded(t, text), nil)
			if err != nil {
				t.Fatal(err)
			}
			r := source()
			for range 20 {
				v, err := values.Next(r)
				if err != nil {
					t.Fatal(name, err)
				}
				runs[i] = append(runs[i], v)
			}
		}
		if diff := cmp.Diff(runs[0], runs[1]); diff != "" {
			t.Error(name, diff)
		}
	}
}

func TestReferencesHoldWhatTheyAreGiven(t *testing.T) {
	doc := decoded(t, `{"type":"object","required":["author","readers"],"properties":{"author":{"type":"string","x-service-ref":"people"},
		"readers":{"type":"array","minItems":1,"maxItems":1,"items":{"type":"string","x-service-ref":"people"}}}}`)
	values, err := sample.New(doc, func(_ *rand.Rand, collection, property string) (any, bool) {
		return collection + " of " + property, true
	})
	if err != nil {
		t.Fatal(err)
	}
	v, err := values.Next(source())
	if err != nil {
		t.Fatal(err)
	}
	got, _ := json.Marshal(v)
	if want := `{"author":"people of author","readers":["people of readers"]}`; string(got) != want {
		t.Errorf("%s, want %s", got, want)
	}
}

func BenchmarkNext(b *testing.B) {
	value, _ := jsonvalue.Decode([]byte(`{"type":"object","required":["slug","at","title"],"properties":{
		"slug":{"type":"string","pattern":"^[a-z0-9]+(-[a-z0-9]+)*$","maxLength":80},"at":{"type":"integer","minimum":0},
		"title":{"type":"string","minLength":1,"maxLength":120},"email":{"type":"string","format":"email"},"tags":{"type":"array","items":{"type":"string"}}}}`), jsonvalue.Limits{})
	values, err := sample.New(value.(map[string]any), nil)
	if err != nil {
		b.Fatal(err)
	}
	r := source()
	for b.Loop() {
		if _, err := values.Next(r); err != nil {
			b.Fatal(err)
		}
	}
}
