// Package diag holds the one way in which Quartet says that something is
// wrong: the Diagnostic, the List that collects them, and the catalogue of
// every code with its phases, HTTP status and meaning.
//
// Control flow and tests look at codes, never at text. The package imports the
// standard library alone, so that every other room can speak it.
package diag

//go:generate go test -run TestDiagnosticsDocument . -update
