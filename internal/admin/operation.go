package admin

import (
	"slices"

	"github.com/quartet-dev/quartet/internal/admin/wire"
	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/plan"
)

// operation is a staff-operable Procedure.
type operation struct {
	plan      *plan.Procedure
	described wire.Operation
}

// operationsOf are the staff-operable Procedures by name.
func operationsOf(p *plan.Plan) map[string]*operation {
	operations := map[string]*operation{}
	for _, procedure := range p.Procedures() {
		if kinds := triggersOf(p, procedure); kinds != nil {
			operations[procedure.Name()] = &operation{procedure, operationOf(p, procedure, kinds)}
		}
	}
	return operations
}

// triggersOf are the kinds of Triggers that let staff operate a Procedure.
func triggersOf(p *plan.Plan, procedure *plan.Procedure) (kinds []string) {
	for _, t := range p.Triggers() {
		if t.Procedure() == procedure && t.LetsStaffOperate() && !slices.Contains(kinds, string(t.Kind())) {
			kinds = append(kinds, string(t.Kind()))
		}
	}
	slices.Sort(kinds)
	return kinds
}

func operationOf(p *plan.Plan, procedure *plan.Procedure, kinds []string) wire.Operation {
	out := wire.Operation{
		Name: procedure.Name(), Title: titleOr(procedure.Title(), procedure.Name()), Description: procedure.Description().Value(),
		Input: procedure.WrittenInput(), Output: procedure.WrittenOutput(), UISchema: procedure.UISchema(), Triggers: kinds, RowBindings: []wire.RowBinding{},
	}
	for _, b := range p.RowBindings(procedure) {
		out.RowBindings = append(out.RowBindings, wire.RowBinding{Collection: b.Schema.Name(), InputField: b.Property, RowField: b.Field.Name()})
	}
	if builtin := procedure.Builtin(); builtin != nil {
		out.TargetCollection, out.Op = orNull(builtin.Schema.Name()), orNull(string(builtin.Op))
	}
	return out
}

func (s *Surface) listOperations(q *request) error {
	return q.answer(wire.Operations{Operations: s.operable(q.caller)}, nil)
}

// operable describes the operations whose static requirements the caller meets.
func (s *Surface) operable(caller content.Caller) []wire.Operation {
	operations := []wire.Operation{}
	for _, procedure := range s.Content.Plan().Procedures() {
		if o := s.operations[procedure.Name()]; o != nil && s.Content.Authorize(caller, procedure.Requires()) == nil {
			operations = append(operations, o.described)
		}
	}
	return operations
}

// operate runs the pipeline of every Procedure on one that is staff-operable.
func (s *Surface) operate(q *request) error {
	o := s.operations[q.PathValue("name")]
	if o == nil {
		return diag.At(diag.NotFound, "input#", "There is no such operation.")
	}
	output, err := s.Content.InvokeDecoded(q.Context(), q.caller, o.plan, q.body)
	return q.answer(wire.Operated{OK: true, Output: wire.Value{V: output}}, err)
}
