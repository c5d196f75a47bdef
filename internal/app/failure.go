package app

import (
	"errors"
	"fmt"
	"strings"

	"github.com/quartet-dev/quartet/internal/diag"
)

// BootValidationError says why a site cannot start. It holds every diagnostic
// of the attempt, warnings included, in the order of files and lines.
type BootValidationError struct {
	Diagnostics diag.List
}

// Error names every diagnostic with its place, a line each.
func (e *BootValidationError) Error() string {
	var b strings.Builder
	b.WriteString("the site cannot start:")
	for _, d := range e.Diagnostics {
		fmt.Fprintf(&b, "\n\t%s%s", placeOf(d.Source), d.Error())
	}
	return b.String()
}

// Unwrap gives what is behind the diagnostics: of broken siteDefaults one
// of the errors of package site.
func (e *BootValidationError) Unwrap() []error {
	var causes []error
	for _, d := range e.Diagnostics {
		if cause := d.Unwrap(); cause != nil {
			causes = append(causes, cause)
		}
	}
	return causes
}

func placeOf(s *diag.Source) string {
	switch {
	case s == nil:
		return ""
	case s.Line == 0:
		return s.File + ": "
	}
	return fmt.Sprintf("%s:%d:%d: ", s.File, s.Line, s.Column)
}

// DiagnosticsOf are the diagnostics in err's chain, for whoever runs the
// program: what is behind a failure of the service itself is told in its
// message. It is nil when err holds none.
func DiagnosticsOf(err error) diag.List {
	var boot *BootValidationError
	var list diag.List
	var one *diag.Diagnostic
	switch {
	case errors.As(err, &boot):
		list = boot.Diagnostics
	case errors.As(err, &list):
	case errors.As(err, &one):
		list = diag.List{one}
	}
	var told diag.List
	for _, d := range list {
		told.Add(withCause(d))
	}
	return told
}

func withCause(d *diag.Diagnostic) *diag.Diagnostic {
	cause := d.Unwrap()
	if cause == nil || d.Phase != diag.Runtime {
		return d
	}
	told := *d
	told.Message += " " + cause.Error()
	return &told
}
