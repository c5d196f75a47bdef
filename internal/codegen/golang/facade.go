package golang

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/quartet-dev/quartet/internal/codegen"
	"github.com/quartet-dev/quartet/internal/plan"
)

// service is the text of service.go.
func (p *printer) service() string {
	p.declareAll()
	views, procedures := p.members("")
	out := new(strings.Builder)
	for _, part := range []string{views.portable("Views"), procedures.portable("Procedures")} {
		out.WriteString(part)
	}
	out.WriteString(p.triggers())
	body := fmt.Sprintf(facade, strconv.Quote(p.model.Fingerprint)) + out.String() + strings.Join(p.declared, "")
	imports := ""
	if strings.Contains(body, "json.") {
		imports = "import \"encoding/json\"\n\n"
	}
	return packageComment + imports + body
}

const packageComment = `// Package service calls the site that it was generated from, with types for
// everything: the params and rows of Views, the inputs and results of Procedures.
//
// Connect calls the site over HTTP and needs the standard library alone. Package
// inprocess, below this one, calls a *quartet.Service in the same program, and has
// the handlers that the site needs.
//
// A member that may be absent is a pointer, or nil; one that may be null is one,
// too; one that may be both is an Opt. Every failure that the service reports is
// an *Error.
package service

`

const facade = `// Fingerprint is that of the manifests that this package was generated from. It
// changes with what they mean.
const Fingerprint = %s

// Service is the site as every transport carries it: its public Views, and the
// Procedures that an HTTP Trigger reaches.
type Service struct {
	Views      Views
	Procedures Procedures
	Triggers   Triggers
}

// Connect calls the site over HTTP. It fails where the base URL is none; the site
// is not asked.
func Connect(r Remote) (*Service, error) {
	t, err := newRemote(r, Fingerprint)
	if err != nil {
		return nil, err
	}
	return New(t), nil
}

// New calls the site through a transport.
func New(t Transport) *Service {
	return &Service{Views: NewViews(t), Procedures: NewProcedures(t), Triggers: NewTriggers()}
}

`

// declareAll writes every type of the model.
func (p *printer) declareAll() {
	for i := range p.model.Collections {
		c := &p.model.Collections[i]
		p.declare(&c.Entry, "is the data of a complete entry of "+c.Wire+aside(codegen.Words{Description: said(c.Words, c.Wire)}))
		if c.Publishing {
			p.declareDraft(c)
		}
	}
	for i := range p.model.Views {
		v := &p.model.Views[i]
		p.declare(v.Params, "are the params of the View "+v.Wire)
		p.declare(v.Row, "is a row of the View "+v.Wire)
	}
	for i := range p.model.Procedures {
		c := &p.model.Procedures[i]
		p.declare(&c.Input, "is the input of the Procedure "+c.Wire)
		p.declare(&c.Output, "is the result of the Procedure "+c.Wire)
	}
	p.declareShared()
}

func aside(w codegen.Words) string {
	if text := said(w, ""); text != "" {
		return ". " + text
	}
	return ""
}

// declareDraft writes the data of an entry whose required properties may be
// missing. Its types are those of the complete entry.
func (p *printer) declareDraft(c *codegen.Collection) {
	s := scope{p, &c.Entry}
	only := s.choice(c.Entry.Shape).only()
	if only == nil || only.Kind != codegen.Object {
		return
	}
	draft := *only
	draft.Fields = append([]codegen.Field(nil), only.Fields...)
	for i := range draft.Fields {
		draft.Fields[i].Required = false
	}
	name := p.draft(c)
	s.declareStruct(name, &draft, codegen.Words{Title: name + " is the data of an entry of " + c.Wire + " in any state: a draft may lack what a complete entry must have"})
}

// member is a View, Procedure or Trigger of a facade.
type member struct {
	name     string // of the field
	doc      string
	typeText string
	maker    string // the expression that makes it
	remote   bool   // every transport carries it
}

type members []member

// members are the Views and Procedures; qualifier goes before names of package
// service.
func (p *printer) members(qualifier string) (views, procedures members) {
	taken := names{}
	for i := range p.model.Views {
		views = append(views, p.view(&p.model.Views[i], taken, qualifier))
	}
	taken = names{}
	for i := range p.model.Procedures {
		procedures = append(procedures, p.procedure(&p.model.Procedures[i], taken, qualifier))
	}
	return views, procedures
}

