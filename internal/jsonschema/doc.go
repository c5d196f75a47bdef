// Package jsonschema implements the JSON Schema subset of open-parts.md: Check
// finds every fault of a schema document, Compile makes a validator, and
// Validate names the first place where a value does not fit.
//
// The validator is our own, although libraries exist (decision 18). Values come
// from outside, and under a recursive oneOf (any tree of blocks) the work of a
// validator without a bound doubles with each level of the value. This one
// looks at discriminators first and counts its steps. The subset is small
// enough for that, and the tests compare it with a complete implementation.
package jsonschema
