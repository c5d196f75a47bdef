// Package jsonschema holds the JSON Schema subset of open-parts.md: Check
// finds everything a schema document does wrong, Compile makes a validator,
// and Validate names the first place where a value breaks it.
package jsonschema
