package golang

import (
	"slices"

	"github.com/quartet-dev/quartet/internal/codegen"
)

// choice is what values of a shape can be: null, or one of the shapes, none of
// which is a Union, Both or Null. A shape that takes anything is Any alone, and
// null is in it.
type choice struct {
	null bool
	of   []*codegen.Shape
}

var anything = choice{of: []*codegen.Shape{{Kind: codegen.Any}}}

// mostAlternatives bounds what parts that all count make of each other.
const mostAlternatives = 16

func (c choice) any() bool { return len(c.of) == 1 && c.of[0].Kind == codegen.Any }

// only is the one shape of values that are not null; nil for none or several.
func (c choice) only() *codegen.Shape {
	if len(c.of) == 1 {
		return c.of[0]
	}
	return nil
}

// scope is a type whose definitions references mean.
type scope struct {
	*printer
	of *codegen.Type
}

func (s scope) choice(shape *codegen.Shape) choice {
	if known, ok := s.choices[shape]; ok {
		return known
	}
	s.choices[shape] = anything // for definitions that mean themselves, which manifests refuse
	found := s.choose(shape)
	s.choices[shape] = found
	return found
}

func (s scope) choose(shape *codegen.Shape) choice {
	switch shape.Kind {
	case codegen.Null:
		return choice{null: true}
	case codegen.Literal:
		return literals(shape)
	case codegen.Union:
		return s.union(shape.Of)
	case codegen.Both:
		return s.both(shape)
	case codegen.Reference:
		return s.reference(shape)
	}
	return choice{of: []*codegen.Shape{shape}}
}

// reference stays one, unless null is all that it means, or anything.
func (s scope) reference(shape *codegen.Shape) choice {
	d := s.of.Definition(shape.Definition)
	if d == nil {
		return anything
	}
	meant := s.choice(d.Shape)
	if len(meant.of) == 0 || meant.any() {
		return meant
	}
	return choice{null: meant.null, of: []*codegen.Shape{shape}}
}

func (s scope) union(options []*codegen.Shape) choice {
	var all choice
	for _, each := range options {
		one := s.choice(each)
		if one.any() {
			return anything
		}
		all.null = all.null || one.null
		all.of = append(all.of, one.of...)
	}
	return s.collapse(all)
}

// collapse lets a choice name no scalar type twice. References that mean scalars
// or choices are followed.
func (s scope) collapse(c choice) choice {
	if len(c.of) < 2 {
		return c
	}
	out := choice{null: c.null}
	for _, each := range c.of {
		for _, one := range s.followed(each, 0) {
			out.of = add(out.of, one)
		}
	}
	return out
}

// followed is what a reference means, unless that is one object or array.
func (s scope) followed(shape *codegen.Shape, depth int) []*codegen.Shape {
	if shape.Kind != codegen.Reference || depth > mostAlternatives {
		return []*codegen.Shape{shape}
	}
	meant := s.choice(s.of.Definition(shape.Definition).Shape)
	if only := meant.only(); only != nil && (only.Kind == codegen.Object || only.Kind == codegen.Array) {
		return []*codegen.Shape{shape}
	}
	var all []*codegen.Shape
	for _, each := range meant.of {
		all = append(all, s.followed(each, depth+1)...)
	}
	return all
}

// add puts a shape into a choice, where it may be met by its like.
func add(all []*codegen.Shape, shape *codegen.Shape) []*codegen.Shape {
	for i, other := range all {
		if wide := wider(other, shape); wide != nil {
			all[i] = wide
			return all
		}
	}
	return append(all, shape)
}

// wider is the scalar shape of the values of both; nil where there is none.
func wider(a, b *codegen.Shape) *codegen.Shape {
	left, right := scalarKind(a), scalarKind(b)
	numbers := left == codegen.Integer && right == codegen.Number || left == codegen.Number && right == codegen.Integer
	switch {
	case left == codegen.Any || left != right && !numbers:
		return nil
	case a.Kind == codegen.Literal && b.Kind == codegen.Literal:
		merged := *a
		merged.Values = slices.Clone(a.Values)
		for _, each := range b.Values {
			if !slices.Contains(merged.Values, each) {
				merged.Values = append(merged.Values, each)
			}
		}
		return &merged
	case numbers:
		return &codegen.Shape{Kind: codegen.Number, Words: a.Words}
	case a.Kind == codegen.Literal:
		return b
	}
	return a
}

// scalarKind is the kind of a scalar shape, and Any for every other one.
func scalarKind(s *codegen.Shape) codegen.Kind {
	switch s.Kind {
	case codegen.String, codegen.Integer, codegen.Number, codegen.Boolean:
		return s.Kind
	case codegen.Literal:
		return kindOfValues(s.Values)
	}
	return codegen.Any
}

// literals splits values by their types.
func literals(shape *codegen.Shape) choice {
	var found choice
	for _, value := range shape.Values {
		if value == nil {
			found.null = true
			continue
		}
		if kindOfValues([]any{value}) == codegen.Any {
			return anything
		}
		one := &codegen.Shape{Kind: codegen.Literal, Words: shape.Words, Values: []any{value}}
		found.of = add(found.of, one)
	}
	return found
}

// kindOfValues is the one kind of scalar values; Any where there is none.
func kindOfValues(values []any) codegen.Kind {
	kind := codegen.Any
	for _, value := range values {
		each := kindOfValue(value)
		switch {
		case each == codegen.Any:
			return codegen.Any
		case kind == codegen.Any || kind == codegen.Integer && each == codegen.Number:
			kind = each
		case kind == codegen.Number && each == codegen.Integer:
		case kind != each:
			return codegen.Any
		}
	}
	return kind
}

func kindOfValue(value any) codegen.Kind {
	switch value.(type) {
	case string:
		return codegen.String
	case int64:
		return codegen.Integer
	case float64:
		return codegen.Number
	case bool:
		return codegen.Boolean
	}
	return codegen.Any
}
