// Package jsonvalue holds JSON values as plain Go values and the rules that
// every value obeys, whichever surface it came through.
//
// A value is nil, bool, string, int64, float64, []any or map[string]any.
// Integers are int64; a number with a fraction or an exponent is float64 and
// finite. Strings are valid UTF-8 without NUL, because neither SQLite's text
// functions nor PostgreSQL can hold one.
//
// The package imports the standard library alone.
package jsonvalue
