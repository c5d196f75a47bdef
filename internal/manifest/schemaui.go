package manifest

import (
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
	s.UI.Textareas = f.get("fields").textareas(s.Schema)
	s.readListUI(f.get("list"))
	s.readNavUI(f.get("nav"))
}

// textareas reads `fields.<f>.widget: textarea`, for string properties.
func (p *place) textareas(schema *JSONSchema) []string {
	var names []string
	if p != nil && p.node.Kind != yamldoc.Mapping {
		p.wrong("This must be a mapping from field to { widget: textarea }.").Expected = "object"
	}
	for field := range p.members() {
		name := field.token
		widget, _ := field.mapping("widget")
		widget.need("widget").oneOf("textarea")
		names = append(names, name)
		switch {
		case schema == nil:
		case !schema.Has(name):
			d := field.failKey(p.code, "There is no property "+strconv.Quote(name)+" to show.")
			d.Candidates, d.Suggestion = schema.Properties, diag.Nearest(name, schema.Properties)
		case !schema.IsString(name):
			field.failKey(p.code, "Only a string property can be a text area.").Expected = "string"
		}
	}
	return names
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
