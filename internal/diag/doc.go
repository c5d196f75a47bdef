// Package diag makes diagnostics and shows them to people. What a Diagnostic is,
// and every code, is package diagnostic's, under the same names.
//
// Control flow and tests look at codes, never at text. The package imports the
// standard library and package diagnostic alone, so that every other package can
// use it.
package diag

//go:generate go test -run TestCodesHave|TestDiagnosticsDocument . -update
