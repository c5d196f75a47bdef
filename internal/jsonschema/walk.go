package jsonschema

import (
	"iter"
	"maps"
	"slices"

	"github.com/quartet-dev/quartet/internal/jsonvalue"
)

// Part is one schema within a document. IsBranch says that it is a branch of a
// oneOf, so that the schema around it says the rest of what holds for its value.
type Part struct {
	Pointer  string
	Schema   map[string]any
	IsBranch bool
}

// Parts gives every schema of doc, the definitions behind the rest. Check bounds
// how many there are and how deep they nest.
func Parts(doc map[string]any) iter.Seq[Part] {
	return func(yield func(Part) bool) {
		if !eachPart(Part{Schema: doc}, yield) {
			return
		}
		defs, _ := doc["$defs"].(map[string]any)
		for _, name := range slices.Sorted(maps.Keys(defs)) {
			schema, ok := defs[name].(map[string]any)
			if ok && !eachPart(Part{Pointer: jsonvalue.Pointer("$defs", name), Schema: schema}, yield) {
				return
			}
		}
	}
}

func eachPart(p Part, yield func(Part) bool) bool {
	if !yield(p) {
		return false
	}
	for _, inner := range subschemas(p.Schema, p.Pointer) {
		if !eachPart(Part{Pointer: inner.pointer, Schema: inner.schema, IsBranch: inner.isBranch}, yield) {
			return false
		}
	}
	return true
}
