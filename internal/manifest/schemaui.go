package manifest

import (
	"iter"
	"slices"
	"strconv"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/yamldoc"
)

// SchemaUI is the uiSchema of a Schema.
type SchemaUI struct {
	Textareas    []string // fields with widget: textarea
	FilterField  string
	PrimaryField string
	Columns      []string
	Standalone   *bool
	ParentField  string
	Raw          map[string]any // as written, for Admin
}

func (s *Schema) readUI(p *place) {
	f, ok := p.mapping("fields", "list", "nav")
	if !ok {
		return
	}
	s.UI.Raw, _ = p.node.Plain().(map[string]any)
	s.UI.Textareas = f.get("fields").placed(s.Schema)
	s.readListUI(f.get("list"))
	s.readNavUI(f.get("nav"))
}

// widths are the parts of a line that a field of a form may take, the widest
// first (decision 234).
var widths = []string{"full", "two-thirds", "half", "third"}

// Widths are the values of uiSchema.fields.<f>.width.
func Widths() []string { return slices.Clone(widths) }

// placed reads the fields of a Schema: for string properties `widget: textarea`,
// for any `group`, a text for its tab of the form, and `width`. Both are for Admin,
// which has them from Raw. It gives the text areas.
func (p *place) placed(schema *JSONSchema) []string {
	var names []string
	for field := range p.uiFields(schema, "{ widget, group, width }") {
		f, ok := field.mapping("widget", "group", "width")
		if ok && len(field.keys()) == 0 {
			field.wrong("This says nothing of the field; it takes " + alternatives(f.known) + ".").Expected = f.known
		}
		f.get("group").localized()
		f.get("width").oneOf(widths...)
		if widget := f.get("widget"); widget != nil {
			widget.oneOf("textarea")
			field.wantText(schema)
			names = append(names, field.token)
		}
	}
	return names
}

// textareas reads the fields of a Procedure: `widget: textarea`, for string
// properties.
func (p *place) textareas(schema *JSONSchema) []string {
	var names []string
	for field := range p.uiFields(schema, "{ widget: textarea }") {
		f, _ := field.mapping("widget")
		f.need("widget").oneOf("textarea")
		field.wantText(schema)
		names = append(names, field.token)
	}
	return names
}

// uiFields gives the members of a mapping from field to something, and reports
// those that are no property.
func (p *place) uiFields(schema *JSONSchema, to string) iter.Seq[*place] {
	return func(yield func(*place) bool) {
		if p != nil && p.node.Kind != yamldoc.Mapping {
			p.wrong("This must be a mapping from field to " + to + ".").Expected = "object"
		}
		for field := range p.members() {
			if schema != nil && !schema.Has(field.token) {
				d := field.failKey(p.code, "There is no property "+strconv.Quote(field.token)+" to show.")
				d.Candidates, d.Suggestion = schema.Properties, diag.Nearest(field.token, schema.Properties)
			}
			if !yield(field) {
				return
			}
		}
	}
}

func (p *place) wantText(schema *JSONSchema) {
	if schema != nil && schema.Has(p.token) && !schema.IsString(p.token) {
		p.failKey(p.code, "Only a string property can be a text area.").Expected = "string"
	}
}

func (s *Schema) readListUI(p *place) {
	f, ok := p.mapping("filterField", "primaryField", "columns")
	if ok && s.Lifecycle == Publishing {
		p.failKey(p.code, "Only a Schema with lifecycle: operational has uiSchema.list.")
		return
	}
	s.UI.FilterField = s.filterField(f.get("filterField"))
	s.UI.PrimaryField = s.column(f.get("primaryField"))
	for each, name := range f.get("columns").distinctTexts("column names") {
		s.UI.Columns = append(s.UI.Columns, name)
		s.checkColumn(each, name)
	}
}

// filterField reads a string property with an enum that leads an index.
func (s *Schema) filterField(p *place) string {
	name := p.text()
	if name == "" || s.Schema == nil {
		return name
	}
	_, isEnum := s.Schema.Property(name)["enum"].([]any)
	switch {
	case !s.Schema.Has(name):
		s.unknownColumn(p, name, s.Schema.Properties)
	case !isEnum || !s.Schema.IsString(name):
		p.wrong("The property to filter by must be a string with an enum.")
	case !s.leadsIndex(name) && !s.indexesFaulty:
		p.wrong("The property to filter by must be the first of an index.")
	}
	return name
}

func (s *Schema) column(p *place) string {
	name := p.text()
	if name != "" {
		s.checkColumn(p, name)
	}
	return name
}

// checkColumn wants a property or a reserved column.
func (s *Schema) checkColumn(p *place, name string) {
	if s.Schema != nil && !s.Schema.Has(name) && !slices.Contains(reservedColumns, name) {
		s.unknownColumn(p, name, slices.Concat(s.Schema.Properties, reservedColumns))
	}
}

func (s *Schema) unknownColumn(p *place, name string, known []string) {
	d := p.wrong("There is no " + strconv.Quote(name) + " to show.")
	d.Candidates, d.Suggestion = known, diag.Nearest(name, known)
}

func (s *Schema) readNavUI(p *place) {
	f, _ := p.mapping("standalone", "parentField")
	if standalone, ok := f.get("standalone").boolean(); ok {
		s.UI.Standalone = &standalone
	}
	parent := f.get("parentField")
	s.UI.ParentField = parent.text()
	if name := s.UI.ParentField; name != "" && s.Schema != nil && !s.Schema.Has(name) {
		s.unknownColumn(parent, name, s.Schema.Properties)
	}
}
