package openapi

import (
	"math/rand/v2"
	"slices"

	"github.com/quartet-dev/quartet/internal/jsonschema/sample"
)

// exampleOf is a value that fits a JSON Schema of the manifests' subset, always the
// same one; nil where none was found.
func exampleOf(doc object) any {
	values, err := sample.New(doc, nil)
	if err != nil {
		return nil
	}
	value, err := values.Next(rand.New(rand.NewPCG(1, 1))) //nolint:gosec // an example, which must not change
	if err != nil || misleading(value) {
		return nil
	}
	return value
}

// misleading reports whether readers of the document take a value for something
// else: for a reference, or for the prototype of an object.
func misleading(v any) bool {
	switch v := v.(type) {
	case object:
		for key, each := range v {
			if key == "$ref" || key == "__proto__" || misleading(each) {
				return true
			}
		}
	case []any:
		return slices.ContainsFunc(v, misleading)
	}
	return false
}
