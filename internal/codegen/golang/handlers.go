package golang

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/quartet-dev/quartet/internal/codegen"
)

// handlers writes the interface of the functions behind the ref keys.
func (p *printer) handlers() string {
	if len(p.model.Handlers) == 0 {
		return ""
	}
	taken := names{}
	var methods, entries strings.Builder
	for _, h := range p.model.Handlers {
		name := taken.take(method(h.Key))
		in, out := p.handlerTypes(h)
		methods.WriteString(comment("\t", fmt.Sprintf("%s is behind the key %q, which %s", name, h.Key, calls(h.Procedures))))
		fmt.Fprintf(&methods, "\t%s(ctx context.Context, c *quartet.Context, in %s) (%s, error)\n", name, in, out)
		fmt.Fprintf(&entries, "\t\t%q: quartet.Handle(h.%s),\n", h.Key, name)
	}
	return "// Handlers are the functions that the manifests name, a method for each ref key. The\n" +
		"// service has validated the input; refuse with quartet.Fail.\ntype Handlers interface {\n" + methods.String() + "}\n\n" +
		"// Register makes Options.Handlers of the functions.\nfunc Register(h Handlers) quartet.Handlers {\n\treturn quartet.Handlers{\n" +
		entries.String() + "\t}\n}\n"
}

func calls(procedures []string) string {
	if len(procedures) == 1 {
		return "the Procedure " + procedures[0] + " calls"
	}
	return "the Procedures " + strings.Join(procedures, ", ") + " call"
}

// handlerTypes are those of the one Procedure, or of all where they are the same;
// otherwise unions of them (decision 190).
func (p *printer) handlerTypes(h codegen.Handler) (in, out string) {
	ins, outs := p.handlerAtoms(h)
	return p.shared(h, "HandlerInput", ins).use("service."), p.shared(h, "HandlerOutput", outs).use("service.")
}

func (p *printer) handlerAtoms(h codegen.Handler) (ins, outs []*codegen.Type) {
	for _, name := range h.Procedures {
		c := p.model.Procedure(name)
		ins, outs = append(ins, &c.Input), append(outs, &c.Output)
	}
	return ins, outs
}

func (p *printer) shared(h codegen.Handler, prefix string, types []*codegen.Type) atom {
	if name := p.unions[prefix+h.Key]; name != "" {
		return atom{name: name}
	}
	return p.types[types[0]]
}

// declareShared writes the unions of handlers that Procedures of different types
// call.
func (p *printer) declareShared() {
	for _, h := range p.model.Handlers {
		ins, outs := p.handlerAtoms(h)
		p.declareUnionOf(h, "HandlerInput", ins)
		p.declareUnionOf(h, "HandlerOutput", outs)
	}
}

func (p *printer) declareUnionOf(h codegen.Handler, prefix string, types []*codegen.Type) {
	differ := false
	for _, t := range types[1:] {
		differ = differ || !sameType(types[0], t)
	}
	if !differ {
		return
	}
	name := p.names.take(prefix + exported(h.Key))
	p.unions[prefix+h.Key] = name
	labels := names{"Union": true}
	all := make([]alternative, len(types))
	for i, t := range types {
		all[i] = alternative{label: labels.take(exported(h.Procedures[i])), text: p.types[t].use(""), forms: p.formsOf(t)}
	}
	what := map[string]string{"HandlerInput": "takes", "HandlerOutput": "gives"}[prefix]
	p.declareUnion(name, codegen.Words{Title: fmt.Sprintf("%s is what the handler %s %s", name, h.Key, what)}, func() []alternative { return all })
}

// sameType reports whether two types differ in nothing but their names and words.
func sameType(a, b *codegen.Type) bool {
	return reflect.DeepEqual(bare(a.Shape), bare(b.Shape)) && len(a.Definitions) == 0 && len(b.Definitions) == 0
}

// bare is a shape without words and hints.
func bare(s *codegen.Shape) *codegen.Shape {
	if s == nil {
		return nil
	}
	out := *s
	out.Words, out.Format, out.Hint, out.Refers = codegen.Words{}, "", "", ""
	out.Items, out.Rest = bare(s.Items), bare(s.Rest)
	out.Fields, out.Of = nil, nil
	for _, f := range s.Fields {
		f.Shape = bare(f.Shape)
		out.Fields = append(out.Fields, f)
	}
	for _, each := range s.Of {
		out.Of = append(out.Of, bare(each))
	}
	return &out
}

// formsOf tells the values of a type apart.
func (p *printer) formsOf(t *codegen.Type) []string {
	s := scope{p, t}
	c := s.choice(t.Shape)
	forms := make([]string, 0, len(c.of)+1)
	for _, each := range c.of {
		if each.Kind == codegen.Any {
			for _, kind := range []string{`'{'`, `'['`, `'"'`, "'0'", "'t'", "'n'"} {
				forms = append(forms, "form{kind: "+kind+"}")
			}
			continue
		}
		forms = append(forms, s.form(each, s.object(each)))
	}
	if c.null {
		forms = append(forms, "form{kind: 'n'}")
	}
	return forms
}
