package typescript

import (
	"cmp"
	"fmt"

	"github.com/quartet-dev/quartet/internal/codegen"
)

// types prints the namespace of types.
func (p *printer) types() {
	p.line("\nexport declare namespace %s {", p.namespace)
	for i := range p.model.Collections {
		c := &p.model.Collections[i]
		p.declare(&c.Entry, c.Words)
		p.draft(c)
	}
	for i := range p.model.Views {
		p.view(&p.model.Views[i])
	}
	for i := range p.model.Procedures {
		procedure := &p.model.Procedures[i]
		p.declare(&procedure.Input, words("What %s takes.", procedure.Name))
		p.declare(&procedure.Output, words("What %s gives.", procedure.Name))
	}
	p.line("}")
}

// words are a sentence about an atom, whose name stands for %s.
func words(sentence string, name codegen.Name) codegen.Words {
	return codegen.Words{Description: fmt.Sprintf(sentence, name.Wire)}
}

// declare prints a type and its definitions.
func (p *printer) declare(t *codegen.Type, words codegen.Words) {
	words = codegen.Words{Title: cmp.Or(t.Shape.Title, words.Title), Description: cmp.Or(t.Shape.Description, words.Description)}
	p.alias(t.Name, words, scope{t, "  "}.shape(t.Shape))
	for _, d := range t.Definitions {
		p.alias(d.Name, d.Shape.Words, scope{t, "  "}.shape(d.Shape))
	}
}

func (p *printer) alias(name string, words codegen.Words, text string) {
	p.out.WriteString(comment("  ", words.Title, words.Description))
	p.line("  export type %s = %s", name, text)
}

// draft prints what a caller gives to make an entry: without what the server
// stamps, and where drafts are partial, of the rest what there is.
func (p *printer) draft(c *codegen.Collection) {
	if c.ReadOnly {
		return
	}
	text := c.Entry.Name
	if shape := c.Entry.Shape; shape.Kind == codegen.Object {
		text = scope{&c.Entry, "  "}.object(given(shape, c.Publishing))
	} else if c.Publishing {
		text = "Partial<" + text + ">"
	}
	p.alias(draftName(c), words("What an entry of %s is made from.", c.Name), text)
}

// given is an object without the members that the server stamps. Where it may be
// partial, no member need be there.
func given(object *codegen.Shape, partial bool) *codegen.Shape {
	out := *object
	out.Fields = nil
	for _, f := range object.Fields {
		f.Required = f.Required && !partial
		if !f.Stamped {
			out.Fields = append(out.Fields, f)
		}
	}
	return &out
}

func draftName(c *codegen.Collection) string { return "EntryDraft_" + c.Suffix }

func (p *printer) view(v *codegen.View) {
	if v.Params != nil {
		p.declare(v.Params, words("The params of %s.", v.Name))
	} else {
		p.alias("ViewParams_"+v.Suffix, codegen.Words{}, "{ [member: string]: never }")
	}
	if v.Row != nil {
		p.declare(v.Row, words("A row of %s.", v.Name))
		return
	}
	p.alias("ViewRow_"+v.Suffix, codegen.Words{Description: "The View does not say what its rows are (rows)."}, "unknown")
}
