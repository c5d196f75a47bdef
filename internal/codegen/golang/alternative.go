package golang

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/quartet-dev/quartet/internal/codegen"
)

// alternative is one type of a union.
type alternative struct {
	label string
	text  string   // its type
	forms []string // that tell it apart
	fixed []string // assignments of the members that say which it is
}

// alternatives names the types of a union after what tells them apart.
func (s scope) alternatives(union string, shapes []*codegen.Shape) []alternative {
	taken := names{"Union": true}
	tag := s.discriminator(shapes)
	all := make([]alternative, len(shapes))
	for i, shape := range shapes {
		object := s.object(shape)
		label := taken.take(s.label(shape, object, tag))
		t := s.typeOf(shape, union+label)
		t.null = false // which the union is, not one of its types
		all[i] = alternative{label: label, text: t.required(), forms: []string{s.form(shape, object)}}
		if tag != "" && object != nil {
			value := literal(s.constant(object, tag))
			if name, ok := s.fieldsOf(shape, t.text, object)[tag]; ok {
				all[i].fixed = []string{fmt.Sprintf("v.%s = %s", name, value)}
			}
		}
	}
	return all
}

// object is the object that a shape is or refers to; nil for none.
func (s scope) object(shape *codegen.Shape) *codegen.Shape {
	for range mostAlternatives {
		if shape.Kind == codegen.Object {
			return shape
		}
		if shape.Kind != codegen.Reference {
			return nil
		}
		if shape = s.choice(s.of.Definition(shape.Definition).Shape).only(); shape == nil {
			return nil
		}
	}
	return nil
}

// fieldsOf are the Go names of the members of a struct, printed or not.
func (s scope) fieldsOf(shape *codegen.Shape, name string, object *codegen.Shape) map[string]string {
	if known, ok := s.structs[name]; ok && shape.Kind == codegen.Object {
		return known
	}
	taken, found := names{"MarshalJSON": true, "UnmarshalJSON": true}, map[string]string{}
	for _, f := range object.Fields {
		found[f.Name] = taken.take(field(f.Name))
	}
	return found
}

// discriminator is the required member with a constant of its own in each object
// of a union; "" for none.
func (s scope) discriminator(shapes []*codegen.Shape) string {
	counts, values, objects := map[string]int{}, map[string]bool{}, 0
	var order []string
	for _, shape := range shapes {
		object := s.object(shape)
		if object == nil {
			continue
		}
		objects++
		for _, f := range object.Fields {
			value := s.constant(object, f.Name)
			key := f.Name + "\x00" + fmt.Sprint(value)
			if value == nil || values[key] {
				continue
			}
			values[key] = true
			counts[f.Name]++
			order = append(order, f.Name)
		}
	}
	for _, name := range order {
		if counts[name] == objects {
			return name
		}
	}
	return ""
}

// constant is the only value of a required member; nil where it may have others.
func (s scope) constant(object *codegen.Shape, member string) any {
	for _, f := range object.Fields {
		if f.Name != member || !f.Required {
			continue
		}
		if c := s.choice(f.Shape); c.only() != nil && !c.null && c.only().Kind == codegen.Literal && len(c.only().Values) == 1 {
			return c.only().Values[0]
		}
	}
	return nil
}

func (s scope) label(shape, object *codegen.Shape, tag string) string {
	switch {
	case object != nil && tag != "":
		return exported(valueText(s.constant(object, tag)))
	case shape.Kind == codegen.Reference:
		return exported(shape.Definition)
	case shape.Title != "" && len(strings.Fields(shape.Title)) <= 4:
		return exported(shape.Title)
	case shape.Kind == codegen.Object:
		return "Object"
	case shape.Kind == codegen.Array:
		return "List"
	}
	return map[codegen.Kind]string{
		codegen.String: "String", codegen.Integer: "Integer", codegen.Number: "Number", codegen.Boolean: "Boolean",
	}[scalarKind(shape)]
}

// form is the Go text of what tells a shape apart.
func (s scope) form(shape, object *codegen.Shape) string {
	if object == nil {
		return fmt.Sprintf("form{kind: %s}", map[codegen.Kind]string{
			codegen.String: `'"'`, codegen.Integer: "'0'", codegen.Number: "'0'", codegen.Boolean: "'t'", codegen.Any: "'['",
		}[scalarKind(shape)])
	}
	var required, literals []string
	for _, f := range object.Fields {
		if f.Required {
			required = append(required, strconv.Quote(f.Name))
		}
		if c := s.choice(f.Shape); c.only() != nil && !c.null && c.only().Kind == codegen.Literal {
			literals = append(literals, strconv.Quote(f.Name)+": {"+strings.Join(texts(c.only().Values), ", ")+"}")
		}
	}
	out := "form{kind: '{'"
	if required != nil {
		out += ", required: []string{" + strings.Join(required, ", ") + "}"
	}
	if literals != nil {
		out += ", literals: map[string][]string{" + strings.Join(literals, ", ") + "}"
	}
	return out + "}"
}

// texts are values as JSON in quotes of Go.
func texts(values []any) []string {
	out := make([]string, len(values))
	for i, value := range values {
		text, err := json.Marshal(value)
		if err != nil {
			text = []byte("null")
		}
		out[i] = strconv.Quote(string(text))
	}
	return out
}

// declareUnion writes a union with a way in and a way out for each of its types.
func (p *printer) declareUnion(name string, about codegen.Words, of func() []alternative) {
	place := p.place()
	all := of()
	labels := make([]string, len(all))
	for i, each := range all {
		labels[i] = each.label
	}
	about.Description = strings.TrimSpace(ended(described(about, name)) + " It is one of " + strings.Join(labels, ", ") + ".")
	if !strings.HasPrefix(about.Title, name+" ") {
		about.Title = name + " has one of several types"
	}
	out := new(strings.Builder)
	fmt.Fprintf(out, "%stype %s struct{ Union }\n\n", comment("", about.Title, about.Description), name)
	for _, each := range all {
		fmt.Fprintf(out, "// As%[2]s gives the %[2]s; ok is false for another one.\nfunc (u %[1]s) As%[2]s() (v %[3]s, ok bool) {\n\treturn as[%[3]s](u.Union, %[4]s)\n}\n\n",
			name, each.label, each.text, strings.Join(each.forms, ", "))
		maker := p.names.take(name + "Of" + each.label)
		fmt.Fprintf(out, "// %s makes one of %s.\nfunc %s(v %s) %s {\n", maker, each.label, maker, each.text, name)
		for _, assignment := range each.fixed {
			fmt.Fprintf(out, "\t%s\n", assignment)
		}
		fmt.Fprintf(out, "\treturn %s{Union{value: v}}\n}\n\n", name)
	}
	p.fill(place, out.String())
}

// described is what is said of a union beside the sentence that it begins with.
func described(about codegen.Words, name string) string {
	if strings.HasPrefix(about.Title, name+" ") {
		return about.Description
	}
	return said(about, name)
}
