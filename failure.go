package quartet

import (
	"errors"
	"fmt"
	"regexp"

	"github.com/quartet-dev/quartet/internal/app"
	"github.com/quartet-dev/quartet/internal/diag"
)

type (
	// Diagnostic is one finding: the fields Code, Phase, Severity, Path and
	// Message, and Source, Value, Expected, Candidates and Suggestion when they
	// are known. It is the error of every refused call, and Status is the HTTP
	// status that a caller gets.
	Diagnostic = diag.Diagnostic

	// Diagnostics is a list of them; as an error it names each on a line.
	Diagnostics = diag.List

	// Code names a kind of finding, such as CONFLICT. Codes are stable.
	Code = diag.Code
)

// BootValidationError says why a site cannot start: its field Diagnostics holds
// every one of the attempt, warnings included, in the order of files and lines.
// What is behind them is found with errors.As: of broken siteDefaults an
// *InvalidSiteDefaultsError, *InvalidSiteIconsError or
// *InvalidMediaPurposesError.
type BootValidationError = app.BootValidationError

// CodeOf is the code of the diagnostic in err's chain, or "" when it holds
// none.
func CodeOf(err error) Code {
	if d := (*Diagnostic)(nil); errors.As(err, &d) {
		return d.Code
	}
	return ""
}

// DiagnosticsOf are the diagnostics in err's chain, for whoever runs the
// program: what is behind a failure of the service itself is told in its
// message. It is nil when err holds none.
func DiagnosticsOf(err error) Diagnostics { return app.DiagnosticsOf(err) }

// Fail makes the error with which a handler refuses a call: the caller gets
// code and message, with the status of the code in the catalogue
// (docs/diagnostics.md). A code of the program's own, in capitals, digits and
// underscores, is answered with status 500. The message is shown to whoever
// called: one plain sentence without anything they must not learn.
func Fail(code Code, message string) error { return FailAt(code, "", message) }

// FailAt is Fail with the place in the input that is to blame: a JSON pointer
// such as /participants/0/age. Without one it is the input as a whole.
func FailAt(code Code, pointer, message string) error {
	if !wellFormed.MatchString(string(code)) {
		return diag.Internal(fmt.Errorf("%q is no code for a failure", code))
	}
	return diag.At(code, "input#"+pointer, message)
}

var wellFormed = regexp.MustCompile(`^[A-Z][A-Z0-9_]*$`)
