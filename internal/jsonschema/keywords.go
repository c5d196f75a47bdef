package jsonschema

import (
	"maps"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/jsonvalue"
)

type checkValue func(c *checker, pointer string, v any)

// supported are the keywords of the subset with the check of their value. It is
// filled by init because schemas hold schemas.
var supported map[string]checkValue

var supportedNames []string

func init() {
	supported = map[string]checkValue{
		"$defs":                (*checker).schemas,
		"$ref":                 (*checker).ref,
		"oneOf":                (*checker).oneOf,
		"const":                anything,
		"type":                 (*checker).types,
		"properties":           (*checker).schemas,
		"required":             (*checker).required,
		"items":                (*checker).schema,
		"enum":                 (*checker).enum,
		"format":               (*checker).text,
		"pattern":              (*checker).pattern,
		"minLength":            (*checker).count,
		"maxLength":            (*checker).count,
		"minimum":              (*checker).number,
		"maximum":              (*checker).number,
		"minItems":             (*checker).count,
		"maxItems":             (*checker).count,
		"nullable":             (*checker).boolean,
		"readOnly":             (*checker).boolean,
		"default":              anything,
		"additionalProperties": (*checker).additional,
		"title":                (*checker).localized,
		"description":          (*checker).localized,
		"x-service-bind":       (*checker).bind,
		"x-service-ref":        (*checker).text,
		"x-mcp-hint":           (*checker).text,
	}
	supportedNames = slices.Sorted(maps.Keys(supported))
}

// unsupported are the keywords that open-parts.md names as unsupported.
var unsupported = []string{
	"anyOf", "allOf", "not", "if", "then", "else", "$anchor", "$dynamicAnchor",
	"$dynamicRef", "definitions", "patternProperties", "prefixItems", "contains",
	"dependentSchemas", "propertyNames", "unevaluatedProperties",
}

var typeNames = []string{"string", "number", "integer", "boolean", "object", "array", "null"}

var bindValues = []string{"ctx.user", "ctx.staff", "now"}

var bounds = []struct{ low, high string }{
	{"minLength", "maxLength"}, {"minimum", "maximum"}, {"minItems", "maxItems"},
}

func isExtension(key string) bool { return strings.HasPrefix(key, "x-") }

func anything(*checker, string, any) {}

func (c *checker) schemas(pointer string, v any) {
	named, ok := v.(map[string]any)
	if !ok {
		c.invalid(pointer, "This must be a map from names to JSON Schemas.").Expected = "object"
		return
	}
	for _, name := range slices.Sorted(maps.Keys(named)) {
		c.schema(pointer+jsonvalue.Pointer(name), named[name])
	}
}

func (c *checker) oneOf(pointer string, v any) {
	branches, ok := v.([]any)
	if !ok || len(branches) == 0 {
		c.invalid(pointer, "oneOf must be a list of at least one JSON Schema.").Expected = "array"
		return
	}
	for i, branch := range branches {
		c.schema(pointer+jsonvalue.Pointer(strconv.Itoa(i)), branch)
	}
}

func (c *checker) types(pointer string, v any) {
	list, isList := v.([]any)
	if !isList {
		c.typeName(pointer, v)
		return
	}
	if len(list) == 0 {
		c.invalid(pointer, "A list of types must not be empty.").Expected = typeNames
	}
	for i, each := range list {
		at := pointer + jsonvalue.Pointer(strconv.Itoa(i))
		c.typeName(at, each)
		c.distinct(at, list[:i], each)
	}
}

func (c *checker) typeName(pointer string, v any) {
	name, isText := v.(string)
	if isText && slices.Contains(typeNames, name) {
		return
	}
	p := c.invalid(pointer, "There is no such JSON Schema type.")
	p.Expected = typeNames
	p.Suggestion = diag.Meant(name, typeNames)
}

