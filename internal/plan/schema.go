package plan

import (
	"slices"
	"strconv"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/jsonschema"
	"github.com/quartet-dev/quartet/internal/jsonvalue"
	"github.com/quartet-dev/quartet/internal/manifest"
)

// ColumnKind is what a column of a logical table holds.
type ColumnKind uint8

// The kinds of columns. Scalars are written through into columns of their own;
// JSON is derived from data.
const (
	TextColumn    ColumnKind = iota // string
	IntegerColumn                   // integer
	RealColumn                      // number
	BooleanColumn                   // boolean
	MixedColumn                     // a scalar of more than one type
	JSONColumn                      // array, object, or anything
)

// Scalar reports whether values of the kind are never arrays or objects.
func (k ColumnKind) Scalar() bool { return k != JSONColumn }

// Holds reports whether a stored value of the kind can equal one of a JSON type,
// without converting either.
func (k ColumnKind) Holds(jsonType string) bool {
	switch jsonType {
	case "string":
		return k.HoldsText()
	case "integer", "number":
		return k.HoldsNumbers()
	case "boolean":
		return k.HoldsBooleans()
	}
	return false
}

// HoldsText reports whether values of the kind can be strings.
func (k ColumnKind) HoldsText() bool { return k == TextColumn || k == MixedColumn || k == JSONColumn }

// HoldsNumbers reports whether values of the kind can be numbers.
func (k ColumnKind) HoldsNumbers() bool { return k != TextColumn && k != BooleanColumn }

// HoldsBooleans reports whether values of the kind can be true or false.
func (k ColumnKind) HoldsBooleans() bool {
	return k == BooleanColumn || k == MixedColumn || k == JSONColumn
}

// Column is a reserved column or a top-level property of a Schema.
type Column struct {
	name     string
	kind     ColumnKind
	reserved bool
	nullable bool
	joins    bool
}

// Name is the property's or reserved column's name.
func (c *Column) Name() string { return c.name }

// Kind is what the column holds.
func (c *Column) Kind() ColumnKind { return c.kind }

// Reserved reports whether the column is one of id, status, version, createdAt, updatedAt, authorId.
func (c *Column) Reserved() bool { return c.reserved }

// Nullable reports whether a stored row may hold null (or no value) there. Every
// property is nullable: drafts may be partial and Schemas may grow.
func (c *Column) Nullable() bool { return c.nullable }

// Joins reports whether its values lead from one entry to another: a property that
// refers, and the column that references hold.
func (c *Column) Joins() bool { return c.joins }

// Index is a declared index.
type Index struct {
	columns []*Column
	unique  bool
}

// Columns of the index in declared order.
func (i *Index) Columns() []*Column { return i.columns }

// Unique reports whether the index is one of uniqueIndexes.
func (i *Index) Unique() bool { return i.unique }

// BindValue is what the server stamps into a property.
type BindValue string

// The values of x-service-bind.
const (
	BindUser  BindValue = "ctx.user"
	BindStaff BindValue = "ctx.staff"
	BindNow   BindValue = "now"
)

// Bind is a property that the server stamps.
type Bind struct {
	Path    []string // the properties that lead to it: its own name last
	Value   BindValue
	Integer bool // now as epoch milliseconds rather than RFC 3339 text
	Alone   bool // the objects around it require nothing but stamps
}

// Is reports whether the bind stamps the top-level property of that name.
func (b Bind) Is(name string) bool { return len(b.Path) == 1 && b.Path[0] == name }

// Translation joins a translation Schema to its parent.
type Translation struct {
	Parent *Schema
	On     string
}

// Schema is a collection of entries with everything compiled.
type Schema struct {
	atom        *manifest.Schema
	columns     []*Column
	reals       []string // properties that are RealColumns
	byName      map[string]*Column
	indexes     []*Index
	binds       []Bind
	stored      []*Index
	paged       bool      // its entries have pages
	addresses   []*Column // that they are looked up by
	taken       []taken
	translation *Translation
	full        *jsonschema.Schema
	partial     *jsonschema.Schema
	media       *jsonschema.Media
	fingerprint string
}

// Name is metadata.name, which is also the logical table's name.
func (s *Schema) Name() string { return s.atom.Name }

// Title is the declared title.
func (s *Schema) Title() Text { return s.atom.Title }

// Description is the declared description.
func (s *Schema) Description() Text { return s.atom.Description }

// Lifecycle of its entries.
func (s *Schema) Lifecycle() Lifecycle { return s.atom.Lifecycle }

// Localized reports whether every entry carries data.locale.
func (s *Schema) Localized() bool { return s.atom.Localized }

// ReadOnly reports whether only Procedures write it.
func (s *Schema) ReadOnly() bool { return s.atom.ReadOnly }

// Translation is the join to the parent, or nil.
func (s *Schema) Translation() *Translation { return s.translation }

// Columns lists the reserved columns (id, status, version, createdAt,
// updatedAt, authorId) and then the properties in the order they were written.
func (s *Schema) Columns() []*Column { return s.columns }

// Properties lists the columns that are properties.
func (s *Schema) Properties() []*Column { return s.columns[reservedCount:] }

// Column finds a column by its exact name, or nil.
func (s *Schema) Column(name string) *Column { return s.byName[name] }

