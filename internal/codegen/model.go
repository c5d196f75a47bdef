package codegen

import "github.com/quartet-dev/quartet/internal/plan"

// Model is a site as its clients see it. Every list is sorted by wire name.
type Model struct {
	Fingerprint string
	Collections []Collection
	Views       []View
	Procedures  []Procedure
	Triggers    []Trigger
	Handlers    []Handler
}

// Name is an authored name in the forms that generated code has for it.
type Name struct {
	Wire   string // as it was authored, which is how it travels
	Camel  string // lower camel case: the member of a facade
	Suffix string // what stands behind Entry_, ViewRow_ and their like
}

// Words are what an author says of something, in English; "" where nothing
// was said.
type Words struct{ Title, Description string }

// Type is a named type: the shape of one declared JSON Schema, and the
// definitions that it refers to.
type Type struct {
	Name        string // such as ProcInput_submit; unique in the model
	Shape       *Shape
	Definitions []Definition
}

// Definition is an entry of $defs. Shapes of kind Reference name it by Key.
type Definition struct {
	Key   string // in $defs
	Name  string // of its type; unique in the model
	Shape *Shape
}

// Definition finds the definition with that key; nil for none.
func (t *Type) Definition(key string) *Definition {
	for i := range t.Definitions {
		if t.Definitions[i].Key == key {
			return &t.Definitions[i]
		}
	}
	return nil
}

// Collection is a Schema.
type Collection struct {
	Name
	Words
	Entry      Type // the data of a complete entry
	Publishing bool // drafts are entries too, whose required properties may be missing
	Localized  bool // data.locale is required
	ReadOnly   bool // only Procedures write it
}

// View is a named read.
type View struct {
	Name
	Words
	Surface plan.Surface
	Path    string // of its REST route, escaped
	Params  *Type  // nil without params
	Row     *Type  // nil for a sql View that declares no rows
	Cap     int    // rows that a page holds at most
	Cursor  bool   // pages can be walked by cursor; otherwise by number alone
}

// Procedure is a typed call.
type Procedure struct {
	Name
	Words
	Input, Output Type
	Ref           string    // the key of its handler; "" for a builtin
	Routes        []Trigger // the HTTP Triggers that reach it, by name
}

// Trigger makes a Procedure reachable.
type Trigger struct {
	Name
	Kind      plan.SourceKind
	Procedure string // its wire name

	Method, Path string       // http: the path as declared, with its templates
	Surface      plan.Surface // mcp
	Tool         string       // mcp
	Collection   string       // lifecycle: the wire name of the Schema
	Hooks        []string     // lifecycle

	// PathParams are the properties of the input that the path carries, in the
	// order of the path; the others are the body.
	PathParams []string

	// Headers are the properties that headers of the request carry, and RawBody is
	// the one that is its body as it came, "" for none. Clients do not send such requests.
	Headers []plan.Header
	RawBody string
}

// Handler is a ref key, and the Procedures that call it.
type Handler struct {
	Key        string
	Procedures []string // wire names
}

// Procedure finds a Procedure by its wire name; nil for none.
func (m *Model) Procedure(name string) *Procedure {
	for i := range m.Procedures {
		if m.Procedures[i].Wire == name {
			return &m.Procedures[i]
		}
	}
	return nil
}
