package querystring

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/quartet-dev/quartet/internal/jsonschema"
	"github.com/quartet-dev/quartet/internal/jsonvalue"
)

// Coercion turns the text of a query or path value into what its declared JSON
// type asks for ("View REST behaviour" 3). Whether that is a member of an enum
// is told by the schema, as it is wherever a value comes in.
type Coercion uint8

const (
	asText Coercion = iota
	asInteger
	asNumber
	asBoolean
	unsupported // arrays, objects and choices between types
)

// Supported reports whether any text can be a value of the type.
func (c Coercion) Supported() bool { return c != unsupported }

// Apply coerces text. The sentence says what was expected, and so does the name
// of the type where there is one; it is empty when the value fits.
func (c Coercion) Apply(text string) (value any, sentence string, expected any) {
	switch c {
	case asText:
		return text, "", nil
	case asInteger:
		if n, ok := parseInteger(text); ok {
			return n, "", nil
		}
		return nil, "Must be an integer.", "integer"
	case asNumber:
		return exactNumber(strings.TrimSpace(text))
	case asBoolean:
		if text == "true" || text == "false" {
			return text == "true", "", nil
		}
		return nil, "Must be true or false.", "boolean"
	case unsupported:
	}
	return nil, "A value of this type cannot be sent in a path or query.", nil
}

// parseInteger takes what reads back as the trimmed text: no plus sign, no
// leading zeros, nothing after the digits.
func parseInteger(text string) (int64, bool) {
	text = strings.TrimSpace(text)
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || text[0] == '+' || text[0] == '0' && len(text) > 1 || strings.HasPrefix(text, "-0") {
		return 0, false
	}
	return n, true
}

// parseNumber reads a finite decimal number as JSON would: int64 when it is
// whole and fits, float64 otherwise. It gives nil for anything else.
func parseNumber(text string) any {
	text = strings.TrimSpace(text)
	if n, ok := parseInteger(text); ok {
		return n
	}
	// ParseFloat would also take inf, nan, hexadecimal and underscores.
	if strings.Trim(text, "0123456789+-.eE") != "" {
		return nil
	}
	f, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsInf(f, 0) {
		return nil
	}
	return f
}

// exactNumber takes a number that comes back as it was sent, as those of a body
// must.
func exactNumber(text string) (value any, sentence string, expected any) {
	switch n := parseNumber(text).(type) {
	case nil:
		return nil, "Must be a number.", "number"
	case float64:
		if !jsonvalue.Exact(text, n) {
			return nil, jsonvalue.Inexact(text, n), nil
		}
		return n, "", nil
	default:
		return n, "", nil
	}
}

// CoercionOf reads what doc, an object schema, says of a property, also through
// $ref.
func CoercionOf(doc map[string]any, property string) Coercion {
	properties, _ := doc["properties"].(map[string]any)
	schema, _ := properties[property].(map[string]any)
	return coercionFor(jsonschema.Effective(doc, schema))
}

// coercionFor takes one type, null beside it being no type of its own: a query
// cannot say null.
func coercionFor(schema map[string]any) Coercion {
	switch declared := schema["type"].(type) {
	case nil:
		return withoutType(schema)
	case string:
		return coercionNamed(declared)
	case []any:
		others := slices.DeleteFunc(slices.Clone(declared), func(name any) bool { return name == "null" })
		if len(others) == 1 {
			name, _ := others[0].(string)
			return coercionNamed(name)
		}
	}
	return unsupported
}

func coercionNamed(name string) Coercion {
	switch name {
	case "string":
		return asText
	case "integer":
		return asInteger
	case "number":
		return asNumber
	case "boolean":
		return asBoolean
	}
	return unsupported
}

// withoutType is text, as the contract says of an omitted type, unless the
// schema is a choice.
func withoutType(schema map[string]any) Coercion {
	if _, ok := schema["oneOf"]; ok {
		return unsupported
	}
	return asText
}
