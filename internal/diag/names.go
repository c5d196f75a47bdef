package diag

import "github.com/quartet-dev/quartet/diagnostic"

// What programs that embed the service see, too.
type (
	Diagnostic = diagnostic.Diagnostic
	List       = diagnostic.List
	Source     = diagnostic.Source
	Phase      = diagnostic.Phase
	Severity   = diagnostic.Severity
	Code       = diagnostic.Code
	Meaning    = diagnostic.Meaning
)

// The phases and severities.
const (
	Validate = diagnostic.Validate
	Boot     = diagnostic.Boot
	Runtime  = diagnostic.Runtime

	Error   = diagnostic.Error
	Warning = diagnostic.Warning
)

// StatusOf is the HTTP status of a code.
func StatusOf(code Code) int { return diagnostic.StatusOf(code) }

// Catalogue lists every code in the order of docs/diagnostics.md.
func Catalogue() []Meaning { return diagnostic.Catalogue() }

// Lookup finds a code in the catalogue.
func Lookup(code Code) (Meaning, bool) { return diagnostic.Lookup(code) }
