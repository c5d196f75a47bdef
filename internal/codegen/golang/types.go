package golang

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/quartet-dev/quartet/internal/codegen"
)

// goType is the Go type of values that are there and not null.
type goType struct {
	text string
	null bool   // null is a value, too
	like string // "raw" takes null itself; "list" and "map" are nil for none
	item string // of a list or map
}

// raw is the type of any value.
var raw = goType{text: "json.RawMessage", like: "raw"}

// required is the type of a member that is there, or of an item.
func (t goType) required() string {
	switch {
	case !t.null:
		return t.text
	case t.like == "list":
		return "[]" + t.item
	case t.like == "map":
		return "map[string]" + t.item
	}
	return "*" + t.text
}

// optional is the type of a member whose zero value means that it is absent.
func (t goType) optional() string {
	switch {
	case t.like == "raw":
		return t.text
	case t.null:
		return "Opt[" + t.text + "]"
	case t.like == "list", t.like == "map":
		return t.text
	}
	return "*" + t.text
}

// typeOf is the type of a shape. What needs a declaration gets one of that name.
func (s scope) typeOf(shape *codegen.Shape, name string) goType {
	if known, ok := s.inline[shape]; ok {
		return known
	}
	c := s.choice(shape)
	t := s.inlineType(shape, c, name)
	t.null = c.null
	s.inline[shape] = t
	return t
}

func (s scope) inlineType(shape *codegen.Shape, c choice, name string) goType {
	only := c.only()
	switch {
	case len(c.of) == 0:
		return goType{text: "struct{}"}
	case only == nil:
		name = s.names.take(name)
		s.remember(shape, c, name)
		s.declareUnion(name, shape.Words, func() []alternative { return s.alternatives(name, c.of) })
		return goType{text: name}
	}
	switch only.Kind {
	case codegen.Object:
		if len(only.Fields) == 0 && only.Rest != nil {
			item := s.typeOf(only.Rest, name+"Value").required()
			return goType{text: "Map[" + item + "]", like: "map", item: item}
		}
		name = s.names.take(name)
		s.remember(shape, c, name)
		s.declareStruct(name, only, words(shape, only))
		return goType{text: name}
	case codegen.Array:
		item := s.typeOf(only.Items, name+"Item").required()
		return goType{text: "List[" + item + "]", like: "list", item: item}
	case codegen.Literal:
		if scalarKind(only) != codegen.Boolean {
			name = s.names.take(name)
			s.declareLiterals(name, only, words(shape, only))
			return goType{text: name}
		}
	case codegen.Reference:
		return goType{text: s.types[s.of].definitions[only.Definition]}
	}
	return scalarType(only)
}

// remember lets a type mean itself.
func (s scope) remember(shape *codegen.Shape, c choice, name string) {
	s.inline[shape] = goType{text: name, null: c.null}
}

func scalarType(shape *codegen.Shape) goType {
	switch scalarKind(shape) {
	case codegen.String:
		return goType{text: "string"}
	case codegen.Integer:
		return goType{text: "int64"}
	case codegen.Number:
		return goType{text: "float64"}
	case codegen.Boolean:
		return goType{text: "bool"}
	}
	return raw
}

func words(shapes ...*codegen.Shape) codegen.Words {
	for _, each := range shapes {
		if each.Words != (codegen.Words{}) {
			return each.Words
		}
	}
	return codegen.Words{}
}

// declare writes a type of the model with its definitions. what says what it is.
func (p *printer) declare(t *codegen.Type, what string) {
	if t == nil {
		return
	}
	s := scope{p, t}
	a := p.types[t]
	c := s.choice(t.Shape)
	a.null = c.null
	p.types[t] = a
	s.declareNamed(a.name, t.Shape, c, what)
	for _, d := range t.Definitions {
		name := a.definitions[d.Key]
		s.declareNamed(name, d.Shape, s.choice(d.Shape), fmt.Sprintf("is %s of %s", d.Key, a.name))
	}
}

// declareNamed writes a type that must have a declaration: of its own where it can
// have methods, else another name for the type.
func (s scope) declareNamed(name string, shape *codegen.Shape, c choice, what string) {
	only := c.only()
	about := codegen.Words{Title: name + " " + what, Description: said(words(shape), name)}
	switch {
	case only == nil && len(c.of) > 0:
		s.declareUnion(name, about, func() []alternative { return s.alternatives(name, c.of) })
	case only != nil && only.Kind == codegen.Object:
		s.declareStruct(name, only, about)
	case only != nil && only.Kind == codegen.Array:
		place := s.place()
		s.fill(place, s.container(name, about, s.typeOf(only.Items, name+"Item").required()))
	case only != nil && only.Kind == codegen.Literal && scalarKind(only) != codegen.Boolean:
		s.declareLiterals(name, only, about)
	default:
		place := s.place()
		s.fill(place, fmt.Sprintf("%stype %s = %s\n\n", s.document(name, about), name, s.inlineType(shape, c, name).text))
	}
}

// container is a list with a name, which is never null.
func (s scope) container(name string, about codegen.Words, item string) string {
	return fmt.Sprintf("%stype %s []%s\n\n", s.document(name, about), name, item) +
		fmt.Sprintf("// MarshalJSON writes nil as [].\nfunc (v %s) MarshalJSON() ([]byte, error) { return List[%s](v).MarshalJSON() }\n\n", name, item)
}

// document is the comment of a declaration, which begins with its name. A type
// that nothing was said of is part of the one around it.
func (s scope) document(name string, w codegen.Words) string {
	if strings.HasPrefix(w.Title, name+" ") {
		return comment("", w.Title, w.Description)
	}
	return comment("", name+" is part of "+s.types[s.of].name, said(w, name))
}

// said is what words say of something with that name: the description, and the
// title before it where it is not the name once more.
func said(w codegen.Words, name string) string {
	title, description := strings.TrimSpace(w.Title), strings.TrimSpace(w.Description)
	switch {
	case title == "" || strings.HasPrefix(description, title) || strings.HasSuffix(letters(name), letters(title)):
		return description
	case description == "":
		return title
	}
	return ended(title) + " " + description
}

// letters are the letters and digits of a text, in small letters.
func letters(text string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, text)
}
