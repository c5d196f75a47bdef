package plan

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/jsonschema"
	"github.com/quartet-dev/quartet/internal/manifest"
)

// view links one View. Without a source there are no fields to check.
func (l *linker) view(atom *manifest.View) {
	v := &View{
		atom:     atom,
		params:   l.params(&atom.Atom, "/spec/params", atom.Params),
		requires: l.requirements(&atom.Atom, atom.Requires, nil),
		capacity: pageCap(atom.Limit),
	}
	l.sent(&atom.Atom, "/spec/params", atom.Params, nil)
	l.sent(&atom.Atom, "/spec/rows", atom.Rows, nil)
	if atom.Rows != nil {
		v.rows = l.compile(&atom.Atom, "/spec/rows", jsonschema.Compile, atom.Rows.Doc)
	}
	l.views = append(l.views, v)
	l.viewByName[atom.Name] = v
	if atom.From != "" {
		v.source = l.findSchema(&atom.Atom, diag.ViewFromUnknownSchema, "/spec/from", atom.From)
	}
	if v.source != nil {
		l.declarative(v)
	}
}

func (l *linker) declarative(v *View) {
	publishing := v.source.Lifecycle() == Publishing
	v.published = publishing && v.Surface() == Public
	if v.atom.Cache != nil && !publishing && !v.atom.Faulty("/spec/cache") {
		l.problems.Add(v.atom.AtKey(diag.ViewCacheInvalid, "/spec/cache",
			fmt.Sprintf("Only a View over a publishing Schema may declare cache; %q is operational.", v.source.Name())))
	}
	l.fields(v)
	l.order(v)
	l.filter(v)
	l.listed(v)
}

// fields resolves the projection. What is named twice is one field of a row.
// The parser leaves even its shape to the graph (the contract's View, rule 5).
func (l *linker) fields(v *View) {
	v.fields = v.source.columns
	if !v.atom.HasFields {
		return
	}
	names, isList := v.atom.Fields.([]any)
	if !isList {
		l.fail(&v.atom.Atom, diag.ViewFieldNotInSchema, "/spec/fields", "fields must be a list of field names.").Expected = "array"
	}
	v.fields = []*Column{}
	before := len(l.problems)
	for i, written := range names {
		if l.isFull(before) {
			return
		}
		pointer := "/spec/fields/" + strconv.Itoa(i)
		name, isText := written.(string)
		if !isText {
			l.fail(&v.atom.Atom, diag.ViewFieldNotInSchema, pointer, "A field is named by a string.").Expected = "string"
			continue
		}
		if column := l.column(v, diag.ViewFieldNotInSchema, pointer, name); !slices.Contains(v.fields, column) {
			v.fields = append(v.fields, column)
		}
	}
}

func (l *linker) order(v *View) {
	before := len(l.problems)
	for i, term := range v.atom.OrderBy {
		if l.isFull(before) {
			return
		}
		if term.Field == "" {
			continue // reported by itself
		}
		pointer := "/spec/orderBy/" + strconv.Itoa(i) + "/field"
		column := l.column(v, diag.ViewFieldNotInSchema, pointer, term.Field)
		v.order = append(v.order, Order{Column: column, Desc: term.Desc})
	}
}

// listed checks the fields that uiSchema.list names.
func (l *linker) listed(v *View) {
	list := v.atom.List
	if list == nil {
		return
	}
	before := len(l.problems)
	for _, each := range []struct {
		key    string
		fields []string
	}{{"columns", list.Columns}, {"searchFields", list.SearchFields}, {"filterFields", list.FilterFields}} {
		for i, name := range each.fields {
			if l.isFull(before) {
				return
			}
			l.column(v, diag.ViewUIInvalid, "/spec/uiSchema/list/"+each.key+"/"+strconv.Itoa(i), name)
		}
	}
}

// column resolves a field of the View's source; nil with a diagnostic.
func (l *linker) column(v *View, code diag.Code, pointer, name string) *Column {
	c := v.source.Column(name)
	if c == nil {
		l.unknownColumn(v, code, pointer, name)
	}
	return c
}

func (l *linker) unknownColumn(v *View, code diag.Code, pointer, name string) {
	what := fmt.Sprintf("property or reserved column of the Schema %q", v.source.Name())
	l.unknown(&v.atom.Atom, code, pointer, what, name, names(v.source.columns))
}

// Limits of one page (the contract's Limits table).
const (
	defaultCap = 50
	maxCap     = 500
)

// pageCap clamps a declared limit: whatever is no number of at least one row
// is 50 (decision 21).
func pageCap(limit any) int {
	number, _ := limit.(float64)
	if whole, ok := limit.(int64); ok {
		number = float64(whole)
	}
	number = math.Floor(number)
	if math.IsNaN(number) || math.IsInf(number, 0) || number < 1 {
		return defaultCap
	}
	return int(min(number, maxCap))
}
