package quartet

import (
	"cmp"
	"context"
	"net/http"
	"net/url"
	"strings"
	"sync"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/httpx"
	"github.com/quartet-dev/quartet/internal/manifest"
	"github.com/quartet-dev/quartet/internal/mcp"
)

// SignIn is sign-in of the program's own in the place of the service's
// (contract, Auth factory): neither the mode variables nor the key auth of
// quartet.yaml are read for it, but PUBLIC_ORIGIN is. Many goroutines call it.
//
// It answers everything under its base path, /oauth and /.well-known/oauth…, and
// says who calls REST and MCP.
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

	// Authenticate says who calls REST. The zero Caller is nobody; an error is a
	// *Diagnostic, UNAUTHENTICATED for a credential that does not count. It may
	// set cookies and other headers of the answer. What a cookie speaks for
	// could be another site's doing: Authenticate refuses what was forged.
	Authenticate(w http.ResponseWriter, r *http.Request) (Caller, error)

	// AuthenticateToken says who calls MCP, by an access token for the resource
	// and with the scope alone. Anything else is a *TokenRefusal. A Caller whose
	// Auth.Scopes hold mcp:read without the scope may only read, for which that is
	// enough. What Auth.Scopes lack for a tool the client is told to ask for.
	AuthenticateToken(r *http.Request, resource, scope string) (Caller, error)
}

// TokenRefusal is why an access token does not count, as the answer must say
// it: the fields Status, Challenge (of WWW-Authenticate), Nonce (of DPoP-Nonce;
// "" for none) and Message.
type TokenRefusal = mcp.Refusal

// ownSignIn is a SignIn that is made ready before it is asked (decision 80).
type ownSignIn struct {
	SignIn
	origin string

	mu    sync.Mutex
	ready bool
}

func (b *boot) ownSignIn() *ownSignIn {
	if b.SignIn == nil {
		return nil
	}
	return &ownSignIn{SignIn: b.SignIn, origin: b.settings.Auth.Origin}
}

// prepare is RESOURCE_UNAVAILABLE until Ready has succeeded once.
func (o *ownSignIn) prepare(ctx context.Context) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.ready {
		return nil
	}
	if err := o.Ready(ctx); err != nil {
		return diag.At(diag.ResourceUnavailable, "", "Sign-in is not ready; try again.").WithCause(err)
	}
	o.ready = true
	return nil
}

func (o *ownSignIn) serves(path string) bool {
	return httpx.Under(o.BasePath(), path) || httpx.Under("/oauth", path) || strings.HasPrefix(path, "/.well-known/oauth")
}

func (o *ownSignIn) authenticate(w http.ResponseWriter, r *http.Request) (Caller, error) {
	if err := o.prepare(r.Context()); err != nil {
		return Caller{}, err
	}
	return o.Authenticate(w, r)
}

func (o *ownSignIn) tokenHolder(r *http.Request) (Caller, error) {
	if err := o.prepare(r.Context()); err != nil {
		return Caller{}, err
	}
	return o.AuthenticateToken(r, o.resource(), mcp.Scope)
}

func (o *ownSignIn) resource() string { return cmp.Or(o.MCPResource(), o.origin+mcpPath) }

func (o *ownSignIn) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header()["Cache-Control"] = []string{"private, no-store"}
	if err := o.prepare(r.Context()); err != nil {
		httpx.WriteFailure(w, r, err)
		return
	}
	o.SignIn.ServeHTTP(w, r)
}

// within tells whether a pattern matches a path at or below base.
func within(base string, pattern []string) bool {
	return overlap(segmentsOf(base), pattern) || overlap(segmentsOf(base+"/"), pattern)
}

// basePath is that of the program's own sign-in, or "".
func (b *boot) basePath() string {
	if b.SignIn == nil {
		return ""
	}
	return b.SignIn.BasePath()
}

// checkBasePath holds the base path against what a path is, and the Triggers
// against it.
func (b *boot) checkBasePath() (found diag.List) {
	if b.SignIn == nil || b.plan == nil {
		return nil
	}
	base := b.basePath()
	if u, err := url.Parse(base); err != nil || u.Path != base || httpx.Resolve(base) != base || !strings.HasPrefix(base, "/") || strings.HasSuffix(base, "/") || strings.ContainsAny(base, "{}") {
		found.Add(conflict(Route{Path: base}, "is no base path of sign-in: it begins with a slash and does not end with one"))
	}
	if reservesAny(base+"/") && !httpx.Under("/api/auth", base) && !httpx.Under("/oauth", base) {
		found.Add(conflict(Route{Path: base}, "is no base path of sign-in: it covers other paths of the service"))
	}
	for _, t := range b.set.Triggers {
		if t.Source.Kind == manifest.SourceHTTP && within(base, triggerSegments(t.Source.Segments)) {
			d := t.AtValue(diag.TriggerPathInvalid, "/spec/source/path", "The path matches one under "+base+", which is sign-in's.")
			d.Phase = diag.Boot
			found.Add(d)
		}
	}
	return found
}
