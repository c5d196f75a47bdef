// Package sqlgen turns a bound query or write of a plan into one statement: its
// text for a Dialect and the list of arguments to bind. It also makes the
// statements that define tables. It knows no driver and runs nothing.
package sqlgen
