package manifest

import (
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

// Atom is what all four kinds share: their name and the document they came
// from, which places their diagnostics.
type Atom struct {
	Kind Kind
	Name string
	Doc  *yamldoc.Document
}

// Path is `manifest:<Kind>/<name>#<pointer>`.
func (a *Atom) Path(pointer string) string {
	return "manifest:" + string(a.Kind) + "/" + a.Name + "#" + pointer
}

// AtValue makes a validate-phase error that points at the value at pointer;
// where there is none, at the nearest ancestor that exists.
func (a *Atom) AtValue(code diag.Code, pointer, message string) *diag.Diagnostic {
	panic("manifest: AtValue")
}

// AtKey is AtValue for the key at pointer.
func (a *Atom) AtKey(code diag.Code, pointer, message string) *diag.Diagnostic {
	panic("manifest: AtKey")
}

// Text is a LocalizedText: one string for every locale, or one each.
type Text struct {
	Plain    string            // set when written as one string
	ByLocale map[string]string // set when written as a map
}

// IsZero tells that no text was declared.
func (t Text) IsZero() bool { return t.Plain == "" && len(t.ByLocale) == 0 }

// Set is every atom of a site, in the order of files and documents.
type Set struct {
	Schemas    []*Schema
	Views      []*View
	Procedures []*Procedure
	Triggers   []*Trigger
}

// File is one manifest file; Name is what diagnostics call it.
type File struct {
	Name string
	Data []byte
}
