package querystring

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/quartet-dev/quartet/internal/jsonschema"
	"github.com/quartet-dev/quartet/internal/jsonvalue"
)

// Coercion turns the text of a query or path value into the typed value that
// its declared JSON Schema asks for ("View REST behaviour" 3).
type Coercion struct {
	kind kind
	enum []any // nil when any value of the type will do
}

type kind uint8

const (
	asText kind = iota
	asInteger
	asNumber
	asBoolean
	unsupported // arrays, objects and choices between types
)

// Apply coerces text. The sentence says what was expected; it is empty when
// the value fits.
func (c Coercion) Apply(text string) (value any, expected string) {
	switch c.kind {
	case asText:
		value = text
	case asInteger:
		n, ok := parseInteger(text)
		if !ok {
			return nil, "Must be an integer."
		}
		value = n
	case asNumber:
		if value = parseNumber(text); value == nil {
			return nil, "Must be a number."
		}
	case asBoolean:
		if text != "true" && text != "false" {
			return nil, "Must be true or false."
		}
		value = text == "true"
	default:
		return nil, "A value of this type cannot be sent in a path or query."
	}
	if c.enum != nil && !slices.ContainsFunc(c.enum, func(each any) bool { return jsonvalue.Equal(each, value) }) {
		return nil, "Must be one of the declared values."
	}
	return value, ""
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

// CoercionOf is that of the declared property of an object schema. A schema that is
// a $ref is followed into the $defs of doc.
func CoercionOf(doc map[string]any, property string) Coercion {
	properties, _ := doc["properties"].(map[string]any)
	schema, _ := properties[property].(map[string]any)
	for {
		ref, ok := schema["$ref"].(string)
		if !ok {
			break
		}
		schema = jsonschema.Definition(doc, ref) // ends: a sealed schema has no circle of references
	}
	c := Coercion{kind: kindOf(schema)}
	c.enum, _ = schema["enum"].([]any)
	return c
}

// kindOf takes one type, null beside it being no type of its own: a query
// cannot say null.
func kindOf(schema map[string]any) kind {
	switch declared := schema["type"].(type) {
	case nil:
		return kindWithoutType(schema)
	case string:
		return kindNamed(declared)
	case []any:
		others := slices.DeleteFunc(slices.Clone(declared), func(name any) bool { return name == "null" })
		if len(others) == 1 {
			name, _ := others[0].(string)
			return kindNamed(name)
		}
	}
	return unsupported
}

func kindNamed(name string) kind {
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

// kindWithoutType is text, as the contract says of an omitted type, unless the
// schema is a choice.
func kindWithoutType(schema map[string]any) kind {
	if _, ok := schema["oneOf"]; ok {
		return unsupported
	}
	return asText
}
