package app

import (
	"cmp"
	"context"
	"net/http"
	"time"

	"github.com/quartet-dev/quartet/internal/auth"
	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/oauth"
)

// Caller says who sends a request, as the surfaces of the site hear it.
func (a *App) Caller(w http.ResponseWriter, r *http.Request) (content.Caller, error) {
	return a.signIn.Authenticate(w, r)
}

// MCPResource is what access tokens for MCP are for; "" while sign-in is not
// configured.
func (a *App) MCPResource() string { return a.signIn.Resource() }

// VerifyAccess checks the access token of a request for an audience; "" is
// MCPResource. A token that does not count is a *mcp.Refusal.
func (a *App) VerifyAccess(r *http.Request, audience string, scopes ...string) (*oauth.Access, error) {
	return a.signIn.VerifyAccess(r, cmp.Or(audience, a.MCPResource()), scopes...)
}

// ProviderTokens are tokens for calls to the provider of a sign-in method, in
// the name of the user whose session the request's cookie carries.
func (a *App) ProviderTokens(r *http.Request, provider string) (auth.ProviderTokens, error) {
	return a.signIn.ProviderTokens(r, provider)
}

// SignInLink makes the URL of a link that signs in whoever has it, once.
func (a *App) SignInLink(ctx context.Context, email, callback string, life time.Duration) (string, error) {
	return a.signIn.NewLink(ctx, email, callback, life)
}
