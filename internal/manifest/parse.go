package manifest

import (
	"strings"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/yamldoc"
)

// Parse reads files into a Set. It is all or nothing: with one error anywhere
// the Set is nil. The list also holds warnings, and is sorted.
func Parse(files []File) (*Set, diag.List) {
	p := parser{named: make(map[Kind]map[string]bool)}
	for _, file := range files {
		documents, problems := yamldoc.Parse(file.Name, file.Data)
		p.problems.Add(problems...)
		for _, document := range documents {
			p.document(document)
		}
	}
	p.problems.Sort()
	if p.problems.HasErrors() {
		return nil, p.problems
	}
	return &p.set, p.problems
}

type parser struct {
	set      Set
	problems diag.List
	named    map[Kind]map[string]bool
}

func (p *parser) document(doc *yamldoc.Document) {
	r := &reader{atom: &Atom{Doc: doc}}
	spec := r.envelope(r.root(doc))
	p.wantNewName(r)
	switch r.atom.Kind {
	case KindSchema:
		p.set.Schemas = append(p.set.Schemas, r.schema(spec))
	case KindView:
		p.set.Views = append(p.set.Views, r.view(spec))
	case KindProcedure:
		p.set.Procedures = append(p.set.Procedures, r.procedure(spec))
	case KindTrigger:
		p.set.Triggers = append(p.set.Triggers, r.trigger(spec))
	}
	p.problems.Add(r.problems...)
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
