package wire

// Atom is a manifest. Source is where it is written.
type Atom struct {
	Name        string `json:"name"`
	Title       Text   `json:"title"`
	Description Text   `json:"description"`
	Source      Source `json:"source"`
}

// Source is a document of a manifest file; Line is where Text begins.
type Source struct {
	File     string `json:"file"`
	Document int    `json:"document"`
	Line     int    `json:"line"`
	Text     string `json:"text"`
}

// SchemaAtom is a Schema: what its entries hold, property by property as they
// were written, what its declared indexes are over, and the $defs that schemas
// of properties refer to.
type SchemaAtom struct {
	Atom
	Lifecycle  string      `json:"lifecycle" ts:"Lifecycle"`
	Localized  bool        `json:"localized"`
	ReadOnly   bool        `json:"readOnly"`
	Translates *Translates `json:"translates"`
	Properties []Property  `json:"properties"`
	Indexes    []Index     `json:"indexes"`
	Defs       Object      `json:"defs" ts:"Object | null"`
}

// Property is a top-level property with its JSON Schema. Binds is what the
// server stamps into it, "" when whoever writes sets it.
type Property struct {
	Name       string     `json:"name"`
	Required   bool       `json:"required"`
	Schema     Object     `json:"schema"`
	Binds      string     `json:"binds" ts:"'ctx.user' | 'ctx.staff' | 'now' | ''"`
	References *Reference `json:"references"`
}

// Reference says that values of a property are those of a field of another
// Schema's entries.
type Reference struct {
	Schema      string `json:"schema"`
	Field       string `json:"field"`
	Translation bool   `json:"translation"`
}

// Index is a declared index.
type Index struct {
	Fields []string `json:"fields"`
	Unique bool     `json:"unique"`
}

// ViewAtom is a View. From is the Schema that it reads, null for one in SQL;
// Params is its JSON Schema, null without params; SharedMaxAge is for how many
// seconds anonymous answers may be shared, 0 for not at all.
type ViewAtom struct {
	Atom
	Surface       string   `json:"surface" ts:"Surface"`
	From          *string  `json:"from"`
	PublishedOnly bool     `json:"publishedOnly"`
	Fields        []string `json:"fields" ts:"Array<string> | null"`
	Params        Object   `json:"params" ts:"Object | null"`
	MaxRows       int      `json:"maxRows"`
	SharedMaxAge  int      `json:"sharedMaxAge"`
	Requires      Requires `json:"requires"`
}

// ProcedureAtom is a Procedure. Input and Output are JSON Schemas.
type ProcedureAtom struct {
	Atom
	Requires Requires `json:"requires"`
	Input    Object   `json:"input"`
	Output   Object   `json:"output"`
	Handler  Handler  `json:"handler"`
}

// Handler is what a Procedure runs: the function that the program registered
// under Ref, or a builtin operation on a Schema.
type Handler struct {
	Kind   string   `json:"kind" ts:"'ref' | 'builtin'"`
	Ref    string   `json:"ref,omitempty"`
	Op     string   `json:"op,omitempty"`
	Schema string   `json:"schema,omitempty"`
	Match  []string `json:"match,omitempty"`
}

// TriggerAtom is a Trigger. Method and Path are those of an http source, Surface
// and Tool those of an mcp one, Schema and Hooks those of a lifecycle one.
type TriggerAtom struct {
	Atom
	Kind      string `json:"kind" ts:"SourceKind"`
	Procedure string `json:"procedure"`
	Method    string `json:"method,omitempty"`
	Path      string `json:"path,omitempty"`
	Surface   string `json:"surface,omitempty" ts:"Surface"`
	Tool      string `json:"tool,omitempty"`
	Schema    string `json:"schema,omitempty"`
	Hooks     []Hook `json:"hooks,omitempty"`
}

// Hook is a moment of an entry's life that a Trigger listens to. Aborts tells
// whether a failure there stops the write.
type Hook struct {
	Name   string `json:"name" ts:"HookName"`
	Aborts bool   `json:"aborts"`
}

// Requires says who may call: who passes every predicate, and then the guard, a
// Procedure. Nothing of both is everybody.
type Requires struct {
	All   []Predicate `json:"all"`
	Guard *string     `json:"guard"`
}

// Predicate is one of requires.auth.all, with its scope or its roles.
type Predicate struct {
	Kind  string   `json:"kind" ts:"'ctx.user' | 'ctx.auth' | 'ctx.auth.scope' | 'ctx.staff'"`
	Scope string   `json:"scope,omitempty"`
	Roles []string `json:"roles,omitempty" ts:"Array<StaffRole>"`
}
