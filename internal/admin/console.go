package admin

import (
	"github.com/quartet-dev/quartet/internal/admin/wire"
	"github.com/quartet-dev/quartet/internal/codegen"
	"github.com/quartet-dev/quartet/internal/mcp/toolset"
	"github.com/quartet-dev/quartet/internal/media/library"
	"github.com/quartet-dev/quartet/internal/plan"
)

// developerConsole is everything that the site declares, and how it fares.
func (s *Surface) developerConsole(q *request) error {
	hooks, err := s.Queue.Status(q.Context())
	out := s.console()
	out.Queue = wire.QueueDepth{Pending: hooks.Pending(), Dead: hooks.Dead}
	return q.answer(out, err)
}

func consoleOf(p *plan.Plan, o Options) wire.Console {
	out := wire.Console{
		Fingerprint: p.Fingerprint(), Interfaces: interfacesOf(p, o), Relations: relationsOf(p), Diagnostics: orEmpty(o.Warnings),
		Schemas: []wire.SchemaAtom{}, Views: []wire.ViewAtom{}, Procedures: []wire.ProcedureAtom{}, Triggers: []wire.TriggerAtom{},
	}
	for _, s := range p.Schemas() {
		out.Schemas = append(out.Schemas, schemaAtom(p, s))
	}
	for _, v := range p.Views() {
		out.Views = append(out.Views, viewAtom(v))
	}
	for _, each := range p.Procedures() {
		out.Procedures = append(out.Procedures, procedureAtom(each))
	}
	for _, t := range p.Triggers() {
		out.Triggers = append(out.Triggers, triggerAtom(t))
	}
	return out
}

// interfacesOf lists the ways in that the manifests and the routes of the pages
// open.
func interfacesOf(p *plan.Plan, o Options) wire.Interfaces {
	out := wire.Interfaces{HTTP: []wire.Route{}, MCP: []wire.Tool{}, Pages: orEmpty(o.Pages)}
	for _, v := range p.Views() {
		path := root + "/views/"
		if v.Surface() == plan.Public {
			path = "/api/views/"
		}
		out.HTTP = append(out.HTTP, wire.Route{Method: "GET", Path: path + v.Name(), Kind: "View", Name: v.Name(), Client: codegen.LowerCamel(v.Name())})
	}
	for _, t := range p.Triggers() {
		if t.Kind() == plan.SourceHTTP {
			out.HTTP = append(out.HTTP, wire.Route{
				Method: t.Method(), Path: t.Path(), Kind: "Trigger", Name: t.Name(), Client: codegen.LowerCamel(t.Procedure().Name()),
			})
		}
	}
	tools := library.Tools(p, o.Media)
	for _, each := range tools.Public {
		out.MCP = append(out.MCP, toolOf(plan.Public, each))
	}
	for _, each := range tools.Staff {
		out.MCP = append(out.MCP, toolOf(plan.Staff, each))
	}
	return out
}

func toolOf(surface plan.Surface, t *toolset.Tool) wire.Tool {
	out := wire.Tool{
		Surface: string(surface), Tool: t.Name, Title: t.Title, Description: t.Description,
		Role: orNull(string(t.Role)), Input: t.Input,
	}
	switch {
	case t.View != nil:
		out.Kind, out.Name = "View", t.View.Name()
	case t.Procedure != nil:
		out.Kind, out.Name = "Procedure", t.Procedure.Name()
	case t.Schema != nil:
		out.Kind, out.Name = "Schema", t.Schema.Name()
	}
	return out
}
