package content_test

import (
	"maps"
	"slices"
	"time"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
)

// model is what the contract says that a collection must hold: the whole of
// the lifecycle, the unique indexes, the gate and the hooks in as few lines as
// it takes when nothing is concurrent and nothing is stored.
type model struct {
	shape    *shape
	locales  []string
	now      time.Time
	rows     []*content.Entry // in order of their making
	made     []string         // ids of rows that were made and are not yet known
	events   []event
	jottings int // what hooks wrote elsewhere
}

// event is what waits for after-hooks.
type event struct {
	Hook     string
	Triggers []string
	Depth    int
	Row      values
}

// refusal is the diagnostic that a move must end in. An empty path is any.
type refusal struct {
	code diag.Code
	path string
}

var (
	nowhere       = &refusal{diag.NotFound, "input#/id"}
	invalid       = &refusal{diag.InputValidationFailed, ""}
	outdated      = &refusal{diag.Conflict, "input#/expectedVersion"}
	overtaken     = &refusal{diag.Conflict, "data#/version"}
	illegal       = &refusal{diag.Conflict, "data#/status"}
	forProcedures = &refusal{diag.Conflict, "input#/collection"}
)

// operations is the table of open-parts.md, Lifecycle, for an operational
// Schema; transitions is the other.
var operations = map[content.Status]map[string]content.Status{
	content.Published: {"edit": content.Published, "delete": "gone"},
}

// hookOf is the pair of hooks that a move fires.
var hookOf = map[string]string{
	"create": "create", "edit": "update", "publish": "publish", "unpublish": "update", "archive": "update", "delete": "delete",
}

// writing is one write: a move, of a row unless it makes one.
type writing struct {
	caller  content.Caller
	move    string
	row     *content.Entry
	id      string // create: the id that is asked for
	data    values // create and edit: the data that shall be, but for stamps
	sent    values
	partial bool
	acts    []act
	depth   int
}

func (m *model) write(w writing) (*content.Entry, *refusal) {
	after, ok := m.prepare(w)
	if !ok {
		return nil, illegal
	}
	switch w.move {
	case "create", "edit", "publish":
		if !m.fits(after.Data, w.partial) {
			return nil, invalid
		}
		if taken := m.taken(after); taken != nil {
			return nil, taken
		}
	}
	if refused := m.hooks(w); refused != nil {
		return nil, refused
	}
	return m.commit(w, after)
}

// prepare is the row as it shall be, or false when the lifecycle does not let
// it.
func (m *model) prepare(w writing) (*content.Entry, bool) {
	if w.move == "create" {
		e := &content.Entry{
			ID: w.id, Collection: m.shape.name, Status: content.Draft, Version: 1, Data: m.stamped(w, nil),
			CreatedAt: m.now.UnixMilli(), UpdatedAt: m.now.UnixMilli(),
		}
		if m.shape.operational {
			e.Status = content.Published
		}
		if w.caller.User != nil {
			e.AuthorID = w.caller.User.ID
		}
		return e, true
	}
	table := transitions
	if m.shape.operational {
		table = operations
	}
	to := table[w.row.Status][w.move]
	if to == "" || to == "gone" {
		return w.row, to != ""
	}
	e := *w.row
	e.Status, e.UpdatedAt = to, m.now.UnixMilli()
	e.Version++
	if w.move == "edit" {
		e.Data = m.stamped(w, w.row.Data)
	}
	return &e, true
}

// stamped is the data with its x-service-bind properties as the server sets
// them.
func (m *model) stamped(w writing, stored values) values {
	data := maps.Clone(w.data)
	for _, p := range m.shape.properties {
		if p.bind == "" {
			continue
		}
		delete(data, p.name)
		if v := m.stamp(p, w.caller); stored[p.name] != nil {
			data[p.name] = stored[p.name]
		} else if v != nil {
			data[p.name] = v
		}
	}
	return data
}

func (m *model) stamp(p property, caller content.Caller) any {
	switch {
	case p.bind == "now" && p.kind.types == "integer":
		return m.now.UnixMilli()
	case p.bind == "now":
		return m.now.UTC().Format("2006-01-02T15:04:05.000Z")
	case p.bind == "ctx.user" && caller.User != nil:
		return caller.User.ID
	case p.bind == "ctx.staff" && caller.Staff != nil:
		return caller.Staff.ID
	}
	return nil
}

