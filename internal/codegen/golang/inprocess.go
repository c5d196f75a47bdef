package golang

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/quartet-dev/quartet/internal/codegen"
)

// inprocess is the text of inprocess.go. service was printed before it.
func (p *printer) inprocess(importPath string) string {
	views, procedures := p.members("service.")
	body := inprocessFacade +
		views.group("Views", "Views are all Views, those for staff among them", "service.Transport") +
		procedures.group("Procedures", "Procedures are all Procedures, with and without a Trigger", "service.Transport") +
		p.entries() + p.handlers()
	var imports strings.Builder
	for _, each := range []struct{ sign, path string }{{"context.", "context"}, {"json.", "encoding/json"}} {
		if strings.Contains(body, each.sign) {
			fmt.Fprintf(&imports, "\t%q\n", each.path)
		}
	}
	return inprocessComment + "import (\n" + imports.String() + "\n\t" + strconv.Quote(quartetPath) + "\n\n\t" + strconv.Quote(importPath) + "\n)\n\n" + body
}

const inprocessComment = `// Package inprocess calls the site that it was generated from in the same program,
// with the types of package service, and says which handlers the site needs.
package inprocess

`

const inprocessFacade = `// Service is the site in the same program. Its calls go through the same
// authorization, validation and hooks as requests.
type Service struct {
	Views      Views
	Procedures Procedures
	Entries    Entries
	Triggers   service.Triggers

	transport transport
}

// Bind gives the facade of a running service, for nobody; see As. It fails where
// the service runs other manifests than those that this package was generated from.
func Bind(q *quartet.Service) (*Service, error) {
	t, err := bind(q, service.Fingerprint)
	if err != nil {
		return nil, err
	}
	return facadeOver(t), nil
}

// Within gives the facade of the service that a handler runs in, on behalf of its
// caller.
func Within(c *quartet.Context) (*Service, error) {
	s, err := Bind(c.Service())
	if err != nil {
		return nil, err
	}
	return s.As(c.Caller()), nil
}

// As gives the same facade on behalf of a caller, whom the service trusts to be
// the one.
func (s *Service) As(caller quartet.Caller) *Service {
	t := s.transport
	t.caller = caller
	return facadeOver(t)
}

// Portable is the part that calls over HTTP have, too.
func (s *Service) Portable() *service.Service { return service.New(s.transport) }

// Runtime is the service itself.
func (s *Service) Runtime() *quartet.Service { return s.transport.service }

func facadeOver(t transport) *Service {
	return &Service{
		Views: NewViews(t), Procedures: NewProcedures(t), Entries: newEntries(t), Triggers: service.NewTriggers(), transport: t,
	}
}

`

// draft is the type of entries in any state.
func (p *printer) draft(c *codegen.Collection) string {
	if p.drafts[c.Wire] == "" {
		p.drafts[c.Wire] = p.names.take("Draft" + codegen.UpperCamel(c.Wire))
	}
	return p.drafts[c.Wire]
}

func (p *printer) entries() string {
	taken := names{}
	var fields, values strings.Builder
	argument := "_"
	for i := range p.model.Collections {
		c := &p.model.Collections[i]
		data := p.types[&c.Entry].use("service.")
		if p.drafts[c.Wire] != "" {
			data = "service." + p.drafts[c.Wire]
		}
		kind, maker := "Collection", "collection"
		if c.ReadOnly {
			kind, maker = "Reader", "reader"
		}
		name := taken.take(method(c.Wire))
		fields.WriteString(comment("\t", said(c.Words, c.Wire)))
		fmt.Fprintf(&fields, "\t%s %s[%s]\n", name, kind, data)
		fmt.Fprintf(&values, "\t\t%s: %s[%s](t, %q),\n", name, maker, data, c.Wire)
		argument = "t"
	}
	return "// Entries are the collections. Those that only Procedures write can be read alone.\ntype Entries struct {\n" + fields.String() +
		"}\n\nfunc newEntries(" + argument + " transport) Entries {\n\treturn Entries{\n" + values.String() + "\t}\n}\n\n"
}
