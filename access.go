package quartet

import (
	"errors"
	"net/http"
	"time"

	"github.com/quartet-dev/quartet/internal/mcp"
)

// OAuthAccess is what a verified access token lets its client do, and for whom.
type OAuthAccess struct {
	UserID       string
	ClientID     string
	CredentialID string // of what the user granted
	Scopes       []string
}

// VerifyOAuthAccessToken checks the access token of a request to a route of the
// program's own, on the service's origin (contract, Auth factory): a JWT that
// this service has signed, for the audience, which auth.oauthProvider.resources
// names or is <PUBLIC_ORIGIN>/api, not over, with all the scopes, shown with a DPoP proof when it is bound
// to a key, once, and of a grant that lives. An opaque token is refused. audience
// "" is MCPResource. The scope mcp includes mcp:read, which is what a token has
// when the person lets the client only read, as api includes api:read.
//
// The error is a *TokenRefusal for a token that does not count, else a
// *Diagnostic: RESOURCE_UNAVAILABLE while sign-in is not configured.
func (s *Service) VerifyOAuthAccessToken(r *http.Request, audience string, scopes ...string) (*OAuthAccess, error) {
	access, err := s.app.VerifyAccess(r, audience, scopes...)
	if refused := (*mcp.Refusal)(nil); errors.As(err, &refused) {
		return nil, (*TokenRefusal)(refused)
	}
	if err != nil {
		return nil, err
	}
	return &OAuthAccess{UserID: access.UserID, ClientID: access.ClientID, CredentialID: access.CredentialID, Scopes: access.Scopes}, nil
}

// MCPResource is what access tokens for MCP are for: <PUBLIC_ORIGIN>/mcp, unless
// Options.SignIn says otherwise; "" while sign-in is not configured.
func (s *Service) MCPResource() string { return s.app.MCPResource() }

// ProviderAccess is an access token at another service, in a user's name.
type ProviderAccess struct {
	AccessToken string
	ExpiresAt   time.Time // zero: the provider has not said
	Scopes      []string
}

// ProviderAccessToken gives a token for calls to the provider of a sign-in
// method, such as github, in the name of the user whose session the request's
// cookie carries. One that is over is traded for a new one, for which most
// providers want the scope offline_access; what it is traded for is never
// given.
//
// The error is a *Diagnostic: UNAUTHENTICATED without a living session,
// NOT_FOUND for a provider that there is not or that the user has not signed in
// through, AUTH_DENIED when the token is over and the provider gives no new one,
// RESOURCE_UNAVAILABLE when the provider fails, and while sign-in is not
// configured.
func (s *Service) ProviderAccessToken(r *http.Request, provider string) (*ProviderAccess, error) {
	tokens, err := s.app.ProviderTokens(r, provider)
	if err != nil {
		return nil, err
	}
	return &ProviderAccess{AccessToken: tokens.Access, ExpiresAt: tokens.Expires, Scopes: tokens.Scopes}, nil
}
