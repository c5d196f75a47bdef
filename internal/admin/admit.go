package admin

import (
	"net/http"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/principal"
)

// authenticator says who calls.
type authenticator = func(http.ResponseWriter, *http.Request) (content.Caller, error)

// admitBy is the caller of a request, who must have the role: UNAUTHENTICATED for
// nobody and for a credential that does not count, as an access token does
// nowhere but at MCP; AUTH_DENIED for an API key, for who falls short of the
// role, or is sent by another site's page (decision 73).
func (s *Surface) admitBy(authenticate authenticator, w http.ResponseWriter, r *http.Request, role principal.Role) (content.Caller, error) {
	caller, err := authenticate(w, r)
	if err != nil {
		return caller, err
	}
	if !caller.Anonymous() && (caller.Auth == nil || caller.Auth.Credential != string(principal.Session)) {
		return caller, diag.At(diag.AuthDenied, "input#", "The Admin API is for signed-in staff alone.")
	}
	if err := caller.NeedRole(role); err != nil {
		return caller, err
	}
	if err := s.forgery.Check(r); err != nil {
		return caller, diag.At(diag.AuthDenied, "input#", "The request comes from another site than this service.")
	}
	return caller, nil
}

// minimumRole is the role that content says would not have been refused, or "".
func minimumRole(err error) string {
	expected, _ := diag.As(err).Expected.(map[string]any)
	role, _ := expected["minimumRole"].(string)
	return role
}
