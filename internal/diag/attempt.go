package diag

import (
	"errors"
	"fmt"
	"net/http"
)

// Attempted says what was attempted when err came up, in the words of the call:
// "list entries of posts: sqlite3: disk I/O error". They go before what is behind
// the diagnostic in err, which the log and whoever runs the program read; its code
// and message, which a caller gets, stay as they are. A refusal has nothing behind
// it and is given back as it is, and so is nil. Call it where a layer is crossed,
// and only with an error at hand: it formats.
func Attempted(err error, format string, args ...any) error {
	var list List
	d := alone(err)
	switch {
	case err == nil, errors.As(err, &list):
		return err
	case d == nil:
		return fmt.Errorf("%s: %w", fmt.Sprintf(format, args...), err)
	case d.Unwrap() != nil:
		return d.WithCause(fmt.Errorf("%s: %w", fmt.Sprintf(format, args...), d.Unwrap()))
	case d.Status() >= http.StatusInternalServerError:
		return d.WithCause(fmt.Errorf(format, args...))
	}
	return err
}

// alone is the one diagnostic that err is about; nil for none, and for an error
// that stands for several.
func alone(err error) *Diagnostic {
	for ; err != nil; err = errors.Unwrap(err) {
		if d, ok := err.(*Diagnostic); ok { //nolint:errorlint // errors.As would look behind an error of several, too
			return d
		}
	}
	return nil
}

// Logged is err as a log says it: with what is behind the diagnostic in it, which
// no caller gets. What Logged has made already is given back as it is, and so is
// nil.
func Logged(err error) error {
	var d *Diagnostic
	if !errors.As(err, &d) || d.Unwrap() == nil || isLogged(err) {
		return err
	}
	return &logged{err, Logged(d.Unwrap())}
}

// logged is an error and what is behind the diagnostic in it.
type logged struct{ err, behind error }

func (l *logged) Error() string   { return l.err.Error() + " (" + l.behind.Error() + ")" }
func (l *logged) Unwrap() []error { return []error{l.err, l.behind} }

// isLogged reports whether err says already what is behind its diagnostic: it is
// of Logged, or words around that.
func isLogged(err error) bool {
	for ; err != nil; err = errors.Unwrap(err) {
		switch err.(type) { //nolint:errorlint // errors.As would look behind the diagnostic
		case *logged:
			return true
		case *Diagnostic:
			return false
		}
	}
	return false
}
