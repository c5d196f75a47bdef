package external

import (
	"errors"
	"fmt"

	"golang.org/x/oauth2"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/lazyregexp"
)

var (
	errNoRefresh   = errors.New("the provider gave no refresh token")
	errUnavailable = errors.New("the provider does not answer as it should")
)

// unavailable is the provider's fault: a later try may succeed.
func (p *Provider) unavailable(cause error) error {
	return diag.At(diag.ResourceUnavailable, "", "Signing in with "+p.id+" does not work at the moment; try again later.").WithCause(truncated(cause))
}

// denied is an answer that cannot be believed, or one that says no.
func (p *Provider) denied(cause error) error {
	return diag.At(diag.AuthDenied, "", "The sign-in with "+p.id+" was not accepted; begin again.").WithCause(truncated(cause))
}

// errorCode is the form of an error code of RFC 6749. Anything else that a
// provider says there is not repeated.
var errorCode = lazyregexp.New(`^[a-z_]{1,64}$`)

func codeOrNone(code string) string {
	if errorCode.MatchString(code) {
		return code
	}
	return "(no code)"
}

// refused reads the error of an authorization response. Some codes say that the
// provider or our registration there is at fault.
func (p *Provider) refused(code string) error {
	cause := errors.New("the authorization endpoint answered " + codeOrNone(code))
	switch code {
	case "server_error", "temporarily_unavailable", "unauthorized_client", "invalid_request", "invalid_scope", "unsupported_response_type":
		return p.unavailable(cause)
	}
	return p.denied(cause)
}

// exchangeFailed reads a failure of the token endpoint: a code or refresh token
// that does not count is the user's matter, the rest is the provider's or ours.
func (p *Provider) exchangeFailed(err error) error {
	var answered *oauth2.RetrieveError
	if !errors.As(err, &answered) {
		return p.unavailable(err)
	}
	status := 0
	if answered.Response != nil {
		status = answered.Response.StatusCode
	}
	cause := fmt.Errorf("the token endpoint answered %d %s", status, codeOrNone(answered.ErrorCode))
	switch answered.ErrorCode {
	case "invalid_grant", "bad_verification_code", "access_denied": // the second is GitHub's
		return p.denied(cause)
	}
	return p.unavailable(cause)
}

// profileFailed is unavailable for a provider that fails, and denied for one that is not believed.
func (p *Provider) profileFailed(err error) error {
	if errors.Is(err, errUnavailable) {
		return p.unavailable(err)
	}
	return p.denied(err)
}

// shortened is an error whose text is bounded; errors.Is sees all of it.
type shortened struct {
	text  string
	cause error
}

func (s *shortened) Error() string { return s.text }
func (s *shortened) Unwrap() error { return s.cause }

// truncated bounds what is logged of a failure.
func truncated(err error) error {
	const most = 300
	return &shortened{printable(err.Error(), most), err}
}
