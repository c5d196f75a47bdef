package manifest

import "github.com/quartet-dev/quartet/internal/diag"

// Procedure is a typed callable.
type Procedure struct {
	Atom
	Title       Text
	Description Text
	Requires    *Requires
	Input       *JSONSchema
	Output      *JSONSchema
	Handler     Handler
	UI          ProcedureUI
}

// IsKnown reports whether others can be held against what the Procedure says:
// its input, handler and guard are as they were meant.
func (p *Procedure) IsKnown() bool {
	return p.Input != nil && (p.Handler.Ref != "" || p.Handler.Builtin != nil) &&
		p.faultsWithin("/apiVersion", "/kind", "/spec/title", "/spec/description", "/spec/uiSchema", "/spec/output")
}

// ProcedureUI is the uiSchema of a Procedure.
type ProcedureUI struct {
	CollectionAction string
	Textareas        []string
	Raw              map[string]any
}

// Handler is a Procedure's handler: Ref, or Builtin.
type Handler struct {
	Ref     string
	Builtin *Builtin
}

// The kinds of handlers.
const (
	refHandler     = "ref"
	builtinHandler = "builtin"
)

func (r *reader) procedure(spec *place) *Procedure {
	f, _ := spec.mapping("title", "description", "requires", "input", "uiSchema", "output", "handler")
	p := &Procedure{Atom: *r.atom}
	p.Title = f.get("title").localized()
	p.Description = f.get("description").localized()
	p.Requires = f.get("requires").requires()
	p.Handler = f.need("handler").handler()
	p.readInput(f.need("input"))
	p.Output = f.need("output").jsonSchema()
	p.readUI(f.get("uiSchema").as(diag.SchemaUIInvalid))
	return p
}

func (p *Procedure) readInput(input *place) {
	builtin := p.Handler.Builtin
	if builtin == nil {
		input.wantObject(diag.InvalidManifestEnvelope)
		p.Input = input.jsonSchema()
		return
	}
	input.wantObject(diag.BuiltinHandlerContractInvalid)
	p.Input = input.jsonSchema()
	if p.Input != nil {
		builtin.checkInput(input, p.Input)
	}
}

func (p *Procedure) readUI(at *place) {
	f, ok := at.mapping("collectionAction", "fields")
	if !ok {
		return
	}
	p.UI.Raw, _ = at.node.Plain().(map[string]any)
	p.UI.CollectionAction = f.get("collectionAction").text()
	p.UI.Textareas = f.get("fields").textareas(p.Input)
}

// handler reads a ref or builtin handler.
func (p *place) handler() Handler {
	switch p.child("kind").string() {
	case refHandler:
		f, _ := p.mapping("kind", "ref")
		return Handler{Ref: f.need("ref").text()}
	case builtinHandler:
		return Handler{Builtin: p.builtin()}
	}
	f, _ := p.mapping("kind", "ref", "op", "schema", "match")
	f.need("kind").oneOf(refHandler, builtinHandler)
	return Handler{}
}
