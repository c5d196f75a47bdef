package jsonschema

import (
	"math"
	"slices"
	"strings"

	"github.com/quartet-dev/quartet/internal/jsonvalue"
)

func typeAssertion(value any) assertion {
	names, ok := value.([]any)
	if !ok {
		names = []any{value}
	}
	if len(names) == 1 {
		name, _ := names[0].(string)
		return assertion{message: "Must be " + typeWords[name] + ".", fits: func(v any) bool { return isType(name, v) }}
	}
	return assertion{message: "Must be " + alternatives(names) + ".", fits: func(v any) bool { return HasType(names, v) }}
}

// HasType reports whether a JSON value has the type, or one of the types, that a
// schema's keyword type names. Without the keyword every value has.
func HasType(keyword, value any) bool {
	switch names := keyword.(type) {
	case string:
		return isType(names, value)
	case []any:
		return slices.ContainsFunc(names, func(each any) bool { return HasType(each, value) })
	}
	return true
}

func isType(name string, v any) bool {
	switch v := v.(type) {
	case nil:
		return name == "null"
	case bool:
		return name == "boolean"
	case string:
		return name == "string"
	case int64:
		return name == "integer" || name == "number"
	case float64:
		return name == "number" || name == "integer" && v == math.Trunc(v)
	case []any:
		return name == "array"
	case map[string]any:
		return name == "object"
	}
	return false
}

var typeWords = map[string]string{
	"string": "a string", "number": "a number", "integer": "an integer",
	"boolean": "true or false", "object": "an object", "array": "a list", "null": "null",
}

// alternatives names null last: it is hardly ever what was meant.
func alternatives(names []any) string {
	var words []string
	for _, name := range names {
		if text, _ := name.(string); text != "null" {
			words = append(words, typeWords[text])
		}
	}
	if len(words) < len(names) {
		words = append(words, typeWords["null"])
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

// maxQuote bounds what a message repeats of the schema, in bytes.
const maxQuote = 200

func choiceOf(values []any) string {
	words := make([]string, len(values))
	for i, v := range values {
		words[i] = quoted(v)
	}
	if list := joined(words); len(list) <= maxQuote {
		return "Must be " + list + "."
	}
	return "Must be one of the declared values."
}

func quoted(v any) string {
	if text := jsonvalue.Append(nil, v); len(text) <= maxQuote {
		return string(text)
	}
	return "the declared value"
}
