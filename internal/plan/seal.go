package plan

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/jsonschema"
	"github.com/quartet-dev/quartet/internal/manifest"
)

// Seal links set, checks the graph and compiles everything. It is all or
// nothing: with one error, or a document that is broken by itself, the Plan is
// nil. What a document with an error of its own says is checked against the
// others all the same, but for what follows from that error. The list also holds
// warnings, and is sorted. set must come from
// manifest.Parse: what one document alone can break is not looked at again.
//
// addresses say which Schemas have pages. They decide how entries are found and say
// nothing of what an entry is.
func Seal(set *manifest.Set, addresses ...Address) (*Plan, diag.List) {
	l := newLinker(set)
	for _, s := range l.schemas {
		l.translation(s)
	}
	for _, atom := range set.Views {
		l.view(atom)
	}
	for _, p := range l.procedures {
		l.procedure(p)
	}
	for _, atom := range set.Triggers {
		l.trigger(atom)
	}
	l.routes()
	l.tools()
	l.warnings()
	l.problems.Sort()
	if l.problems.HasErrors() || len(set.Broken) > 0 {
		return nil, l.problems
	}
	l.finish(addresses)
	return l.Plan, l.problems
}

// linker fills a Plan and collects what is wrong with the graph. Until finish,
// atoms are in the order of files and documents, so that of two that collide
// the later is reported.
type linker struct {
	*Plan
	set      *manifest.Set
	problems diag.List
}

// newLinker declares what others may name: Schemas and Procedures. One that is
// broken where others would look is not declared; names of it are then no fault.
func newLinker(set *manifest.Set) *linker {
	l := &linker{set: set, Plan: &Plan{
		schemaByName:    make(map[string]*Schema, len(set.Schemas)),
		viewByName:      make(map[string]*View, len(set.Views)),
		procedureByName: make(map[string]*Procedure, len(set.Procedures)),
	}}
	for _, atom := range set.Schemas {
		if atom.Schema == nil {
			continue
		}
		s := l.schema(atom)
		l.schemas = append(l.schemas, s)
		if atom.IsKnown() {
			l.schemaByName[atom.Name] = s
		}
	}
	for _, atom := range set.Procedures {
		p := &Procedure{atom: atom}
		l.procedures = append(l.procedures, p)
		if atom.IsKnown() {
			l.procedureByName[atom.Name] = p
		}
	}
	return l
}

// finish sorts everything by name and takes the fingerprints.
func (l *linker) finish(addresses []Address) {
	slices.SortFunc(l.schemas, byName)
	slices.SortFunc(l.views, byName)
	slices.SortFunc(l.procedures, byName)
	slices.SortFunc(l.triggers, byName)
	l.references = references(l.Plan)
	markJoins(l.Plan)
	for _, a := range addresses {
		a.link(l.Plan)
	}
	for _, s := range l.schemas {
		s.stored = storedIndexes(s, l.references)
	}
	for _, v := range l.views {
		v.fingerprint = viewMeaning(v).hash()
	}
	l.fingerprint = planMeaning(l.Plan).hash()
}

// compile builds one declared JSON Schema; nil with a diagnostic when the
// compiler refuses what the subset let through.
func (l *linker) compile(atom *manifest.Atom, pointer string, build func(any) (*jsonschema.Schema, error), doc any) *jsonschema.Schema {
	schema, err := build(doc)
	if err != nil {
		d := l.fail(atom, diag.InvalidManifestEnvelope, pointer, "This JSON Schema cannot be compiled.")
		*d = *d.WithCause(err)
	}
	return schema
}

// fail reports an error, unless the document itself is at fault there.
func (l *linker) fail(atom *manifest.Atom, code diag.Code, pointer, message string) *diag.Diagnostic {
	d := atom.AtValue(code, pointer, message)
	if !atom.Faulty(pointer) {
		l.problems.Add(d)
	}
	return d
}

// maxProblems bounds what is reported of one list or filter: suggestions take
// time, and the pointers into a deep filter are as long as it is deep.
const maxProblems = 1000

// isFull reports whether enough is reported since there were so many problems.
func (l *linker) isFull(before int) bool { return len(l.problems)-before >= maxProblems }

// unknown reports a name that names none of the candidates.
func (l *linker) unknown(atom *manifest.Atom, code diag.Code, pointer, what, name string, candidates []string) {
	d := l.fail(atom, code, pointer, fmt.Sprintf("There is no %s named %q.", what, name))
	d.Candidates = slices.Sorted(slices.Values(candidates))
	d.Suggestion = diag.Nearest(name, candidates)
}

// findSchema resolves the name of a Schema; nil with a diagnostic, or without
// one when the name may be that of a broken document.
func (l *linker) findSchema(atom *manifest.Atom, code diag.Code, pointer, name string) *Schema {
	s := l.schemaByName[name]
	if s == nil && name != "" && !l.set.MayHold(manifest.KindSchema, name) {
		l.unknown(atom, code, pointer, "Schema", name, names(l.schemas))
	}
	return s
}

// findProcedure is findSchema for a Procedure.
func (l *linker) findProcedure(atom *manifest.Atom, code diag.Code, pointer, name string) *Procedure {
	p := l.procedureByName[name]
	if p == nil && name != "" && !l.set.MayHold(manifest.KindProcedure, name) {
		l.unknown(atom, code, pointer, "Procedure", name, names(l.procedures))
	}
	return p
}

type named interface{ Name() string }

func byName[T named](a, b T) int { return cmp.Compare(a.Name(), b.Name()) }

func names[T named](all []T) []string {
	list := make([]string, len(all))
	for i, each := range all {
		list[i] = each.Name()
	}
	return list
}
