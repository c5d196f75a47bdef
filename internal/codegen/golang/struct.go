package golang

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/quartet-dev/quartet/internal/codegen"
)

// property is a field of a struct.
type property struct {
	codegen.Field
	name, text string // in Go
}

// declareStruct writes the struct of an object. One with members that it does not
// declare, or whose names no tag can hold, reads and writes itself.
func (s scope) declareStruct(name string, object *codegen.Shape, about codegen.Words) {
	place := s.place()
	s.open[name] = true
	defer delete(s.open, name)
	fields := names{"MarshalJSON": true, "UnmarshalJSON": true}
	properties := make([]property, len(object.Fields))
	s.structs[name] = map[string]string{}
	for i, f := range object.Fields {
		properties[i] = property{Field: f, name: fields.take(field(f.Name))}
		s.structs[name][f.Name] = properties[i].name
	}
	for i, f := range object.Fields {
		properties[i].text = s.fieldType(f, name+strings.TrimPrefix(properties[i].name, "X"))
	}
	rest, more := "", ""
	if object.Rest != nil {
		rest = s.typeOf(object.Rest, name+"Value").required()
		more = fields.take("Additional")
	}
	out := new(strings.Builder)
	fmt.Fprintf(out, "%stype %s struct {\n", s.document(name, about), name)
	for _, p := range properties {
		p.write(out)
	}
	if more != "" {
		fmt.Fprintf(out, "\n\t// %s are the members that are not declared.\n\t%s Map[%s] `json:\"-\"`\n", more, more, rest)
	}
	out.WriteString("}\n\n")
	if more != "" || slices.ContainsFunc(properties, property.untagged) {
		writeMembers(out, name, properties, more)
	}
	s.fill(place, out.String())
}

// fieldType is the type of a field. A struct that would hold itself is pointed to.
func (s scope) fieldType(f codegen.Field, name string) string {
	t := s.typeOf(f.Shape, name)
	if !f.Required {
		return t.optional()
	}
	if !t.null && t.like == "" && (s.open[t.text] || s.holdsItself(f.Shape)) {
		return "*" + t.text
	}
	return t.required()
}

// holdsItself reports whether a reference leads back to its definition through
// members that every value has.
func (s scope) holdsItself(shape *codegen.Shape) bool {
	only := s.choice(shape).only()
	if only == nil || only.Kind != codegen.Reference {
		return false
	}
	seen := map[string]bool{}
	var leads func(*codegen.Shape) bool
	leads = func(from *codegen.Shape) bool {
		c := s.choice(from)
		to := c.only()
		if to == nil || c.null {
			return false
		}
		if to.Kind == codegen.Reference {
			if seen[to.Definition] {
				return to.Definition == only.Definition
			}
			seen[to.Definition] = true
			return leads(s.of.Definition(to.Definition).Shape)
		}
		return slices.ContainsFunc(to.Fields, func(f codegen.Field) bool { return f.Required && leads(f.Shape) })
	}
	return leads(shape)
}

func (p property) write(out *strings.Builder) {
	stamped := ""
	if p.Stamped {
		stamped = "The server stamps it."
	}
	out.WriteString(comment("\t", said(p.Shape.Words, p.name), stamped))
	fmt.Fprintf(out, "\t%s %s %s\n", p.name, p.text, p.tag())
}

func (p property) tag() string {
	options := ""
	if !p.Required {
		options = ",omitzero"
	}
	switch {
	case p.untagged():
		return "`json:\"-\"`"
	case p.Name == "-":
		return "`json:\"-," + strings.TrimPrefix(options, ",") + "\"`"
	}
	text := "json:" + strconv.Quote(p.Name+options)
	if strings.Contains(text, "`") {
		return strconv.Quote(text)
	}
	return "`" + text + "`"
}

// untagged reports whether encoding/json does not take the name from a tag.
func (p property) untagged() bool {
	return p.Name == "" || strings.ContainsFunc(p.Name, func(r rune) bool {
		return !strings.ContainsRune("!#$%&()*+-./:;<=>?@[]^_{|}~ ", r) && !unicode.IsLetter(r) && !unicode.IsDigit(r)
	})
}

// writeMembers writes how a struct reads and writes itself.
func writeMembers(out *strings.Builder, name string, properties []property, more string) {
	fmt.Fprintf(out, "func (v *%s) members() []member {\n\treturn []member{\n", name)
	for _, p := range properties {
		fmt.Fprintf(out, "\t\t{%s, &v.%s, %t},\n", strconv.Quote(p.Name), p.name, !p.Required)
	}
	target, source := "&v."+more, "v."+more
	if more == "" {
		target, source = "(*Map[json.RawMessage])(nil)", "Map[json.RawMessage](nil)"
	}
	fmt.Fprintf(out, `	}
}

// MarshalJSON writes every member.
func (v %[1]s) MarshalJSON() ([]byte, error) { return encodeObject(v.members(), %[2]s) }

// UnmarshalJSON reads every member.
func (v *%[1]s) UnmarshalJSON(text []byte) error { return decodeObject(text, v.members(), %[3]s) }

`, name, source, target)
}
