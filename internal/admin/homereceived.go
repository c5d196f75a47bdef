package admin

import (
	"slices"

	"github.com/quartet-dev/quartet/internal/admin/wire"
	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/plan"
)

// received is what readers have sent and nobody has looked at. Where a collection has stages,
// that is what stands in the first of them (decision 348); else what came since the caller last
// looked.
func (s *Surface) received(q *request, schemas []*plan.Schema, since func(string) int64) ([]wire.Received, error) {
	all := []wire.Received{}
	for _, schema := range schemas {
		if !s.isWrittenByReaders(schema) {
			continue
		}
		of := s.receivedSince
		if schema.FilterField() != "" {
			of = s.receivedUntouched
		}
		r, newest, err := of(q, schema, since(schema.Name()))
		if err != nil {
			return nil, err
		}
		if r.Count == 0 {
			continue
		}
		if newest != nil {
			items, err := s.described(q, []found{{schema, newest}})
			if err != nil {
				return nil, err
			}
			r.Latest = &items[0]
		}
		r.Collection = schema.Name()
		all = append(all, r)
	}
	return all, nil
}

// receivedSince are those that were made since a moment, and the newest of them.
func (s *Surface) receivedSince(q *request, schema *plan.Schema, looked int64) (r wire.Received, newest *content.Entry, err error) {
	entries, _, err := s.latest(q, schema, content.ListRequest{Sort: "createdAt", Limit: homeCounted + 1})
	entries = slices.DeleteFunc(entries, func(e *content.Entry) bool { return e.CreatedAt <= looked })
	if len(entries) > 0 {
		newest = entries[0]
	}
	return wire.Received{Count: min(len(entries), homeCounted), More: len(entries) > homeCounted}, newest, err
}

// receivedUntouched are those in the stage that an entry begins in, by the counts that its list
// shows, and the newest of them among those that were made last.
func (s *Surface) receivedUntouched(q *request, schema *plan.Schema, _ int64) (r wire.Received, newest *content.Entry, err error) {
	first := firstStage(schema)
	stats, err := s.Content.Statistics(q.Context(), schema.Name(), content.Week)
	if err != nil {
		return r, nil, err
	}
	waiting := stats.ByValue[first]
	if first == "" {
		waiting = stats.Total
		for _, n := range stats.ByValue {
			waiting -= n
		}
	}
	if waiting <= 0 {
		return r, nil, nil
	}
	entries, _, err := s.latest(q, schema, content.ListRequest{Sort: "createdAt", Limit: homeWindow}, schema.FilterField())
	i := slices.IndexFunc(entries, func(e *content.Entry) bool {
		stage, _ := e.Data[schema.FilterField()].(string)
		return stage == first
	})
	if i >= 0 {
		newest = entries[i]
	}
	return wire.Received{Count: int(waiting), Stage: &first}, newest, err
}

// firstStage is the value of uiSchema.list.filterField that an entry begins with: the first,
// or "" for none where the field may be absent.
func firstStage(schema *plan.Schema) string {
	required, _ := schema.Document()["required"].([]any)
	if !slices.Contains(required, any(schema.FilterField())) {
		return ""
	}
	values, _ := schema.PropertyDocument(schema.FilterField())["enum"].([]any)
	if len(values) == 0 {
		return ""
	}
	first, _ := values[0].(string)
	return first
}

// isWrittenByReaders reports whether a Trigger that needs no staff makes entries of
// the collection: a builtin that says so, or a handler, which does not, where
// operations alone write to it.
func (s *Surface) isWrittenByReaders(schema *plan.Schema) bool {
	return slices.ContainsFunc(s.Content.Plan().Triggers(), func(t *plan.Trigger) bool {
		if t.Kind() == plan.SourceLifecycle || isForStaff(t.Procedure().Requires()) {
			return false
		}
		if b := t.Procedure().Builtin(); b != nil {
			return b.Schema == schema && (b.Op == plan.OpCreate || b.Op == plan.OpUpsert)
		}
		return schema.ReadOnly()
	})
}

func isForStaff(r *plan.Requirements) bool {
	return slices.ContainsFunc(r.AllWithGuard(), func(p plan.Predicate) bool { return p.Kind == plan.IsStaff })
}
