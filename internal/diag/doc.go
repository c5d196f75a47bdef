// Package diag defines Diagnostic, the one form in which Quartet reports that
// something is wrong, the List that collects diagnostics, and the catalogue of
// every code with its phases, HTTP status and meaning.
//
// Control flow and tests look at codes, never at text. The package imports the
// standard library alone, so every other package can use it.
package diag

//go:generate go test -run TestDiagnosticsDocument . -update
