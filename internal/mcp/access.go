package mcp

import (
	"context"
	"errors"
	"net/http"
	"strings"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/httpx"
)

// Scope is the one scope that tokens for both surfaces need (contract, "MCP
// token rules"). In its place ReadScope lets a client call the tools that change
// nothing; Scope includes it.
const (
	Scope     = "mcp"
	ReadScope = "mcp:read"
)

// MetadataPath is where the metadata of the resource <origin>/mcp lie, which
// challenges point at.
const MetadataPath = "/.well-known/oauth-protected-resource/mcp"

// Authenticator says who sends a request: the caller behind an OAuth access
// token for the resource <origin>/mcp, with the staff role of this moment.
// Nobody, and every other credential, is a *Refusal; any other error is a
// failure of the service. A caller whose scopes hold ReadScope without Scope
// may only read.
type Authenticator func(*http.Request) (content.Caller, error)

// Refusal is the error of an Authenticator for a request without a token that
// counts.
type Refusal struct {
	Status    int    // 400, 401 or 403
	Challenge string // WWW-Authenticate, in the words of Bearer or DPoP
	Nonce     string // DPoP-Nonce, or ""
	Message   string // one sentence for whoever reads the answer
}

// Error is the message.
func (r *Refusal) Error() string { return r.Message }

// toolRequest is what a request carries to the tools.
type toolRequest struct {
	caller    content.Caller
	requestID string
	server    *server
}

type toolRequestKey struct{}

func toolRequestOf(ctx context.Context) *toolRequest {
	v, _ := ctx.Value(toolRequestKey{}).(*toolRequest)
	return v
}

// authenticate answers the request itself when its caller may not come in.
func (s *Surface) authenticate(w http.ResponseWriter, r *http.Request, staff bool) (content.Caller, bool) {
	caller, err := s.opts.Authenticate(r)
	if err == nil && staff && caller.Staff == nil {
		err = s.noStaff(r, caller)
	}
	if err == nil {
		return caller, true
	}
	refuse(w, r, err)
	return content.Caller{}, false
}

func refuse(w http.ResponseWriter, r *http.Request, err error) {
	var refusal *Refusal
	if !errors.As(err, &refusal) {
		httpx.WriteFailure(w, r, err)
		return
	}
	if refusal.Challenge != "" {
		w.Header().Set("WWW-Authenticate", refusal.Challenge)
	}
	if refusal.Nonce != "" {
		w.Header().Set("DPoP-Nonce", refusal.Nonce)
	}
	code := diag.Unauthenticated
	switch refusal.Status {
	case http.StatusForbidden:
		code = diag.AuthDenied
	case http.StatusBadRequest:
		code = diag.InputValidationFailed
	}
	httpx.WriteFailure(w, r, diag.At(code, "input#", refusal.Message))
}

// noStaff is 403 insufficient_scope for a verified caller without a staff role.
func (s *Surface) noStaff(r *http.Request, caller content.Caller) *Refusal {
	scope := Scope
	if readsOnly(caller) {
		scope = ReadScope
	}
	return s.insufficient(r, "This is for members of staff", []string{scope})
}

// insufficient is 403 insufficient_scope (RFC 6750 section 3.1, RFC 9449 section
// 7.1), with the scopes to ask for (decision 112).
func (s *Surface) insufficient(r *http.Request, description string, scopes []string) *Refusal {
	scheme := "Bearer"
	if sent, _, _ := strings.Cut(r.Header.Get("Authorization"), " "); strings.EqualFold(sent, "DPoP") {
		scheme = "DPoP"
	}
	return &Refusal{
		Status:  http.StatusForbidden,
		Message: description + ".",
		Challenge: scheme + ` error="insufficient_scope", error_description="` + description + `", scope="` + strings.Join(scopes, " ") +
			`", resource_metadata="` + s.opts.Origin + MetadataPath + `"`,
	}
}
