package jsonschema

import (
	"maps"
	"slices"
	"strconv"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/jsonvalue"
)

// Problem is one fault of a schema document. Pointer is relative to the
// document's root; OnKey says that the key at Pointer is wrong, not its value.
type Problem struct {
	Code       diag.Code
	Pointer    string
	OnKey      bool
	Message    string
	Expected   any
	Suggestion string
}

// Limits of a schema document (open-parts.md, JSON Schema subset).
const (
	maxLevels = 100
	maxNodes  = 10_000
)

// Check lists every fault of doc against the subset, in document order as far
// as JSON values have one (keys sorted). A document beyond the limits is not
// looked at further.
func Check(doc any) []Problem {
	c := &checker{}
	if pointer, reason := beyondLimits(doc); reason != "" {
		c.add(diag.JSONSchemaLimitExceeded, pointer, reason)
		return c.problems
	}
	if root, ok := doc.(map[string]any); ok {
		c.defs, _ = root["$defs"].(map[string]any)
	}
	c.schema("", doc)
	c.cyclicRefs()
	return c.problems
}

type checker struct {
	problems []Problem
	defs     map[string]any
}

func (c *checker) add(code diag.Code, pointer, message string) *Problem {
	c.problems = append(c.problems, Problem{Code: code, Pointer: pointer, Message: message})
	return &c.problems[len(c.problems)-1]
}

// invalid reports a wrong type or value.
func (c *checker) invalid(pointer, message string) *Problem {
	return c.add(diag.InvalidManifestEnvelope, pointer, message)
}

// schema checks one schema object. The depth is bounded by beyondLimits.
func (c *checker) schema(pointer string, v any) {
	schema, ok := v.(map[string]any)
	if !ok {
		c.invalid(pointer, "A JSON Schema must be an object.").Expected = "object"
		return
	}
	for _, key := range slices.Sorted(maps.Keys(schema)) {
		at := pointer + jsonvalue.Pointer(key)
		if check, ok := supported[key]; ok {
			check(c, at, schema[key])
		} else {
			c.unknownKey(at, key)
		}
	}
	for _, pair := range bounds {
		c.ordered(pointer, schema, pair.low, pair.high)
	}
}

func (c *checker) unknownKey(pointer, key string) {
	switch {
	case isExtension(key):
	case slices.Contains(unsupported, key):
		p := c.add(diag.JSONSchemaUnsupported, pointer, "The JSON Schema keyword "+strconv.Quote(key)+" is not supported.")
		p.OnKey = true
	default:
		p := c.invalid(pointer, "There is no JSON Schema keyword "+strconv.Quote(key)+" here.")
		p.OnKey = true
		p.Suggestion = diag.Meant(key, supportedNames)
	}
}

// beyondLimits walks doc with a stack of its own, so that no depth can harm.
func beyondLimits(doc any) (pointer, reason string) {
	type visit struct {
		pointer string
		value   any
		level   int
	}
	nodes := 0
	stack := []visit{{value: doc, level: 1}}
	for len(stack) > 0 {
		at := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if nodes++; nodes > maxNodes {
			return "", "The JSON Schema has more than 10,000 nodes."
		}
		push := func(token string, v any) {
			stack = append(stack, visit{at.pointer + jsonvalue.Pointer(token), v, at.level + 1})
		}
		switch v := at.value.(type) {
		case map[string]any:
			if at.level > maxLevels {
				return at.pointer, tooDeep
			}
			for _, key := range slices.Backward(slices.Sorted(maps.Keys(v))) {
				push(key, v[key])
			}
		case []any:
			if at.level > maxLevels {
				return at.pointer, tooDeep
			}
			for i, each := range slices.Backward(v) {
				push(strconv.Itoa(i), each)
			}
		}
	}
	return "", ""
}

const tooDeep = "The JSON Schema is nested deeper than 100 levels."