// Property finds a column that is a property, or nil.
func (s *Schema) Property(name string) *Column {
	if c := s.byName[name]; c != nil && !c.reserved {
		return c
	}
	return nil
}

// Indexes lists the unique indexes, then the others, in declared order.
func (s *Schema) Indexes() []*Index { return s.indexes }

// StoredIndexes lists Indexes and then those that no manifest declares: every
// collection is listed by status in the order of creation and of change, by
// status and uiSchema.list.filterField in that of change, and looked up by what
// refers to another collection; what has pages is listed by status and locale in
// that of change too.
func (s *Schema) StoredIndexes() []*Index { return s.stored }

// Binds lists the properties that the server stamps, by path.
func (s *Schema) Binds() []Bind { return s.binds }

// SearchableFields lists the declared searchable properties.
func (s *Schema) SearchableFields() []string { return s.atom.SearchableFields }

// PrimaryField is the declared property that names an entry in lists, or "".
func (s *Schema) PrimaryField() string { return s.atom.UI.PrimaryField }

// UISchema is the declared uiSchema; nil without. Callers must not change it.
func (s *Schema) UISchema() map[string]any { return s.atom.UI.Raw }

// FilterField is uiSchema.list.filterField, or "".
func (s *Schema) FilterField() string { return s.atom.UI.FilterField }

// ListColumns is uiSchema.list.columns.
func (s *Schema) ListColumns() []string { return s.atom.UI.Columns }

// ParentField is uiSchema.nav.parentField, or "".
func (s *Schema) ParentField() string { return s.atom.UI.ParentField }

// PropertyDocument is what is said of a property, also through $ref
// (jsonschema.Effective); nil for none. Callers must not change it.
func (s *Schema) PropertyDocument(name string) map[string]any { return s.atom.Schema.Property(name) }

// ListsScalars reports whether a property holds nothing but lists of scalars, or null.
func (s *Schema) ListsScalars(name string) bool {
	types := slices.DeleteFunc(s.atom.Schema.Types(name), func(each string) bool { return each == "null" })
	items, _ := s.PropertyDocument(name)["items"].(map[string]any)
	return slices.Equal(types, []string{"array"}) && columnKind(s.atom.Schema.TypesOf(items)).Scalar()
}

// Stamps reports whether the server stamps a property that some object of
// Document declares as such.
func (s *Schema) Stamps(property map[string]any) bool {
	return jsonschema.Effective(s.atom.Schema.Doc, property)["x-service-bind"] != nil
}

// MediaHint is the x-mcp-hint of a property that holds ids of media assets, media
// where x-service-ref alone says so; "" for any other.
func (s *Schema) MediaHint(property string) string {
	return jsonschema.MediaHint(s.PropertyDocument(property))
}

// Media finds the media assets that an entry's data names; nil where no property
// can name one.
func (s *Schema) Media() *jsonschema.Media { return s.media }

// Document is the declared JSON Schema of data. Callers must not change it.
func (s *Schema) Document() map[string]any { return s.atom.Schema.Doc }

// WrittenDocument is Document as JSON, in the order in which it was written.
// Callers must not change it.
func (s *Schema) WrittenDocument() []byte { return s.atom.Schema.Written }

// Validate checks an entry's data; nil when it fits.
func (s *Schema) Validate(data map[string]any) *jsonschema.Violation {
	return s.validate(s.full, data)
}

// ValidatePartial checks a partial draft: required properties may be missing.
func (s *Schema) ValidatePartial(data map[string]any) *jsonschema.Violation {
	return s.validate(s.partial, data)
}

// validate also refuses whole numbers that a RealColumn would round: what
// cannot be kept exactly is not kept.
func (s *Schema) validate(schema *jsonschema.Schema, data map[string]any) *jsonschema.Violation {
	if v := schema.Validate(data); v != nil {
		return v
	}
	for _, name := range s.reals {
		if n, whole := data[name].(int64); whole && isRounded(n) {
			return &jsonschema.Violation{
				Pointer: jsonvalue.Pointer(name), Keyword: "type",
				Message: "A whole number of this size must be one that a 64-bit float keeps with all its digits.",
			}
		}
	}
	return nil
}

// isRounded reports whether a float64 gives a whole number back with other digits.
func isRounded(n int64) bool {
	const exact = 1 << 53
	return (n > exact || n < -exact) && !jsonvalue.Exact(strconv.FormatInt(n, 10), float64(n))
}

// At makes an error that points at a place in the Schema's manifest, for what
// only a store can find.
func (s *Schema) At(code diag.Code, pointer, message string) *diag.Diagnostic {
	return s.atom.AtValue(code, pointer, message)
}

// Fingerprint is a hash of what a stored row must look like: the JSON Schema,
// the indexes, the lifecycle and localized. A store compares it to know
// whether its tables still match.
func (s *Schema) Fingerprint() string { return s.fingerprint }

// Rules is what Fingerprint is a hash of, as JSON, with the properties that the
// server stamps. A store keeps it to know whether processes with other manifests
// may go on writing.
func (s *Schema) Rules() []byte {
	m := rowMeaning(s)
	var stamped []string
	for _, b := range s.binds {
		stamped = append(stamped, b.Path[0])
	}
	m["stamped"] = set(stamped)
	return jsonvalue.Append(nil, map[string]any(m))
}

const reservedCount = 6
