package fetch

import (
	"context"
	"crypto/tls"
	"errors"
	"net"
	"syscall"
)

// Code is what kind of failure an Error is. Handlers see it as the code of the
// error that fetch rejects with.
type Code string

// The codes.
const (
	Invalid   Code = "FETCH_INVALID"   // the request could never be made
	Forbidden Code = "FETCH_FORBIDDEN" // it leads to where handlers may not go
	TooLarge  Code = "FETCH_TOO_LARGE" // what was sent, or what came
	Timeout   Code = "FETCH_TIMEOUT"   // no answer in time
	Failed    Code = "FETCH_FAILED"    // no connection, or one that broke
	Redirect  Code = "FETCH_REDIRECT"  // too many, or one that was not wanted
	Busy      Code = "FETCH_BUSY"      // too many requests; it was not sent
	Cancelled Code = "FETCH_CANCELLED" // nobody waits for it any more
)

// Error is why a request failed. Its text is for the author of the handler and
// names no host and no address that the request did not name; the cause may, and is
// for the log of the operator.
type Error struct {
	Code    Code
	Message string
	cause   error
}

// Error implements error.
func (e *Error) Error() string { return e.Message }

// Unwrap gives the cause.
func (e *Error) Unwrap() error { return e.cause }

func refuse(code Code, message string) *Error { return &Error{Code: code, Message: message} }

var (
	errSlow      = errors.New("no answer in time")
	errForbidden = errors.New("an address that handlers may not reach")
)

// ended is the failure of a request whose context is over.
func ended(ctx context.Context) *Error {
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return refuse(Timeout, "The call took too long.")
	}
	return refuse(Cancelled, "The request was cancelled.")
}

// failure puts an error of the exchange into words.
func (e *exchange) failure(ctx context.Context, err error) *Error {
	var known *Error
	if errors.As(err, &known) {
		return known
	}
	var out *Error
	switch cause := context.Cause(ctx); {
	case errors.Is(cause, errSlow), errors.Is(err, errSlow):
		out = refuse(Timeout, e.place()+" did not answer in time.")
		out.cause = errSlow // and not the context that ended because of it: the call goes on
	case ctx.Err() != nil:
		out = ended(ctx)
	default:
		out = refuse(e.kind(err))
		out.cause = err
	}
	return out
}

// kind tells the failures of connections apart.
func (e *exchange) kind(err error) (Code, string) {
	var name *net.DNSError
	var certificate *tls.CertificateVerificationError
	var record tls.RecordHeaderError
	var network net.Error
	switch {
	case errors.Is(err, errForbidden):
		return Forbidden, e.place() + " is not on the public internet. Where handlers shall reach it, name its host under handlers.allowHosts in quartet.yaml."
	case errors.As(err, &name) && name.IsNotFound:
		return Failed, e.place() + " has no address."
	case errors.As(err, &name):
		return Failed, "The address of " + e.place() + " cannot be found at the moment."
	case errors.As(err, &certificate):
		return Failed, "The certificate of " + e.place() + " is not trusted."
	case errors.As(err, &record):
		return Failed, e.place() + " does not speak TLS."
	case errors.Is(err, syscall.ECONNREFUSED):
		return Failed, e.place() + " accepts no connection."
	case errors.As(err, &network) && network.Timeout():
		return Timeout, e.place() + " cannot be connected to in time."
	}
	return Failed, "The connection to " + e.place() + " broke, or what came is no HTTP."
}

// place names the host of the request. Where a redirect leads may be a secret of
// the network, so a request that was redirected is named by where it began.
func (e *exchange) place() string {
	if e.hops > 0 {
		return "The place that " + e.host + " redirects to"
	}
	return e.host
}
