package app

import (
	"net/http"

	"github.com/quartet-dev/quartet/admin/bundle"
	"github.com/quartet-dev/quartet/internal/admin/shell"
	"github.com/quartet-dev/quartet/internal/httpx"
	"github.com/quartet-dev/quartet/internal/rest"
)

// surface answers the requests to the paths that it serves. One that holds
// something has a Close of its own (closer).
type surface interface {
	Serves(path string) bool
	http.Handler
}

type closer interface{ Close() }

// surfaces are those of a site (decision 129). The first one that serves a path
// answers, and the last one serves every path.
type surfaces []surface

// ServeHTTP implements http.Handler.
func (all surfaces) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	path := r.URL.Path
	for _, each := range all {
		if each.Serves(path) {
			each.ServeHTTP(w, r)
			return
		}
	}
}

// close closes them in their order.
func (all surfaces) close() {
	for _, each := range all {
		if c, ok := each.(closer); ok {
			c.Close()
		}
	}
}

// surfaces lists those of the site, sign-in first: while it is not set up it
// answers for paths of others.
func (b *boot) surfaces(a *App) (surfaces, error) {
	behind, err := a.signIn.behind(b, a)
	if err != nil {
		return nil, err
	}
	application, err := shell.New(bundle.Files(), a.live.Config, a.look)
	if err != nil {
		return nil, err
	}
	if a.media != nil {
		elsewhere := b.settings.Media.Origins()
		application.Admit(elsewhere.Read, elsewhere.Upload)
	}
	last, err := b.remaining(a)
	if err != nil {
		return nil, err
	}
	reserved := reservedPaths{b.base}
	all := surfaces{a.signIn, nobody(reserved.misspelt), probes{a}}
	if b.settings.API.OpenAPI {
		all = append(all, b.interfaceDocument(a))
	}
	all = append(all, behind...)
	if b.pages != nil {
		all = append(all, b.pages.Stylesheet())
	}
	all = append(all, b.library(a)...)
	return append(all, application, nobody(reserved.unowned), last), nil
}

// nobody answers 404 at the paths for which it is true.
type nobody func(path string) bool

func (n nobody) Serves(path string) bool { return n(path) }

func (nobody) ServeHTTP(w http.ResponseWriter, r *http.Request) { httpx.NotFound(w, r) }

// reservedPaths are those that nobody but the service answers, in every state of
// sign-in (contract, Reserved paths).
type reservedPaths struct{ base string } // where the program's own sign-in begins; "" for none

func (r reservedPaths) have(path string) bool {
	return httpx.Reserved(path) || r.base != "" && httpx.Under(r.base, path)
}

// misspelt reports whether a path is a reserved one that is spelt so that its
// owner does not know it.
func (r reservedPaths) misspelt(path string) bool {
	plain := httpx.Resolve(path)
	return plain != path && r.have(plain)
}

// unowned reports whether a path is reserved and no surface's.
func (r reservedPaths) unowned(path string) bool { return r.have(path) && !rest.Serves(path) }

// remaining serves every path that no other surface does: the routes of the
// program, those of REST, and the files of the public folder.
type remaining struct {
	http.Handler
	rest *rest.Surface
}

// frontEnds are the origins that front ends of the site have elsewhere.
func (b *boot) frontEnds() *httpx.Origins {
	return httpx.NewOrigins(b.settings.CORS.Origins, b.settings.CORS.Credentials)
}

func (b *boot) remaining(a *App) (remaining, error) {
	api := rest.New(a.content, b.authenticator(a), a.public(), b.settings.CacheScope)
	api.Admit(b.frontEnds())
	api.Challenge(a.signIn.challenger())
	if len(b.mounts) == 0 {
		return remaining{api, api}, nil
	}
	mux, err := mount(b.mounts)
	return remaining{mounted{mux, api}, api}, err
}

// Serves implements surface.
func (remaining) Serves(string) bool { return true }

// Close implements closer.
func (r remaining) Close() { r.rest.Close() }

// mounted are the routes of the program's own, with next behind them.
type mounted struct {
	mux  *http.ServeMux
	next http.Handler
}

// ServeHTTP implements http.Handler.
func (m mounted) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	_, pattern := m.mux.Handler(r)
	if pattern == "" {
		m.next.ServeHTTP(w, r)
		return
	}
	httpx.SetRoute(w, pattern)
	m.mux.ServeHTTP(w, r)
}
