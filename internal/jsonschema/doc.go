// Package jsonschema holds the JSON Schema subset of open-parts.md: Check
// finds everything a schema document does wrong, Compile makes a validator,
// and Validate names the first place where a value breaks it.
//
// The validator is our own, although libraries exist: the values come from
// outside, and under a recursive oneOf (any tree of blocks) the work of a
// validator without a bound doubles with each level of the value. This one
// looks at discriminators first and counts its steps. The subset is small
// enough for that, and the tests hold it against a complete implementation.
package jsonschema
