package jsonschema

import (
	"errors"
	"fmt"

	library "github.com/santhosh-tekuri/jsonschema/v6"
)

// Schema is a compiled schema; safe for concurrent use.
type Schema struct{ compiled *library.Schema }

// Compile compiles a document that Check found no fault with. nullable and
// `format: url` are rewritten; formats are asserted. Nothing is ever loaded
// from a file or an address.
func Compile(doc any) (*Schema, error) {
	root, ok := doc.(map[string]any)
	if !ok {
		return nil, errors.New("a JSON Schema must be an object")
	}
	return compile(standard(root))
}

// Partial compiles doc without the `required` of its root: the form of a
// partial draft.
func Partial(doc any) (*Schema, error) {
	root, ok := doc.(map[string]any)
	if !ok {
		return nil, errors.New("a JSON Schema must be an object")
	}
	partial := standard(root)
	delete(partial, "required")
	return compile(partial)
}

// location names the one document that a compiler knows.
const location = "schema:///root"

func compile(doc map[string]any) (*Schema, error) {
	compiler := library.NewCompiler()
	compiler.DefaultDraft(library.Draft2020)
	compiler.AssertFormat()
	compiler.UseLoader(closed{})
	if err := compiler.AddResource(location, doc); err != nil {
		return nil, fmt.Errorf("add JSON Schema: %w", err)
	}
	compiled, err := compiler.Compile(location)
	if err != nil {
		return nil, fmt.Errorf("compile JSON Schema: %w", err)
	}
	return &Schema{compiled}, nil
}

// closed is a loader that loads nothing.
type closed struct{}

func (closed) Load(string) (any, error) {
	return nil, errors.New("a JSON Schema refers to nothing outside itself")
}

// Validate returns nil when the JSON value v fits, else the first violation by
// pointer and keyword.
func (s *Schema) Validate(v any) *Violation {
	err := s.compiled.Validate(v)
	if err == nil {
		return nil
	}
	var failed *library.ValidationError
	if !errors.As(err, &failed) {
		return &Violation{Message: "The value cannot be checked."}
	}
	return first(violations(failed))
}
