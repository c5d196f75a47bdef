package content_test

import (
	"slices"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
)

// apply is the move by the model.
func (m *model) apply(mv move) (*content.Entry, *refusal) {
	switch mv.op {
	case "Create":
		return m.create(mv)
	case "Patch":
		return m.patch(mv, 0)
	case "Load":
		return m.load(mv, 0)
	case "Publish", "Unpublish", "Archive", "Delete":
		return m.moved(mv, 0)
	}
	return m.builtin(mv)
}

// write begins a write of the move.
func (mv move) write(move string, row *content.Entry) writing {
	return writing{caller: mv.caller, move: move, row: row, sent: mv.data, acts: mv.acts}
}

func (m *model) builtin(mv move) (*content.Entry, *refusal) {
	if refused := m.refusedCaller(mv); refused != nil {
		return nil, refused
	}
	w := mv.write("create", nil)
	w.data = m.projected(mv.data)
	switch mv.op {
	case "create":
		return m.write(w)
	case "set":
		if slices.ContainsFunc(m.shape.uniques[0], func(name string) bool { _, sent := mv.data[name]; return !sent }) {
			return nil, invalid
		}
		return m.upsert(mv, w, m.matched(mv))
	case "save":
		return m.upsert(mv, w, m.find(mv.id))
	case "update":
		if mv.token == 0 {
			return nil, invalid
		}
	}
	row := m.find(mv.id)
	switch {
	case row == nil:
		return nil, nowhere
	case mv.op == "update":
		return m.merge(mv, w, row)
	case mv.token != 0 && mv.token != row.Version:
		return nil, outdated
	}
	return m.write(mv.write(mv.op, row))
}

func (m *model) refusedCaller(mv move) *refusal {
	requires := m.shape.requires[mv.op]
	staff := mv.caller.Staff
	switch {
	case requires == "" || requires == "user" && mv.caller.User != nil:
		return nil
	case requires == "staff" && staff != nil && staff.Role != "contributor":
		return nil
	case mv.caller.User == nil:
		return &refusal{diag.Unauthenticated, "input#"}
	}
	return &refusal{diag.AuthDenied, "input#"}
}

// matched is the row that an upsert with match finds.
func (m *model) matched(mv move) *content.Entry {
	data := m.stamped(writing{caller: mv.caller, data: m.projected(mv.data)}, nil)
	row := m.holder(m.shape.uniques[0], data)
	for _, name := range m.shape.uniques[0] {
		if row != nil && !same(row.Data[name], data[name]) {
			return nil
		}
	}
	return row
}

func (m *model) upsert(mv move, w writing, row *content.Entry) (*content.Entry, *refusal) {
	switch {
	case row != nil:
		return m.merge(mv, w, row)
	case mv.token != 0:
		return nil, &refusal{diag.NotFound, "input#"}
	}
	return m.write(w)
}

func (m *model) merge(mv move, w writing, row *content.Entry) (*content.Entry, *refusal) {
	if mv.token != row.Version {
		return nil, outdated
	}
	w.move, w.row, w.data = "edit", row, merged(row.Data, w.data)
	return m.write(w)
}

func (m *model) create(mv move) (*content.Entry, *refusal) {
	if m.shape.readOnly {
		return nil, forProcedures
	}
	return m.fresh(mv, !m.shape.operational, 0)
}

// fresh makes an entry of data that may hold no more than the Schema declares.
func (m *model) fresh(mv move, partial bool, depth int) (*content.Entry, *refusal) {
	if m.undeclared(mv.data) {
		return nil, invalid
	}
	w := mv.write("create", nil)
	w.id, w.data, w.partial, w.depth = mv.id, m.projected(mv.data), partial, depth
	return m.write(w)
}

func (m *model) undeclared(data values) bool {
	for name := range data {
		if m.shape.property(name) == nil {
			return true
		}
	}
	return false
}

// generic is the row that a generic call is for, which writes data or does not.
func (m *model) generic(mv move, data bool) (*content.Entry, *refusal) {
	row := m.find(mv.id)
	switch {
	case m.shape.readOnly && data:
		return nil, forProcedures
	case row == nil:
		return nil, nowhere
	case mv.token != 0 && mv.token != row.Version:
		return nil, outdated
	}
	return row, nil
}

func (m *model) patch(mv move, depth int) (*content.Entry, *refusal) {
	row, refused := m.generic(mv, true)
	if refused != nil {
		return nil, refused
	}
	if m.undeclared(mv.data) {
		return nil, invalid
	}
	w := mv.write("edit", row)
	w.depth, w.partial = depth, row.Status == content.Draft
	w.data = merged(row.Data, m.projected(mv.data))
	for name, v := range mv.data {
		p := m.shape.property(name)
		if v == nil && (p == nil || !p.required || w.partial && !p.nullable) {
			delete(w.data, name)
		}
	}
	return m.write(w)
}

func (m *model) moved(mv move, depth int) (*content.Entry, *refusal) {
	row, refused := m.generic(mv, mv.op == "Delete")
	if refused != nil {
		return nil, refused
	}
	w := mv.write(map[string]string{"Publish": "publish", "Unpublish": "unpublish", "Archive": "archive", "Delete": "delete"}[mv.op], row)
	w.depth = depth
	return m.write(w)
}

func (m *model) load(mv move, depth int) (*content.Entry, *refusal) {
	last := map[content.Status]string{"": "create", content.Draft: "create", content.Published: "publish", content.Archived: "archive"}[mv.status]
	if m.shape.operational {
		last = map[content.Status]string{"": "create", content.Published: "create"}[mv.status]
	}
	if last == "" {
		return nil, &refusal{diag.InputValidationFailed, "input#/status"}
	}
	row := m.find(mv.id)
	if row == nil {
		var refused *refusal
		if row, refused = m.fresh(mv, !m.shape.operational && last != "publish", depth); refused != nil {
			return nil, refused
		}
	}
	if last == "create" || row.Version > 1 {
		return row, nil
	}
	w := mv.write(last, row)
	w.sent, w.depth = nil, depth
	return m.write(w)
}
