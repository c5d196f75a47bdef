package plan

import "github.com/quartet-dev/quartet/internal/manifest"

// Origin is the document that an atom was written in.
type Origin struct {
	File     string
	Document int    // of the file, from 1
	Line     int    // of the file, where Text begins, from 1
	Text     string // with the comments before it
}

// Origin is where the Schema was written.
func (s *Schema) Origin() Origin { return originOf(&s.atom.Atom) }

// Origin is where the View was written.
func (v *View) Origin() Origin { return originOf(&v.atom.Atom) }

// Origin is where the Procedure was written.
func (p *Procedure) Origin() Origin { return originOf(&p.atom.Atom) }

// Origin is where the Trigger was written.
func (t *Trigger) Origin() Origin { return originOf(&t.atom.Atom) }

func originOf(a *manifest.Atom) Origin {
	return Origin{File: a.Doc.File, Document: a.Doc.Index, Line: a.Doc.Line, Text: a.Doc.Text}
}
