package app

import (
	"context"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"github.com/quartet-dev/quartet/internal/admin"
	"github.com/quartet-dev/quartet/internal/admin/wire"
	"github.com/quartet-dev/quartet/internal/auth"
	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/httpx"
	"github.com/quartet-dev/quartet/internal/identity"
	"github.com/quartet-dev/quartet/internal/look"
	"github.com/quartet-dev/quartet/internal/mcp"
	"github.com/quartet-dev/quartet/internal/oauth"
	"github.com/quartet-dev/quartet/internal/rest"
	"github.com/quartet-dev/quartet/internal/script/fetch"
	"github.com/quartet-dev/quartet/internal/settings"
	"github.com/quartet-dev/quartet/internal/unfurl"
	"github.com/quartet-dev/quartet/internal/workspace"
)

// signIn is what serves sign-in: nothing yet (incomplete), the service's own
// (ownSignIn) or the program's (programSignIn).
type signIn interface {
	surface

	// behind are the surfaces that are for whoever has signed in: MCP and the
	// Admin API.
	behind(b *boot, a *App) ([]surface, error)

	// Authenticate says who calls. The zero Caller is nobody; a credential that
	// does not count is UNAUTHENTICATED.
	Authenticate(w http.ResponseWriter, r *http.Request) (content.Caller, error)

	// SessionCookie names the cookie of the service's own sessions; "" elsewhere.
	SessionCookie() string

	// AuthenticateAPI is Authenticate for Views and Triggers, which take the service's
	// own access tokens too.
	AuthenticateAPI(w http.ResponseWriter, r *http.Request) (content.Caller, error)

	// challenger says how a client gets such a token; nil while there are none.
	challenger() rest.Challenger

	// Resource is what access tokens for MCP are for; "" while there are none.
	Resource() string

	// What is the service's alone: RESOURCE_UNAVAILABLE elsewhere.
	VerifyAccess(r *http.Request, audience string, scopes ...string) (*oauth.Access, error)
	ProviderTokens(r *http.Request, provider string) (auth.ProviderTokens, error)
	NewLink(ctx context.Context, email, callback string, life time.Duration) (string, error)
	OwnerLink(ctx context.Context, life time.Duration) (*OwnerLink, error)
}

func (b *boot) signIn(a *App) (signIn, error) {
	switch {
	case b.SignIn != nil:
		return newProgramSignIn(b.SignIn, b.settings.Auth.Origin), nil
	case len(b.settings.Auth.Incomplete) > 0:
		return incomplete{
			SetupIncomplete: httpx.NewSetupIncomplete(b.setupIncomplete()), auth: &b.settings.Auth, title: a.siteName, look: a.look,
		}, nil
	}
	return b.ownSignIn(a)
}

// incomplete answers 503 setup_incomplete at every path that sign-in has a part
// in (contract, Setup-incomplete behaviour).
type incomplete struct {
	httpx.SetupIncomplete
	notConfigured
	auth  *settings.Auth
	title func() string
	look  look.Tokens
}

// ServeHTTP shows a person who opens the Admin application what to set; every other
// request gets the body of the contract.
func (in incomplete) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if opensAdmin(r) {
		identity.ShowSetup(w, r, in.setup())
		return
	}
	in.SetupIncomplete.ServeHTTP(w, r)
}

// setup is what the site still needs. Of a site that has begun no way to sign in,
// the checks of ways that it may never take are left out.
func (in incomplete) setup() identity.Setup {
	a := in.auth
	lacks := identity.Setup{
		Look: in.look, Title: in.title(), NoOwner: a.Lacks.Owner, NoSecret: a.Lacks.Secret, ByLink: a.Lacks.Owner || a.Owner.Email != "",
	}
	if a.Begun {
		lacks.Checks = a.Incomplete
	}
	if a.Lacks.Origin {
		lacks.Assumed = settings.DefaultOrigin
	}
	return lacks
}

// opensAdmin reports whether a browser asks for a page of the Admin application.
func opensAdmin(r *http.Request) bool {
	isPage := httpx.Under("/admin", r.URL.Path) && !httpx.Under("/admin/api", r.URL.Path)
	return isPage && (r.Method == http.MethodGet || r.Method == http.MethodHead) && strings.Contains(r.Header.Get("Accept"), "text/html")
}

func (incomplete) behind(*boot, *App) ([]surface, error) { return nil, nil }

func (incomplete) Resource() string { return "" }

// AuthenticateAPI implements signIn.
func (in incomplete) AuthenticateAPI(w http.ResponseWriter, r *http.Request) (content.Caller, error) {
	return in.Authenticate(w, r)
}

