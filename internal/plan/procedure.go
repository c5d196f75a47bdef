package plan

import (
	"slices"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/jsonschema"
	"github.com/quartet-dev/quartet/internal/manifest"
)

// Requirements say who may call a View or a Procedure.
type Requirements struct {
	all   []Predicate
	guard *Procedure
}

// All lists the predicates in declared order; all must hold.
func (r *Requirements) All() []Predicate {
	if r == nil {
		return nil
	}
	return r.all
}

// Guard is the guard Procedure, or nil.
func (r *Requirements) Guard() *Procedure {
	if r == nil {
		return nil
	}
	return r.guard
}

// AllWithGuard is All, and behind it the predicates of the guard, which hold for
// the same caller. A guard has no guard.
func (r *Requirements) AllWithGuard() []Predicate {
	guard := r.Guard()
	if guard == nil {
		return r.All()
	}
	return slices.Concat(r.all, guard.Requires().All())
}

// Procedure is a typed callable with its names resolved.
type Procedure struct {
	atom     *manifest.Procedure
	requires *Requirements
	input    *Params
	output   *jsonschema.Schema
	builtin  *Builtin
}

// Builtin is a builtin handler with its names resolved.
type Builtin struct {
	Op     BuiltinOp
	Schema *Schema
	Match  []*Column // upsert with match, in index order; nil otherwise
}

// Name is metadata.name.
func (p *Procedure) Name() string { return p.atom.Name }

// Title is the declared title; zero when none was.
func (p *Procedure) Title() Text { return p.atom.Title }

// Description is the declared description; zero when none was.
func (p *Procedure) Description() Text { return p.atom.Description }

// Requires is who may call; nil for anyone.
func (p *Procedure) Requires() *Requirements { return p.requires }

// Ref is the registration key of a ref handler, or "".
func (p *Procedure) Ref() string { return p.atom.Handler.Ref }

// Builtin is the builtin handler, or nil.
func (p *Procedure) Builtin() *Builtin { return p.builtin }

// HasInput reports whether input declares a top-level property of that name.
func (p *Procedure) HasInput(name string) bool {
	_, ok := p.input.Slot(name)
	return ok
}

// InputDocument is the declared input. Callers must not change it.
func (p *Procedure) InputDocument() map[string]any { return p.atom.Input.Doc }

// WrittenInput is the declared input as JSON, in the order in which it was
// written. Callers must not change it.
func (p *Procedure) WrittenInput() []byte { return p.atom.Input.Written }

// UISchema is the declared uiSchema; nil without. Callers must not change it.
func (p *Procedure) UISchema() map[string]any { return p.atom.UI.Raw }

// WrittenOutput is the declared output as JSON, in the order in which it was
// written. Callers must not change it.
func (p *Procedure) WrittenOutput() []byte { return p.atom.Output.Written }

// OutputDocument is the declared output. Callers must not change it.
func (p *Procedure) OutputDocument() map[string]any { return p.atom.Output.Doc }

// InputProperties lists the declared input properties as they were written.
func (p *Procedure) InputProperties() []string { return p.atom.Input.Properties }

// InputProperty is what is said of an input property, also through $ref
// (jsonschema.Effective); nil for none. Callers must not change it.
func (p *Procedure) InputProperty(name string) map[string]any { return p.atom.Input.Property(name) }

// ValidateInput checks an input; nil when it fits.
func (p *Procedure) ValidateInput(input map[string]any) *jsonschema.Violation {
	return p.input.Validate(input)
}

// ValidateOutput checks a handler's result, any JSON value; nil when it fits.
func (p *Procedure) ValidateOutput(output any) *jsonschema.Violation {
	return p.output.Validate(output)
}

// At makes an error that points at a place in the Procedure's manifest.
func (p *Procedure) At(code diag.Code, pointer, message string) *diag.Diagnostic {
	return p.atom.AtValue(code, pointer, message)
}
