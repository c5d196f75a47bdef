package typescript

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/quartet-dev/quartet/internal/codegen"
	"github.com/quartet-dev/quartet/internal/plan"
)

// facade prints the interfaces of the facade, and which of their members are
// reached over HTTP.
func (p *printer) facade() {
	p.views()
	p.procedures()
	p.entries()
	p.reached()
}

func (p *printer) views() {
	p.line("\nexport interface ServiceViews<Context = ServiceContext> {")
	for _, v := range p.model.Views {
		options := "ServiceViewOptions"
		if v.Cursor {
			options = "ServiceCursorOptions"
		}
		p.out.WriteString(comment("  ", cmp.Or(v.Title, v.Wire), v.Description))
		p.line("  readonly %s: ServiceView<%s, %s, %s<Context>>", member(v.Member()), p.params(v), p.row(v), options)
	}
	p.line("}")
}

func (p *printer) params(v codegen.View) string { return p.namespace + ".ViewParams_" + v.Suffix }
func (p *printer) row(v codegen.View) string    { return p.namespace + ".ViewRow_" + v.Suffix }

func (p *printer) procedures() {
	p.line("\nexport interface ServiceProcedures<Context = ServiceContext> {")
	for _, each := range p.model.Procedures {
		p.out.WriteString(comment("  ", cmp.Or(each.Title, each.Wire), each.Description))
		p.line("  readonly %s: (input: %s, ctx?: Omit<Context, 'retry'>) => Promise<%s>", member(each.Member()), p.in(&each.Input), p.in(&each.Output))
	}
	p.line("}")
}

// in is a type of the namespace from outside of it.
func (p *printer) in(t *codegen.Type) string { return p.namespace + "." + t.Name }

func (p *printer) entries() {
	p.line("\nexport interface ServiceEntries<Context = ServiceContext, Distant extends boolean = false> {")
	for i := range p.model.Collections {
		c := &p.model.Collections[i]
		entry := fmt.Sprintf("ServiceEntry<%s>", p.in(&c.Entry))
		if c.Publishing {
			entry += fmt.Sprintf(" | ServiceUnpublished<%s>", p.in(&c.Entry))
		}
		collection := fmt.Sprintf("ServiceCollection<%s.%s, %s, Context, Distant>", p.namespace, draftName(c), entry)
		if c.ReadOnly {
			collection = fmt.Sprintf("ServiceReadOnlyCollection<%s, Context, Distant>", entry)
		}
		p.out.WriteString(comment("  ", cmp.Or(c.Title, c.Wire), c.Description))
		p.line("  readonly %s: %s", member(c.Member()), collection)
	}
	p.line("}")
}

// reached prints who reaches what over HTTP.
func (p *printer) reached() {
	var public, routed, operated []string
	for _, v := range p.model.Views {
		if v.Surface == plan.Public {
			public = append(public, v.Member())
		}
	}
	for i := range p.model.Procedures {
		each := &p.model.Procedures[i]
		switch r := p.route(each); {
		case r.path == "":
		case r.staff:
			operated = append(operated, each.Member())
		default:
			routed = append(routed, each.Member())
		}
	}
	p.line("\nexport type ServicePublicView = %s", union(public))
	p.line("export type ServiceRoutedProcedure = %s", union(routed))
	p.line("export type ServiceStaffProcedure = %s", union(operated))
}

// route is how a call reaches a Procedure over HTTP.
type route struct {
	method, path string // "" where nothing leads there
	staff        bool   // it is the Admin API's
}

// route is the first HTTP Trigger of a Procedure. Without one, staff operate what
// their agents may call (contract, Staff operation descriptor).
func (p *printer) route(of *codegen.Procedure) route {
	if len(of.Routes) > 0 {
		return route{method: of.Routes[0].Method, path: of.Routes[0].Path}
	}
	for _, t := range p.model.Triggers {
		if t.Procedure == of.Wire && t.Kind == plan.SourceMCP && t.Surface == plan.Staff {
			return route{"POST", "/admin/api/operations/" + of.Wire, true} // names need no escape in a path
		}
	}
	return route{}
}

// handlers prints the typed map of ref keys. A key of several Procedures takes
// what any of them takes, and gives what suits all.
func (p *printer) handlers() {
	p.line("\n/** The functions behind the ref keys of the manifests. */")
	env := "Env"
	if len(p.model.Handlers) == 0 {
		env = "_Env" // as a parameter is called that is not used
	}
	p.line("export interface ServiceHandlers<%s = ServiceEnv> {", env)
	for _, h := range p.model.Handlers {
		var inputs, outputs []string
		for _, name := range h.Procedures {
			procedure := p.model.Procedure(name)
			inputs, outputs = append(inputs, p.in(&procedure.Input)), append(outputs, p.in(&procedure.Output))
		}
		p.out.WriteString(comment("  ", "Behind "+strings.Join(h.Procedures, ", ")+"."))
		p.line("  readonly %s: ServiceHandler<%s, %s, Env>", member(h.Key), strings.Join(inputs, " | "), strings.Join(outputs, " & "))
	}
	p.line("}")
}

// operations prints each operation by itself, and the tables of all.
func (p *printer) operations() {
	p.line("")
	for _, v := range p.model.Views {
		p.line("export const view_%s = /* @__PURE__ */ serviceView<%s, %s, %t>({ name: %s, path: %s, cursor: %t })",
			v.Suffix, p.params(v), p.row(v), v.Cursor, quote(v.Wire), quote(v.Path), v.Cursor)
	}
	for i := range p.model.Procedures {
		each := &p.model.Procedures[i]
		text := "name: " + quote(each.Wire)
		if r := p.route(each); r.path != "" {
			text += fmt.Sprintf(", method: %s, path: %s", quote(r.method), quote(r.path))
		}
		p.line("export const procedure_%s = /* @__PURE__ */ serviceProcedure<%s, %s>({ %s })", each.Suffix, p.in(&each.Input), p.in(&each.Output), text)
	}
	p.line("\nconst viewTable: Readonly<Record<string, { readonly route: ServiceViewRoute }>> = {")
	for _, v := range p.model.Views {
		p.line("  %s: view_%s,", member(v.Member()), v.Suffix)
	}
	p.line("}\n\nconst procedureTable: Readonly<Record<string, { readonly route: ServiceProcedureRoute }>> = {")
	for _, each := range p.model.Procedures {
		p.line("  %s: procedure_%s,", member(each.Member()), each.Suffix)
	}
	p.line("}")
}
