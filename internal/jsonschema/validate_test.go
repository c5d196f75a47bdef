package jsonschema_test

import (
	"strings"
	"testing"

	"github.com/quartet-dev/quartet/internal/jsonschema"
)

// TestValidate lists a schema, a value, and the first violation as `pointer
// keyword message`; nothing when the value fits.
func TestValidate(t *testing.T) {
	const notLink = " format Must be an absolute URI of the scheme http, https or mailto, such as https://example.com/."
	for _, tc := range []struct{ schema, value, want string }{
		{`{"type":"object"}`, `{}`, ""},
		{`{"type":"object"}`, `[]`, " type Must be an object."},
		{`{"type":["string","integer"]}`, `1.5`, " type Must be a string or an integer."},
		{`{"type":"integer"}`, `1.0`, ""},
		{`{"required":["a"]}`, `{}`, "/a required This property is required."},
		{`{"required":["z","a"]}`, `{}`, "/a required This property is required."},
		{`{"properties":{"a/b":{"required":["c~d"]}}}`, `{"a/b":{}}`, "/a~1b/c~0d required This property is required."},
		{`{"properties":{"a":{}},"additionalProperties":false}`, `{"a":1,"z":1,"b":1}`, "/b additionalProperties There is no property of this name."},
		{`{"additionalProperties":{"type":"string"}}`, `{"a":1}`, "/a type Must be a string."},
		{`{"properties":{"a":{"maxLength":40},"b":{"type":"string"}}}`, `{"b":1,"a":"` + strings.Repeat("x", 41) + `"}`, "/a maxLength Must be a string of at most 40 characters."},
		{`{"minLength":1}`, `""`, " minLength Must be a string of at least 1 character."},
		{`{"maxLength":2}`, `"äö"`, ""},
		{`{"minimum":0.5}`, `0.25`, " minimum Must be at least 0.5."},
		{`{"minimum":0.1}`, `0.1`, ""},
		{`{"maximum":150}`, `151`, " maximum Must be at most 150."},
		{`{"minItems":2}`, `[1]`, " minItems Must be a list of at least 2 items."},
		{`{"items":{"type":"string"},"maxItems":2}`, `["a",1]`, "/1 type Must be a string."},
		{`{"maxItems":0}`, `[1]`, " maxItems Must be a list of at most 0 items."},
		{`{"enum":["a",1,null]}`, `"b"`, ` enum Must be "a", 1 or null.`},
		{`{"enum":["` + strings.Repeat("x", 300) + `"]}`, `"b"`, ` enum Must be the declared value.`},
		{`{"const":"a"}`, `"b"`, ` const Must be "a".`},
		{`{"pattern":"^a$"}`, `"b"`, ` pattern Must match the pattern "^a$".`},

		{`{"format":"email"}`, `"a@example.com"`, ""},
		{`{"format":"email"}`, `"a"`, " format Must be an email address."},
		{`{"format":"url"}`, `"/a"`, notLink},
		{`{"format":"uri"}`, `"https://example.com/a"`, ""},
		{`{"format":"uri"}`, `"HTTP://example.com:80/?a=1#b"`, ""},
		{`{"format":"uri"}`, `"mailto:ada@example.com?subject=Tea"`, ""},
		{`{"format":"uri"}`, `"javascript:alert(1)"`, notLink},
		{`{"format":"uri"}`, `"JavaScript://example.com/%0aalert(1)"`, notLink},
		{`{"format":"uri"}`, `"\tjavascript:alert(1)"`, notLink},
		{`{"format":"uri"}`, `"data:text/html,x"`, notLink},
		{`{"format":"uri"}`, `"file:///etc/passwd"`, notLink},
		{`{"format":"uri"}`, `"urn:tea:1"`, notLink},
		{`{"format":"uri"}`, `"//example.com"`, notLink},
		{`{"format":"uri"}`, `"https:example.com"`, notLink},
		{`{"format":"uri"}`, `"http://"`, notLink},
		{`{"format":"uri"}`, `"mailto:"`, notLink},
		{`{"format":"uuid"}`, `"x"`, " format Must be a UUID."},
		{`{"format":"date"}`, `"2026-02-30"`, " format Must be a date of the form YYYY-MM-DD."},
		{`{"format":"date-time"}`, `"2026-02-28"`, " format Must be a date and time of RFC 3339, such as 2026-01-31T12:00:00Z."},
		{`{"format":"ipv4"}`, `"not checked"`, ""},
		{`{"format":"regex"}`, `"("`, ""},

		{`{"type":"string","nullable":true}`, `null`, ""},
		{`{"type":"string","nullable":true}`, `1`, " type Must be a string or null."},
		{`{"type":"string"}`, `null`, " type Must be a string."},
		{`{"type":["null","string"],"nullable":true}`, `null`, ""},
		{`{"type":"string","enum":["a"],"nullable":true}`, `null`, ""},
		{`{"const":"a","nullable":true}`, `null`, ""},
		{`{"const":"a","nullable":true}`, `"b"`, ` const Must be "a".`},
		{`{"$defs":{"s":{"type":"string"}},"$ref":"#/$defs/s","nullable":true}`, `null`, ""},
		{`{"$defs":{"s":{"type":"string"}},"properties":{"a":{"$ref":"#/$defs/s","nullable":true}}}`, `{"a":1}`, "/a type Must be a string."},

		{`{"$defs":{"a b/c":{"type":"string"}},"items":{"$ref":"#/$defs/a%20b~1c"}}`, `[1]`, "/0 type Must be a string."},
		{`{"$defs":{"n":{"properties":{"n":{"$ref":"#/$defs/n"}},"additionalProperties":false}},"$ref":"#/$defs/n"}`, `{"n":{"n":{"m":1}}}`, "/n/n/m additionalProperties There is no property of this name."},

		{`{"oneOf":[{"type":"string"},{"type":"integer"}]}`, `true`, " oneOf Must match exactly one of the allowed forms."},
		{`{"oneOf":[{"type":"number"},{"type":"integer"}]}`, `1`, " oneOf Must match exactly one of the allowed forms."},
		{`{"oneOf":[{"type":"string","maxLength":1},{"type":"integer"}]}`, `"long"`, " maxLength Must be a string of at most 1 character."},
		{`{"properties":{"b":{"oneOf":[
			{"properties":{"kind":{"const":"text"},"text":{"type":"string"}},"required":["kind","text"]},
			{"properties":{"kind":{"const":"image"},"src":{"type":"string"}},"required":["kind","src"]}]}}}`,
			`{"b":{"kind":"image","src":1}}`, "/b/src type Must be a string."},
		{`{"oneOf":[{"properties":{"kind":{"const":"a"}},"required":["kind"]},{"properties":{"kind":{"const":"b"}},"required":["kind"]}]}`,
			`{}`, " oneOf Must match exactly one of the allowed forms."},

		{`{"enum":["a"],"nullable":true}`, `"b"`, ` enum Must be "a" or null.`},
		{`{"type":["null","string"]}`, `1`, " type Must be a string or null."},
		{`{"type":"object","enum":[1]}`, `"b"`, " type Must be an object."},
		{`{"enum":[1,2.5,{"a":[1]}]}`, `1.0`, ""},
		{`{"enum":[1,2.5,{"a":[1]}]}`, `{"a":[1.0]}`, ""},
		{`{"enum":[1,2.5,{"a":[1]}]}`, `{"a":[2]}`, ` enum Must be 1, 2.5 or {"a":[1]}.`},
		{`{"minimum":9007199254740993}`, `9007199254740992`, " minimum Must be at least 9007199254740993."},
		{`{"maximum":1.5}`, `2`, " maximum Must be at most 1.5."},
		{`{"maximum":1e300}`, `9223372036854775807`, ""},
		{`{"minimum":-1e300}`, `-9223372036854775808`, ""},
		{`{"minimum":-1.5}`, `-1.75`, " minimum Must be at least -1.5."},
		{`{"required":["b"],"properties":{"a":{"type":"string"}}}`, `{"a":1}`, "/a type Must be a string."},

		{`{"title":"T","default":1,"x-any":{"type":"string"},"type":"integer"}`, `1`, ""},
	} {
		schema := compiled(t, jsonschema.Compile, tc.schema)
		if got := line(schema.Validate(decode(t, tc.value))); got != tc.want {
			t.Errorf("%s\nagainst %s\n got %q\nwant %q", tc.value, tc.schema, got, tc.want)
		}
	}
}

