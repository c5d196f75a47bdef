package manifest

// JSONSchema is a declared JSON Schema: the document as a JSON value, and the
// names of its top-level properties in the order they were written.
type JSONSchema struct {
	Doc        map[string]any
	Properties []string
}

// Property is the declared sub-schema of a top-level property, or nil.
func (s *JSONSchema) Property(name string) map[string]any {
	if s == nil {
		return nil
	}
	properties, _ := s.Doc["properties"].(map[string]any)
	p, _ := properties[name].(map[string]any)
	return p
}

// Lifecycle of a Schema's entries.
type Lifecycle string

// The two lifecycles.
const (
	Publishing  Lifecycle = "publishing"
	Operational Lifecycle = "operational"
)

// Schema is a collection of entries.
type Schema struct {
	Atom
	Title       Text
	Description Text
	Schema      *JSONSchema
	ReadOnly    bool // root readOnly: true
	Lifecycle   Lifecycle
	Localized   bool
	Translates  *Translates

	UniqueIndexes    [][]string
	Indexes          [][]string
	SearchableFields []string
	UI               SchemaUI
}

// Translates names the parent Schema and the property that joins both.
type Translates struct{ Parent, On string }

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

// Surface is where a View or an MCP Trigger mounts.
type Surface string

// The two surfaces.
const (
	Public Surface = "public"
	Staff  Surface = "staff"
)

// View is a named read. Exactly one of From and SQL is set.
type View struct {
	Atom
	Title    Text
	From     string
	SQL      map[string]string // statement by dialect: sqlite, postgres
	Surface  Surface
	Cache    *Cache
	Requires *Requires
	Filter   *Filter
	Fields   []string // nil: every column
	OrderBy  []Order
	Limit    any // as written; 50 unless a usable number
	Params   *JSONSchema
	List     *ListUI
}

// Cache is the declared shared lifetime of a View's answer, in seconds.
type Cache struct{ SharedMaxAge int }

// Order is one term of orderBy.
type Order struct {
	Field string
	Desc  bool
}

// ListUI is uiSchema.list of a staff View.
type ListUI struct{ Columns, SearchFields, FilterFields []string }

// Op is a filter's operator.
type Op string

// The operators of the filter AST.
const (
	Eq  Op = "eq"
	Gt  Op = "gt"
	Gte Op = "gte"
	Lt  Op = "lt"
	Lte Op = "lte"
	And Op = "and"
	Or  Op = "or"
)

// Filter is one node of a filter. Comparisons have Field and Operand;
// and/or have Nodes. Pointer is its place in the manifest. Trees nest to any
// depth: walk them with a stack of your own, not by recursion.
type Filter struct {
	Op      Op
	Pointer string
	Field   string
	Operand Operand
	Nodes   []*Filter
}

// OperandKind tells the three value forms apart.
type OperandKind uint8

// The value forms of a comparison.
const (
	Literal OperandKind = iota
	ParamRef
	CallerID // { $ctx.user: id }
)

// Operand is the right side of a comparison.
type Operand struct {
	Kind  OperandKind
	Value any    // Literal: nil, bool, int64, float64, string
	Param string // ParamRef
}

// Requires is an AuthorizationRequirements.
type Requires struct {
	All   []Predicate
	Guard string // Procedure name, or empty
}

// PredicateKind is the kind of a predicate under requires.auth.all.
type PredicateKind uint8

// The predicates of open-parts.md, Authorization.
const (
	IsUser          PredicateKind = iota // ctx.user
	IsAuthenticated                      // ctx.auth
	HasScope                             // { ctx.auth.scope: "<scope>" }
	IsStaff                              // { ctx.staff: [roles] }
)

// Predicate is one entry of requires.auth.all.
type Predicate struct {
	Kind  PredicateKind
	Scope string
	Roles []string
}

// BuiltinOp is the op of a builtin handler.
type BuiltinOp string

// The builtin ops.
const (
	OpCreate  BuiltinOp = "create"
	OpUpdate  BuiltinOp = "update"
	OpUpsert  BuiltinOp = "upsert"
	OpDelete  BuiltinOp = "delete"
	OpArchive BuiltinOp = "archive"
)

// Handler is a Procedure's handler: Ref, or Builtin.
type Handler struct {
	Ref     string
	Builtin *Builtin
}

// Builtin is a builtin handler.
type Builtin struct {
	Op     BuiltinOp
	Schema string
	Match  []string // upsert only; nil without
}

// Procedure is a typed callable.
type Procedure struct {
	Atom
	Title       Text
	Description Text
	Requires    *Requires
	Input       *JSONSchema
	Output      *JSONSchema
	Handler     Handler
	UI          ProcedureUI
}

// ProcedureUI is the uiSchema of a Procedure.
type ProcedureUI struct {
	CollectionAction string
	Textareas        []string
	Raw              map[string]any
}

// SourceKind is the kind of a Trigger's source.
type SourceKind string

// The three kinds of sources.
const (
	SourceHTTP      SourceKind = "http"
	SourceMCP       SourceKind = "mcp"
	SourceLifecycle SourceKind = "lifecycle"
)

// Hook is a lifecycle hook.
type Hook string

// The hooks of open-parts.md, Lifecycle.
const (
	BeforeCreate  Hook = "before_create"
	AfterCreate   Hook = "after_create"
	BeforeUpdate  Hook = "before_update"
	AfterUpdate   Hook = "after_update"
	BeforeDelete  Hook = "before_delete"
	AfterDelete   Hook = "after_delete"
	BeforePublish Hook = "before_publish"
	AfterPublish  Hook = "after_publish"
)

// Trigger makes a Procedure reachable.
type Trigger struct {
	Atom
	Source    Source
	Procedure string
}

// Source is a Trigger's source; the fields of its Kind are set.
type Source struct {
	Kind SourceKind

	Method string // http
	Path   string // http

	Surface Surface // mcp

	Schema  string // lifecycle
	On      []Hook // lifecycle
	OnError string // lifecycle: abort, continue or "" for the default of each hook
}
