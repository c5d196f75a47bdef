package plan

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/jsonschema"
	"github.com/quartet-dev/quartet/internal/jsonvalue"
	"github.com/quartet-dev/quartet/internal/manifest"
)

// procedure links one Procedure, which newLinker has declared.
func (l *linker) procedure(p *Procedure) {
	atom := p.atom
	p.input = l.params(&atom.Atom, "/spec/input", atom.Input)
	if atom.Output != nil {
		p.output = l.compile(&atom.Atom, "/spec/output", jsonschema.Compile, atom.Output.Doc)
	}
	p.requires = l.requirements(&atom.Atom, atom.Requires, p)
	if atom.Handler.Builtin != nil {
		l.builtin(p, atom.Handler.Builtin)
	}
	l.stampedInput(p)
	if name := atom.UI.CollectionAction; name != "" {
		l.findSchema(&atom.Atom, diag.SchemaUIInvalid, "/spec/uiSchema/collectionAction", name)
	}
}

// stampedInput takes x-service-bind in the input of a builtin whose Schema
// stamps the same property, and nowhere else.
func (l *linker) stampedInput(p *Procedure) {
	switch b := p.builtin; {
	case b == nil:
		l.sent(&p.atom.Atom, "/spec/input", p.atom.Input, nil)
	case b.Schema != nil:
		l.sent(&p.atom.Atom, "/spec/input", p.atom.Input, b.Schema.binds)
	}
}

// requirements resolves requires; self is the Procedure that declares them, or
// nil for a View.
func (l *linker) requirements(atom *manifest.Atom, declared *manifest.Requires, self *Procedure) *Requirements {
	if declared == nil {
		return nil
	}
	r := &Requirements{all: declared.All}
	if declared.Guard != "" {
		r.guard = l.guard(atom, declared.Guard, self)
	}
	return r
}

// guard applies the rules of open-parts.md, Procedure, to the one who names it.
func (l *linker) guard(atom *manifest.Atom, name string, self *Procedure) *Procedure {
	const pointer = "/spec/requires/guard/procedure"
	guard := l.findProcedure(atom, diag.GuardProcedureUnknown, pointer, name)
	switch {
	case guard == nil:
	case guard == self:
		l.fail(atom, diag.GuardSelfReference, pointer, "A Procedure cannot be its own guard.")
	case guard.atom.Handler.Builtin != nil:
		l.fail(atom, diag.GuardProcedureBuiltin, pointer,
			fmt.Sprintf("The Procedure %q has a builtin handler; a guard has a ref handler.", name))
	case guard.atom.Requires != nil && guard.atom.Requires.Guard != "":
		l.fail(atom, diag.GuardChainNotAllowed, pointer,
			fmt.Sprintf("The Procedure %q has a guard of its own; a guard has none.", name))
	}
	return guard
}

// builtin applies the rules of the contract's builtin form that look at the
// target Schema.
func (l *linker) builtin(p *Procedure, declared *manifest.Builtin) {
	schema := l.findSchema(&p.atom.Atom, diag.BuiltinHandlerSchemaUnknown, "/spec/handler/schema", declared.Schema)
	p.builtin = &Builtin{Op: declared.Op, Schema: schema}
	if schema == nil {
		return
	}
	if declared.Op == OpArchive && schema.Lifecycle() != Publishing {
		d := l.fail(&p.atom.Atom, diag.BuiltinHandlerContractInvalid, "/spec/handler/schema",
			fmt.Sprintf("archive needs a publishing Schema; %q is operational.", schema.Name()))
		d.Expected = Publishing
	}
	if declared.Match != nil && p.atom.Input != nil {
		p.builtin.Match = l.match(p, schema, declared.Match)
	}
}

// match resolves the fields of an upsert: exactly one declared unique index, in
// its order, and all of them required of the caller.
func (l *linker) match(p *Procedure, schema *Schema, fields []string) []*Column {
	var columns []*Column
	for i, name := range fields {
		c := schema.Property(name)
		if c == nil {
			l.unknown(&p.atom.Atom, diag.BuiltinHandlerContractInvalid, "/spec/handler/match/"+strconv.Itoa(i),
				fmt.Sprintf("property of the Schema %q", schema.Name()), name, names(schema.Properties()))
			continue
		}
		l.matchedInput(p, name)
		columns = append(columns, c)
	}
	isTuple := func(tuple []string) bool { return slices.Equal(tuple, fields) }
	if len(columns) == len(fields) && !slices.ContainsFunc(schema.atom.UniqueIndexes, isTuple) {
		d := l.fail(&p.atom.Atom, diag.BuiltinHandlerContractInvalid, "/spec/handler/match",
			fmt.Sprintf("match must be one of the uniqueIndexes of the Schema %q, in its order.", schema.Name()))
		d.Expected = schema.atom.UniqueIndexes
	}
	return columns
}

func (l *linker) matchedInput(p *Procedure, name string) {
	const message = "match looks for %[1]q, so the input must declare %[1]q and list it under required."
	if !p.HasInput(name) {
		l.fail(&p.atom.Atom, diag.BuiltinHandlerContractInvalid, "/spec/input"+jsonvalue.Pointer("properties", name),
			fmt.Sprintf(message, name)).Expected = name
	} else if !p.atom.Input.Requires(name) {
		l.fail(&p.atom.Atom, diag.BuiltinHandlerContractInvalid, "/spec/input/required",
			fmt.Sprintf(message, name)).Expected = name
	}
}
