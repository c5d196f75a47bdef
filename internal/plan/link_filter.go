package plan

import (
	"fmt"
	"slices"
	"strings"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/manifest"
)

// filter links the filter with a stack of its own: filters nest to any depth.
func (l *linker) filter(v *View) {
	if v.atom.Filter == nil {
		return
	}
	type step struct {
		from *manifest.Filter
		to   *Filter
	}
	v.filter = &Filter{}
	stack := []step{{v.atom.Filter, v.filter}}
	for before := len(l.problems); len(stack) > 0 && !l.isFull(before); {
		at := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		at.to.Op = at.from.Op
		if at.from.Op != And && at.from.Op != Or {
			l.comparison(v, at.from, at.to)
			continue
		}
		at.to.Nodes = make([]*Filter, len(at.from.Nodes))
		for i, node := range at.from.Nodes {
			at.to.Nodes[i] = &Filter{}
			stack = append(stack, step{node, at.to.Nodes[i]})
		}
	}
}

func (l *linker) comparison(v *View, from *manifest.Filter, to *Filter) {
	to.Column = v.source.Column(from.Field)
	to.Operand = Operand{Kind: from.Operand.Kind, Value: from.Operand.Value}
	if from.Operand.Kind == ParamRef {
		to.Operand.Slot = v.params.slots[from.Operand.Param]
	}
	switch {
	case from.Field == "": // reported by itself
	case to.Column == nil:
		l.unknownColumn(v, diag.ViewFilterFieldNotInSchema, inside(from, "field"), from.Field)
	case v.published && from.Field == "status":
		l.publicStatus(v, from)
	case from.Operand.Kind == CallerID && !v.source.Leads(to.Column):
		l.fail(&v.atom.Atom, diag.ViewFilterCtxUserRefRequiresIndex, inside(from, "field"),
			fmt.Sprintf("%q is compared with the caller's id and must be the first field of an index of the Schema %q.",
				from.Field, v.source.Name()))
	default:
		l.comparable(v, from, to)
	}
}

// comparable warns of a value whose type the field never has: a database would
// convert one to the other, and the service does not, so that nothing matches.
func (l *linker) comparable(v *View, from *manifest.Filter, to *Filter) {
	types := to.types(v.params)
	matches := func(name string) bool {
		return name == "null" && to.Op == Eq && to.Column.nullable || to.Column.kind.Holds(name)
	}
	if len(types) == 0 || slices.ContainsFunc(types, matches) {
		return
	}
	l.warn(&v.atom.Atom, diag.ViewFilterNeverMatches, inside(from, "value"),
		fmt.Sprintf("%q of the Schema %q never is %s; this comparison matches nothing.", from.Field, v.source.Name(), strings.Join(types, " or "))).
		Expected = v.source.typesOf(to.Column)
}

// types are the JSON types that the value of a comparison can have; nil for any.
func (f *Filter) types(params *Params) []string {
	switch {
	case f.Operand.Kind == CallerID:
		return []string{"string"}
	case f.Operand.Kind == Literal:
		return []string{manifest.TypeOf(f.Operand.Value)}
	case f.Operand.Slot < len(params.all):
		return params.all[f.Operand.Slot].Types
	}
	return nil
}

// typesOf are the types that a column is declared with; nil for any.
func (s *Schema) typesOf(c *Column) []string {
	if c.reserved && c.kind == IntegerColumn {
		return []string{"integer"}
	} else if c.reserved {
		return []string{"string"}
	}
	return s.atom.Schema.Types(c.name)
}

// inside is the pointer of field or value in a comparison. It is put together
// for diagnostics alone: a pointer is as long as its filter is deep.
func inside(f *manifest.Filter, key string) string {
	return f.Pointer() + "/" + string(f.Op) + "/" + key
}

// publicStatus lets a View that reads published rows alone say so, and say
// nothing else of status.
func (l *linker) publicStatus(v *View, from *manifest.Filter) {
	if from.Op == Eq && from.Operand.Kind == Literal && from.Operand.Value == string(Published) {
		return
	}
	d := l.fail(&v.atom.Atom, diag.ViewPublicStatusInvalid, inside(from, "value"),
		"A public View over a publishing Schema reads published entries alone; eq published is all that it can say of status.")
	d.Expected = map[string]any{string(Eq): map[string]any{"field": "status", "value": string(Published)}}
}
