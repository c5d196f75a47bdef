package quartet

import (
	"context"
	"log/slog"
	"net"
	"net/http"

	"github.com/quartet-dev/quartet/internal/app"
)

// Service is a running site. It is safe for concurrent use.
type Service struct{ app *app.App }

// Open reads a site, checks all of it, brings the database in line, begins to
// deliver deferred hooks and returns a Service that is ready to answer. What is
// wrong with the site is a *BootValidationError that holds every diagnostic; a
// database that cannot be used now is RESOURCE_UNAVAILABLE, one of a newer
// program DATABASE_NEWER. When Open fails, nothing is left open and no stored
// row was changed.
func Open(ctx context.Context, o Options) (*Service, error) {
	s := new(Service)
	_, err := app.Open(ctx, o.within(func(a *app.App) *Service {
		s.app = a // before the first handler can run
		return s
	}))
	if err != nil {
		return nil, bootError(err)
	}
	return s, nil
}

// ServeHTTP answers a request: REST under /api, sign-in and the OAuth provider,
// MCP, the Admin API and its application under /admin, /healthz, /readyz, the
// routes of Options.Mount, the public pages, and the files of the site's public
// folder at paths that none of them has. While sign-in is not configured, its routes and those
// of Admin and MCP answer 503 setup_incomplete.
func (s *Service) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.app.ServeHTTP(w, r) }

// Close stops the deferred hooks, which have ten seconds to finish, and lets go
// of the database after the writes that it was handed are done. Stop serving
// first: calls that come later fail with RESOURCE_UNAVAILABLE.
func (s *Service) Close() error { return s.app.Close() }

// Serve answers requests on every listener until ctx ends. Then it stops
// accepting, gives the requests under way ten seconds to finish, and returns
// nil. Reading a request may take 30 seconds, answering it 60.
func Serve(ctx context.Context, handler http.Handler, logger *slog.Logger, listeners ...net.Listener) error {
	return app.Serve(ctx, handler, logger, listeners...)
}
