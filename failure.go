package quartet

import (
	"errors"

	"github.com/quartet-dev/quartet/diagnostic"
	"github.com/quartet-dev/quartet/internal/app"
	"github.com/quartet-dev/quartet/internal/content"
)

type (
	// Diagnostic is one finding, and the error of every refused call: see
	// [diagnostic.Diagnostic].
	Diagnostic = diagnostic.Diagnostic

	// Diagnostics is a list of them; as an error it names each on a line: see
	// [diagnostic.List].
	Diagnostics = diagnostic.List

	// Code names a kind of finding, such as [diagnostic.Conflict]. Codes are
	// stable.
	Code = diagnostic.Code
)

// BootValidationError says why a site cannot start. It holds every diagnostic
// of the attempt, warnings included, in the order of files and lines.
type BootValidationError struct {
	Diagnostics Diagnostics
}

// Error names every diagnostic with its place, a line each.
func (e *BootValidationError) Error() string { return (*app.BootValidationError)(e).Error() }

// Unwrap gives what is behind the diagnostics: of broken siteDefaults an
// [*InvalidSiteDefaultsError], [*InvalidSiteIconsError] or
// [*InvalidMediaPurposesError].
func (e *BootValidationError) Unwrap() []error {
	causes := (*app.BootValidationError)(e).Unwrap()
	for i, cause := range causes {
		causes[i] = siteError(cause)
	}
	return causes
}

// bootError is err with a BootValidationError of this package.
func bootError(err error) error {
	if refused := (*app.BootValidationError)(nil); errors.As(err, &refused) {
		return (*BootValidationError)(refused)
	}
	return err
}

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
func DiagnosticsOf(err error) Diagnostics {
	if boot := (*BootValidationError)(nil); errors.As(err, &boot) {
		err = boot.Diagnostics
	}
	return app.DiagnosticsOf(err)
}

// Fail makes the error with which a handler refuses a call: the caller gets
// code and message, with the status of the code in the catalogue
// (docs/diagnostics.md). A code of the program's own, in capitals, digits and
// underscores, is answered with status 500. The message is shown to whoever
// called: one plain sentence without anything they must not learn.
func Fail(code Code, message string) error { return FailAt(code, "", message) }

// FailAt is Fail with the place in the input that is to blame: a JSON pointer
// such as /participants/0/age. Without one it is the input as a whole.
func FailAt(code Code, pointer, message string) error { return content.FailAt(code, pointer, message) }
