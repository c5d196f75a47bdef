package typescript

import (
	"math"
	"slices"
	"strings"

	"github.com/quartet-dev/quartet/internal/codegen"
	"github.com/quartet-dev/quartet/internal/jsonvalue"
)

// scope is where the text of a type is written: the type that its references
// belong to, and how far it is indented.
type scope struct {
	owner  *codegen.Type
	indent string
}

func (s scope) within() scope { return scope{s.owner, s.indent + "  "} }

// shape writes a shape as a type.
func (s scope) shape(shape *codegen.Shape) string {
	switch shape.Kind {
	case codegen.Null:
		return "null"
	case codegen.Boolean:
		return "boolean"
	case codegen.Integer, codegen.Number:
		return "number"
	case codegen.String:
		return "string"
	case codegen.Literal:
		return s.literals(shape.Values)
	case codegen.Array:
		return "Array<" + s.shape(shape.Items) + ">"
	case codegen.Object:
		return s.object(shape)
	case codegen.Union:
		return s.several(shape.Of, " | ")
	case codegen.Both:
		return s.several(withoutOpen(shape.Of), " & ")
	case codegen.Reference:
		if d := s.owner.Definition(shape.Definition); d != nil {
			return d.Name
		}
	}
	return "unknown"
}

// several joins types, each once; those that are joined themselves in
// parentheses.
func (s scope) several(shapes []*codegen.Shape, join string) string {
	var types []string
	for _, each := range shapes {
		text := s.shape(each)
		if each.Kind == codegen.Union || each.Kind == codegen.Both || each.Kind == codegen.Literal && len(each.Values) > 1 {
			text = "(" + text + ")"
		}
		if !slices.Contains(types, text) {
			types = append(types, text)
		}
	}
	return strings.Join(types, join)
}

// withoutOpen leaves out of shapes that hold together the object that may have any
// members: it says nothing, and would let every name in.
func withoutOpen(shapes []*codegen.Shape) []*codegen.Shape {
	var out []*codegen.Shape
	for _, each := range shapes {
		if each.Kind != codegen.Object || len(each.Fields) > 0 || each.Rest == nil || each.Rest.Kind != codegen.Any {
			out = append(out, each)
		}
	}
	if len(out) == 0 {
		return shapes[:1]
	}
	return out
}

func (s scope) literals(values []any) string {
	var types []string
	for _, each := range values {
		if text := s.literal(each); !slices.Contains(types, text) {
			types = append(types, text)
		}
	}
	return strings.Join(types, " | ")
}

// maxSafe is the largest integer that a number of JavaScript tells from the next.
const maxSafe = 1<<53 - 1

// literal is the type of one JSON value. An integer that a number cannot hold
// is a number.
func (s scope) literal(value any) string {
	switch v := value.(type) {
	case string:
		return quote(v)
	case []any:
		items := make([]string, len(v))
		for i, each := range v {
			items[i] = s.literal(each)
		}
		return "[" + strings.Join(items, ", ") + "]"
	case map[string]any:
		return s.literalObject(v)
	case int64:
		if v > maxSafe || v < -maxSafe {
			return "number"
		}
	case float64:
		if math.Abs(v) > maxSafe {
			return "number"
		}
	}
	return string(jsonvalue.Append(nil, value))
}

func (s scope) literalObject(value map[string]any) string {
	var members []string
	for name, each := range value {
		members = append(members, member(name)+": "+s.literal(each))
	}
	slices.Sort(members)
	return "{ " + strings.Join(members, "; ") + " }"
}

func (s scope) object(shape *codegen.Shape) string {
	if len(shape.Fields) == 0 {
		return s.members(shape.Rest)
	}
	var out strings.Builder
	out.WriteString("{\n")
	inner := s.within()
	for _, f := range shape.Fields {
		out.WriteString(comment(inner.indent, wordsOf(f)...))
		out.WriteString(inner.indent + member(f.Name))
		if !f.Required {
			out.WriteByte('?')
		}
		out.WriteString(": " + inner.shape(f.Shape) + "\n")
	}
	if rest := shape.Rest; rest != nil && rest.Kind != codegen.Any {
		out.WriteString(inner.indent + "[member: string]: " + inner.others(shape) + "\n")
	}
	out.WriteString(s.indent + "}")
	return out.String()
}

// members is an object without declared members.
func (s scope) members(rest *codegen.Shape) string {
	if rest == nil {
		return "{ [member: string]: never }"
	}
	return "{ [member: string]: " + s.shape(rest) + " }"
}

// others is what any member is, as TypeScript wants it beside declared ones: the
// rest, or what one of those is.
func (s scope) others(shape *codegen.Shape) string {
	types := []*codegen.Shape{shape.Rest}
	isOptional := false
	for _, f := range shape.Fields {
		types = append(types, f.Shape)
		isOptional = isOptional || !f.Required
	}
	text := s.several(types, " | ")
	if isOptional {
		text += " | undefined"
	}
	return text
}

// wordsOf are the words of a field, and what its keywords say to a reader. A title
// that is the name says nothing.
func wordsOf(f codegen.Field) []string {
	shape := f.Shape
	words := []string{shape.Title, shape.Description}
	if strings.EqualFold(shape.Title, f.Name) {
		words[0] = ""
	}
	switch shape.Hint {
	case "timestamp-ms":
		words = append(words, "Milliseconds since 1970-01-01T00:00:00Z.")
	case "money-minor":
		words = append(words, "A whole number of the smallest unit of money.")
	case "idempotency-key":
		words = append(words, "Drawn by the caller, and the same in every retry.")
	}
	if slices.Contains(words[:2], words[len(words)-1]) {
		words = words[:2]
	}
	if shape.Format != "" {
		words = append(words, "Format: "+shape.Format)
	}
	if shape.Refers != "" {
		words = append(words, "Names an entry of "+shape.Refers+".")
	}
	return words
}
