package jsonschema

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"

	library "github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"

	"github.com/quartet-dev/quartet/internal/jsonvalue"
)

// worded says in our own words what one failed keyword expected.
func worded(failed *library.ValidationError) *Violation {
	v := sentence(failed.ErrorKind)
	v.Pointer = place(failed)
	return &v
}

func sentence(failed library.ErrorKind) Violation {
	switch k := failed.(type) {
	case *kind.Type:
		return Violation{Keyword: "type", Message: "Must be " + alternatives(k.Want) + ".", Expected: k.Want}
	case *kind.Const:
		return Violation{Keyword: "const", Message: "Must be " + quoted(k.Want) + ".", Expected: k.Want}
	case *kind.Enum:
		return Violation{Keyword: "enum", Message: oneOfValues(k.Want), Expected: k.Want}
	case *kind.Format:
		return Violation{Keyword: "format", Message: "Must be " + formatWords[k.Want] + ".", Expected: k.Want}
	case *kind.Pattern:
		return Violation{Keyword: "pattern", Message: "Must match the pattern " + quoted(k.Want) + ".", Expected: k.Want}
	case *kind.MinLength:
		return Violation{Keyword: "minLength", Message: "Must be a string of at least " + count(k.Want, "character") + ".", Expected: k.Want}
	case *kind.MaxLength:
		return Violation{Keyword: "maxLength", Message: "Must be a string of at most " + count(k.Want, "character") + ".", Expected: k.Want}
	case *kind.MinItems:
		return Violation{Keyword: "minItems", Message: "Must be a list of at least " + count(k.Want, "item") + ".", Expected: k.Want}
	case *kind.MaxItems:
		return Violation{Keyword: "maxItems", Message: "Must be a list of at most " + count(k.Want, "item") + ".", Expected: k.Want}
	case *kind.Minimum:
		return Violation{Keyword: "minimum", Message: "Must be at least " + decimal(k.Want) + ".", Expected: number(k.Want)}
	case *kind.Maximum:
		return Violation{Keyword: "maximum", Message: "Must be at most " + decimal(k.Want) + ".", Expected: number(k.Want)}
	}
	return Violation{Message: "The value does not fit its schema."}
}

var formatWords = map[string]string{
	"email":     "an e-mail address",
	"uri":       "an absolute URI, such as https://example.com/",
	"uuid":      "a UUID",
	"date":      "a date of the form YYYY-MM-DD",
	"date-time": "a date and time of RFC 3339, such as 2026-01-31T12:00:00Z",
}

var typeWords = map[string]string{
	"string": "a string", "number": "a number", "integer": "an integer",
	"boolean": "true or false", "object": "an object", "array": "a list",
}

// alternatives names null last: it is hardly ever what was meant.
func alternatives(types []string) string {
	var words []string
	for _, name := range types {
		if name != "null" {
			words = append(words, typeWords[name])
		}
	}
	if len(words) < len(types) {
		words = append(words, "null")
	}
	return joined(words)
}

func joined(words []string) string {
	last := len(words) - 1
	if last < 1 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:last], ", ") + " or " + words[last]
}

func count(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return strconv.Itoa(n) + " " + noun
}

// longestQuote bounds what a message repeats of the schema, in bytes.
const longestQuote = 200

func oneOfValues(values []any) string {
	words := make([]string, len(values))
	for i, v := range values {
		words[i] = quoted(v)
	}
	if list := joined(words); len(list) <= longestQuote {
		return "Must be " + list + "."
	}
	return fmt.Sprintf("Must be one of the %d declared values.", len(values))
}

func quoted(v any) string {
	text := string(jsonvalue.Append(nil, v))
	if len(text) > longestQuote {
		return "the declared value"
	}
	return text
}

// decimal writes a bound as a manifest would: bounds are decimal fractions.
func decimal(r *big.Rat) string {
	if r.IsInt() {
		return r.Num().String()
	}
	f, _ := r.Float64()
	return string(jsonvalue.AppendFloat(nil, f))
}

func number(r *big.Rat) any {
	if r.IsInt() && r.Num().IsInt64() {
		return r.Num().Int64()
	}
	f, _ := r.Float64()
	return f
}
