package querystring

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet/internal/jsonvalue"
)

// TestCoercion is "View REST behaviour" 3: the declared schema of a property,
// the text, and the value; refused says why there is none.
func TestCoercion(t *testing.T) {
	const notInteger, notNumber, notBoolean = "Must be an integer.", "Must be a number.", "Must be true or false."
	const notREST = "A value of this type cannot be sent in a path or query."
	for _, tc := range []struct {
		schema, text string
		want         any
		refused      string
	}{
		{`{"type":"string"}`, " as is ", " as is ", ""},
		{`{"type":"string"}`, "", "", ""},
		{`{}`, "12", "12", ""},

		{`{"type":"integer"}`, "12", int64(12), ""},
		{`{"type":"integer"}`, " -12 ", int64(-12), ""},
		{`{"type":"integer"}`, "0", int64(0), ""},
		{`{"type":"integer"}`, "9223372036854775807", int64(math.MaxInt64), ""},
		{`{"type":"integer"}`, "9223372036854775808", nil, notInteger},
		{`{"type":"integer"}`, "1.5", nil, notInteger},
		{`{"type":"integer"}`, "1abc", nil, notInteger},
		{`{"type":"integer"}`, "+1", nil, notInteger},
		{`{"type":"integer"}`, "01", nil, notInteger},
		{`{"type":"integer"}`, "-0", nil, notInteger},
		{`{"type":"integer"}`, "1e3", nil, notInteger},
		{`{"type":"integer"}`, "1_000", nil, notInteger},
		{`{"type":"integer"}`, "", nil, notInteger},

		{`{"type":"number"}`, "1.5", 1.5, ""},
		{`{"type":"number"}`, " 15 ", int64(15), ""},
		{`{"type":"number"}`, "-1e3", -1000.0, ""},
		{`{"type":"number"}`, "1e999", nil, notNumber},
		{`{"type":"number"}`, "Infinity", nil, notNumber},
		{`{"type":"number"}`, "NaN", nil, notNumber},
		{`{"type":"number"}`, "0x1p4", nil, notNumber},
		{`{"type":"number"}`, "1_000", nil, notNumber},
		{`{"type":"number"}`, "9007199254740993", int64(9007199254740993), ""},
		{`{"type":"number"}`, " +.50 ", 0.5, ""},
		{`{"type":"number"}`, "-0", nil, "Negative zero cannot be kept; write 0."},
		{`{"type":"number"}`, "1e-400", nil, "The number is too small: it would be kept as 0."},
		{`{"type":"number"}`, "0.1000000000000000055", nil, "The number has more digits than can be kept."},
		{`{"type":"number"}`, "12345678901234567890", nil, "The number has more digits than can be kept."},
		{`{"type":"number"}`, "1,5", nil, notNumber},
		{`{"type":"number"}`, "", nil, notNumber},

		{`{"type":"boolean"}`, "true", true, ""},
		{`{"type":"boolean"}`, "false", false, ""},
		{`{"type":"boolean"}`, "True", nil, notBoolean},
		{`{"type":"boolean"}`, "1", nil, notBoolean},
		{`{"type":"boolean"}`, "", nil, notBoolean},

		{`{"type":"string","enum":["a","b"]}`, "b", "b", ""},
		{`{"type":"integer","enum":[1,2]}`, "2", int64(2), ""},
		{`{"type":"integer","enum":[1,2]}`, "x", nil, notInteger},
		{`{"type":"number","enum":[1.5,2]}`, "2.0", 2.0, ""},
		{`{"type":"integer","enum":[1,2]}`, "3", int64(3), ""}, // the schema refuses it
		{`{"enum":[1]}`, "1", "1", ""},

		{`{"type":"array"}`, "[]", nil, notREST},
		{`{"type":"object"}`, "{}", nil, notREST},
		{`{"type":"null"}`, "null", nil, notREST},
		{`{"type":["string","integer"]}`, "1", nil, notREST},
		{`{"oneOf":[{"type":"string"}]}`, "a", nil, notREST},
		{`{"type":["integer","null"]}`, "1", int64(1), ""},
		{`{"type":"integer","nullable":true}`, "1", int64(1), ""},
		{`{"$ref":"#/$defs/a%20count"}`, "1", int64(1), ""},
		{`{"$ref":"#/$defs/again"}`, "x", nil, notInteger},
		{`{"$ref":"#/$defs/positive","type":"integer"}`, "3", int64(3), ""},
	} {
		doc := document(t, `{"$defs":{"a count":{"type":"integer"},"again":{"$ref":"#/$defs/a%20count"},"positive":{"minimum":1}},"properties":{"p":`+tc.schema+`}}`)
		value, refused, _ := CoercionOf(doc, "p").Apply(tc.text)
		if refused != tc.refused {
			t.Errorf("%s, %q: refused with %q, want %q", tc.schema, tc.text, refused, tc.refused)
		}
		if refused == "" {
			if diff := cmp.Diff(tc.want, value); diff != "" {
				t.Errorf("%s, %q: %s", tc.schema, tc.text, diff)
			}
		}
	}
}

func document(tb testing.TB, text string) map[string]any {
	tb.Helper()
	v, err := jsonvalue.Decode([]byte(text), jsonvalue.Limits{})
	if err != nil {
		tb.Fatal(err)
	}
	return v.(map[string]any)
}
