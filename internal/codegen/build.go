package codegen

import (
	"maps"
	"net/url"
	"slices"
	"strings"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/plan"
)

// Build makes the model of a plan. Two names of a kind, or two ref keys, that meet
// in lower camel case are GENERATED_NAME_COLLISION, and then there is no model.
func Build(p *plan.Plan) (*Model, diag.List) {
	list := slices.Concat(
		collisions("Schema", p.Schemas()), collisions("View", p.Views()),
		collisions("Procedure", p.Procedures()), collisions("Trigger", p.Triggers()))
	if list.HasErrors() {
		list.Sort()
		return nil, list
	}
	b := builder{plan: p, names: typeNames{}}
	// Atoms take their names before definitions do.
	m := &Model{
		Fingerprint: p.Fingerprint(),
		Collections: each(p.Schemas(), b.collection),
		Views:       each(p.Views(), b.view),
		Procedures:  each(p.Procedures(), b.procedure),
		Triggers:    each(p.Triggers(), triggerOf),
		Handlers:    handlersOf(p.Procedures()),
	}
	b.nameDefinitions(m)
	return m, nil
}

type builder struct {
	plan  *plan.Plan
	names typeNames
}

func each[From, To any](all []From, of func(From) To) []To {
	out := make([]To, len(all))
	for i, one := range all {
		out[i] = of(one)
	}
	return out
}

func (b *builder) collection(s *plan.Schema) Collection {
	name := nameOf(s.Name())
	entry := b.declared("Entry_"+name.Suffix, s.Document())
	stamp(entry, s.Binds())
	return Collection{
		Name: name, Words: textOf(s.Title(), s.Description()), Entry: *entry,
		Publishing: s.Lifecycle() == plan.Publishing, Localized: s.Localized(), ReadOnly: s.ReadOnly(),
	}
}

func (b *builder) view(v *plan.View) View {
	name := nameOf(v.Name())
	out := View{
		Name: name, Words: textOf(v.Title(), v.Words()), Surface: v.Surface(),
		Path: viewPath(v), Cap: v.Cap(), Cursor: !v.IsSQL(),
	}
	if doc := v.Params().Document(); doc != nil {
		out.Params = b.declared("ViewParams_"+name.Suffix, doc)
	}
	switch {
	case !v.IsSQL():
		out.Row = b.row("ViewRow_"+name.Suffix, v)
	case v.RowsDocument() != nil:
		out.Row = b.declared("ViewRow_"+name.Suffix, v.RowsDocument())
	}
	return out
}

// viewPath is where REST reads the View: staff Views are the Admin API's.
func viewPath(v *plan.View) string {
	if v.Surface() == plan.Staff {
		return "/admin/api/views/" + url.PathEscape(v.Name())
	}
	return "/api/views/" + url.PathEscape(v.Name())
}

func (b *builder) procedure(p *plan.Procedure) Procedure {
	name := nameOf(p.Name())
	input, output := b.declared("ProcInput_"+name.Suffix, p.InputDocument()), b.declared("ProcOutput_"+name.Suffix, p.OutputDocument())
	if builtin := p.Builtin(); builtin != nil && output.Shape.isAnyObject() {
		output.Shape, output.Definitions = resultOf(builtin)
	}
	return Procedure{
		Name: name, Words: textOf(p.Title(), p.Description()), Ref: p.Ref(),
		Input: *input, Output: *output, Routes: routesOf(b.plan, p),
	}
}

func routesOf(p *plan.Plan, target *plan.Procedure) []Trigger {
	var routes []Trigger
	for _, t := range p.Triggers() {
		if t.Kind() == plan.SourceHTTP && t.Procedure() == target && !t.IsWebhook() {
			routes = append(routes, triggerOf(t))
		}
	}
	return routes
}

func triggerOf(t *plan.Trigger) Trigger {
	out := Trigger{Name: nameOf(t.Name()), Kind: t.Kind(), Procedure: t.Procedure().Name()}
	switch t.Kind() {
	case plan.SourceHTTP:
		out.Method, out.Path, out.Headers, out.RawBody = t.Method(), t.Path(), t.Headers(), t.RawBody()
		for _, s := range t.Segments() {
			if s.Property != "" {
				out.PathParams = append(out.PathParams, s.Property)
			}
		}
	case plan.SourceMCP:
		out.Surface, out.Tool = t.Surface(), t.Tool()
	case plan.SourceLifecycle:
		out.Collection = t.Schema().Name()
		out.Hooks = each(t.Hooks(), func(h plan.Hook) string { return string(h) })
	}
	return out
}

func handlersOf(procedures []*plan.Procedure) []Handler {
	byKey := make(map[string][]string)
	for _, p := range procedures {
		if key := p.Ref(); key != "" {
			byKey[key] = append(byKey[key], p.Name())
		}
	}
	return each(slices.Sorted(maps.Keys(byKey)), func(key string) Handler {
		return Handler{Key: key, Procedures: byKey[key]}
	})
}

func textOf(title, description plan.Text) Words {
	return Words{Title: title.In("en"), Description: description.In("en")}
}

// declared is the type of a declared JSON Schema.
func (b *builder) declared(name string, doc map[string]any) *Type {
	return &Type{Name: b.names.take(name), Shape: shapeOf(doc), Definitions: definitionsOf(doc)}
}

// definitionsOf are the definitions of a document; nameDefinitions names them.
func definitionsOf(doc map[string]any) []Definition {
	declared, _ := doc["$defs"].(map[string]any)
	return each(slices.Sorted(maps.Keys(declared)), func(key string) Definition {
		schema, _ := declared[key].(map[string]any)
		return Definition{Key: key, Shape: shapeOf(schema)}
	})
}

// nameDefinitions names definitions after the types that they belong to.
func (b *builder) nameDefinitions(m *Model) {
	for _, t := range m.Types() {
		for i := range t.Definitions {
			d := &t.Definitions[i]
			d.Name = b.names.take(t.Name + "_" + strings.Join(words(d.Key), "_"))
		}
	}
}

// Types lists every type of the model: those of collections, Views and
// Procedures in this order.
func (m *Model) Types() []*Type {
	var all []*Type
	for i := range m.Collections {
		all = append(all, &m.Collections[i].Entry)
	}
	for i := range m.Views {
		for _, t := range []*Type{m.Views[i].Params, m.Views[i].Row} {
			if t != nil {
				all = append(all, t)
			}
		}
	}
	for i := range m.Procedures {
		all = append(all, &m.Procedures[i].Input, &m.Procedures[i].Output)
	}
	return all
}

// stamp marks the properties that the server stamps.
func stamp(t *Type, binds []plan.Bind) {
	for _, bind := range binds {
		shape := t.Shape
		for i, name := range bind.Path {
			field := t.field(shape, name)
			if field == nil {
				break
			}
			if i == len(bind.Path)-1 {
				field.Stamped = true
			}
			shape = field.Shape
		}
	}
}

// field finds a member through references and null; nil where there is none.
// References that lead in circles end, since each is followed once.
func (t *Type) field(shape *Shape, name string) *Field {
	followed := make(map[string]bool)
	open := []*Shape{shape}
	for len(open) > 0 {
		shape, open = open[0], open[1:]
		for i := range shape.Fields {
			if shape.Fields[i].Name == name {
				return &shape.Fields[i]
			}
		}
		open = append(open, shape.Of...)
		if d := t.Definition(shape.Definition); shape.Kind == Reference && d != nil && !followed[d.Key] {
			followed[d.Key] = true
			open = append(open, d.Shape)
		}
	}
	return nil
}
