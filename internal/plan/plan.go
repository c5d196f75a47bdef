package plan

import "github.com/quartet-dev/quartet/internal/manifest"

// Names that a reader of a plan needs and that the manifest language defines.
type (
	Text          = manifest.Text
	Lifecycle     = manifest.Lifecycle
	Surface       = manifest.Surface
	Op            = manifest.Op
	OperandKind   = manifest.OperandKind
	BuiltinOp     = manifest.BuiltinOp
	Predicate     = manifest.Predicate
	PredicateKind = manifest.PredicateKind
	Hook          = manifest.Hook
	SourceKind    = manifest.SourceKind
	Segment       = manifest.Segment
	Header        = manifest.Header
	ListUI        = manifest.ListUI
	Cache         = manifest.Cache
)

// The constants of those names.
const (
	Publishing  = manifest.Publishing
	Operational = manifest.Operational

	Public = manifest.Public
	Staff  = manifest.Staff

	Eq  = manifest.Eq
	Gt  = manifest.Gt
	Gte = manifest.Gte
	Lt  = manifest.Lt
	Lte = manifest.Lte
	And = manifest.And
	Or  = manifest.Or

	Literal  = manifest.Literal
	ParamRef = manifest.ParamRef
	CallerID = manifest.CallerID

	OpCreate  = manifest.OpCreate
	OpUpdate  = manifest.OpUpdate
	OpUpsert  = manifest.OpUpsert
	OpDelete  = manifest.OpDelete
	OpArchive = manifest.OpArchive

	IsUser          = manifest.IsUser
	IsAuthenticated = manifest.IsAuthenticated
	HasScope        = manifest.HasScope
	IsStaff         = manifest.IsStaff

	SourceHTTP      = manifest.SourceHTTP
	SourceMCP       = manifest.SourceMCP
	SourceLifecycle = manifest.SourceLifecycle

	BeforeCreate  = manifest.BeforeCreate
	AfterCreate   = manifest.AfterCreate
	BeforeUpdate  = manifest.BeforeUpdate
	AfterUpdate   = manifest.AfterUpdate
	BeforeDelete  = manifest.BeforeDelete
	AfterDelete   = manifest.AfterDelete
	BeforePublish = manifest.BeforePublish
	AfterPublish  = manifest.AfterPublish
)

// Operators lists the operators of the filter AST.
func Operators() []Op { return manifest.Operators() }

// Plan is a sealed site.
type Plan struct {
	fingerprint string
	schemas     []*Schema
	views       []*View
	procedures  []*Procedure
	triggers    []*Trigger
	references  []Reference

	schemaByName    map[string]*Schema
	viewByName      map[string]*View
	procedureByName map[string]*Procedure
}

// Fingerprint is a hash of the plan's meaning: the order of files, documents,
// keys and comments does not change it, any change of meaning does.
func (p *Plan) Fingerprint() string { return p.fingerprint }

// Schemas lists the Schemas by name.
func (p *Plan) Schemas() []*Schema { return p.schemas }

// Views lists the Views by name.
func (p *Plan) Views() []*View { return p.views }

// Procedures lists the Procedures by name.
func (p *Plan) Procedures() []*Procedure { return p.procedures }

// Triggers lists the Triggers by name.
func (p *Plan) Triggers() []*Trigger { return p.triggers }

// Schema finds a Schema by its exact name, or nil.
func (p *Plan) Schema(name string) *Schema { return p.schemaByName[name] }

// View finds a View by its exact name, or nil.
func (p *Plan) View(name string) *View { return p.viewByName[name] }

// Procedure finds a Procedure by its exact name, or nil.
func (p *Plan) Procedure(name string) *Procedure { return p.procedureByName[name] }
