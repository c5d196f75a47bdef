package jsonschema

import "errors"

// Schema is a compiled schema; safe for concurrent use.
type Schema struct{ root *node }

// Compile compiles a document that Check found no fault with. Formats are
// asserted, `nullable` lets null in beside everything else that the schema
// says, and nothing is ever loaded from anywhere.
func Compile(doc any) (*Schema, error) {
	root, ok := doc.(map[string]any)
	if !ok {
		return nil, errors.New("a JSON Schema must be an object")
	}
	c := compiler{defs: map[string]*node{}}
	n, err := c.document(root)
	if err != nil {
		return nil, err
	}
	return &Schema{n}, nil
}

// Partial compiles doc without the `required` of its root: the form of a
// partial draft.
func Partial(doc any) (*Schema, error) {
	s, err := Compile(doc)
	if err != nil {
		return nil, err
	}
	s.root.required = nil
	return s, nil
}

// Violation is the first failing place of a value: the JSON pointer into the
// value (for a missing property: of that property), the failing keyword, and
// one sentence on what was expected. It quotes the schema, never the value.
type Violation struct {
	Pointer  string
	Keyword  string
	Message  string
	Expected any
}

// Validate returns nil when the JSON value v fits, else the first violation: a
// place comes before what lies inside it, members go by name. A value that
// takes too many steps to check is a violation as well; that needs a schema
// which tries one part of the value in many ways.
func (s *Schema) Validate(v any) *Violation {
	if (&run{}).fits(s.root, v) {
		return nil
	}
	r := &run{}
	found := r.explain(s.root, v, nil)
	if found == nil || r.exhausted() {
		return &Violation{Keyword: "oneOf", Message: "The value is too complex to be checked."}
	}
	return found
}
