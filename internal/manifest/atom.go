package manifest

import (
	"slices"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/yamldoc"
)

// APIVersion is the one accepted value of apiVersion.
const APIVersion = "quartet/v1"

// Kind is the kind of an atom.
type Kind string

// The four kinds of atoms.
const (
	KindSchema    Kind = "Schema"
	KindView      Kind = "View"
	KindProcedure Kind = "Procedure"
	KindTrigger   Kind = "Trigger"
)

var kinds = []Kind{KindSchema, KindView, KindProcedure, KindTrigger}

// Atom is what all four kinds share: their name and the document they came
// from, which places their diagnostics.
type Atom struct {
	Kind Kind
	Name string
	Doc  *yamldoc.Document

	guessed bool // Kind is what a misspelt one was most likely meant to be
	faults  *faults
}

// faults are the pointers of the errors in one document.
type faults []string

// Faulty reports whether the document itself is at fault at pointer or inside.
// What is said of a name there by others would follow from that (decision 106).
func (a *Atom) Faulty(pointer string) bool {
	return a.faults != nil && slices.ContainsFunc(*a.faults, func(fault string) bool { return isWithin(fault, pointer) })
}

// faultsWithin reports whether every error of the document is at one of the
// pointers, or inside; one at /spec is of a key that is missing.
func (a *Atom) faultsWithin(pointers ...string) bool {
	isHarmless := func(fault string) bool {
		return fault == "/spec" || slices.ContainsFunc(pointers, func(each string) bool { return isWithin(fault, each) })
	}
	return a.faults == nil || !slices.ContainsFunc(*a.faults, func(fault string) bool { return !isHarmless(fault) })
}

// Path is `manifest:<Kind>/<name>#<pointer>`, with a question mark for a kind
// or name that could not be read.
func (a *Atom) Path(pointer string) string {
	kind := string(a.Kind)
	if a.guessed {
		kind = ""
	}
	return "manifest:" + orUnknown(kind) + "/" + orUnknown(a.Name) + "#" + pointer
}

func orUnknown(name string) string {
	if name == "" {
		return "?"
	}
	return name
}

// AtValue makes a validate-phase error that points at the value at pointer;
// where there is none, at the nearest ancestor that exists.
func (a *Atom) AtValue(code diag.Code, pointer, message string) *diag.Diagnostic {
	_, node := a.Doc.Root.Nearest(pointer)
	return a.diagnostic(code, pointer, node.Pos, message)
}

// AtOffset is AtValue for a place within the text at pointer, offset bytes from its
// beginning.
func (a *Atom) AtOffset(code diag.Code, pointer string, offset int, message string) *diag.Diagnostic {
	_, node := a.Doc.Root.Nearest(pointer)
	return a.diagnostic(code, pointer, a.Doc.Within(node, offset), message)
}

// AtKey is AtValue for the key at pointer.
func (a *Atom) AtKey(code diag.Code, pointer, message string) *diag.Diagnostic {
	field, node := a.Doc.Root.Nearest(pointer)
	if field != nil {
		return a.diagnostic(code, pointer, field.Pos, message)
	}
	return a.diagnostic(code, pointer, node.Pos, message)
}

func (a *Atom) diagnostic(code diag.Code, pointer string, at yamldoc.Position, message string) *diag.Diagnostic {
	return &diag.Diagnostic{
		Code: code, Phase: diag.Validate, Severity: diag.Error,
		Path: a.Path(pointer), Message: message,
		Source: &diag.Source{File: a.Doc.File, Document: a.Doc.Index, Line: at.Line, Column: at.Column},
	}
}

// Set is every atom of a site, in the order of files and documents, as far as it
// could be read.
type Set struct {
	Schemas    []*Schema
	Views      []*View
	Procedures []*Procedure
	Triggers   []*Trigger

	// Broken are the documents with an error in them; no plan is made beside one.
	// Kind and Name are "" where they could not be read.
	Broken []*Atom
}

// MayHold reports whether a broken document is, or may be, the atom that is
// looked for: a reference to it is then no fault of its own.
func (s *Set) MayHold(kind Kind, name string) bool {
	return slices.ContainsFunc(s.Broken, func(a *Atom) bool {
		return (a.Kind == kind || a.Kind == "") && (a.Name == name || a.Name == "")
	})
}
