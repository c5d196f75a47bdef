package auth

import (
	"errors"
	"time"

	"github.com/quartet-dev/quartet/internal/diag"
)

func invalid(field, message string) *diag.Diagnostic {
	return diag.At(diag.InputValidationFailed, "input#/"+field, message)
}

func denied() *diag.Diagnostic {
	return diag.At(diag.AuthDenied, "input#", "This takes the role of an owner.")
}

// badProof answers every code and link that does not count, whatever the
// reason.
func badProof() *diag.Diagnostic {
	d := diag.At(diag.Unauthenticated, "", "This is wrong, was used already or is too old.")
	d.Suggestion = "Ask for a new one."
	return d
}

// ErrUndelivered is in the chain of an error whose cause is that the mailer did
// not take a message.
var ErrUndelivered = errors.New("the message was not taken")

func undelivered(err error) error {
	if err == nil {
		return nil
	}
	d := diag.As(err)
	return d.WithCause(errors.Join(ErrUndelivered, errors.Unwrap(d)))
}

// rateLimited is why something is RATE_LIMITED, for WaitOf.
type rateLimited struct {
	wait  time.Duration
	limit Limit
}

func (o *rateLimited) Error() string {
	return "over " + o.limit.String() + "; to be tried again in " + o.wait.String()
}

// RetryAfter is the wait, for whoever does not know this package.
func (o *rateLimited) RetryAfter() time.Duration { return o.wait }

func tooOften(message string, wait time.Duration, reached Limit) *diag.Diagnostic {
	d := diag.At(diag.RateLimited, "input#", message)
	return d.WithCause(&rateLimited{wait, reached})
}

// LimitOf is the limit that whoever got a RATE_LIMITED of a Service's has reached;
// false for every other error.
func LimitOf(err error) (reached Limit, ok bool) {
	var o *rateLimited
	if !errors.As(err, &o) {
		return Limit{}, false
	}
	return o.limit, true
}

// WaitOf is how long whoever got a RATE_LIMITED of a Service's has to wait;
// false for every other error.
func WaitOf(err error) (wait time.Duration, ok bool) {
	var o *rateLimited
	if !errors.As(err, &o) {
		return 0, false
	}
	return o.wait, true
}