func (c *checker) required(pointer string, v any) {
	list, ok := v.([]any)
	if !ok {
		c.invalid(pointer, "required must be a list of property names.").Expected = "array"
		return
	}
	for i, each := range list {
		at := pointer + jsonvalue.Pointer(strconv.Itoa(i))
		if _, isText := each.(string); !isText {
			c.invalid(at, "A required property is named by a string.").Expected = "string"
		}
		c.distinct(at, list[:i], each)
	}
}

func (c *checker) distinct(pointer string, before []any, v any) {
	if slices.ContainsFunc(before, func(other any) bool { return jsonvalue.Equal(other, v) }) {
		c.invalid(pointer, "The list names this more than once.")
	}
}

func (c *checker) enum(pointer string, v any) {
	if list, ok := v.([]any); !ok || len(list) == 0 {
		c.invalid(pointer, "enum must be a list of at least one value.").Expected = "array"
	}
}

func (c *checker) text(pointer string, v any) {
	if text, ok := v.(string); !ok || text == "" {
		c.invalid(pointer, "This must be a non-empty string.").Expected = "string"
	}
}

func (c *checker) pattern(pointer string, v any) {
	text, ok := v.(string)
	if !ok {
		c.invalid(pointer, "pattern must be a string.").Expected = "string"
		return
	}
	if _, err := regexp.Compile(text); err != nil {
		c.add(diag.InvalidPattern, pointer, "The pattern is no regular expression of RE2: "+reasonOf(err)+".")
	}
}

// reasonOf takes what regexp found wrong without its repetition of the pattern.
func reasonOf(err error) string {
	return strings.TrimPrefix(err.Error(), "error parsing regexp: ")
}

// maxCount keeps bounds inside what an int holds on every platform.
const maxCount = math.MaxInt32

func (c *checker) count(pointer string, v any) {
	n, ok := numberOf(v)
	if !ok || n < 0 || n > maxCount || n != math.Trunc(n) {
		c.invalid(pointer, "This must be an integer from 0 to 2147483647.").Expected = "integer"
	}
}

func (c *checker) number(pointer string, v any) {
	if _, ok := numberOf(v); !ok {
		c.invalid(pointer, "This must be a number.").Expected = "number"
	}
}

func numberOf(v any) (float64, bool) {
	switch v := v.(type) {
	case int64:
		return float64(v), true
	case float64:
		return v, true
	}
	return 0, false
}

// ordered wants low not above high where both are numbers.
func (c *checker) ordered(pointer string, schema map[string]any, low, high string) {
	least, hasLeast := numberOf(schema[low])
	most, hasMost := numberOf(schema[high])
	if hasLeast && hasMost && least > most {
		c.invalid(pointer+"/"+high, high+" must not be smaller than "+low+".")
	}
}

func (c *checker) boolean(pointer string, v any) {
	if _, ok := v.(bool); !ok {
		c.invalid(pointer, "This must be true or false.").Expected = "boolean"
	}
}

func (c *checker) additional(pointer string, v any) {
	if _, ok := v.(bool); !ok {
		c.schema(pointer, v)
	}
}

// localized checks a LocalizedText: a non-empty string or a map from locale to
// string.
func (c *checker) localized(pointer string, v any) {
	texts, ok := v.(map[string]any)
	if !ok || len(texts) == 0 {
		c.localizedString(pointer, v)
		return
	}
	for _, locale := range slices.Sorted(maps.Keys(texts)) {
		if _, ok := texts[locale].(string); !ok {
			c.invalid(pointer+jsonvalue.Pointer(locale), "The text of a locale must be a string.").Expected = "string"
		}
	}
}

func (c *checker) localizedString(pointer string, v any) {
	if text, ok := v.(string); !ok || text == "" {
		c.invalid(pointer, "This must be a non-empty string or a map from locale to string.").Expected = []string{"string", "object"}
	}
}

func (c *checker) bind(pointer string, v any) {
	value, isText := v.(string)
	if isText && slices.Contains(bindValues, value) {
		return
	}
	p := c.add(diag.BindValueNotInEnum, pointer, "x-service-bind must be ctx.user, ctx.staff or now.")
	p.Expected = bindValues
	p.Suggestion = diag.Meant(value, bindValues)
}
