package mapping

import (
	"slices"
	"strings"
	"time"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/exchange"
	"github.com/quartet-dev/quartet/internal/jsonvalue"
	"github.com/quartet-dev/quartet/internal/plan"
)

// Mapping says what records become.
type Mapping struct {
	targets   []*target
	Delimiter rune           // between the fields of a line of CSV; 0 for a comma
	zone      *time.Location // of times that name none
}

// Fields are the names of the fields that the mapping reads, sorted.
func (m *Mapping) Fields() []string {
	var names []string
	for _, t := range m.targets {
		for _, v := range t.values() {
			names = append(names, v.from...)
		}
		names = append(names, t.key...)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// target is one entry that records of a kind become.
type target struct {
	kind   string
	schema *plan.Schema
	key    []string // the fields that the id is derived from; the record's own key without
	among  any      // tells it from the targets before it whose ids come from the same; nil for the first

	id, status, author, createdAt, updatedAt *value

	data []property
}

func (t *target) values() (all []*value) {
	for _, v := range []*value{t.id, t.status, t.author, t.createdAt, t.updatedAt} {
		if v != nil {
			all = append(all, v)
		}
	}
	for i := range t.data {
		all = append(all, t.data[i].value)
	}
	return all
}

// property is a value of an entry's data. Path leads to it through objects.
type property struct {
	path  []string
	value *value
}

// value is where a value comes from and what becomes of it.
type value struct {
	from      []string // fields, of which the first that is there counts
	constant  any      // without from
	fallback  any      // where there is none
	as        kind
	items     kind // of a list
	separator string
	choices   map[string]any // by text; "*" is any other
	cut       int            // the longest that a text may be, in characters; 0 for any
	purpose   string         // of an asset
}

// entries are the entries that a record becomes, with the assets before them that they
// name. A record with a value that cannot be made becomes none of them.
func (m *Mapping) entries(r *Record, media *Folder) []*exchange.Record {
	if r.Problem != nil {
		return []*exchange.Record{{Problem: r.Problem, Place: r.Place}}
	}
	var made []*exchange.Record
	for _, t := range m.targets {
		if t.kind == r.Kind {
			c := conversion{record: r, zone: m.zone, media: media}
			entry := t.entry(&c)
			if entry.Problem != nil {
				return []*exchange.Record{entry}
			}
			made = append(append(made, c.assets...), entry)
		}
	}
	return made
}

// entry makes the entry of a record, or says what is wrong with its first bad field.
func (t *target) entry(c *conversion) *exchange.Record {
	a := &content.Arrival{}
	a.Collection, a.Data = t.schema.Name(), map[string]any{}
	made := &exchange.Record{Arrival: a, Place: c.record.Place, Size: c.record.Size}
	made.Within = func(pointer string) exchange.Place { return t.place(c.record, pointer) }
	a.ID = t.identify(c)
	if status, ok := c.get(t.status).(string); ok {
		a.Status = t.statusOf(status)
	}
	a.AuthorID, _ = c.get(t.author).(string)
	a.CreatedAt, _ = c.get(t.createdAt).(int64)
	a.UpdatedAt, _ = c.get(t.updatedAt).(int64)
	a.UpdatedAt = max(a.UpdatedAt, a.CreatedAt)
	for i := range t.data {
		if found := c.get(t.data[i].value); found != nil {
			put(a.Data, t.data[i].path, found)
		}
	}
	if c.problem != nil {
		made.Problem = c.problem
	}
	return made
}

// among tells a target from those before it that would derive the same ids: by the locale
// of its entries where it is the first with that, or else by its place among them. The
// first is told by nothing, so that another one behind it changes no id.
func (m *Mapping) among(t *target) any {
	place, locale, taken := 0, t.locale(), false
	for _, other := range m.targets {
		if other.kind == t.kind && other.schema == t.schema && slices.Equal(other.key, t.key) {
			taken = taken || place > 0 && other.locale() == locale
			place++
		}
	}
	switch {
	case place == 0:
		return nil
	case locale != "" && !taken:
		return map[string]any{"locale": locale}
	}
	return map[string]any{"place": int64(place)}
}

// locale is that of all entries of the target; "" where the records say it.
func (t *target) locale() string {
	for _, each := range t.data {
		if len(each.path) == 1 && each.path[0] == "locale" {
			locale, _ := each.value.constant.(string)
			return locale
		}
	}
	return ""
}

// statusOf is a state that the collection has: what has no drafts is published.
func (t *target) statusOf(status string) content.Status {
	if t.schema.Lifecycle() == plan.Operational {
		return ""
	}
	return content.Status(status)
}

func put(data map[string]any, path []string, value any) {
	for _, name := range path[:len(path)-1] {
		inner, ok := data[name].(map[string]any)
		if !ok {
			inner = map[string]any{}
			data[name] = inner
		}
		data = inner
	}
	data[path[len(path)-1]] = value
}

// identify is the id of the entry: the one that the record has, or one derived from
// what identifies it.
func (t *target) identify(c *conversion) string {
	if id, ok := c.get(t.id).(string); ok {
		return id
	}
	key := []any{t.schema.Name(), c.record.Key}
	if len(t.key) > 0 {
		key = key[:1]
		for _, name := range t.key {
			key = append(key, textOf(c.record.Fields[name]))
		}
	}
	if t.among != nil {
		key = append(key, t.among)
	}
	return content.DerivedID(jsonvalue.Append(nil, key))
}

// place is where the value of a property came from.
func (t *target) place(r *Record, pointer string) exchange.Place {
	tokens := jsonvalue.SplitPointer(pointer)
	for _, p := range t.data {
		if len(tokens) == 0 || p.path[0] != tokens[0] || len(tokens) > 1 && len(p.path) > 1 && p.path[1] != tokens[1] {
			continue
		}
		for _, name := range p.value.from {
			if at, ok := r.Places[name]; ok && r.Fields[name] != nil {
				return at
			}
		}
	}
	return r.Place
}

// conversion makes values of one record.
type conversion struct {
	record  *Record
	zone    *time.Location
	media   *Folder
	assets  []*exchange.Record
	problem *diag.Diagnostic
}

// get is the value; nil for none, and for one that cannot be made.
func (c *conversion) get(v *value) any {
	if v == nil {
		return nil
	}
	found, field := v.constant, ""
	for _, name := range v.from {
		if found = c.record.Fields[name]; found != nil {
			field = name
			break
		}
	}
	if found == nil {
		return v.fallback
	}
	if chosen, ok := v.choose(found); ok {
		return chosen
	}
	if field == "" { // a constant is as it is
		return found
	}
	made, message := c.convert(v, found)
	if message != "" && c.problem == nil {
		c.problem = c.refuse(field, message)
	}
	return made
}

func (c *conversion) refuse(field, message string) *diag.Diagnostic {
	at, ok := c.record.Places[field]
	if !ok {
		at = c.record.Place
	}
	d := diag.At(diag.InputValidationFailed, "input#"+jsonvalue.Pointer(field), message)
	d.Source = &diag.Source{File: at.File, Line: at.Line, Column: at.Column}
	if text := textOf(c.record.Fields[field]); len(text) <= 100 {
		d.Value = strings.ToValidUTF8(text, "\uFFFD")
	}
	return d
}

// choose is what the mapping says for a text.
func (v *value) choose(found any) (any, bool) {
	if v.choices == nil {
		return nil, false
	}
	if chosen, ok := v.choices[textOf(found)]; ok {
		return chosen, true
	}
	chosen, ok := v.choices["*"]
	return chosen, ok
}
