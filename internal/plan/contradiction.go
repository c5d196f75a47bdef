package plan

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/quartet-dev/quartet/internal/jsonschema"
	"github.com/quartet-dev/quartet/internal/jsonvalue"
	"github.com/quartet-dev/quartet/internal/manifest"
)

// contradiction looks for a reason why no value that is made can be one that is
// wanted. What it cannot tell, such as in a oneOf, counts as possible.
type contradiction struct{ made, wanted *manifest.JSONSchema }

// find gives the place in what is wanted and the reason; "" for none.
func (c contradiction) find() (pointer, why string) {
	return c.at(c.made.Doc, c.wanted.Doc, "", "it", 0)
}

// maxContradiction bounds how deep two schemas are compared: definitions may lead
// back to themselves.
const maxContradiction = 32

func (c contradiction) at(made, wanted map[string]any, pointer, what string, level int) (at, why string) {
	if level > maxContradiction {
		return "", ""
	}
	has, wants := c.made.TypesOf(made), c.wanted.TypesOf(wanted)
	if len(has) > 0 && len(wants) > 0 && !shareType(has, wants) {
		return pointer, fmt.Sprintf("%s is %s, not %s", what, strings.Join(has, " or "), strings.Join(wants, " or "))
	}
	made, wanted = jsonschema.Effective(c.made.Doc, made), jsonschema.Effective(c.wanted.Doc, wanted)
	if values, limited := valuesOf(wanted); limited && !c.canBe(made, values) {
		return pointer, what + " is not one of the allowed values"
	}
	if !slices.Equal(has, []string{"object"}) {
		return "", ""
	}
	return c.members(made, wanted, pointer, what, level)
}

// shareType reports whether a value can have a type of both lists.
func shareType(a, b []string) bool {
	isNumber := func(t string) bool { return t == "integer" || t == "number" }
	return slices.ContainsFunc(a, func(t string) bool {
		return slices.Contains(b, t) || isNumber(t) && slices.ContainsFunc(b, isNumber)
	})
}

// valuesOf are the values that a schema lists, if it lists them.
func valuesOf(schema map[string]any) (values []any, limited bool) {
	if value, ok := schema["const"]; ok {
		return []any{value}, true
	}
	values, limited = schema["enum"].([]any)
	if limited && schema["nullable"] == true {
		values = append(slices.Clone(values), nil)
	}
	return values, limited
}

// canBe reports whether what is made can be one of the values.
func (c contradiction) canBe(made map[string]any, values []any) bool {
	if listed, limited := valuesOf(made); limited {
		return slices.ContainsFunc(values, func(v any) bool {
			return slices.ContainsFunc(listed, func(each any) bool { return jsonvalue.Equal(each, v) })
		})
	}
	types := c.made.TypesOf(made)
	return len(types) == 0 || slices.ContainsFunc(values, func(v any) bool {
		return shareType(types, c.wanted.TypesOf(map[string]any{"const": v}))
	})
}

// members compares objects: what is always there must be allowed, and what is
// wanted must be able to be there.
func (c contradiction) members(made, wanted map[string]any, pointer, what string, level int) (at, why string) {
	has, allowed := namesOf(made), namesOf(wanted)
	always := requiredOf(made)
	for _, name := range always {
		if allowed[name] == nil && wanted["additionalProperties"] == false {
			return pointer + "/additionalProperties", fmt.Sprintf("%s always has %s, which no property allows", what, strconv.Quote(name))
		}
	}
	for i, each := range requiredOf(wanted) {
		if has[each] == nil && made["additionalProperties"] == false {
			return pointer + "/required/" + strconv.Itoa(i), fmt.Sprintf("%s never has %s", what, strconv.Quote(each))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(allowed)) {
		if has[name] == nil || !slices.Contains(always, name) && !slices.Contains(requiredOf(wanted), name) {
			continue
		}
		if at, why := c.at(has[name], allowed[name], pointer+jsonvalue.Pointer("properties", name), strconv.Quote(name), level+1); why != "" {
			return at, why
		}
	}
	return "", ""
}

// namesOf are the schemas of an object's properties.
func namesOf(schema map[string]any) map[string]map[string]any {
	declared, _ := schema["properties"].(map[string]any)
	named := make(map[string]map[string]any, len(declared))
	for name, each := range declared {
		if property, ok := each.(map[string]any); ok {
			named[name] = property
		}
	}
	return named
}

func requiredOf(schema map[string]any) (names []string) {
	required, _ := schema["required"].([]any)
	for _, each := range required {
		if name, ok := each.(string); ok {
			names = append(names, name)
		}
	}
	return names
}
