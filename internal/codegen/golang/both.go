package golang

import (
	"slices"
	"strings"

	"github.com/quartet-dev/quartet/internal/codegen"
)

// both is what all parts of a shape admit: every way to take one alternative of
// each and to lay them over each other. Parts that nothing meets are no statement
// about the value, and so it is anything.
func (s scope) both(shape *codegen.Shape) choice {
	all := anything
	null := true
	for _, part := range shape.Of {
		one := s.choice(part)
		null = null && (one.null || one.any())
		all = choice{of: s.pairs(all.of, one.of)}
		if len(all.of) > mostAlternatives {
			return anything
		}
	}
	all.null = null && !all.any()
	if len(all.of) == 0 && !null {
		return anything
	}
	return s.collapse(all)
}

func (s scope) pairs(left, right []*codegen.Shape) []*codegen.Shape {
	var met []*codegen.Shape
	for _, a := range left {
		for _, b := range right {
			met = append(met, s.meet(a, b)...)
		}
	}
	return met
}

// meet lays two shapes over each other; nothing where no value has both.
func (s scope) meet(a, b *codegen.Shape) []*codegen.Shape {
	switch {
	case a.Kind == codegen.Any:
		return []*codegen.Shape{b}
	case b.Kind == codegen.Any:
		return []*codegen.Shape{a}
	case a.Kind == codegen.Reference:
		return s.pairs(s.choice(s.of.Definition(a.Definition).Shape).of, []*codegen.Shape{b})
	case b.Kind == codegen.Reference:
		return s.pairs([]*codegen.Shape{a}, s.choice(s.of.Definition(b.Definition).Shape).of)
	case a.Kind == codegen.Object && b.Kind == codegen.Object:
		return []*codegen.Shape{s.meetObjects(a, b)}
	case a.Kind == codegen.Array && b.Kind == codegen.Array:
		return []*codegen.Shape{{Kind: codegen.Array, Words: wordsOf(a, b), Items: s.overlaid(a.Items, b.Items)}}
	}
	return meetScalars(a, b)
}

func meetScalars(a, b *codegen.Shape) []*codegen.Shape {
	left, right := scalarKind(a), scalarKind(b)
	switch {
	case left == codegen.Any || right == codegen.Any:
		return nil
	case a.Kind == codegen.Literal && b.Kind == codegen.Literal:
		common := *a
		common.Values = nil
		for _, each := range a.Values {
			if slices.Contains(b.Values, each) {
				common.Values = append(common.Values, each)
			}
		}
		if common.Values == nil {
			return nil
		}
		return []*codegen.Shape{&common}
	case left == right && a.Kind == codegen.Literal, left == codegen.Integer && right == codegen.Number:
		return []*codegen.Shape{a}
	case left == right, left == codegen.Number && right == codegen.Integer:
		return []*codegen.Shape{b}
	}
	return nil
}

// meetObjects has the members of both. Where one of them is closed, both are.
func (s scope) meetObjects(a, b *codegen.Shape) *codegen.Shape {
	out := &codegen.Shape{Kind: codegen.Object, Words: wordsOf(a, b)}
	if a.Rest != nil && b.Rest != nil {
		out.Rest = s.overlaid(a.Rest, b.Rest)
	}
	out.Fields = slices.Clone(a.Fields)
	for _, f := range b.Fields {
		at := slices.IndexFunc(out.Fields, func(have codegen.Field) bool { return have.Name == f.Name })
		if at < 0 {
			out.Fields = append(out.Fields, f)
			continue
		}
		have := &out.Fields[at]
		have.Shape = s.overlaid(have.Shape, f.Shape)
		have.Required = have.Required || f.Required
		have.Stamped = have.Stamped || f.Stamped
	}
	slices.SortFunc(out.Fields, func(a, b codegen.Field) int { return strings.Compare(a.Name, b.Name) })
	return out
}

// overlaid is the shape of what has both, the same one for the same two, so that
// definitions that mean themselves come to an end.
func (s scope) overlaid(a, b *codegen.Shape) *codegen.Shape {
	switch {
	case a == b || b.Kind == codegen.Any:
		return a
	case a.Kind == codegen.Any:
		return b
	}
	pair := [2]*codegen.Shape{a, b}
	if s.pairsMet[pair] == nil {
		s.pairsMet[pair] = &codegen.Shape{Kind: codegen.Both, Words: wordsOf(a, b), Of: []*codegen.Shape{a, b}}
	}
	return s.pairsMet[pair]
}

// wordsOf are those of the second, which says more of the case, or of the first.
func wordsOf(a, b *codegen.Shape) codegen.Words {
	if b.Words != (codegen.Words{}) {
		return b.Words
	}
	return a.Words
}
