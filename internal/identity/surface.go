package identity

import (
	"context"
	"log/slog"
	"net/http"
	"net/url"
	"strings"

	"golang.org/x/sync/singleflight"

	"github.com/quartet-dev/quartet/internal/auth"
	"github.com/quartet-dev/quartet/internal/auth/external"
	"github.com/quartet-dev/quartet/internal/httpx"
	"github.com/quartet-dev/quartet/internal/identity/page"
	"github.com/quartet-dev/quartet/internal/keyring"
	"github.com/quartet-dev/quartet/internal/look"
	"github.com/quartet-dev/quartet/internal/oauth"
)

// Options are what the surface stands on.
type Options struct {
	Origin *url.URL // PUBLIC_ORIGIN
	Keys   *keyring.Keyring
	Auth   *auth.Service
	OAuth  *oauth.Provider

	// Codes and Links say which ways in by email there are, Providers the
	// others, in the order in which they are offered.
	Codes, Links bool
	Providers    []Provider

	TrustedOrigins []string
	FrontEnds      []string // origins elsewhere that may send the session's cookie to Views and Triggers
	CookiePrefix   string   // "" is quartet
	CookieDomain   string   // shares the session among its subdomains; "" does not
	Proxies        httpx.Proxies
	Limits         Limits

	// Title is the site's, read for each page.
	Title func(context.Context) string

	// Logo gives the addresses of the site's icon in a light and in a dark scheme, "" for
	// none, read for each page; nil for a site without.
	Logo func() (light, dark string)

	Look look.Tokens // of the pages

	Log *slog.Logger
}

// Provider is another service that users sign in through. Kind is that of its
// method in the settings.
type Provider struct {
	*external.Provider
	Kind string
}

// Surface serves /api/auth, /oauth and /.well-known/oauth*. It is safe for
// concurrent use.
type Surface struct {
	Options
	origins   *origins
	cookies   cookies
	providers map[string]Provider
	routes    map[string]map[string]route // by path and method

	refreshing singleflight.Group // of providers' tokens
}

// New makes the surface. The error is a trusted origin that is none.
func New(o Options) (*Surface, error) {
	origins, err := newOrigins(o.Origin, o.TrustedOrigins, o.FrontEnds)
	if err != nil {
		return nil, err
	}
	s := &Surface{
		Options: o, origins: origins, cookies: newCookies(o.Origin, o.CookiePrefix, o.CookieDomain),
		providers: map[string]Provider{}, routes: table(),
	}
	for _, p := range o.Providers {
		s.providers[p.ID()] = p
	}
	return s, nil
}

// SessionCookie names the cookie of a session.
func (s *Surface) SessionCookie() string { return s.cookies.session }

// Serves reports whether a path, in its plain spelling, is this surface's.
func (*Surface) Serves(path string) bool {
	owns := strings.HasPrefix(path, "/api/auth/") || strings.HasPrefix(path, "/oauth/") || strings.HasPrefix(path, "/.well-known/oauth-")
	return owns && httpx.Resolve(path) == path
}

func (s *Surface) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header()["Cache-Control"] = []string{"private, no-store"}
	path := patternOf(r.URL.Path)
	methods := s.routes[path]
	if methods == nil {
		httpx.NotFound(w, r)
		return
	}
	httpx.SetRoute(w, path)
	found, ok := methods[r.Method]
	_, spends := methods[http.MethodHead]
	if r.Method == http.MethodHead && !ok {
		found, ok = methods[http.MethodGet]
	}
	switch {
	case ok && r.Method == http.MethodGet && spends && isPrefetch(r):
		tooEarly(w)
	case r.Method == http.MethodOptions && takesAnyClient(methods):
		httpx.Preflight(w, allowed(methods))
	case !ok:
		httpx.NotAllowed(w, r, allowed(methods))
	default:
		s.serve(w, r, found)
	}
}

// patternOf is the path of the route that a path may belong to.
func patternOf(path string) string {
	if id, ok := strings.CutPrefix(path, callbackPath); ok && id != "" && !strings.Contains(id, "/") {
		return callbackPath
	}
	if strings.HasPrefix(path, resourcePath+"/") {
		return resourcePath + "/"
	}
	return path
}

// serve answers a request under the rules of its route.
func (s *Surface) serve(w http.ResponseWriter, r *http.Request, to route) {
	if to.client == anyClient {
		httpx.AllowOrigin(w)
	}
	err := s.admit(w, r, to)
	if err == nil {
		err = to.answer(s, w, r)
	}
	if err != nil {
		to.client.fail(s, w, r, err)
	}
}

// admit holds a request to the rate limit of its route and, where a cookie may
// speak for it, to where it comes from.
func (s *Surface) admit(w http.ResponseWriter, r *http.Request, to route) error {
	if to.client == siteScript || to.client == pageForm {
		if err := s.origins.checkForgery(r); err != nil {
			return err
		}
	}
	if to.limit == sessionReads {
		return nil // its answer counts, which knows whose session it is
	}
	return s.limitClient(w, r, to.limit)
}

// languageOf is the language of whoever sent the request. It does not look into the
// body, which may not have been read, or be of any length.
func languageOf(r *http.Request) *page.Language {
	return page.LanguageFor(r.URL.Query().Get("ui_locales"), r.Header.Get("Accept-Language"))
}
