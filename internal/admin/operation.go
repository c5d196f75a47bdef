package admin

import (
	"slices"

	"github.com/quartet-dev/quartet/internal/admin/wire"
	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/plan"
)

func (s *Surface) listOperations(q *request) (any, error) {
	return wire.Operations{Operations: s.operations(q.caller)}, nil
}

// operations describes the staff-operable Procedures whose static requirements
// the caller meets.
func (s *Surface) operations(caller content.Caller) []wire.Operation {
	operations := []wire.Operation{}
	p := s.Content.Plan()
	for _, procedure := range p.Procedures() {
		if kinds := operable(p, procedure); kinds != nil && s.Content.Authorize(caller, procedure.Requires()) == nil {
			operations = append(operations, operationOf(p, procedure, kinds))
		}
	}
	return operations
}

// operable are the kinds of Triggers that let staff operate a Procedure
// (interface.md, Staff operation descriptor): an mcp one for staff, or an http
// one when it requires staff.
func operable(p *plan.Plan, procedure *plan.Procedure) (kinds []string) {
	wantsStaff := slices.ContainsFunc(procedure.Requires().All(), func(r plan.Predicate) bool { return r.Kind == plan.IsStaff })
	for _, t := range p.Triggers() {
		qualifies := t.Kind() == plan.SourceMCP && t.Surface() == plan.Staff || t.Kind() == plan.SourceHTTP && wantsStaff
		if t.Procedure() == procedure && qualifies && !slices.Contains(kinds, string(t.Kind())) {
			kinds = append(kinds, string(t.Kind()))
		}
	}
	slices.Sort(kinds)
	return kinds
}

func operationOf(p *plan.Plan, procedure *plan.Procedure, kinds []string) wire.Operation {
	out := wire.Operation{
		Name: procedure.Name(), Title: titleOr(procedure.Title(), procedure.Name()), Description: procedure.Description().Value(),
		Input: procedure.WrittenInput(), UISchema: procedure.UISchema(), Triggers: kinds, RowBindings: []wire.RowBinding{},
	}
	for _, b := range p.RowBindings(procedure) {
		out.RowBindings = append(out.RowBindings, wire.RowBinding{Collection: b.Schema.Name(), InputField: b.Property, RowField: b.Field.Name()})
	}
	if builtin := procedure.Builtin(); builtin != nil {
		out.TargetCollection, out.Op = orNull(builtin.Schema.Name()), orNull(string(builtin.Op))
	}
	return out
}

// operate runs the pipeline of every Procedure on one that is staff-operable.
func (s *Surface) operate(q *request) (any, error) {
	p := s.Content.Plan()
	procedure := p.Procedure(q.name)
	if procedure == nil || operable(p, procedure) == nil {
		return nil, diag.At(diag.NotFound, "input#", "There is no such operation.")
	}
	output, err := s.Content.InvokeDecoded(q.Context(), q.caller, procedure, q.body)
	return wire.Operated{OK: true, Output: wire.Value{V: output}}, err
}
