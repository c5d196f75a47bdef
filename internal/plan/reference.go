package plan

import "slices"

// Reference is a property whose values name entries of a collection: one with
// x-service-ref, or the join of a translation to its parent.
type Reference struct {
	From        *Schema
	Property    *Column // of From
	To          *Schema
	Field       *Column // of To, which the property holds
	Translation bool
}

// References lists the references between Schemas, by the name of From and the
// order of its properties. A property that names media assets, or no declared
// Schema, is none of them.
func (p *Plan) References() []Reference { return p.references }

// Names are the columns of To that a value of the property may be of, in the order in
// which an entry is looked for: Field, the id, and the other properties that name an entry
// alone (decision 276). A translation is joined by Field alone.
func (r Reference) Names() []*Column {
	all := []*Column{r.Field}
	if r.Translation {
		return all
	}
	for _, c := range append([]*Column{r.To.Column("id")}, r.To.Keys()...) {
		if !slices.Contains(all, c) && c.kind == r.Property.kind {
			all = append(all, c)
		}
	}
	return all
}

// By is the reference as a value of another of its Names makes it.
func (r Reference) By(name *Column) Reference {
	r.Field = name
	return r
}

// RowField is the column of a Schema that a reference under that name holds
// (interface.md, Staff operation descriptor): its property of the same name,
// else the one column of its one unique index of one column, else id.
func (s *Schema) RowField(name string) *Column {
	if same := s.Property(name); same != nil {
		return same
	}
	if keys := s.Keys(); len(keys) == 1 {
		return keys[0]
	}
	return s.Column("id")
}

// Keys are the properties that name an entry alone: those of unique indexes of one column.
func (s *Schema) Keys() (keys []*Column) {
	for _, index := range s.indexes {
		if index.unique && len(index.columns) == 1 {
			keys = append(keys, index.columns[0])
		}
	}
	return keys
}

func references(p *Plan) (all []Reference) {
	for _, s := range p.schemas {
		for _, c := range s.Properties() {
			switch t, target := s.translation, p.Schema(referred(s.PropertyDocument(c.name))); {
			case t != nil && t.On == c.name:
				all = append(all, Reference{s, c, t.Parent, t.Parent.Property(t.On), true})
			case target != nil && c.kind.Scalar():
				all = append(all, Reference{From: s, Property: c, To: target, Field: target.RowField(c.name)})
			}
		}
	}
	return all
}

func markJoins(p *Plan) {
	for _, r := range p.references {
		r.Property.joins, r.Field.joins = true, true
	}
	for _, each := range p.procedures {
		for _, b := range p.RowBindings(each) {
			b.Field.joins = true
		}
	}
}

func referred(property map[string]any) string {
	name, _ := property["x-service-ref"].(string)
	return name
}

// storedIndexes puts behind the declared indexes those that staff lists need:
// in the order of creation, in that of change, in that of change for each value
// that entries are filtered by, and of what refers to another collection
// (decision 69); and those of what translations join entries by, which leads from
// a text to its article (decision 354).
func storedIndexes(s *Schema, references []Reference) []*Index {
	stored := append(slices.Clone(s.indexes),
		&Index{columns: []*Column{s.Column("status"), s.Column("createdAt")}},
		&Index{columns: []*Column{s.Column("status"), s.Column("updatedAt")}})
	if field := s.FilterField(); field != "" {
		stored = append(stored, &Index{columns: []*Column{s.Column("status"), s.Column(field), s.Column("updatedAt")}})
	}
	var others []*Index
	for _, r := range references {
		if r.From == s {
			others = append(others, s.leading(r.Property)...)
		}
		if r.To == s && r.Translation {
			others = append(others, s.leading(r.Field)...)
		}
	}
	for _, index := range append(others, pageIndexes(s)...) {
		if !slices.ContainsFunc(stored, func(i *Index) bool { return slices.Equal(i.columns, index.columns) }) {
			stored = append(stored, index)
		}
	}
	return stored
}

// RowBinding says which column of a row of a collection an input property takes
// (interface.md, Staff operation descriptor).
type RowBinding struct {
	Schema   *Schema
	Property string
	Field    *Column
}

// RowBindings lists the bindings of a Procedure's input as it is written. A
// reference to an unknown collection, or to a translation, binds nothing.
func (p *Plan) RowBindings(procedure *Procedure) (bindings []RowBinding) {
	for _, name := range procedure.InputProperties() {
		target := p.Schema(referred(procedure.InputProperty(name)))
		if target != nil && target.translation == nil {
			bindings = append(bindings, RowBinding{target, name, target.RowField(name)})
		}
	}
	return bindings
}
