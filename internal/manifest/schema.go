package manifest

import (
	"slices"
	"strconv"
	"strings"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/jsonschema"
	"github.com/quartet-dev/quartet/internal/lazyregexp"
	"github.com/quartet-dev/quartet/internal/yamldoc"
)

// Lifecycle of a Schema's entries.
type Lifecycle string

// The two lifecycles.
const (
	Publishing  Lifecycle = "publishing"
	Operational Lifecycle = "operational"
)

var lifecycles = []Lifecycle{Publishing, Operational}

// Lifecycles lists the lifecycles.
func Lifecycles() []Lifecycle { return slices.Clone(lifecycles) }

// Schema is a collection of entries.
type Schema struct {
	Atom
	Title       Text
	Description Text
	Schema      *JSONSchema
	ReadOnly    bool // root readOnly: true
	Binds       []jsonschema.Bind
	Lifecycle   Lifecycle
	Localized   bool
	Translates  *Translates

	UniqueIndexes    [][]string
	Indexes          [][]string
	SearchableFields []string
	UI               SchemaUI

	indexesFaulty bool
}

// IsKnown reports whether others can be held against what the Schema says: its
// properties, indexes and lifecycle are as they were meant.
func (s *Schema) IsKnown() bool {
	return s.Schema != nil && s.faultsWithin("/apiVersion", "/kind", "/spec/title", "/spec/description", "/spec/uiSchema", "/spec/searchableFields")
}

// Translates names the parent Schema and the property that joins both.
type Translates struct{ Parent, On string }

// reservedColumns are the columns that every Schema's table has beside its
// properties (open-parts.md, Schema spec).
var reservedColumns = []string{"id", "status", "version", "createdAt", "updatedAt", "authorId"}

// refusedProperties cannot name a property either: they mean something else in
// an input or in SQL.
var refusedProperties = []string{"expectedVersion", "data", "rowid", "oid"}

// maxProperties leaves room for the reserved columns and for those of removed
// properties below the columns that a table can have: 2,000 in SQLite, 1,600 in
// PostgreSQL.
const maxProperties = 1500

var propertyPattern = lazyregexp.New(`^[A-Za-z_][A-Za-z0-9_-]*$`)

func (r *reader) schema(spec *place) *Schema {
	f, _ := spec.mapping("title", "description", "schema", "lifecycle", "localized", "translates",
		"uniqueIndexes", "indexes", "searchableFields", "uiSchema")
	s := &Schema{Atom: *r.atom}
	s.Title = f.need("title").localized()
	s.Description = f.get("description").localized()
	s.readData(f.need("schema"))
	s.Lifecycle = Publishing
	if lifecycle := f.get("lifecycle"); lifecycle != nil {
		s.Lifecycle = Lifecycle(lifecycle.oneOf(texts(lifecycles)...))
	}
	s.Localized, _ = f.get("localized").boolean()
	s.readTranslates(f)
	if !f.get("localized").faulty() {
		s.checkLocale(f)
	}
	s.readIndexes(f)
	s.readSearchable(f.get("searchableFields").as(diag.SchemaSearchInvalid))
	s.readUI(f.get("uiSchema").as(diag.SchemaUIInvalid))
	return s
}

// readData reads spec.schema. Schema stays nil when its properties are unknown,
// so that one fault there does not make every field elsewhere unknown.
func (s *Schema) readData(p *place) {
	p.wantObject(diag.InvalidManifestEnvelope)
	s.Schema = p.jsonSchema()
	if s.Schema == nil {
		return
	}
	s.ReadOnly = jsonschema.Effective(s.Schema.Doc, s.Schema.Doc)["readOnly"] == true
	properties := p.child("properties")
	if properties != nil && properties.node.Kind != yamldoc.Mapping {
		s.Schema = nil
		return
	}
	if len(s.Schema.Properties) > maxProperties {
		properties.fail(diag.JSONSchemaLimitExceeded, "A Schema has at most 1,500 properties.").Expected = maxProperties
	}
	properties.propertyNames()
	s.checkRequired(p.child("required"))
	s.readBinds(p)
}

// readBinds finds what the server stamps.
func (s *Schema) readBinds(p *place) {
	binds, problems := jsonschema.Binds(s.Schema.Doc)
	s.Binds = binds
	p.adoptNew(problems)
}

