package content

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime/debug"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/lazyregexp"
	"github.com/quartet-dev/quartet/internal/plan"
)

// Handler is the function behind a ref key. input is the validated input, the
// handler's own to change; the result is any Go value that internal/jsonvalue
// can normalize. A returned *diag.Diagnostic is answered as it is; any other
// error, and a panic, is INTERNAL_ERROR.
//
// ctx carries how deep hooks have caused hooks: calls that the handler makes
// on the Service must be given it. It always has a deadline: the caller's, or
// 30 seconds.
type Handler func(ctx context.Context, call *Call, input map[string]any) (any, error)

// Call is what a handler knows of the call beside its input.
type Call struct {
	Caller Caller
	Event  *Event // set in a lifecycle hook
}

// Event is ctx.event of a lifecycle hook. Entry is nil on before_create, the
// row before on the other before_*, the row after on after_*.
type Event struct {
	ID      string
	Trigger string
	Hook    plan.Hook
	Schema  string
	Entry   map[string]any
}

// FailAt is the error with which a handler refuses a call: a code of the catalogue
// or one of its own, in capitals, digits and underscores, the JSON pointer of the
// input that is to blame, "" for all of it, and what the caller is told.
func FailAt(code diag.Code, pointer, message string) error {
	if !wellFormedCode.MatchString(string(code)) {
		return diag.Internal(fmt.Errorf("%q is no code for a failure", code))
	}
	return diag.At(code, "input#"+pointer, message)
}

var wellFormedCode = lazyregexp.New(`^[A-Z][A-Z0-9_]*$`)

// errUndiagnosed marks the INTERNAL_ERROR of a handler that failed without a
// diagnostic of its own.
var errUndiagnosed = errors.New("a handler failed without a diagnostic")

// run calls a handler so that whatever it does comes back as a value or a
// diagnostic.
func (h Handler) run(ctx context.Context, call *Call, key string, input map[string]any) (result any, err error) {
	defer func() {
		if cause := recover(); cause != nil {
			result, err = nil, undiagnosed(key, fmt.Errorf("panic: %v\n%s", cause, debug.Stack()))
		}
	}()
	result, err = h(ctx, call, input)
	var d *diag.Diagnostic
	switch {
	case err == nil:
		return result, nil
	case !errors.As(err, &d):
		return nil, undiagnosed(key, err)
	case d == nil:
		return nil, undiagnosed(key, errors.New("it returned a nil *diag.Diagnostic as its error"))
	}
	return nil, refusal(attempted(d, err, key))
}

// attempted is a handler's diagnostic. Behind one of a failure of the service are
// the key of the handler, and the words that it put around that failure; one of
// its own has nothing behind it, whatever its status.
func attempted(d *diag.Diagnostic, err error, key string) *diag.Diagnostic {
	if d.Unwrap() == nil {
		return d
	}
	if error(d) != err { //nolint:errorlint // d itself has no words around it
		d = d.WithCause(diag.Logged(err))
	}
	return diag.As(diag.Attempted(d, "run the handler %s", key))
}

// refusal is a handler's diagnostic with what every diagnostic has. What has no
// place is about the input; an INTERNAL_ERROR is about nothing that was sent.
func refusal(d *diag.Diagnostic) *diag.Diagnostic {
	if d.Path != "" && d.Phase != "" && d.Severity != "" {
		return d
	}
	full := *d
	full.Phase, full.Severity = cmp.Or(d.Phase, diag.Runtime), cmp.Or(d.Severity, diag.Error)
	if d.Code != diag.InternalError {
		full.Path = cmp.Or(d.Path, "input#")
	}
	return &full
}

func undiagnosed(key string, err error) *diag.Diagnostic {
	return diag.Internal(fmt.Errorf("%w: %s: %w", errUndiagnosed, key, err))
}
