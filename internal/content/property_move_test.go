package content_test

import (
	"maps"
	"slices"

	"pgregory.net/rapid"

	"github.com/quartet-dev/quartet/internal/content"
)

// move is one call, whole: what is sent by whom, and what hooks do meanwhile.
// Builtin Procedures have small letters, generic calls capital ones.
type move struct {
	op     string
	caller content.Caller
	id     string
	token  int64 // 0 for none
	data   values
	status content.Status // Load
	acts   []act          // of the first before-hook, of the second
}

// act is what a before-hook does.
type act string

const (
	passes  act = "passes"
	denies  act = "denies"  // answers a diagnostic
	fails   act = "fails"   // answers none
	jots    act = "jots"    // writes to another collection
	edits   act = "edits"   // changes the entry that is about to be changed
	removes act = "removes" // removes it
	rivals  act = "rivals"  // makes the entry that is about to be made
)

var callers = []content.Caller{
	nobody, ada, bob, editor,
	{User: &content.User{ID: "cid"}, Staff: &content.Staff{ID: "cid", Role: "contributor"}},
	{User: &content.User{ID: "olga"}, Staff: &content.Staff{ID: "olga", Role: "owner"}},
}

// calls are the ops that there are for a Schema.
func (s *shape) calls() []string {
	generic := []string{"Create", "Patch", "Publish", "Unpublish", "Archive", "Delete", "Load"}
	return append(generic, slices.Sorted(maps.Keys(s.ops()))...)
}

// draw draws a move for the present state of a collection, of one of the ids
// or of none that exists.
func (m *model) draw(t *rapid.T, op string, ids []string) move {
	mv := move{op: op, caller: rapid.SampledFrom(callers).Draw(t, "caller"), data: m.shape.drawData(t)}
	switch op {
	case "create", "Create", "set":
	case "Load":
		mv.id = rapid.SampledFrom([]string{"", "", "load-1", "load-2"}).Draw(t, "id")
		mv.status = rapid.SampledFrom([]content.Status{"", content.Draft, content.Published, content.Archived}).Draw(t, "status")
		mv.caller = nobody
	default:
		mv.id = m.drawID(t, ids)
	}
	switch rapid.SampledFrom([]string{"right", "right", "none", "stale", "ahead"}).Draw(t, "token") {
	case "right":
		mv.token = m.version(mv)
	case "stale":
		mv.token = max(m.version(mv)-1, 0)
	case "ahead":
		mv.token = m.version(mv) + 1
	}
	mv.acts = rapid.SliceOfN(rapid.SampledFrom([]act{
		passes, passes, passes, passes, passes, passes, denies, fails, jots, edits, removes, rivals,
	}), 2, 2).Draw(t, "acts")
	return mv
}

// drawID draws a row that is there, for the most part.
func (m *model) drawID(t *rapid.T, ids []string) string {
	if len(m.rows) == 0 || rapid.IntRange(0, 7).Draw(t, "gone") == 7 {
		return rapid.SampledFrom(append(slices.Clone(ids), "nowhere")).Draw(t, "id")
	}
	return m.rows[rapid.IntRange(0, len(m.rows)-1).Draw(t, "row")].ID
}

// version is that of the row that a move is for, 0 for none.
func (m *model) version(mv move) int64 {
	e := m.find(mv.id)
	if mv.op == "set" {
		e = m.matched(mv)
	}
	if e == nil {
		return 0
	}
	return e.Version
}

func (s *shape) drawData(t *rapid.T) values {
	data := values{}
	for _, p := range s.properties {
		switch n := rapid.IntRange(0, 23).Draw(t, p.name); {
		case n < 3 || n < 6 && !p.required:
		case n == 7:
			data[p.name] = rapid.SampledFrom(p.kind.bad).Draw(t, "bad")
		case n == 8:
			data[p.name] = nil
		case n == 9 && p.name == "locale":
			data[p.name] = rapid.SampledFrom([]any{"fr", "", "EN"}).Draw(t, "bad")
		default:
			data[p.name] = rapid.SampledFrom(p.kind.good).Draw(t, "good")
		}
	}
	switch rapid.IntRange(0, 47).Draw(t, "more") {
	case 45:
		data["bogus"] = "x"
	case 46:
		data["bogus"] = nil
	case 47:
		if !s.localized {
			data["locale"] = "en"
		}
	}
	return data
}

// input is what a builtin Procedure is sent.
func (mv move) input() values {
	input := maps.Clone(mv.data)
	input["captcha"] = "xyz"
	if mv.token != 0 {
		input["expectedVersion"] = mv.token
	}
	if mv.id != "" {
		input["id"] = mv.id
	}
	return input
}
