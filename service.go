package quartet

import (
	"context"
	"io/fs"
	"net/http"
	"time"

	"github.com/quartet-dev/quartet/admin/bundle"
	"github.com/quartet-dev/quartet/internal/admin"
	"github.com/quartet-dev/quartet/internal/admin/shell"
	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/httpx"
	"github.com/quartet-dev/quartet/internal/identity"
	"github.com/quartet-dev/quartet/internal/mcp"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/queue"
	"github.com/quartet-dev/quartet/internal/rest"
	"github.com/quartet-dev/quartet/internal/site"
	"github.com/quartet-dev/quartet/internal/store/sqlite"
)

// Service is a running site. It is safe for concurrent use.
type Service struct {
	folder  fs.FS
	prefix  string
	plan    *plan.Plan
	store   *sqlite.Store
	live    *site.Live
	content *content.Service
	queue   *queue.Queue // nil where no hook is delivered
	since   time.Time
	signIn  *signIn // nil while sign-in is not configured

	ownSignIn *ownSignIn // nil unless the program has brought its own

	handler http.Handler
	rest    *rest.Surface
	shell   *shell.Shell
	mcp     *mcp.Surface   // nil while sign-in is not configured
	admin   *admin.Surface // nil where the service keeps no users
	mounted *http.ServeMux // nil without routes of the program's own
}

// Open reads a site, checks all of it, brings the database in line, begins to
// deliver deferred hooks and returns a Service that is ready to answer. What is wrong with the site is a
// *BootValidationError that holds every diagnostic; a database that cannot be
// used now is RESOURCE_UNAVAILABLE, one of a newer program DATABASE_NEWER. When Open fails, nothing is left open and
// no stored row was changed.
func Open(ctx context.Context, o Options) (_ *Service, err error) {
	b := &boot{Options: o.withDefaults()}
	defer func() { b.tellBeside(err) }()
	if err := b.check(ctx); err != nil {
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
	if !b.handlersElsewhere {
		s.queue = queue.New(store.Outbox(), s.content.Deliver, queue.Options{Log: b.Logger, Observer: b.DeliveryObserver})
		s.queue.Start()
	}
	return s, nil
}

func (b *boot) assemble(ctx context.Context, store *sqlite.Store) (*Service, error) {
	s := &Service{folder: b.FS, prefix: b.prefix, plan: b.plan, store: store, since: time.Now()}
	var err error
	if s.live, err = b.configure(ctx, store); err != nil {
		return nil, err
	}
	s.content, err = content.New(ctx, b.plan, store, content.Options{
		Handlers:   s.handlers(b.Handlers, b.Env),
		Locales:    s.locales,
		NoBuiltins: b.NoBuiltins,
		Deferred:   s.wake,
		Log:        b.Logger,
	})
	if err != nil {
		return nil, err
	}
	s.ownSignIn = b.ownSignIn()
	if s.signIn, err = b.signIn(s, store); err != nil {
		return nil, err
	}
	s.rest = rest.New(s.content, b.authenticator(s), httpx.NewStatic(b.public), b.settings.CacheScope)
	if s.shell, err = shell.New(bundle.Files(), s.icons); err != nil {
		return nil, err
	}
	switch {
	case s.ownSignIn != nil:
		s.mcp = s.tools(s.ownSignIn.origin, s.ownSignIn.tokenHolder, b.Logger)
	case s.signIn != nil:
		s.mcp = s.tools(s.signIn.origin, s.signIn.tokenHolder, b.Logger)
	}
	if s.admin, err = b.administration(s, store); err != nil {
		return nil, err
	}
	if s.mounted, err = mount(b.Mount); err != nil {
		return nil, err
	}
	s.handler = &httpx.Frame{
		Next: b.entrance(s),
		Log:  b.Logger, CacheScope: b.settings.CacheScope, Observer: b.Observer,
	}
	return s, nil
}

// entrance answers for the routes of sign-in while it is not configured.
func (b *boot) entrance(s *Service) http.Handler {
	var next http.Handler = http.HandlerFunc(s.dispatch)
	if s.mcp == nil {
		next = httpx.SetupIncomplete(b.setupIncomplete(), next)
	}
	return next
}

// ServeHTTP answers a request: REST under /api, sign-in and the OAuth provider,
// MCP, the Admin API and its application under /admin, /healthz, /readyz, the
// routes of Options.Mount, and the files of the site's public folder at paths
// that none of them has. While sign-in is not configured, its routes and those
// of Admin and MCP answer 503 setup_incomplete.
func (s *Service) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.handler.ServeHTTP(w, r) }

func (s *Service) dispatch(w http.ResponseWriter, r *http.Request) {
	path := r.URL.Path
	if plain := httpx.Resolve(path); plain != path && s.reserves(plain) {
		httpx.NotFound(w, r) // a reserved path that is spelt so that its owner does not know it
		return
	}
	switch {
	case path == healthPath:
		health(w, r)
	case path == readyPath:
		s.ready(w, r)
	case s.signIn != nil && identity.Serves(path):
		s.signIn.surface.ServeHTTP(w, r)
	case s.ownSignIn != nil && s.ownSignIn.serves(path):
		s.ownSignIn.ServeHTTP(w, r)
	case s.mcp != nil && mcp.Serves(path):
		s.mcp.ServeHTTP(w, r)
	case shell.Serves(path):
		s.shell.ServeHTTP(w, r)
	case s.admin != nil && admin.Serves(path):
		s.admin.ServeHTTP(w, r)
	case s.reserves(path) && !rest.Serves(path):
		httpx.NotFound(w, r)
	case s.mounted != nil && s.serveMounted(w, r):
	default:
		s.rest.ServeHTTP(w, r)
	}
}

// reserves tells a path that nobody but the service answers, in every state of
// sign-in (contract, Reserved paths).
func (s *Service) reserves(path string) bool {
	return httpx.Reserved(path) || s.ownSignIn != nil && httpx.Under(s.ownSignIn.BasePath(), path)
}

// serveMounted answers when a route of the program's own matches.
func (s *Service) serveMounted(w http.ResponseWriter, r *http.Request) bool {
	_, pattern := s.mounted.Handler(r)
	if pattern == "" {
		return false
	}
	httpx.SetRoute(w, pattern)
	s.mounted.ServeHTTP(w, r)
	return true
}

// wake tells the queue that there is something for it.
func (s *Service) wake() {
	if s.queue != nil {
		s.queue.Wake()
	}
}

// Close stops the deferred hooks, which have ten seconds to finish, and lets go
// of the database after the writes that it was handed are done. Stop serving
// first: calls that come later fail with RESOURCE_UNAVAILABLE.
func (s *Service) Close() error {
	if s.queue != nil {
		s.queue.Stop()
	}
	s.signIn.close()
	s.rest.Close()
	return s.store.Close()
}
