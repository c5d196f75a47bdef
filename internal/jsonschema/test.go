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

// test is one keyword that concerns a value itself, with what to say when the
// value does not fit.
type test struct {
	keyword  string
	message  string
	expected any
	fits     func(v any) bool
}

// testsOf compiles the tests of a schema in the order in which they are
// reported.
func testsOf(schema map[string]any) ([]test, error) {
	var tests []test
	for _, keyword := range testedKeywords {
		value, ok := schema[keyword]
		if !ok {
			continue
		}
		if schema["nullable"] == true {
			value = orNull(keyword, value)
		}
		t, err := compileTest(keyword, value)
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

// testedKeywords has type first: what else is wrong with a value of another
// type is of no interest.
var testedKeywords = []string{
	"type", "const", "enum", "format", "maxItems", "maxLength", "maximum",
	"minItems", "minLength", "minimum", "pattern",
}

// orNull says of a nullable type or enum that null is taken too. The test never
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

func compileTest(keyword string, value any) (test, error) {
	switch keyword {
	case "type":
		return typeTest(value), nil
	case "const":
		return test{message: "Must be " + quoted(value) + ".", fits: func(v any) bool { return jsonvalue.Equal(v, value) }}, nil
	case "enum":
		return enumTest(value), nil
	case "format":
		return formatTest(value), nil
	case "pattern":
		return patternTest(value)
	case "minimum", "maximum":
		return numberTest(keyword, value), nil
	case "minLength", "maxLength":
		return sizeTest(keyword, value, "string", "character", runes), nil
	}
	return sizeTest(keyword, value, "list", "item", elements), nil
}

func enumTest(value any) test {
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
	return test{message: choiceOf(list), fits: func(v any) bool {
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

func patternTest(value any) (test, error) {
	text, _ := value.(string)
	expression, err := regexp.Compile(text)
	if err != nil {
		return test{}, fmt.Errorf("compile pattern: %w", err)
	}
	return test{message: "Must match the pattern " + quoted(value) + ".", fits: func(v any) bool {
		s, ok := v.(string)
		return !ok || expression.MatchString(s)
	}}, nil
}

func numberTest(keyword string, value any) test {
	if keyword == "minimum" {
		return test{message: "Must be at least " + quoted(value) + ".", fits: func(v any) bool {
			return !isNumber(v) || compareNumbers(v, value) >= 0
		}}
	}
	return test{message: "Must be at most " + quoted(value) + ".", fits: func(v any) bool {
		return !isNumber(v) || compareNumbers(v, value) <= 0
	}}
}

// sizeTest compares the size of a value, -1 for a value that has none.
func sizeTest(keyword string, value any, noun, unit string, sizeOf func(any) int) test {
	bound, _ := numberOf(value)
	limit := int(bound)
	if limit != 1 {
		unit += "s"
	}
	sentence := "Must be a " + noun + " of at %s " + strconv.Itoa(limit) + " " + unit + "."
	if strings.HasPrefix(keyword, "min") {
		return test{message: fmt.Sprintf(sentence, "least"), fits: func(v any) bool {
			size := sizeOf(v)
			return size < 0 || size >= limit
		}}
	}
	return test{message: fmt.Sprintf(sentence, "most"), fits: func(v any) bool { return sizeOf(v) <= limit }}
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
