package quartet

import (
	"context"
	"errors"
	"io"
	"net/http"
	"time"

	"github.com/quartet-dev/quartet/internal/app"
	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/mcp"
)

// Development makes sign-in work without any configuration, for work on a site:
// codes and links by email are offered and printed, and the first user who
// signs in becomes the owner.
type Development struct {
	Origin string    // http://localhost:<port>, where the program listens
	Secret string    // stands in for AUTH_SECRET; "" is one that is kept under Dir, in .service
	Mail   io.Writer // where mail is printed; nil where it is sent, as elsewhere
}

// SignIn is sign-in of the program's own in the place of the service's
// (contract, Auth factory): neither the mode variables nor the key auth of
// quartet.yaml are read for it, but PUBLIC_ORIGIN is. Many goroutines call it.
//
// It answers everything under its base path, /oauth and /.well-known/oauth…, and
// says who calls REST, the Admin API and MCP. Its users are its own: the routes
// of the Admin API that list or change members, staff and invitations are
// NOT_FOUND, and its users have no names there.
type SignIn interface {
	http.Handler

	// BasePath is where its routes begin, such as /api/auth. It is a reserved
	// path: neither Options.Mount nor a Trigger has a route there.
	BasePath() string

	// MCPResource is what access tokens for MCP are for; "" is
	// <PUBLIC_ORIGIN>/mcp.
	MCPResource() string

	// Ready gets it ready for requests. It is called with the first one and,
	// while it fails, with each one after it; they are RESOURCE_UNAVAILABLE.
	Ready(ctx context.Context) error

	// Authenticate says who calls REST and the Admin API. The zero Caller is
	// nobody; an error is a *Diagnostic, UNAUTHENTICATED for a credential that
	// does not count. It may set cookies and other headers of the answer. What a
	// cookie speaks for could be another site's doing: Authenticate refuses what
	// was forged. The Admin API takes a Caller with Staff whose Auth.Credential
	// is session.
	Authenticate(w http.ResponseWriter, r *http.Request) (Caller, error)

	// AuthenticateToken says who calls MCP, by an access token for the resource
	// and with the scope alone. Anything else is a *TokenRefusal. A Caller whose
	// Auth.Scopes hold mcp:read without the scope may only read, for which that is
	// enough. What Auth.Scopes lack for a tool the client is told to ask for.
	AuthenticateToken(r *http.Request, resource, scope string) (Caller, error)
}

// TokenRefusal is why an access token does not count, as the answer must say it.
type TokenRefusal struct {
	Status    int    // 400, 401 or 403
	Challenge string // of WWW-Authenticate, in the words of Bearer or DPoP
	Nonce     string // of DPoP-Nonce, or ""
	Message   string // one sentence for whoever reads the answer
}

// Error is the message.
func (r *TokenRefusal) Error() string { return r.Message }

// programSignIn is a SignIn in the types of the packages below.
type programSignIn struct{ SignIn }

func signInBelow(s SignIn) app.SignIn {
	if s == nil {
		return nil
	}
	return programSignIn{s}
}

func (s programSignIn) Authenticate(w http.ResponseWriter, r *http.Request) (content.Caller, error) {
	caller, err := s.SignIn.Authenticate(w, r)
	return caller.content(), err
}

func (s programSignIn) AuthenticateToken(r *http.Request, resource, scope string) (content.Caller, error) {
	caller, err := s.SignIn.AuthenticateToken(r, resource, scope)
	if refused := (*TokenRefusal)(nil); errors.As(err, &refused) {
		err = (*mcp.Refusal)(refused)
	}
	return caller.content(), err
}

// Caller says who sends a request to a route of the program's own (Options.Mount):
// the user of the session whose cookie it carries, or what an API key stands for.
// The zero Caller is nobody. A role is what the database has now. w may get a
// cookie, or lose one that no longer counts.
//
// A credential that is there and not valid is UNAUTHENTICATED, never nobody. So is
// an access token: VerifyOAuthAccessToken checks one that is for the route. A
// browser sends its cookie with requests that other sites have made, too: a route
// that changes something refuses those, as http.CrossOriginProtection does.
func (s *Service) Caller(w http.ResponseWriter, r *http.Request) (Caller, error) {
	caller, err := s.app.Caller(w, r)
	return callerOf(caller), err
}

// SignInLink makes the URL of a link that signs in whoever has it, once, within
// life, as the user with that email address, who is made when the link is used.
// It shows a page with a button, so that programs which look at links spend
// nothing, and in development signs in at once. It leads on to callback, a URL of
// this site. Whoever is given it is trusted with the address.
// RESOURCE_UNAVAILABLE while sign-in is not configured.
func (s *Service) SignInLink(ctx context.Context, email, callback string, life time.Duration) (string, error) {
	return s.app.SignInLink(ctx, email, callback, life)
}
