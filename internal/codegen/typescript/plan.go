package typescript

import (
	"fmt"
	"strings"

	"github.com/quartet-dev/quartet/internal/codegen"
	"github.com/quartet-dev/quartet/internal/plan"
)

// plan prints the sealed plan: the fingerprint and the wire names, by the names
// of the facade; and the Triggers.
func (p *printer) plan() {
	p.line("\n/** The plan of the manifests: its fingerprint, and the names that travel, by those of this module. */")
	p.line("export const plan = /* @__PURE__ */ Object.freeze({")
	p.line("  fingerprint,")
	var collections, views, procedures, triggers []codegen.Name
	for _, c := range p.model.Collections {
		collections = append(collections, c.Name)
	}
	for _, v := range p.model.Views {
		views = append(views, v.Name)
	}
	for i := range p.model.Procedures {
		procedures = append(procedures, p.model.Procedures[i].Name)
	}
	for _, t := range p.model.Triggers {
		triggers = append(triggers, t.Name)
	}
	p.names("collections", collections)
	p.names("views", views)
	p.names("procedures", procedures)
	p.names("triggers", triggers)
	p.line("} as const)")
	p.triggers()
}

func (p *printer) names(kind string, names []codegen.Name) {
	p.line("  %s: /* @__PURE__ */ Object.freeze({", kind)
	for _, name := range names {
		p.line("    %s: %s,", member(name.Member()), quote(name.Wire))
	}
	p.line("  } as const),")
}

func (p *printer) triggers() {
	p.line("\nconst triggers = /* @__PURE__ */ Object.freeze({")
	for _, t := range p.model.Triggers {
		p.line("  %s: { name: %s, source: %s, target: { procedure: %s } },", member(t.Member()), quote(t.Wire), source(t), quote(t.Procedure))
	}
	p.line("} as const)")
}

// source is the source of a Trigger, as its manifest has it.
func source(t codegen.Trigger) string {
	switch t.Kind {
	case plan.SourceHTTP:
		return fmt.Sprintf("{ kind: 'http', method: %s, path: %s }", quote(t.Method), quote(t.Path))
	case plan.SourceMCP:
		return fmt.Sprintf("{ kind: 'mcp', surface: %s }", quote(string(t.Surface)))
	case plan.SourceLifecycle:
	}
	hooks := make([]string, len(t.Hooks))
	for i, each := range t.Hooks {
		hooks[i] = quote(each)
	}
	return fmt.Sprintf("{ kind: 'lifecycle', schema: %s, on: [%s] }", quote(t.Collection), strings.Join(hooks, ", "))
}