// propertyNames checks the names of a Schema's properties, which are columns
// and so ignore case (decision 4).
func (p *place) propertyNames() {
	seen := make(map[string]string)
	for at := range p.members() {
		name, folded := at.token, strings.ToLower(at.token)
		other, taken := seen[folded]
		switch {
		case !propertyPattern.MatchString(name):
			at.failKey(p.code, "A property's name starts with a letter or _ and goes on with letters, digits, _ or -.").
				Expected = propertyPattern.String()
		case containsFold(reservedColumns, name):
			at.failKey(p.code, "Every entry has the column "+strconv.Quote(name)+" already; a property needs another name.")
		case containsFold(refusedProperties, name):
			at.failKey(p.code, "The name "+strconv.Quote(name)+" is reserved; a property needs another name.")
		case taken:
			at.failKey(p.code, "The property "+strconv.Quote(other)+" has this name already, since case does not count.")
		}
		seen[folded] = name
	}
}

func containsFold(names []string, name string) bool {
	return slices.ContainsFunc(names, func(each string) bool { return strings.EqualFold(each, name) })
}

func (s *Schema) checkRequired(p *place) {
	if p == nil || p.node.Kind != yamldoc.Sequence {
		return
	}
	for each := range p.list("property names") {
		if name := each.string(); name != "" && !s.Schema.Has(name) {
			d := each.fail(diag.RequiredFieldUnknown, "There is no property "+strconv.Quote(name)+" to require.")
			d.Candidates, d.Suggestion = s.Schema.Properties, diag.Nearest(name, s.Schema.Properties)
		}
	}
}

// localeProperty holds the locale of an entry of a localized Schema.
const localeProperty = "locale"

// checkLocale wants a string property locale of a localized Schema, and none of
// any other.
func (s *Schema) checkLocale(f fields) {
	properties := f.get("schema").child("properties")
	declared := properties.child(localeProperty)
	switch {
	case s.Schema == nil:
	case s.Localized && declared == nil:
		f.get("schema").failBelow(f.code, "/properties", "A localized Schema needs a string property locale.")
	case s.Localized && !s.Schema.IsString(localeProperty) && !declared.faulty():
		declared.wrong("The property locale of a localized Schema must be a string.").Expected = "string"
	case !s.Localized && declared != nil && s.Translates == nil:
		declared.failKey(f.code, "Only a Schema with localized: true has a property locale.")
	}
}

func (s *Schema) readTranslates(f fields) {
	p := f.get("translates")
	t, ok := p.mapping("parent", "on")
	if !ok {
		return
	}
	s.Translates = &Translates{Parent: t.need("parent").text(), On: t.need("on").text()}
	if !s.Localized && !f.get("localized").faulty() {
		p.failKey(diag.TranslatesRequiresLocalized, "A Schema that translates another needs localized: true.")
	}
	if s.Schema == nil || s.Translates.On == "" {
		return
	}
	if on := s.Translates.On; !s.Schema.Has(on) {
		d := t.get("on").fail(diag.TranslatesFieldNotInChild, "This Schema has no property "+strconv.Quote(on)+" to join its parent on.")
		d.Candidates, d.Suggestion = s.Schema.Properties, diag.Nearest(on, s.Schema.Properties)
		return
	}
	if !slices.ContainsFunc(s.Schema.Properties, s.isContent) {
		f.get("schema").failBelow(diag.TranslatesRequiresContentField, "/properties", "A translation needs a property beside its join field and locale.")
	}
}

// isContent reports whether a translation can translate the property.
func (s *Schema) isContent(property string) bool {
	return property != s.Translates.On && property != localeProperty
}

// readSearchable reads searchableFields: distinct top-level string properties.
func (s *Schema) readSearchable(p *place) {
	for each, name := range p.distinctTexts("property names") {
		s.SearchableFields = append(s.SearchableFields, name)
		switch {
		case s.Schema == nil:
		case !s.Schema.Has(name):
			d := each.fail(diag.SchemaSearchFieldUnknown, "There is no property "+strconv.Quote(name)+" to search.")
			d.Candidates, d.Suggestion = s.Schema.Properties, diag.Nearest(name, s.Schema.Properties)
		case !s.Schema.IsString(name):
			each.wrong("Only string properties can be searched.").Expected = "string"
		}
	}
}
