package jsonschema

import "slices"

// What follows is the vocabulary of the subset, for whoever describes it to
// others.

// Keywords lists the keywords that are taken, sorted. Beside them any key that
// begins with x- is.
func Keywords() []string { return slices.Clone(supportedNames) }

// TypeNames lists the JSON types.
func TypeNames() []string { return slices.Clone(typeNames) }

// BindValues lists what x-service-bind may be.
func BindValues() []string { return slices.Clone(bindValues) }

// MaxCount is the most that minLength and its like take.
const MaxCount = maxCount