// fits reports whether data passes the Schema and the locale gate.
func (m *model) fits(data values, partial bool) bool {
	for _, p := range m.shape.properties {
		v, present := data[p.name]
		switch {
		case !present && p.required && !partial, present && !p.takes(v):
			return false
		}
	}
	if !m.shape.localized || partial && (data["locale"] == nil || data["locale"] == "") {
		return true
	}
	chosen, _ := data["locale"].(string)
	return chosen != "" && (len(m.locales) == 0 || slices.Contains(m.locales, chosen))
}

func (p *property) takes(v any) bool {
	if p.bind != "" {
		return true // the server's own
	}
	if v == nil {
		return p.nullable
	}
	if p.name == "locale" {
		_, isText := v.(string)
		return isText
	}
	return slices.ContainsFunc(p.kind.good, func(good any) bool { return same(good, v) })
}

// taken is the refusal of a row whose unique tuple another one holds.
func (m *model) taken(e *content.Entry) *refusal {
	for _, tuple := range m.shape.uniques {
		if other := m.holder(tuple, e.Data); other != nil && other.ID != e.ID {
			return &refusal{diag.Conflict, "data#/" + tuple[0]}
		}
	}
	return nil
}

// holder is the row with the same non-null tuple.
func (m *model) holder(tuple []string, data values) *content.Entry {
	for _, row := range m.rows {
		if shares(tuple, row.Data, data) {
			return row
		}
	}
	return nil
}

// hooks runs the acts of the before-hooks.
func (m *model) hooks(w writing) *refusal {
	hook := "before_" + hookOf[w.move]
	for i, t := range on(m.shape.before, hook) {
		if i >= len(w.acts) {
			break
		}
		if refused := m.act(w, w.acts[i]); refused != nil && t.policy == "abort" {
			return refused
		}
	}
	return nil
}

// act is what one hook does: its handler in property_script_test.go says the
// same with the Service.
func (m *model) act(w writing, a act) *refusal {
	switch {
	case a == denies:
		return &refusal{diag.EntitlementRequired, "input#/captcha"}
	case a == fails:
		return &refusal{diag.LifecycleHookRejected, "input#"}
	case a == jots:
		m.jottings++
	case a == rivals && w.row == nil:
		_, refused := m.load(move{data: m.projected(w.sent)}, w.depth+1)
		return refused
	case a == edits && w.row != nil:
		_, refused := m.patch(move{id: w.row.ID, data: values{"p0": nil}}, w.depth+1)
		return refused
	case a == removes && w.row != nil:
		_, refused := m.moved(move{op: "Delete", id: w.row.ID}, w.depth+1)
		return refused
	}
	return nil
}

// commit is the store: pinned to the row that was read.
func (m *model) commit(w writing, after *content.Entry) (*content.Entry, *refusal) {
	if w.move == "create" {
		if after.ID != "" && m.find(after.ID) != nil {
			return nil, &refusal{diag.Conflict, "data#/id"}
		}
		if taken := m.taken(after); taken != nil {
			return nil, taken
		}
		if after.ID == "" {
			after.ID = m.nextID()
		}
		m.rows = append(m.rows, after)
		m.emit(w, after)
		return after, nil
	}
	at := slices.IndexFunc(m.rows, func(e *content.Entry) bool { return e.ID == w.row.ID })
	switch {
	case at < 0:
		return nil, nowhere
	case m.rows[at].Version != w.row.Version:
		return nil, overtaken
	case w.move == "delete":
		m.rows = slices.Delete(m.rows, at, at+1)
		m.emit(w, after)
		return after, nil
	}
	if taken := m.taken(after); taken != nil {
		return nil, taken
	}
	m.rows[at] = after
	m.emit(w, after)
	return after, nil
}

func (m *model) nextID() string {
	if len(m.made) == 0 {
		return "an entry that was not made"
	}
	id := m.made[0]
	m.made = m.made[1:]
	return id
}

func (m *model) emit(w writing, row *content.Entry) {
	hook := "after_" + hookOf[w.move]
	var names []string
	for _, t := range on(m.shape.after, hook) {
		names = append(names, t.name)
	}
	if names != nil {
		m.events = append(m.events, event{hook, names, w.depth, values(canonical(row.Row()).(map[string]any))})
	}
}

func (m *model) find(id string) *content.Entry {
	for _, e := range m.rows {
		if e.ID == id {
			return e
		}
	}
	return nil
}

func (m *model) projected(sent values) values {
	data := values{}
	for name, v := range sent {
		if m.shape.property(name) != nil {
			data[name] = v
		}
	}
	return data
}
