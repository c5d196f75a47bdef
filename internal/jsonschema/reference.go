package jsonschema

import (
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/jsonvalue"
)

const defsPrefix = "#/$defs/"

// ref checks the form of a $ref and that its definition exists.
func (c *checker) ref(pointer string, v any) {
	text, _ := v.(string)
	name, ok := definitionName(text)
	if !ok {
		c.add(diag.JSONSchemaRefInvalid, pointer, "A $ref must have the form #/$defs/<name>.").Expected = "#/$defs/<name>"
		return
	}
	if _, ok := c.defs[name]; !ok {
		p := c.add(diag.JSONSchemaRefInvalid, pointer, "The root's $defs hold no definition of this name.")
		if near := diag.Nearest(name, slices.Collect(maps.Keys(c.defs))); near != "" {
			p.Suggestion = refTo(near)
		}
	}
}

// Definition is the schema that a $ref of doc stands for; nil when it names
// none.
func Definition(doc map[string]any, ref string) map[string]any {
	name, _ := definitionName(ref)
	defs, _ := doc["$defs"].(map[string]any)
	schema, _ := defs[name].(map[string]any)
	return schema
}

// DefinitionName is the key in $defs that a $ref names; false for any other
// value.
func DefinitionName(ref any) (string, bool) {
	text, _ := ref.(string)
	return definitionName(text)
}

// definitionName reads the one token after #/$defs/, which is a URI fragment
// that holds a JSON pointer.
func definitionName(ref string) (string, bool) {
	token, ok := strings.CutPrefix(ref, defsPrefix)
	if !ok || token == "" || strings.Contains(token, "/") {
		return "", false
	}
	token, err := url.PathUnescape(token)
	if err != nil {
		return "", false
	}
	return jsonvalue.SplitPointer("/" + token)[0], true
}

// refTo writes the $ref to a definition.
func refTo(name string) string {
	return defsPrefix + url.PathEscape(strings.TrimPrefix(jsonvalue.Pointer(name), "/"))
}

// cyclicRefs finds definitions that need themselves before they look at any
// part of the value: such a check would never end.
func (c *checker) cyclicRefs() {
	state := make(map[string]refState, len(c.defs))
	for _, name := range slices.Sorted(maps.Keys(c.defs)) {
		c.follow(name, state)
	}
}

type refState uint8

const (
	unseen refState = iota
	open            // being followed: meeting it again is a circle
	done
)

func (c *checker) follow(name string, state map[string]refState) {
	if state[name] != unseen {
		return
	}
	state[name] = open
	for _, ref := range inPlaceRefs(jsonvalue.Pointer("$defs", name), c.defs[name], nil) {
		if state[ref.name] == open {
			c.add(diag.JSONSchemaRefInvalid, ref.pointer, "This $ref leads back to its own definition without end.")
		}
		if _, ok := c.defs[ref.name]; ok {
			c.follow(ref.name, state)
		}
	}
	state[name] = done
}

type inPlaceRef struct{ pointer, name string }

// inPlaceRefs collects the references that apply to the same value as schema.
func inPlaceRefs(pointer string, schema any, found []inPlaceRef) []inPlaceRef {
	keys, _ := schema.(map[string]any)
	if ref, ok := keys["$ref"].(string); ok {
		if name, ok := definitionName(ref); ok {
			found = append(found, inPlaceRef{pointer + "/$ref", name})
		}
	}
	branches, _ := keys["oneOf"].([]any)
	for i, branch := range branches {
		found = inPlaceRefs(pointer+"/oneOf/"+strconv.Itoa(i), branch, found)
	}
	return found
}
