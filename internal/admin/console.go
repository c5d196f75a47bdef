package admin

import (
	"github.com/quartet-dev/quartet/internal/admin/wire"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/plan"
)

// developerConsole is everything that the site declares, and how it fares.
func (s *Surface) developerConsole(q *request) (any, error) {
	pending, dead, err := s.Queue.Depth(q.Context())
	out := s.console
	out.Queue = wire.QueueDepth{Pending: pending, Dead: dead}
	return out, err
}

func consoleOf(p *plan.Plan, warnings diag.List) wire.Console {
	out := wire.Console{
		Fingerprint: p.Fingerprint(), Interfaces: interfacesOf(p), Relations: relationsOf(p), Diagnostics: []any{},
		Schemas: []wire.Atom{}, Views: []wire.Atom{}, Procedures: []wire.Atom{}, Triggers: []wire.Atom{},
	}
	for _, s := range p.Schemas() {
		out.Schemas = append(out.Schemas, atomOf(s.Name(), s.Title().Value(), s.Description(), s.Origin()))
	}
	for _, v := range p.Views() {
		out.Views = append(out.Views, atomOf(v.Name(), titleOr(v.Title(), v.Name()), plan.Text{}, v.Origin()))
	}
	for _, each := range p.Procedures() {
		out.Procedures = append(out.Procedures, atomOf(each.Name(), titleOr(each.Title(), each.Name()), each.Description(), each.Origin()))
	}
	for _, t := range p.Triggers() {
		out.Triggers = append(out.Triggers, atomOf(t.Name(), titleOr(plan.Text{}, t.Name()), plan.Text{}, t.Origin()))
	}
	for _, d := range warnings {
		out.Diagnostics = append(out.Diagnostics, d)
	}
	return out
}

func atomOf(name string, title wire.Text, description plan.Text, o plan.Origin) wire.Atom {
	return wire.Atom{
		Name: name, Title: title, Description: description.Value(),
		Source: wire.Source{File: o.File, Document: o.Document, Line: o.Line, Text: o.Text},
	}
}

// interfacesOf lists the ways in that the manifests open.
func interfacesOf(p *plan.Plan) wire.Interfaces {
	out := wire.Interfaces{HTTP: []wire.Route{}, MCP: []wire.Tool{}, Pages: []wire.Route{}}
	for _, v := range p.Views() {
		path := root + "/views/"
		if v.Surface() == plan.Public {
			path = "/api/views/"
		}
		out.HTTP = append(out.HTTP, wire.Route{Method: "GET", Path: path + v.Name(), Kind: "View", Name: v.Name()})
		out.MCP = append(out.MCP, wire.Tool{Surface: string(v.Surface()), Tool: v.Tool(), Kind: "View", Name: v.Name()})
	}
	for _, t := range p.Triggers() {
		switch t.Kind() {
		case plan.SourceHTTP:
			out.HTTP = append(out.HTTP, wire.Route{Method: t.Method(), Path: t.Path(), Kind: "Trigger", Name: t.Name()})
		case plan.SourceMCP:
			out.MCP = append(out.MCP, wire.Tool{Surface: string(t.Surface()), Tool: t.Tool(), Kind: "Trigger", Name: t.Name()})
		}
	}
	for _, s := range p.Schemas() {
		if create, update := s.Tools(); create != "" {
			out.MCP = append(out.MCP,
				wire.Tool{Surface: string(plan.Staff), Tool: create, Kind: "Schema", Name: s.Name()},
				wire.Tool{Surface: string(plan.Staff), Tool: update, Kind: "Schema", Name: s.Name()})
		}
	}
	return out
}