// TestPartialDrafts is "Partial drafts": required properties may be missing,
// whatever is present is checked.
func TestPartialDrafts(t *testing.T) {
	doc := `{"required":["a"],"properties":{"a":{"type":"object","required":["b"]}}}`
	partial := compiled(t, jsonschema.Partial, doc)
	for value, want := range map[string]string{
		`{}`:       "",
		`{"a":{}}`: "/a/b required This property is required.",
		`{"a":1}`:  "/a type Must be an object.",
	} {
		if got := line(partial.Validate(decode(t, value))); got != want {
			t.Errorf("%s: got %q, want %q", value, got, want)
		}
	}
}

const tree = `{"$defs":{"n":{"oneOf":[
	{"properties":{"kind":{"const":"a"},"child":{"$ref":"#/$defs/n"}},"required":["kind"]},
	{"properties":{"kind":{"const":"b"},"child":{"$ref":"#/$defs/n"}},"required":["kind"]}]}},"$ref":"#/$defs/n"}`

// TestAnyValueIsCheckedInBoundedTime: under a recursive oneOf the ways to read
// a value double with every level. A discriminator picks one way; without one
// the check gives up.
func TestAnyValueIsCheckedInBoundedTime(t *testing.T) {
	nested := func(levels int, member, last string) any {
		return decode(t, strings.Repeat("{"+member+`"child":`, levels)+last+strings.Repeat("}", levels))
	}
	discriminated := compiled(t, jsonschema.Compile, tree)
	if got := line(discriminated.Validate(nested(90, `"kind":"b",`, `{"kind":"a"}`))); got != "" {
		t.Errorf("got %q, want none", got)
	}
	want := strings.Repeat("/child", 90) + " oneOf Must match exactly one of the allowed forms."
	if got := line(discriminated.Validate(nested(90, `"kind":"b",`, `{"kind":"x"}`))); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	open := compiled(t, jsonschema.Compile, strings.ReplaceAll(tree, "const", "x-const"))
	if got := line(open.Validate(nested(90, `"kind":"y",`, `{"kind":"x"}`))); got != " oneOf The value is too complex to be checked." {
		t.Errorf("got %q", got)
	}
}

