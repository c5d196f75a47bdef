package codegen

import (
	"slices"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/plan"
)

// Facade is what the calls of a site are named, without their types: what the
// generated TypeScript module has, handlers have, too. Every list is sorted by wire
// name.
type Facade struct {
	Collections []FacadeCollection
	Views       []FacadeView
	Procedures  []Name
}

// FacadeCollection is a Schema.
type FacadeCollection struct {
	Name
	ReadOnly bool // only Procedures write it
}

// FacadeView is a View.
type FacadeView struct {
	Name
	Cursor bool // pages can be walked by cursor; otherwise by number alone
}

// FacadeOf names the calls of a plan. Two names of a kind that meet in lower camel
// case are GENERATED_NAME_COLLISION, and then there is no facade.
func FacadeOf(p *plan.Plan) (*Facade, diag.List) {
	list := slices.Concat(collisions("Schema", p.Schemas()), collisions("View", p.Views()), collisions("Procedure", p.Procedures()))
	if list.HasErrors() {
		list.Sort()
		return nil, list
	}
	return &Facade{
		Collections: each(p.Schemas(), func(s *plan.Schema) FacadeCollection {
			return FacadeCollection{nameOf(s.Name()), s.ReadOnly()}
		}),
		Views:      each(p.Views(), func(v *plan.View) FacadeView { return FacadeView{nameOf(v.Name()), !v.IsSQL()} }),
		Procedures: each(p.Procedures(), func(p *plan.Procedure) Name { return nameOf(p.Name()) }),
	}, nil
}

// Member is the member of a facade in JavaScript. One named then would make a
// promise of the object that has it.
func (n Name) Member() string {
	if n.Camel == "then" {
		return "then_"
	}
	return n.Camel
}
