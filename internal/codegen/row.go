package codegen

import (
	"slices"

	"github.com/quartet-dev/quartet/internal/plan"
)

// row is the type of a declarative View's rows. Every field of the View is
// there. One that need not have a value is null: a property that is not
// required, and any property where rows may be partial drafts.
func (b *builder) row(name string, v *plan.View) *Type {
	s := v.Source()
	complete := s.Lifecycle() == plan.Operational || v.PublishedOnly()
	required, _ := s.Document()["required"].([]any)
	row := &Shape{Kind: Object}
	for _, c := range v.Fields() {
		shape := reservedShape(c.Name())
		if !c.Reserved() {
			shape = propertyShape(s, c.Name())
			if !complete || !slices.Contains(required, any(c.Name())) {
				shape = shape.orNull()
			}
		}
		row.Fields = append(row.Fields, Field{Name: c.Name(), Shape: shape, Required: true})
	}
	slices.SortFunc(row.Fields, func(a, b Field) int { return compare(a.Name, b.Name) })
	t := &Type{Name: b.names.take(name), Shape: row}
	t.Definitions = reachable(row, definitionsOf(s.Document()))
	return t
}

func propertyShape(s *plan.Schema, name string) *Shape {
	properties, _ := s.Document()["properties"].(map[string]any)
	property, _ := properties[name].(map[string]any)
	return shapeOf(property)
}

// reservedShape is that of a reserved column (contract, Entry row).
func reservedShape(column string) *Shape {
	switch column {
	case "status":
		return &Shape{Kind: Literal, Values: []any{string(plan.Draft), string(plan.Published), string(plan.Archived)}}
	case "version":
		return &Shape{Kind: Integer, Words: Words{Description: "Increases with every change of the entry."}}
	case "createdAt", "updatedAt":
		return &Shape{Kind: Integer, Hint: "timestamp-ms", Words: Words{Description: "Milliseconds since 1970-01-01T00:00:00Z."}}
	case "authorId":
		return (&Shape{Kind: String, Words: Words{Description: "The user who created the entry; null when unknown."}}).orNull()
	}
	return &Shape{Kind: String}
}

// reachable are the definitions that a shape leads to.
func reachable(shape *Shape, all []Definition) []Definition {
	byKey := make(map[string]*Shape, len(all))
	for _, d := range all {
		byKey[d.Key] = d.Shape
	}
	found := make(map[string]bool)
	open := []*Shape{shape}
	for len(open) > 0 {
		next := open[len(open)-1]
		open = open[:len(open)-1]
		if next.Kind == Reference && !found[next.Definition] && byKey[next.Definition] != nil {
			found[next.Definition] = true
			open = append(open, byKey[next.Definition])
		}
		open = append(open, next.within()...)
	}
	return slices.DeleteFunc(slices.Clone(all), func(d Definition) bool { return !found[d.Key] })
}

// within lists the shapes directly inside, references not followed.
func (s *Shape) within() []*Shape {
	inside := slices.Clone(s.Of)
	for _, field := range s.Fields {
		inside = append(inside, field.Shape)
	}
	for _, each := range []*Shape{s.Items, s.Rest} {
		if each != nil {
			inside = append(inside, each)
		}
	}
	return inside
}