func (p *printer) view(v *codegen.View, taken names, qualifier string) member {
	m := member{name: taken.take(method(v.Wire)), doc: said(v.Words, v.Wire), remote: v.Surface == plan.Public}
	row := "json.RawMessage"
	if v.Row != nil {
		row = p.types[v.Row].use(qualifier)
	}
	kind, arguments := "View", row
	if v.Params != nil {
		kind, arguments = "ParamView", p.types[v.Params].use(qualifier)+", "+row
	}
	m.typeText = qualifier + kind + "[" + arguments + "]"
	m.maker = fmt.Sprintf("%sNew%s[%s](t, %sViewInfo{Name: %q, Path: %q, Cursor: %t})",
		qualifier, kind, arguments, qualifier, v.Wire, v.Path, v.Cursor)
	return m
}

func (p *printer) procedure(c *codegen.Procedure, taken names, qualifier string) member {
	m := member{name: taken.take(method(c.Wire)), doc: said(c.Words, c.Wire), remote: len(c.Routes) > 0}
	arguments := p.types[&c.Input].use(qualifier) + ", " + p.types[&c.Output].use(qualifier)
	m.typeText = qualifier + "Procedure[" + arguments + "]"
	route := ""
	if m.remote {
		route = fmt.Sprintf(", Method: %q, Path: %q", c.Routes[0].Method, c.Routes[0].Path)
	}
	m.maker = fmt.Sprintf("%sNewProcedure[%s](t, %sProcedureInfo{Name: %q%s})", qualifier, arguments, qualifier, c.Wire, route)
	return m
}

// portable writes the struct of what every transport carries, and what makes it.
func (all members) portable(name string) string {
	var kept members
	for _, m := range all {
		if m.remote {
			kept = append(kept, m)
		}
	}
	about := map[string]string{
		"Views":      "Views are the public Views",
		"Procedures": "Procedures are those that an HTTP Trigger reaches",
	}[name]
	return kept.group(name, about, "Transport")
}

// group writes a struct of members, and the function that makes it over a
// transport.
func (all members) group(name, about, transport string) string {
	out := new(strings.Builder)
	fmt.Fprintf(out, "%stype %s struct {\n", comment("", about), name)
	for _, m := range all {
		out.WriteString(comment("\t", m.doc))
		fmt.Fprintf(out, "\t%s %s\n", m.name, m.typeText)
	}
	argument := "t"
	if len(all) == 0 {
		argument = "_"
	}
	fmt.Fprintf(out, "}\n\n// New%[1]s makes the members of %[1]s.\nfunc New%[1]s(%[2]s %[3]s) %[1]s {\n\treturn %[1]s{\n", name, argument, transport)
	for _, m := range all {
		fmt.Fprintf(out, "\t\t%s: %s,\n", m.name, m.maker)
	}
	out.WriteString("\t}\n}\n\n")
	return out.String()
}

func (p *printer) triggers() string {
	taken := names{}
	var fields, values strings.Builder
	for _, t := range p.model.Triggers {
		name := taken.take(method(t.Wire))
		fmt.Fprintf(&fields, "\t%s TriggerInfo\n", name)
		fmt.Fprintf(&values, "\t\t%s: TriggerInfo{Name: %q, Kind: %q, Procedure: %q%s},\n", name, t.Wire, t.Kind, t.Procedure, sourceOf(t))
	}
	return "// Triggers describe how the Procedures are reached.\ntype Triggers struct {\n" + fields.String() +
		"}\n\n// NewTriggers makes the members of Triggers.\nfunc NewTriggers() Triggers {\n\treturn Triggers{\n" + values.String() + "\t}\n}\n\n"
}

func sourceOf(t codegen.Trigger) string {
	var out strings.Builder
	for _, each := range []struct{ field, value string }{
		{"Method", t.Method}, {"Path", t.Path}, {"Surface", string(t.Surface)}, {"Tool", t.Tool}, {"Schema", t.Collection},
	} {
		if each.value != "" {
			fmt.Fprintf(&out, ", %s: %q", each.field, each.value)
		}
	}
	if len(t.Hooks) > 0 {
		fmt.Fprintf(&out, ", On: %#v", t.Hooks)
	}
	return out.String()
}