// Authenticate knows no credentials: whatever is sent as one is invalid.
func (incomplete) Authenticate(_ http.ResponseWriter, r *http.Request) (content.Caller, error) {
	if r.Header["Authorization"] != nil || r.Header["X-Api-Key"] != nil {
		return content.Caller{}, diag.At(diag.Unauthenticated, "input#", "The credential that was sent is not valid.")
	}
	return content.Caller{}, nil
}

// notConfigured is where the service keeps no users.
type notConfigured struct{}

func (notConfigured) err() error {
	return diag.At(diag.ResourceUnavailable, "", "Sign-in is not configured.")
}

// SessionCookie implements signIn.
func (notConfigured) SessionCookie() string { return "" }

func (notConfigured) challenger() rest.Challenger { return nil }

// VerifyAccess implements signIn.
func (n notConfigured) VerifyAccess(*http.Request, string, ...string) (*oauth.Access, error) {
	return nil, n.err()
}

// ProviderTokens implements signIn.
func (n notConfigured) ProviderTokens(*http.Request, string) (auth.ProviderTokens, error) {
	return auth.ProviderTokens{}, n.err()
}

// NewLink implements signIn.
func (n notConfigured) NewLink(context.Context, string, string, time.Duration) (string, error) {
	return "", n.err()
}

// behind makes the surfaces that are for whoever has signed in.
func (b *boot) behind(a *App, authenticate mcp.Authenticator, users admin.Directory, can wire.Capabilities) ([]surface, error) {
	agents := b.agents(a, authenticate)
	b.openComments(a, users)
	a.web = fetch.New(fetch.Options{Resolver: b.Resolver})
	staff, err := admin.New(admin.Options{
		Content: a.content, Site: a.live, Queue: hooks{a.store.Outbox(), a.queue}, AuditLog: a.store,
		Health: a.Health, Directory: users, Authenticate: a.signIn.Authenticate,
		PublicOrigin: b.settings.Auth.Origin, Capabilities: can, Warnings: b.problems, PageOf: b.pageOf(a),
		Pages: b.pageRoutes(), TimeZone: b.settings.Pages.TimeZone, Previewer: a.previewer(), Media: a.media, Tools: agents, Backups: a.backups, Moves: a.moves, Releases: a.releases,
		Recheck: func(w http.ResponseWriter, r *http.Request) (content.Caller, error) {
			return a.signIn.Authenticate(w, r.WithContext(auth.Unused(r.Context())))
		},
		Relay:    a.store.Relay(),
		Unfurler: unfurl.New(a.web),
		Lists:    &workspace.Service{Store: a.store.Lists(), Now: time.Now},
		Comments: a.remarks,
	})
	return []surface{agents, staff}, err
}

// setupIncomplete names every failing check.
func (b *boot) setupIncomplete() string { return incompleteMessage(b.settings.Auth.Incomplete) }

func incompleteMessage(checks []string) string {
	return "Sign-in is not set up: " + strings.Join(checks, " ")
}

// logIncomplete tells an operator who has begun to configure sign-in what is
// missing.
func (b *boot) logIncomplete(log *slog.Logger) {
	if b.SignIn != nil {
		return
	}
	for _, each := range b.settings.Auth.Incomplete {
		if b.settings.Auth.Touched {
			log.Warn("sign-in is not set up", "check", each)
		}
	}
	for _, each := range b.settings.Auth.LeftOut {
		log.Warn("sign-in differs in development", "check", each)
	}
}

// sharesRates reports whether other processes may serve the site too. Those that share a
// file are few, and a write for their counts would keep callers waiting.
func (b *boot) sharesRates() bool { return !b.isFile() }

// authenticator says who calls the REST surface, and holds anonymous calls of
// Triggers to rateLimit.triggers.
func (b *boot) authenticator(a *App) func(http.ResponseWriter, *http.Request) (content.Caller, error) {
	if b.settings.TriggerRate.Count == 0 {
		return a.signIn.AuthenticateAPI
	}
	limit := auth.AnonymousCalls.With(perLength([]settings.Rate{b.settings.TriggerRate}))
	calls := auth.NewCounter(limit)
	if b.sharesRates() {
		calls.Share(a.store.Auth())
	}
	proxies := httpx.Proxies(b.settings.TrustedProxies)
	return func(w http.ResponseWriter, r *http.Request) (content.Caller, error) {
		caller, err := a.signIn.AuthenticateAPI(w, r)
		if err != nil || !caller.Anonymous() || r.Method == http.MethodGet || r.Method == http.MethodHead {
			return caller, err
		}
		if wait, ok := calls.Allow(auth.ByAddress(proxies.Client(r))); !ok {
			return caller, httpx.TooOften(w, wait, limit.String())
		}
		return caller, nil
	}
}
