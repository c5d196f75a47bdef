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

// isAnyObject reports whether the shape says nothing of an object.
func (s *Shape) isAnyObject() bool {
	return s.Kind == Any || s.Kind == Object && len(s.Fields) == 0 && s.Rest != nil && s.Rest.Kind == Any
}

// resultOf is what a builtin op answers, whatever its Procedure declares: the row of
// the entry (contract, Entry row), or whether one was removed.
func resultOf(b *plan.Builtin) (*Shape, []Definition) {
	if b.Op == plan.OpDelete {
		return &Shape{Kind: Object, Fields: []Field{{Name: "removed", Shape: &Shape{Kind: Boolean}, Required: true}}}, nil
	}
	row := &Shape{Kind: Object, Words: Words{Description: "The entry as it is now."}}
	for _, name := range []string{"authorId", "createdAt", "id", "status", "updatedAt", "version"} {
		row.Fields = append(row.Fields, Field{Name: name, Shape: reservedShape(name), Required: true})
	}
	row.Fields = append(row.Fields,
		Field{Name: "collection", Shape: &Shape{Kind: Literal, Values: []any{b.Schema.Name()}}, Required: true},
		Field{Name: "data", Shape: storedShape(b.Schema), Required: true})
	if b.Schema.Property("locale") != nil {
		row.Fields = append(row.Fields, Field{Name: "locale", Shape: &Shape{Kind: String}})
	}
	slices.SortFunc(row.Fields, func(a, b Field) int { return compare(a.Name, b.Name) })
	return row, reachable(row, definitionsOf(b.Schema.Document()))
}

// storedShape is the data of an entry in any state: a draft may lack what is
// required.
func storedShape(s *plan.Schema) *Shape {
	data := shapeOf(s.Document())
	if s.Lifecycle() == plan.Publishing {
		data.Fields = slices.Clone(data.Fields)
		for i := range data.Fields {
			data.Fields[i].Required = false
		}
	}
	return data
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
