package admin

import (
	"github.com/quartet-dev/quartet/internal/admin/wire"
	"github.com/quartet-dev/quartet/internal/plan"
)

// graph collects which atom names which other.
type graph []wire.Relation

func (g *graph) add(kind, from, to string) {
	*g = append(*g, wire.Relation{Kind: kind, From: from, To: to})
}

func relationsOf(p *plan.Plan) []wire.Relation {
	g := graph{}
	for _, r := range p.References() {
		kind := "references"
		if r.Translation {
			kind = "translates"
		}
		g.add(kind, "Schema/"+r.From.Name(), "Schema/"+r.To.Name())
	}
	for _, v := range p.Views() {
		if v.Source() != nil {
			g.add("reads", "View/"+v.Name(), "Schema/"+v.Source().Name())
		}
		g.guard("View/"+v.Name(), v.Requires())
	}
	for _, each := range p.Procedures() {
		if b := each.Builtin(); b != nil {
			g.add("writes", "Procedure/"+each.Name(), "Schema/"+b.Schema.Name())
		}
		g.guard("Procedure/"+each.Name(), each.Requires())
	}
	for _, t := range p.Triggers() {
		g.add("calls", "Trigger/"+t.Name(), "Procedure/"+t.Procedure().Name())
		if t.Kind() == plan.SourceLifecycle {
			g.add("listens", "Trigger/"+t.Name(), "Schema/"+t.Schema().Name())
		}
	}
	return g
}

func (g *graph) guard(from string, r *plan.Requirements) {
	if guard := r.Guard(); guard != nil {
		g.add("guarded-by", from, "Procedure/"+guard.Name())
	}
}
