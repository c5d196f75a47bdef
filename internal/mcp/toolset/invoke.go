package toolset

import (
	"slices"

	"github.com/quartet-dev/quartet/internal/jsonschema/portable"
	"github.com/quartet-dev/quartet/internal/plan"
)

// procedureTool is a Procedure behind an MCP Trigger.
func procedureTool(p *plan.Plan, t *plan.Trigger) *Tool {
	procedure := t.Procedure()
	title := plan.TitleOf(procedure.Title(), procedure.Name())
	what := procedure.Description().In("en")
	if what == "" {
		what = title
	}
	return &Tool{
		Name: t.Tool(), Title: title, Description: portable.Sentences(what, audience(t.Surface(), procedure.Requires())),
		Input:  root(translator(p).Schema(procedure.InputDocument())),
		Output: outputSchema(p, procedure), Hints: procedureHints(p, procedure),
		Requires: procedure.Requires(), Operation: Invoke, Procedure: procedure,
	}
}

// outputSchema is the declared output where it can only be an object, which is
// what structured content is in every version of the protocol.
func outputSchema(p *plan.Plan, procedure *plan.Procedure) map[string]any {
	doc := procedure.OutputDocument()
	if doc["type"] != "object" || doc["nullable"] == true {
		return nil
	}
	return orFailure(outputTranslator(p).Schema(doc))
}

// procedureHints are what the handler is known to do. A function may do
// anything.
func procedureHints(p *plan.Plan, procedure *plan.Procedure) Hints {
	builtin := procedure.Builtin()
	if builtin == nil {
		return Hints{Destructive: true, Idempotent: hasIdempotencyKey(procedure), OpenWorld: true}
	}
	hints := Hints{Destructive: true, Idempotent: true, OpenWorld: procedure.Requires().Guard() != nil || hasHooks(p, builtin.Schema)}
	switch builtin.Op {
	case plan.OpCreate:
		hints.Destructive, hints.Idempotent = false, false
	case plan.OpUpsert:
		hints.Idempotent = builtin.Match != nil // without, each call may make an entry
	case plan.OpUpdate, plan.OpDelete, plan.OpArchive:
	}
	return hints
}

// hasIdempotencyKey reports whether an input always has one, which handlers must act
// on (contract, "Procedure invocation pipeline").
func hasIdempotencyKey(procedure *plan.Procedure) bool {
	required, _ := procedure.InputDocument()["required"].([]any)
	return slices.ContainsFunc(procedure.InputProperties(), func(name string) bool {
		return procedure.InputProperty(name)["x-mcp-hint"] == "idempotency-key" && slices.Contains(required, any(name))
	})
}

// hasHooks reports whether writes of a Schema run functions, which may go anywhere.
func hasHooks(p *plan.Plan, s *plan.Schema) bool {
	return slices.ContainsFunc(p.Triggers(), func(t *plan.Trigger) bool {
		return t.Kind() == plan.SourceLifecycle && (s == nil || t.Schema() == s)
	})
}
