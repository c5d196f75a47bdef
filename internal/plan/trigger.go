package plan

import (
	"slices"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/manifest"
)

// Trigger makes a Procedure reachable.
type Trigger struct {
	atom      *manifest.Trigger
	procedure *Procedure
	tool      string
	schema    *Schema
}

// Name is metadata.name.
func (t *Trigger) Name() string { return t.atom.Name }

// Kind is the kind of its source.
func (t *Trigger) Kind() SourceKind { return t.atom.Source.Kind }

// Procedure is the target.
func (t *Trigger) Procedure() *Procedure { return t.procedure }

// Method of an http source.
func (t *Trigger) Method() string { return t.atom.Source.Method }

// Path of an http source, as declared.
func (t *Trigger) Path() string { return t.atom.Source.Path }

// Segments of an http source's path, /api/ included.
func (t *Trigger) Segments() []Segment { return t.atom.Source.Segments }

// Headers of an http source are the input properties that headers of the request
// are; they come from nowhere else.
func (t *Trigger) Headers() []Header { return t.atom.Source.Headers }

// RawBody (decision 203) of an http source is the input property that is the text of the body, as it
// came; "" where the body is JSON, and the input.
func (t *Trigger) RawBody() string { return t.atom.Source.RawBody }

// IsWebhook reports whether a request says more than an input does, so that it is
// for another service to send, and not for a generated client.
func (t *Trigger) IsWebhook() bool { return t.RawBody() != "" || len(t.Headers()) > 0 }

// LetsStaffOperate reports whether the Trigger makes its Procedure one that staff operate
// in Admin (interface.md, Staff operation descriptor): an mcp one for staff, or an http
// one of a Procedure that requires staff.
func (t *Trigger) LetsStaffOperate() bool {
	switch t.Kind() {
	case SourceMCP:
		return t.Surface() == Staff
	case SourceHTTP:
		return slices.ContainsFunc(t.procedure.Requires().All(), func(r Predicate) bool { return r.Kind == IsStaff })
	default:
		return false
	}
}

// Surface of an mcp source.
func (t *Trigger) Surface() Surface { return t.atom.Source.Surface }

// Tool is the tool name of an mcp source.
func (t *Trigger) Tool() string { return t.tool }

// Schema of a lifecycle source.
func (t *Trigger) Schema() *Schema { return t.schema }

// Hooks of a lifecycle source.
func (t *Trigger) Hooks() []Hook { return t.atom.Source.On }

// Aborts reports whether a failure of the hook stops the write: the declared
// errorPolicy, or abort for before_* and continue for after_*.
func (t *Trigger) Aborts(hook Hook) bool {
	switch t.atom.Source.OnError {
	case "abort":
		return true
	case "continue":
		return false
	default:
		return !hook.After()
	}
}

// At makes an error that points at a place in the Trigger's manifest.
func (t *Trigger) At(code diag.Code, pointer, message string) *diag.Diagnostic {
	return t.atom.AtValue(code, pointer, message)
}
