package plan

import (
	"slices"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/jsonschema"
	"github.com/quartet-dev/quartet/internal/manifest"
)

// View is a named read with its names resolved.
type View struct {
	atom        *manifest.View
	source      *Schema
	published   bool
	fields      []*Column
	order       []Order
	filter      *Filter
	params      *Params
	rows        *jsonschema.Schema // of a sql View that declares them
	requires    *Requirements
	capacity    int
	fingerprint string
}

// Order is one term of a View's order.
type Order struct {
	Column *Column
	Desc   bool
}

// Filter is a filter node with its names resolved. Walk it with a stack of
// your own: trees nest to any depth.
type Filter struct {
	Op      Op
	Column  *Column // comparisons
	Operand Operand // comparisons
	Nodes   []*Filter
}

// Operand is the right side of a comparison. Slot is the index of the param
// in the View's Params.
type Operand struct {
	Kind  OperandKind
	Value any
	Slot  int
}

// Name is metadata.name.
func (v *View) Name() string { return v.atom.Name }

// Title is the declared title; zero when none was.
func (v *View) Title() Text { return v.atom.Title }

// Surface is where the View mounts.
func (v *View) Surface() Surface { return v.atom.Surface }

// Source is the Schema of a declarative View; nil for a sql View.
func (v *View) Source() *Schema { return v.source }

// SQL is the statement in a dialect (sqlite, postgres) of a sql View.
func (v *View) SQL(dialect string) (string, bool) {
	text, ok := v.atom.SQL[dialect]
	return text, ok
}

// AtStatement makes a warning that points into the View's statement in a dialect,
// offset bytes from its beginning, for what only a database can find.
func (v *View) AtStatement(code diag.Code, dialect string, offset int, message string) *diag.Diagnostic {
	pointer := "/spec/sql"
	if _, node := v.atom.Doc.Root.At(pointer + "/" + dialect); node != nil {
		pointer += "/" + dialect
	}
	d := v.atom.AtOffset(code, pointer, offset, message)
	d.Severity = diag.Warning
	return d
}

// IsSQL reports whether the View has the sql form.
func (v *View) IsSQL() bool { return v.source == nil }

// PublishedOnly reports whether the View reads published rows alone: declarative,
// public, over a publishing Schema.
func (v *View) PublishedOnly() bool { return v.published }

// Fields lists the output columns of a declarative View, each once: the
// declared fields, or every column.
func (v *View) Fields() []*Column { return v.fields }

// Order is the declared order, without the tie-breaker id.
func (v *View) Order() []Order { return v.order }

// Filter is the declared filter; nil without.
func (v *View) Filter() *Filter { return v.filter }

// Params are the declared params; never nil, perhaps empty.
func (v *View) Params() *Params { return v.params }

// RowsDocument is the JSON Schema that a sql View declares for its rows; nil
// without. Callers must not change it.
func (v *View) RowsDocument() map[string]any {
	if v.atom.Rows == nil {
		return nil
	}
	return v.atom.Rows.Doc
}

// WrittenRows is RowsDocument as JSON, in the order in which it was written; nil
// without.
func (v *View) WrittenRows() []byte {
	if v.atom.Rows == nil {
		return nil
	}
	return v.atom.Rows.Written
}

// ValidateRow checks a row against RowsDocument; nil when it fits, and for a View
// that declares none.
func (v *View) ValidateRow(row map[string]any) *jsonschema.Violation {
	if v.rows == nil {
		return nil
	}
	return v.rows.Validate(row)
}

// Requires is who may call; nil for anyone.
func (v *View) Requires() *Requirements { return v.requires }

// Cap is the clamped limit: how many rows one page holds at most, 1 to 500.
func (v *View) Cap() int { return v.capacity }

// Cache is the declared shared caching; nil without.
func (v *View) Cache() *Cache { return v.atom.Cache }

// List is uiSchema.list; nil without.
func (v *View) List() *ListUI { return v.atom.List }

// Fingerprint is a hash of the View's own meaning, which ties cursors to it.
func (v *View) Fingerprint() string { return v.fingerprint }

// Params are the declared params of a View, or the input of a Procedure; a
// param's slot is its index in All, which is sorted by name.
type Params struct {
	all     []Param
	slots   map[string]int
	doc     map[string]any
	written []byte
	schema  *jsonschema.Schema
}

// Param is one declared param.
type Param struct {
	Name  string
	Types []string // JSON types that it may have, null included, sorted; nil when any may come
}

// Nullable reports whether null is a legal value of the param.
func (p Param) Nullable() bool {
	return len(p.Types) == 0 || slices.Contains(p.Types, "null")
}

// Takes reports whether a JSON type is declared for the param.
func (p Param) Takes(name string) bool { return slices.Contains(p.Types, name) }

// Kind is the column for values of the param; JSON where they may be anything.
func (p Param) Kind() ColumnKind { return columnKind(p.Types) }

// All lists the params by name.
func (p *Params) All() []Param { return p.all }

// Slot is the index of a declared param.
func (p *Params) Slot(name string) (int, bool) {
	i, ok := p.slots[name]
	return i, ok
}

// Document is the declared JSON Schema; nil when the View declares none.
func (p *Params) Document() map[string]any { return p.doc }

// WrittenDocument is Document as JSON, in the order in which it was written.
// Callers must not change it.
func (p *Params) WrittenDocument() []byte { return p.written }

// Validate checks typed params; nil when they fit.
func (p *Params) Validate(values map[string]any) *jsonschema.Violation {
	if p.schema == nil {
		return nil
	}
	return p.schema.Validate(values)
}

// At makes an error that points at a place in the View's manifest.
func (v *View) At(code diag.Code, pointer, message string) *diag.Diagnostic {
	return v.atom.AtValue(code, pointer, message)
}