func TestValidateNamesTheSamePlaceEveryTime(t *testing.T) {
	schema := compiled(t, jsonschema.Compile, `{"additionalProperties":{"type":"string"},"required":["x"]}`)
	value := decode(t, `{"c":1,"b":2,"d":3,"e":4,"f":5}`)
	for range 50 {
		if got := schema.Validate(value); got.Pointer != "/b" {
			t.Fatalf("got %q, want /b", got.Pointer)
		}
	}
}

func TestCompileLeavesTheDocument(t *testing.T) {
	const text = `{"type":["string"],"nullable":true,"enum":["a"],"format":"url"}`
	doc := decode(t, text)
	if _, err := jsonschema.Compile(doc); err != nil {
		t.Fatal(err)
	}
	if got := encode(doc); got != encode(decode(t, text)) {
		t.Errorf("Compile changed the document to %s", got)
	}
}

func compiled(t *testing.T, compile func(any) (*jsonschema.Schema, error), text string) *jsonschema.Schema {
	t.Helper()
	doc := decode(t, text)
	if problems := jsonschema.Check(doc); len(problems) > 0 {
		t.Fatalf("%s: %v", text, problems)
	}
	schema, err := compile(doc)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return schema
}

func line(v *jsonschema.Violation) string {
	if v == nil {
		return ""
	}
	return v.Pointer + " " + v.Keyword + " " + v.Message
}
