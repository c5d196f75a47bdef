package app

import (
	"cmp"
	"context"
	"net/http"
	"net/url"
	"strings"
	"sync"

	"github.com/quartet-dev/quartet/internal/admin/wire"
	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/httpx"
	"github.com/quartet-dev/quartet/internal/manifest"
	"github.com/quartet-dev/quartet/internal/mcp"
)

// SignIn is sign-in of the program's own, as quartet.SignIn has it.
type SignIn interface {
	http.Handler
	BasePath() string
	MCPResource() string
	Ready(ctx context.Context) error
	Authenticate(w http.ResponseWriter, r *http.Request) (content.Caller, error)
	AuthenticateToken(r *http.Request, resource, scope string) (content.Caller, error)
}

// programSignIn is a SignIn that is made ready before it is asked (decision 80).
type programSignIn struct {
	notConfigured
	program SignIn
	base    string
	origin  string

	mu    sync.Mutex
	ready bool
}

func newProgramSignIn(program SignIn, origin string) *programSignIn {
	return &programSignIn{program: program, base: program.BasePath(), origin: origin}
}

// prepare is RESOURCE_UNAVAILABLE until Ready has succeeded once.
func (p *programSignIn) prepare(ctx context.Context) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.ready {
		return nil
	}
	if err := p.program.Ready(ctx); err != nil {
		return diag.At(diag.ResourceUnavailable, "", "Sign-in is not ready; try again.").WithCause(err)
	}
	p.ready = true
	return nil
}

// Serves implements surface.
func (p *programSignIn) Serves(path string) bool {
	owns := httpx.Under(p.base, path) || httpx.Under("/oauth", path) || strings.HasPrefix(path, "/.well-known/oauth")
	return owns && httpx.Resolve(path) == path
}

// ServeHTTP implements surface.
func (p *programSignIn) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header()["Cache-Control"] = []string{"private, no-store"}
	if err := p.prepare(r.Context()); err != nil {
		httpx.WriteFailure(w, r, err)
		return
	}
	p.program.ServeHTTP(w, r)
}

func (p *programSignIn) behind(b *boot, a *App) ([]surface, error) {
	return b.behind(a, p.tokenHolder, foreignDirectory{}, wire.Capabilities{})
}

// Authenticate implements signIn.
func (p *programSignIn) Authenticate(w http.ResponseWriter, r *http.Request) (content.Caller, error) {
	if err := p.prepare(r.Context()); err != nil {
		return content.Caller{}, err
	}
	return p.program.Authenticate(w, r)
}

// AuthenticateAPI implements signIn.
func (p *programSignIn) AuthenticateAPI(w http.ResponseWriter, r *http.Request) (content.Caller, error) {
	return p.Authenticate(w, r)
}

// Resource implements signIn.
func (p *programSignIn) Resource() string {
	return cmp.Or(p.program.MCPResource(), p.origin+mcpPath)
}

func (p *programSignIn) tokenHolder(r *http.Request) (content.Caller, error) {
	if err := p.prepare(r.Context()); err != nil {
		return content.Caller{}, err
	}
	return p.program.AuthenticateToken(r, p.Resource(), mcp.Scope)
}

// within reports whether a pattern matches a path at or below base.
func within(base string, pattern []string) bool {
	return overlap(segmentsOf(base), pattern) || overlap(segmentsOf(base+"/"), pattern)
}

// checkBasePath holds the base path against what a path is, and the Triggers
// against it.
func (b *boot) checkBasePath() (found diag.List) {
	if b.SignIn == nil {
		return nil
	}
	base := b.base
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
