// Package diag makes diagnostics and prints them. Diagnostic, List and every
// code are those of package diagnostic, under the same names (decision 130).
//
// Control flow and tests look at codes, never at text. The package imports the
// standard library and package diagnostic alone, so every other package can use
// it.
package diag

//go:generate go test -run TestCodesHave|TestDiagnosticsDocument . -update
