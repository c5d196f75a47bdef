package oauth

import (
	"errors"
	"net/http"

	"github.com/quartet-dev/quartet/internal/diag"
)

// Code is an error word of a registered protocol.
type Code string

// The words of RFC 6749 sections 4.1.2.1 and 5.2, RFC 6750 section 3.1, RFC 7591
// section 3.2.2, RFC 8707 section 2, RFC 9449 section 12 and OpenID Connect's
// for prompt.
const (
	InvalidRequest          Code = "invalid_request"
	InvalidClient           Code = "invalid_client"
	InvalidGrant            Code = "invalid_grant"
	InvalidScope            Code = "invalid_scope"
	InvalidTarget           Code = "invalid_target"
	InvalidToken            Code = "invalid_token"
	InsufficientScope       Code = "insufficient_scope"
	UnsupportedGrantType    Code = "unsupported_grant_type"
	UnsupportedResponseType Code = "unsupported_response_type"
	AccessDenied            Code = "access_denied"
	LoginRequired           Code = "login_required"
	ConsentRequired         Code = "consent_required"
	InvalidRedirectURI      Code = "invalid_redirect_uri"
	InvalidClientMetadata   Code = "invalid_client_metadata"
	InvalidDPoPProof        Code = "invalid_dpop_proof"
	UseDPoPNonce            Code = "use_dpop_nonce"
	ServerError             Code = "server_error"
	TemporarilyUnavailable  Code = "temporarily_unavailable"
)

// Error is a refusal in the words of the protocol. Its JSON is the body of RFC
// 6749 section 5.2.
type Error struct {
	Code        Code   `json:"error"`
	Description string `json:"error_description,omitempty"` // ASCII without quotes, one sentence
	Status      int    `json:"-"`                           // of HTTP, where it is answered as a body

	// Challenge is the WWW-Authenticate header that goes with it, or "".
	Challenge string `json:"-"`

	cause error
}

// Error makes an Error an error: `code: description`.
func (e *Error) Error() string { return string(e.Code) + ": " + e.Description }

// Unwrap gives the internal cause, which is logged and never sent.
func (e *Error) Unwrap() error { return e.cause }

// AsksForNonce reports whether the answer must carry Provider.Nonce as DPoP-Nonce
// (RFC 9449 section 8).
func (e *Error) AsksForNonce() bool { return e.Code == UseDPoPNonce || e.Code == InvalidDPoPProof }

// refuse is an Error with the status of its code.
func refuse(code Code, description string) *Error {
	return &Error{Code: code, Description: description, Status: statusOf(code)}
}

func statusOf(code Code) int {
	switch code {
	case InvalidClient, InvalidToken:
		return http.StatusUnauthorized
	case InsufficientScope:
		return http.StatusForbidden
	case ServerError:
		return http.StatusInternalServerError
	case TemporarilyUnavailable:
		return http.StatusServiceUnavailable
	default:
		return http.StatusBadRequest
	}
}

// AsError is the Error to answer err with. What is no refusal of this package is
// server_error, or temporarily_unavailable when the database cannot answer now;
// its cause stays inside.
func AsError(err error) *Error {
	var known *Error
	switch {
	case err == nil:
		return nil
	case errors.As(err, &known):
		return known
	case diag.HasCode(err, diag.ResourceUnavailable):
		known = refuse(TemporarilyUnavailable, "Repeat the request later.")
	default:
		known = refuse(ServerError, "The request failed.")
	}
	known.cause = err
	return known
}
