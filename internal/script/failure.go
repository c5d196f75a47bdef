package script

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/jsonvalue"
	"github.com/quartet-dev/quartet/internal/lazyregexp"
	"github.com/quartet-dev/quartet/internal/script/bundle"
	"github.com/quartet-dev/quartet/internal/script/engine"
	"github.com/quartet-dev/quartet/internal/script/web"
	"github.com/quartet-dev/quartet/internal/script/worker"
)

// Failure is a handler that ended without a value and without a diagnostic of its
// own. It is behind the INTERNAL_ERROR that the caller gets.
type Failure struct {
	Key     string
	Message string
	Causes  []string
	Frames  []Frame // the innermost first; those in files of the site alone
	Bound   engine.Bound
}

// Frame is a call that was under way.
type Frame struct {
	Function string // "" for none
	bundle.Position
	Excerpt string // the lines around it, with a mark; "" for none
}

// Error says what happened and where, as a log does.
func (f *Failure) Error() string {
	var b strings.Builder
	b.WriteString(f.Message)
	for _, cause := range f.Causes {
		b.WriteString(" (" + cause + ")")
	}
	for _, frame := range f.Frames {
		fmt.Fprintf(&b, "\n\tat %s%s:%d:%d", named(frame.Function), frame.File, frame.Line, frame.Column)
	}
	return b.String()
}

func named(function string) string {
	if function == "" {
		return ""
	}
	return function + " "
}

// FailureOf is the failure in err's chain, nil for none.
func FailureOf(err error) *Failure {
	var f *Failure
	errors.As(err, &f)
	return f
}

// failure tells of a handler's end with the places of its files.
func (r *run) failure(f *engine.Failure) error {
	failure := r.locate(f)
	failure.Key = r.key
	if f.Bound == engine.NoSlot {
		d := diag.At(diag.ResourceUnavailable, "input#", "Too much work for the processor is in progress.")
		d.Suggestion = "Repeat the request later."
		return d.WithCause(failure)
	}
	return failure
}

func (s *Scripts) locate(f *engine.Failure) *Failure {
	failure := &Failure{Message: f.Message, Causes: f.Causes, Bound: f.Bound}
	if advice := web.Advice(f.Message); advice != "" {
		failure.Message += ". " + advice
	}
	for _, frame := range frame.FindAllStringSubmatch(f.Stack, maxFrames) {
		line, _ := strconv.Atoi(frame[2])
		column, _ := strconv.Atoi(frame[3])
		if at, is := s.Bundle.Position(line, column); is {
			failure.Frames = append(failure.Frames, Frame{Function: frame[1], Position: at, Excerpt: s.Bundle.Excerpt(at)})
		}
	}
	return failure
}

// maxFrames is how many calls a failure names.
const maxFrames = 20

// frame is a line of a stack: "    at quote (handlers.js:12:3)".
var frame = lazyregexp.New(`(?m)^\s*at (?:(\S+) )?\(?` + `handlers\.js` + `:(\d+)(?::(\d+))?\)?$`)

// refusal is why handlers cannot be opened: a module that throws is a diagnostic.
func (s *Scripts) refusal(err error) error {
	var thrown *engine.Failure
	if !errors.As(err, &thrown) {
		return err
	}
	return s.locate(thrown)
}

// broken is the answer of a call whose process cannot answer.
func (s *Scripts) broken(err error) error {
	var d *diag.Diagnostic
	if errors.As(err, &d) {
		return err
	}
	if errors.Is(err, worker.ErrStuck) {
		return &Failure{Message: "The handler ran one built-in function for too long.", Bound: engine.Stopped}
	}
	unavailable := diag.At(diag.ResourceUnavailable, "input#", "The handler was ended before it was done.")
	unavailable.Suggestion = "Repeat the request later."
	return unavailable.WithCause(err)
}

// outcome is how a handler ended, for the service.
func (r *run) outcome(o *engine.Outcome) (any, error) {
	switch {
	case o.Failure != nil:
		return nil, r.failure(o.Failure)
	case o.Refusal != "":
		return nil, r.refused(o.Refusal)
	}
	value, err := jsonvalue.Decode([]byte(o.Value), jsonvalue.Limits{})
	if err != nil {
		return nil, diag.Refused(diag.OutputValidationFailed, "output#", err)
	}
	return value, nil
}

// reference is what a handler is given of an error beside its diagnostic, and
// gives back when it does not catch it.
type reference struct {
	Reference int       `json:"reference,omitempty"`
	Code      diag.Code `json:"code"`
	Path      string    `json:"path"`
	Message   string    `json:"message"`

	RetryAfter int64 `json:"retryAfter,omitempty"` // in milliseconds; 0 where the error does not say
}

// reason is an error as the handler gets it, as JSON.
func (r *run) reason(err error) string {
	var d *diag.Diagnostic
	var reason any
	if errors.As(err, &d) && d != nil {
		r.errs = append(r.errs, err)
		reason = map[string]any{"diagnostic": reference{
			Reference: len(r.errs), Code: d.Code, Path: d.Path, Message: d.Message, RetryAfter: retryAfter(err),
		}}
	} else {
		reason = described(err)
	}
	text, marshal := json.Marshal(reason)
	if marshal != nil {
		return `{"message": "the operation failed"}`
	}
	return string(text)
}

// retryAfter is in how many milliseconds what failed wants to be tried again; 0 for
// an error that does not say.
func retryAfter(err error) int64 {
	var waiting interface{ RetryAfter() time.Duration }
	if !errors.As(err, &waiting) {
		return 0
	}
	return waiting.RetryAfter().Milliseconds()
}

// Coded is an error of an operation that handlers tell by its code.
type Coded interface {
	error
	// FailureCode is a stable code, such as FETCH_REFUSED.
	FailureCode() string
	// IsTypeError reports whether JavaScript throws a TypeError for it.
	IsTypeError() bool
}

func described(err error) map[string]any {
	reason := map[string]any{"message": err.Error()}
	var coded Coded
	if errors.As(err, &coded) {
		reason["message"], reason["code"] = coded.Error(), coded.FailureCode()
		if coded.IsTypeError() {
			reason["name"] = "TypeError"
		}
	}
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		reason["message"] = "The call of the handler has ended."
	}
	return reason
}

// refused is the diagnostic that a handler threw: one of its own, or one that it
// was given and did not catch.
func (r *run) refused(text string) error {
	var d reference
	if err := json.Unmarshal([]byte(text), &d); err != nil {
		return diag.Internal(fmt.Errorf("the failure of a handler: %w", err))
	}
	if d.Reference > 0 && d.Reference <= len(r.errs) {
		return r.errs[d.Reference-1]
	}
	return content.FailAt(d.Code, d.Path, d.Message)
}
