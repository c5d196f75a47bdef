package admin

import (
	"slices"

	"github.com/quartet-dev/quartet/internal/admin/wire"
	"github.com/quartet-dev/quartet/internal/plan"
)

func atomOf(name string, title, description plan.Text, o plan.Origin) wire.Atom {
	return wire.Atom{
		Name: name, Title: titleOr(title, name), Description: description.Value(),
		Source: wire.Source{File: o.File, Document: o.Document, Line: o.Line, Text: o.Text},
	}
}

func schemaAtom(p *plan.Plan, s *plan.Schema) wire.SchemaAtom {
	defs, _ := s.Document()["$defs"].(map[string]any)
	out := wire.SchemaAtom{
		Atom:      atomOf(s.Name(), s.Title(), s.Description(), s.Origin()),
		Lifecycle: string(s.Lifecycle()), Localized: s.Localized(), ReadOnly: s.ReadOnly(), Translates: translatesOf(s),
		Properties: []wire.Property{}, Indexes: []wire.Index{}, Defs: defs,
	}
	for _, c := range s.Properties() {
		out.Properties = append(out.Properties, propertyOf(p, s, c))
	}
	for _, index := range s.Indexes() {
		out.Indexes = append(out.Indexes, wire.Index{Fields: namesOf(index.Columns()), Unique: index.Unique()})
	}
	return out
}

func propertyOf(p *plan.Plan, s *plan.Schema, c *plan.Column) wire.Property {
	required, _ := s.Document()["required"].([]any)
	out := wire.Property{Name: c.Name(), Schema: s.PropertyDocument(c.Name()), Required: slices.Contains(required, any(c.Name()))}
	for _, bind := range s.Binds() {
		if bind.Is(c.Name()) {
			out.Binds = string(bind.Value)
		}
	}
	for _, r := range p.References() {
		if r.Property == c {
			out.References = &wire.Reference{Schema: r.To.Name(), Field: r.Field.Name(), Translation: r.Translation}
		}
	}
	return out
}

func viewAtom(v *plan.View) wire.ViewAtom {
	out := wire.ViewAtom{
		Atom:    atomOf(v.Name(), v.Title(), v.Words(), v.Origin()),
		Surface: string(v.Surface()), PublishedOnly: v.PublishedOnly(), Fields: namesOf(v.Fields()),
		Params: v.Params().Document(), MaxRows: v.Cap(), Requires: requiresOf(v.Requires()),
	}
	if source := v.Source(); source != nil {
		out.From = orNull(source.Name())
	}
	if cache := v.Cache(); cache != nil {
		out.SharedMaxAge = cache.SharedMaxAge
	}
	return out
}

func procedureAtom(p *plan.Procedure) wire.ProcedureAtom {
	return wire.ProcedureAtom{
		Atom:     atomOf(p.Name(), p.Title(), p.Description(), p.Origin()),
		Requires: requiresOf(p.Requires()), Input: p.InputDocument(), Output: p.OutputDocument(), Handler: handlerOf(p),
	}
}

func handlerOf(p *plan.Procedure) wire.Handler {
	if b := p.Builtin(); b != nil {
		return wire.Handler{Kind: "builtin", Op: string(b.Op), Schema: b.Schema.Name(), Match: namesOf(b.Match)}
	}
	return wire.Handler{Kind: "ref", Ref: p.Ref()}
}

func triggerAtom(t *plan.Trigger) wire.TriggerAtom {
	out := wire.TriggerAtom{
		Atom: atomOf(t.Name(), plan.Text{}, plan.Text{}, t.Origin()),
		Kind: string(t.Kind()), Procedure: t.Procedure().Name(),
		Method: t.Method(), Path: t.Path(), Surface: string(t.Surface()), Tool: t.Tool(),
	}
	if s := t.Schema(); s != nil {
		out.Schema = s.Name()
	}
	for _, hook := range t.Hooks() {
		out.Hooks = append(out.Hooks, wire.Hook{Name: string(hook), Aborts: t.Aborts(hook)})
	}
	return out
}

func requiresOf(r *plan.Requirements) wire.Requires {
	out := wire.Requires{All: []wire.Predicate{}}
	for _, each := range r.All() {
		out.All = append(out.All, wire.Predicate{Kind: predicateKinds[each.Kind], Scope: each.Scope, Roles: each.Roles})
	}
	if guard := r.Guard(); guard != nil {
		out.Guard = orNull(guard.Name())
	}
	return out
}

// namesOf is nil for no columns at all, which a View in SQL has.
func namesOf(columns []*plan.Column) (names []string) {
	for _, c := range columns {
		names = append(names, c.Name())
	}
	return names
}

var predicateKinds = [...]string{
	plan.IsUser: "ctx.user", plan.IsAuthenticated: "ctx.auth", plan.HasScope: "ctx.auth.scope", plan.IsStaff: "ctx.staff",
}
