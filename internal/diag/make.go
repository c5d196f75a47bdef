package diag

import "errors"

// At makes a runtime error diagnostic: the usual shape at a surface.
func At(code Code, path, message string) *Diagnostic {
	return &Diagnostic{Code: code, Phase: Runtime, Severity: Error, Path: path, Message: message}
}

// Internal wraps an unexpected error as INTERNAL_ERROR with a generic message;
// err is kept for the log alone.
func Internal(err error) *Diagnostic {
	return At(InternalError, "", "The service failed to answer this request.").WithCause(err)
}

// Refused is the diagnostic of a value that err refuses. An error that knows its
// place in the value, as a *jsonvalue.Fault does, is code at root and that
// place; any other one is Internal.
func Refused(code Code, root string, err error) *Diagnostic {
	var placed interface {
		error
		Place() (pointer string)
	}
	if !errors.As(err, &placed) {
		return Internal(err)
	}
	return At(code, root+placed.Place(), placed.Error())
}

// As finds the diagnostic in err's chain. An error that holds none becomes
// INTERNAL_ERROR, so that a surface always has a code to answer with. It
// returns nil for nil.
func As(err error) *Diagnostic {
	if err == nil {
		return nil
	}
	var d *Diagnostic
	if errors.As(err, &d) {
		return d
	}
	return Internal(err)
}

// HasCode reports whether err carries a diagnostic of that code.
func HasCode(err error, code Code) bool {
	var d *Diagnostic
	return errors.As(err, &d) && d.Code == code
}
