package jsonschema

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/quartet-dev/quartet/internal/jsonvalue"
)

// assertion is one keyword that concerns a value itself, with what to say when the
// value does not fit.
type assertion struct {
	keyword  string
	message  string
	expected any
	fits     func(v any) bool
}

// assertionsOf compiles the assertions of a schema in the order in which they are
// reported.
func assertionsOf(schema map[string]any) ([]assertion, error) {
	var tests []assertion
	for _, keyword := range assertedKeywords {
		value, ok := schema[keyword]
		if !ok {
			continue
		}
		if schema["nullable"] == true {
			value = orNull(keyword, value)
		}
		t, err := compileAssertion(keyword, value)
		if err != nil {
			return nil, err
		}
		if t.fits != nil {
			t.keyword, t.expected = keyword, value
			tests = append(tests, t)
		}
	}
	return tests, nil
}

// assertedKeywords has type first: what else is wrong with a value of another
// type is of no interest.
var assertedKeywords = []string{
	"type", "const", "enum", "format", "maxItems", "maxLength", "maximum",
	"minItems", "minLength", "minimum", "pattern",
}

// orNull says of a nullable type or enum that null is taken too. The assertion never
// sees null there; the message and the expected values shall name it.
func orNull(keyword string, value any) any {
	switch keyword {
	case "type":
		if list, ok := value.([]any); ok {
			return append(slices.Clone(list), "null")
		}
		return []any{value, "null"}
	case "enum":
		list, _ := value.([]any)
		return append(slices.Clone(list), nil)
	}
	return value
}

func compileAssertion(keyword string, value any) (assertion, error) {
	switch keyword {
	case "type":
		return typeAssertion(value), nil
	case "const":
		return assertion{message: "Must be " + quoted(value) + ".", fits: func(v any) bool { return jsonvalue.Equal(v, value) }}, nil
	case "enum":
		return enumAssertion(value), nil
	case "format":
		return formatAssertion(value), nil
	case "pattern":
		return patternAssertion(value)
	case "minimum", "maximum":
		return numberAssertion(keyword, value), nil
	case "minLength", "maxLength":
		return sizeAssertion(keyword, value, "string", "character", runes), nil
	}
	return sizeAssertion(keyword, value, "list", "item", elements), nil
}

func enumAssertion(value any) assertion {
	list, _ := value.([]any)
	scalars := make(map[any]bool, len(list))
	var others []any
	for _, each := range list {
		if key, ok := scalarKey(each); ok {
			scalars[key] = true
		} else {
			others = append(others, each)
		}
	}
	return assertion{message: choiceOf(list), fits: func(v any) bool {
		if key, ok := scalarKey(v); ok {
			return scalars[key]
		}
		for _, each := range others {
			if jsonvalue.Equal(each, v) {
				return true
			}
		}
		return false
	}}
}

// scalarKey is a map key under which equal JSON scalars are one.
func scalarKey(v any) (any, bool) {
	switch v := v.(type) {
	case nil, bool, string, int64:
		return v, true
	case float64:
		if n := int64(v); jsonvalue.Equal(n, v) {
			return n, true
		}
		return v, true
	}
	return nil, false
}

func patternAssertion(value any) (assertion, error) {
	text, _ := value.(string)
	expression, err := regexp.Compile(text)
	if err != nil {
		return assertion{}, fmt.Errorf("compile pattern: %w", err)
	}
	return assertion{message: "Must match the pattern " + quoted(value) + ".", fits: func(v any) bool {
		s, ok := v.(string)
		return !ok || expression.MatchString(s)
	}}, nil
}

func numberAssertion(keyword string, value any) assertion {
	if keyword == "minimum" {
		return assertion{message: "Must be at least " + quoted(value) + ".", fits: func(v any) bool {
			return !isNumber(v) || compareNumbers(v, value) >= 0
		}}
	}
	return assertion{message: "Must be at most " + quoted(value) + ".", fits: func(v any) bool {
		return !isNumber(v) || compareNumbers(v, value) <= 0
	}}
}

// sizeAssertion compares the size of a value, -1 for a value that has none.
func sizeAssertion(keyword string, value any, noun, unit string, sizeOf func(any) int) assertion {
	bound, _ := numberOf(value)
	limit := int(bound)
	if limit != 1 {
		unit += "s"
	}
	sentence := "Must be a " + noun + " of at %s " + strconv.Itoa(limit) + " " + unit + "."
	if strings.HasPrefix(keyword, "min") {
		return assertion{message: fmt.Sprintf(sentence, "least"), fits: func(v any) bool {
			size := sizeOf(v)
			return size < 0 || size >= limit
		}}
	}
	return assertion{message: fmt.Sprintf(sentence, "most"), fits: func(v any) bool { return sizeOf(v) <= limit }}
}

func runes(v any) int {
	if s, ok := v.(string); ok {
		return utf8.RuneCountInString(s)
	}
	return -1
}

func elements(v any) int {
	if list, ok := v.([]any); ok {
		return len(list)
	}
	return -1
}
