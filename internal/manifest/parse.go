package manifest

import (
	"path"
	"strings"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/yamldoc"
)

// Parse reads files into a Set. A document with an error is also named in
// Broken: its graph and that of the others can still be checked, but no plan is
// made of such a Set. Files that hold no document at all are no manifests
// (MANIFEST_ROOT_NOT_FOUND). The list also holds warnings, and is sorted
// (decision 22).
func Parse(files []File) (*Set, diag.List) {
	p := parser{named: make(map[Kind]map[string]bool)}
	for _, file := range files {
		documents, problems := yamldoc.Parse(file.Name, file.Data, limitPointer)
		p.problems.Add(problems...)
		if problems.HasErrors() {
			p.set.Broken = append(p.set.Broken, &Atom{})
		}
		p.documents += len(documents)
		for _, document := range documents {
			p.document(document)
		}
	}
	if p.documents == 0 && len(files) > 0 && len(p.problems) == 0 {
		p.problems.Add(folderProblem(diag.ManifestRootNotFound, path.Dir(files[0].Name), "No file of the manifests folder holds a manifest."))
	}
	p.problems.Sort()
	return &p.set, p.problems
}

// limitPointer is where a View says its limit, of which whatever is no number of
// rows reads as 50.
const limitPointer = "/spec/limit"

type parser struct {
	set       Set
	documents int
	problems  diag.List
	named     map[Kind]map[string]bool
}

func (p *parser) document(doc *yamldoc.Document) {
	r := &reader{atom: &Atom{Doc: doc, faults: &faults{}}}
	spec := r.envelope(r.root(doc))
	p.wantNewName(r)
	add := p.read(r, spec)
	p.problems.Add(r.problems...)
	if r.problems.HasErrors() {
		r.keepFaults()
		p.set.Broken = append(p.set.Broken, r.atom)
	}
	if spec != nil && spec.node.Kind == yamldoc.Mapping {
		add()
	}
}

// keepFaults remembers where the document is at fault.
func (r *reader) keepFaults() {
	for _, d := range r.problems {
		if _, pointer, ok := strings.Cut(d.Path, "#"); ok && d.Severity == diag.Error {
			*r.atom.faults = append(*r.atom.faults, pointer)
		}
	}
}

// read reads the spec and returns what adds the atom to the set.
func (p *parser) read(r *reader, spec *place) (add func()) {
	switch r.atom.Kind {
	case KindSchema:
		s := r.schema(spec)
		return func() { p.set.Schemas = append(p.set.Schemas, s) }
	case KindView:
		v := r.view(spec)
		return func() { p.set.Views = append(p.set.Views, v) }
	case KindProcedure:
		procedure := r.procedure(spec)
		return func() { p.set.Procedures = append(p.set.Procedures, procedure) }
	case KindTrigger:
		t := r.trigger(spec)
		return func() { p.set.Triggers = append(p.set.Triggers, t) }
	}
	return func() {}
}

// wantNewName reports a name that an earlier atom of the kind has. The names of
// Schemas are those of tables, which ignore case.
func (p *parser) wantNewName(r *reader) {
	kind, name := r.atom.Kind, r.atom.Name
	if kind == "" || name == "" {
		return
	}
	if kind == KindSchema {
		name = strings.ToLower(name)
	}
	if p.named[kind] == nil {
		p.named[kind] = make(map[string]bool)
	}
	if p.named[kind][name] {
		r.problems.Add(r.atom.AtValue(diag.DuplicateName, "/metadata/name", "Another "+string(kind)+" has this name already."))
	}
	p.named[kind][name] = true
}
