package openapi

import (
	"maps"
	"regexp/syntax"
	"slices"
	"strings"

	"github.com/quartet-dev/quartet/internal/jsonschema"
)

// exampleOf is a value that fits a JSON Schema of the manifests' subset; nil where
// none was found.
func exampleOf(doc object) any {
	example, _ := sampled(doc)
	return example
}

// sampled makes a value with every property, or else with the required ones
// alone. It is given only if it fits.
func sampled(doc object) (any, bool) {
	compiled, err := jsonschema.Compile(doc)
	if err != nil {
		return nil, false
	}
	for _, all := range []bool{true, false} {
		value := sampler{doc, all}.value(doc, 0)
		if value != nil && !misleading(value) && compiled.Validate(value) == nil {
			return value, true
		}
	}
	return nil, false
}

// misleading reports whether readers of the document take a value for something
// else: for a reference, or for the prototype of an object.
func misleading(v any) bool {
	switch v := v.(type) {
	case object:
		for key, each := range v {
			if key == "$ref" || key == "__proto__" || misleading(each) {
				return true
			}
		}
	case []any:
		return slices.ContainsFunc(v, misleading)
	}
	return false
}

// sampler makes values of the schemas of doc.
type sampler struct {
	doc object
	all bool // properties that need not be there, too
}

// maxSampleDepth is how deep a value nests at most: schemas may refer to themselves.
const maxSampleDepth = 6

func (s sampler) value(schema object, depth int) any {
	schema = s.chosen(jsonschema.Effective(s.doc, schema), depth)
	if only, ok := schema["const"]; ok {
		return only
	}
	for _, each := range list(schema["enum"]) {
		if each != nil && jsonschema.HasType(schema["type"], each) {
			return each
		}
	}
	if given := schema["default"]; given != nil {
		return given
	}
	switch typeOf(schema) {
	case "object":
		return s.object(schema, depth)
	case "array":
		return s.array(schema, depth)
	case "integer", "number":
		return sampleNumber(schema)
	case "boolean":
		return true
	case "null":
		return nil
	}
	return sampleText(schema)
}

// chosen is a schema with its first branch.
func (s sampler) chosen(schema object, depth int) object {
	branches := list(schema["oneOf"])
	if len(branches) == 0 || depth > maxSampleDepth {
		return schema
	}
	branch, _ := branches[0].(object)
	branch = s.chosen(jsonschema.Effective(s.doc, branch), depth+1)
	both := maps.Clone(schema)
	delete(both, "oneOf")
	maps.Copy(both, branch)
	own, _ := schema["properties"].(object)
	more, _ := branch["properties"].(object)
	if own != nil && more != nil {
		properties := maps.Clone(own)
		maps.Copy(properties, more)
		both["properties"] = properties
	}
	both["required"] = append(slices.Clone(list(schema["required"])), list(branch["required"])...)
	return both
}

// typeOf is the first type that is not null, or the one that keywords speak of.
func typeOf(schema object) string {
	switch declared := schema["type"].(type) {
	case string:
		return declared
	case []any:
		for _, each := range declared {
			if name, _ := each.(string); name != "null" {
				return name
			}
		}
	}
	switch {
	case schema["properties"] != nil:
		return "object"
	case schema["items"] != nil:
		return "array"
	case schema["minimum"] != nil, schema["maximum"] != nil:
		return "number"
	}
	return "string"
}

func (s sampler) object(schema object, depth int) any {
	out := object{}
	properties, _ := schema["properties"].(object)
	required := list(schema["required"])
	for name, each := range properties {
		property, _ := each.(object)
		needed := slices.Contains(required, any(name))
		if !needed && (!s.all || depth >= maxSampleDepth/2) || depth > maxSampleDepth {
			continue
		}
		if value := s.value(property, depth+1); value != nil || needed {
			out[name] = value
		}
	}
	for _, each := range required {
		if name, _ := each.(string); properties[name] == nil {
			out[name] = "text"
		}
	}
	return out
}

func (s sampler) array(schema object, depth int) any {
	least := max(1, whole(schema["minItems"], 0))
	if most := whole(schema["maxItems"], least); most < least || depth >= maxSampleDepth {
		least = whole(schema["minItems"], 0)
	}
	items, _ := schema["items"].(object)
	out := []any{}
	for range min(least, 100) {
		out = append(out, s.value(items, depth+1))
	}
	return out
}

func whole(v any, otherwise int) int {
	switch v := v.(type) {
	case int64:
		return int(v)
	case float64:
		return int(v)
	}
	return otherwise
}

// sampleNumber is a number within the bounds.
func sampleNumber(schema object) any {
	usual := int64(1)
	switch schema["x-mcp-hint"] {
	case "timestamp-ms":
		usual = 1767225600000 // the year 2026 begins
	case "money-minor":
		usual = 1900
	}
	least, most := schema["minimum"], schema["maximum"]
	switch {
	case least != nil && below(usual, least):
		return least
	case most != nil && below(most, usual):
		return most
	}
	return usual
}

func below(a, b any) bool { return float(a) < float(b) }

func float(v any) float64 {
	switch v := v.(type) {
	case int64:
		return float64(v)
	case float64:
		return v
	}
	return 0
}

var formatSamples = map[string]string{
	"email": "ada@example.com", "uri": "https://example.com/", "url": "https://example.com/",
	"uuid": "0198f3b1-7e5a-7c4d-9b6f-2a1c3d4e5f60", "date": "2026-01-31", "date-time": "2026-01-31T12:00:00Z",
}

func sampleText(schema object) any {
	format, _ := schema["format"].(string)
	pattern, _ := schema["pattern"].(string)
	text := "text"
	switch {
	case formatSamples[format] != "":
		return formatSamples[format]
	case pattern != "":
		return matching(pattern)
	}
	least, most := whole(schema["minLength"], 0), whole(schema["maxLength"], len(text))
	if least > len(text) {
		return strings.Repeat(text, least/len(text)+1)[:min(least, 10_000)]
	}
	return text[:max(0, min(len(text), most))]
}

// matching is a short text that a pattern of RE2 matches, where one is found.
func matching(pattern string) string {
	parsed, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		return ""
	}
	var out strings.Builder
	writeMatch(&out, parsed.Simplify())
	return out.String()
}

func writeMatch(out *strings.Builder, re *syntax.Regexp) {
	switch re.Op {
	case syntax.OpLiteral:
		out.WriteString(string(re.Rune))
	case syntax.OpCharClass:
		if len(re.Rune) > 0 {
			out.WriteRune(legible(re.Rune))
		}
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		out.WriteByte('a')
	case syntax.OpCapture, syntax.OpPlus, syntax.OpQuest, syntax.OpAlternate:
		writeMatch(out, re.Sub[0])
	case syntax.OpConcat:
		for _, each := range re.Sub {
			writeMatch(out, each)
		}
	case syntax.OpStar, syntax.OpRepeat: // none will do; Simplify has written repetitions out
	}
}

// legible is a member of a class that is given in ranges: a letter if it has one.
func legible(ranges []rune) rune {
	for _, wanted := range "aA1" {
		for i := 0; i < len(ranges); i += 2 {
			if ranges[i] <= wanted && wanted <= ranges[i+1] {
				return wanted
			}
		}
	}
	return ranges[0]
}
