package quartet

import (
	"context"
	"net/http"

	"io/fs"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/httpx"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/rest"
	"github.com/quartet-dev/quartet/internal/store/sqlite"
)

// Service is a running site. It is safe for concurrent use.
type Service struct {
	site    SiteInfo
	folder  fs.FS
	prefix  string
	plan    *plan.Plan
	store   *sqlite.Store
	content *content.Service

	handler http.Handler
	rest    *rest.Surface
	mounted *http.ServeMux // nil without routes of the program's own
}

// Open reads a site, checks all of it, brings the database in line and returns
// a Service that is ready to answer. What is wrong with the site is a
// *BootValidationError that holds every diagnostic; a database that cannot be
// used now is RESOURCE_UNAVAILABLE. When Open fails, nothing is left open and
// no stored row was changed.
func Open(ctx context.Context, o Options) (*Service, error) {
	b := &boot{Options: o.withDefaults()}
	if err := b.check(); err != nil {
		return nil, err
	}
	store, err := b.openDatabase(ctx)
	if err != nil {
		return nil, b.refused(err)
	}
	s, err := b.assemble(ctx, store)
	if err != nil {
		_ = store.Close() // err says why
		return nil, err
	}
	b.warn()
	return s, nil
}

func (b *boot) assemble(ctx context.Context, store *sqlite.Store) (*Service, error) {
	declared := b.settings.Site
	s := &Service{
		site:   SiteInfo{Title: declared.Title, Description: declared.Description, Locales: declared.Locales},
		folder: b.FS, prefix: b.prefix, plan: b.plan, store: store,
	}
	if s.site.Title == "" {
		s.site.Title = untitled
	}
	var err error
	s.content, err = content.New(ctx, b.plan, store, content.Options{
		Handlers:   s.handlers(b.Handlers, b.Env),
		Locales:    func(context.Context) ([]string, error) { return s.site.Locales, nil },
		NoBuiltins: b.NoBuiltins,
		Log:        b.Logger,
	})
	if err != nil {
		return nil, err
	}
	s.rest = rest.New(s.content, rest.Anonymous, b.settings.CacheScope)
	if s.mounted, err = mount(b.Mount); err != nil {
		return nil, err
	}
	s.handler = &httpx.Frame{
		Next: httpx.SetupIncomplete(noSignIn, http.HandlerFunc(s.dispatch)),
		Log:  b.Logger, CacheScope: b.settings.CacheScope,
	}
	return s, nil
}

// noSignIn is what the routes of sign-in, Admin, OAuth and MCP say.
const noSignIn = "Sign-in is not set up: this version of the service has none."

// untitled is the contract's title of a site that declares none.
const untitled = "CMS"

// ServeHTTP answers a request: the REST surface under /api, /healthz, /readyz,
// and the routes of Options.Mount. The routes of sign-in, Admin, OAuth and MCP
// answer 503 setup_incomplete.
func (s *Service) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.handler.ServeHTTP(w, r) }

func (s *Service) dispatch(w http.ResponseWriter, r *http.Request) {
	switch path := r.URL.Path; {
	case path == healthPath:
		health(w, r)
	case path == readyPath:
		s.ready(w, r)
	case s.mounted != nil && matches(s.mounted, r):
		s.mounted.ServeHTTP(w, r)
	default:
		s.rest.ServeHTTP(w, r)
	}
}

func matches(mux *http.ServeMux, r *http.Request) bool {
	_, pattern := mux.Handler(r)
	return pattern != ""
}

// Close lets go of the database after the writes that it was handed are done.
// Stop serving first: calls that come later fail with RESOURCE_UNAVAILABLE.
func (s *Service) Close() error { return s.store.Close() }
