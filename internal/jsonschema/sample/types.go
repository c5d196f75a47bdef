package sample

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
)

// ofTypes makes values of the types that a schema declares, or that its keywords
// speak of.
func (m *maker) ofTypes(schema map[string]any) (func(*rand.Rand, int) (any, error), error) {
	names := list(schema["type"])
	if len(names) == 0 {
		if schema["type"] != nil {
			return nil, errors.New("no type is left that the schema allows")
		}
		names = []any{typeMeant(schema)}
	}
	var makers []func(*rand.Rand, int) (any, error)
	null := schema["nullable"] == true
	for _, name := range names {
		if name == "null" {
			null = true
			continue
		}
		made, err := m.ofType(name, schema)
		if err != nil {
			return nil, err
		}
		makers = append(makers, made)
	}
	return oftenNot(null, makers), nil
}

// nulls is how many of a hundred values that may be null are.
const nulls = 10

func oftenNot(null bool, makers []func(*rand.Rand, int) (any, error)) func(*rand.Rand, int) (any, error) {
	return func(r *rand.Rand, depth int) (any, error) {
		if len(makers) == 0 || null && (depth > optionalDepth || r.IntN(100) < nulls) {
			return nil, nil
		}
		return makers[Skewed(r, len(makers))](r, depth)
	}
}

var keywordTypes = []struct{ keyword, name string }{
	{"properties", "object"}, {"required", "object"}, {"additionalProperties", "object"},
	{"items", "array"}, {"minItems", "array"}, {"maxItems", "array"},
	{"minimum", "number"}, {"maximum", "number"},
}

// typeMeant is the type that a schema without one speaks of.
func typeMeant(schema map[string]any) string {
	for _, each := range keywordTypes {
		if _, ok := schema[each.keyword]; ok {
			return each.name
		}
	}
	return "string"
}

func (m *maker) ofType(name any, schema map[string]any) (func(*rand.Rand, int) (any, error), error) {
	switch name {
	case "string":
		return text(schema)
	case "integer":
		return integers(schema)
	case "number":
		return numbers(schema)
	case "boolean":
		return func(r *rand.Rand, _ int) (any, error) { return r.IntN(2) == 0, nil }, nil
	case "array":
		return m.lists(schema), nil
	case "object":
		return m.objects(schema), nil
	}
	return nil, fmt.Errorf("there is no type %v", name)
}

// usualRange is how far numbers go from a bound where the other one is missing.
const usualRange = 100_000

func boundsOf(schema map[string]any) (low, high float64) {
	low, high = math.Inf(-1), math.Inf(1)
	low, high = number(schema["minimum"], low), number(schema["maximum"], high)
	switch {
	case math.IsInf(low, -1) && math.IsInf(high, 1):
		return 0, usualRange
	case math.IsInf(low, -1):
		return min(high-usualRange, 0), high
	case math.IsInf(high, 1):
		return low, low + usualRange
	}
	return low, high
}

// exactIntegers are the integers that a float keeps.
const exactIntegers = 1 << 53

func integers(schema map[string]any) (func(*rand.Rand, int) (any, error), error) {
	low, high := boundsOf(schema)
	first, last := int64(math.Ceil(max(low, -exactIntegers))), int64(math.Floor(min(high, exactIntegers)))
	if first > last {
		return nil, fmt.Errorf("no integer lies between %v and %v", low, high)
	}
	return func(r *rand.Rand, _ int) (any, error) { return first + r.Int64N(last-first+1), nil }, nil
}

// numbers have two decimals where their range leaves room for them.
func numbers(schema map[string]any) (func(*rand.Rand, int) (any, error), error) {
	low, high := boundsOf(schema)
	if low > high {
		return nil, fmt.Errorf("no number lies between %v and %v", low, high)
	}
	return func(r *rand.Rand, _ int) (any, error) {
		exact := low + r.Float64()*(high-low)
		rounded := math.Round(exact*100) / 100
		if rounded < low || rounded > high {
			rounded = min(max(exact, low), high)
		}
		return rounded, nil
	}, nil
}

// usualItems is how many items a list has more than it must, at most.
const usualItems = 3

func (m *maker) lists(schema map[string]any) func(*rand.Rand, int) (any, error) {
	items, ok := schema["items"].(map[string]any)
	if !ok {
		items = map[string]any{"type": "string"}
	}
	each := m.source.maker(m.name, items)
	least := int(number(schema["minItems"], 0))
	most := int(number(schema["maxItems"], float64(least+usualItems)))
	return func(r *rand.Rand, depth int) (any, error) {
		n := least
		if room := min(most-least, usualItems); room > 0 && depth < optionalDepth {
			n += r.IntN(room + 1)
		}
		values := make([]any, 0, n)
		for range n {
			value, err := each.next(r, depth+1)
			if err != nil {
				return nil, err
			}
			values = append(values, value)
		}
		return values, nil
	}
}

// present is how many of a hundred optional members are there.
const present = 85

func (m *maker) objects(schema map[string]any) func(*rand.Rand, int) (any, error) {
	required := map[string]bool{}
	for _, name := range list(schema["required"]) {
		if text, ok := name.(string); ok {
			required[text] = true
		}
	}
	members := m.members(schema, required)
	names := slices.Sorted(maps.Keys(members))
	return func(r *rand.Rand, depth int) (any, error) {
		object := make(map[string]any, len(names))
		for _, name := range names {
			if !required[name] && (depth >= optionalDepth || r.IntN(100) >= present) {
				continue
			}
			value, err := members[name].next(r, depth+1)
			if err != nil {
				return nil, fmt.Errorf("/%s: %w", name, err)
			}
			object[name] = value
		}
		return object, nil
	}
}

// members are the declared properties, and those that are only required.
func (m *maker) members(schema map[string]any, required map[string]bool) map[string]*maker {
	members := map[string]*maker{}
	declared, _ := schema["properties"].(map[string]any)
	for name, property := range declared {
		if p, ok := property.(map[string]any); ok {
			members[name] = m.source.maker(name, p)
		}
	}
	additional, _ := schema["additionalProperties"].(map[string]any)
	for name := range required {
		if members[name] == nil {
			members[name] = m.source.maker(name, additional)
		}
	}
	return members
}
