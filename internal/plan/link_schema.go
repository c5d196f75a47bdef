package plan

import (
	"fmt"
	"slices"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/jsonschema"
	"github.com/quartet-dev/quartet/internal/manifest"
)

// schema compiles what a Schema says of itself.
func (l *linker) schema(atom *manifest.Schema) *Schema {
	s := &Schema{
		atom:    atom,
		full:    l.compile(&atom.Atom, "/spec/schema", jsonschema.Compile, atom.Schema.Doc),
		partial: l.compile(&atom.Atom, "/spec/schema", jsonschema.Partial, atom.Schema.Doc),
		media:   jsonschema.CompileMedia(atom.Schema.Doc),
	}
	s.addColumns()
	s.addIndexes(atom.UniqueIndexes, true)
	s.addIndexes(atom.Indexes, false)
	s.addBinds()
	s.fingerprint = rowMeaning(s).hash()
	return s
}

// translation resolves translates (decision 44).
func (l *linker) translation(s *Schema) {
	t := s.atom.Translates
	if t == nil {
		return
	}
	parent := l.findSchema(&s.atom.Atom, diag.TranslatesParentUnknown, "/spec/translates/parent", t.Parent)
	if parent == nil {
		return
	}
	if parent.Localized() {
		l.fail(&s.atom.Atom, diag.TranslatesParentIsLocalized, "/spec/translates/parent",
			fmt.Sprintf("The Schema %q is itself localized; what it holds cannot be translated.", t.Parent))
	}
	if t.On != "" && parent.Property(t.On) == nil {
		l.unknown(&s.atom.Atom, diag.TranslatesFieldNotInParent, "/spec/translates/on",
			fmt.Sprintf("property of the Schema %q", t.Parent), t.On, names(parent.Properties()))
	}
	s.translation = &Translation{Parent: parent, On: t.On}
}

func (s *Schema) addColumns() {
	s.columns = []*Column{
		{name: "id", kind: TextColumn, reserved: true},
		{name: "status", kind: TextColumn, reserved: true},
		{name: "version", kind: IntegerColumn, reserved: true},
		{name: "createdAt", kind: IntegerColumn, reserved: true},
		{name: "updatedAt", kind: IntegerColumn, reserved: true},
		{name: "authorId", kind: TextColumn, reserved: true, nullable: true},
	}
	for _, name := range s.atom.Schema.Properties {
		kind := columnKind(s.atom.Schema.Types(name))
		s.columns = append(s.columns, &Column{name: name, kind: kind, nullable: true})
		if kind == RealColumn {
			s.reals = append(s.reals, name)
		}
	}
	s.byName = make(map[string]*Column, len(s.columns))
	for _, c := range s.columns {
		s.byName[c.name] = c
	}
}

var kindOfType = map[string]ColumnKind{
	"string": TextColumn, "integer": IntegerColumn, "number": RealColumn, "boolean": BooleanColumn,
}

// columnKind is the column for values of the given JSON types; nil for any. A
// property that may hold an array or object, or nothing but null, is JSON.
func columnKind(types []string) ColumnKind {
	var kinds []ColumnKind
	for _, each := range types {
		kind, scalar := kindOfType[each]
		switch {
		case scalar:
			kinds = append(kinds, kind)
		case each != "null":
			return JSONColumn
		}
	}
	switch {
	case len(kinds) == 0:
		return JSONColumn
	case len(kinds) == 1:
		return kinds[0]
	case !slices.ContainsFunc(kinds, func(k ColumnKind) bool { return k != IntegerColumn && k != RealColumn }):
		return RealColumn
	}
	return MixedColumn
}

func (s *Schema) addIndexes(tuples [][]string, unique bool) {
	for _, tuple := range tuples {
		index := &Index{unique: unique}
		for _, name := range tuple {
			index.columns = append(index.columns, s.byName[name])
		}
		s.indexes = append(s.indexes, index)
	}
}

// Leads reports whether a declared index begins with the column.
func (s *Schema) Leads(c *Column) bool {
	return slices.ContainsFunc(s.indexes, func(i *Index) bool { return i.columns[0] == c })
}

func (s *Schema) addBinds() {
	for _, b := range s.atom.Binds {
		kind := columnKind(s.atom.Schema.TypesOf(b.Schema))
		s.binds = append(s.binds, Bind{
			Path: b.Path, Value: BindValue(b.Value), Integer: kind == IntegerColumn || kind == RealColumn, Alone: b.Alone,
		})
	}
}
