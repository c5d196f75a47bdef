package mcp

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/httpx"
	"github.com/quartet-dev/quartet/internal/mcp/toolset"
	"github.com/quartet-dev/quartet/internal/media"
	"github.com/quartet-dev/quartet/internal/media/library"
	"github.com/quartet-dev/quartet/internal/site"
)

// Options say what the surfaces serve. Every field but Version and
// Media is needed.
type Options struct {
	Service      *content.Service
	Authenticate Authenticator
	Origin       string              // PUBLIC_ORIGIN, without a trailing slash
	Site         func() *site.Config // as it is now; the same pointer while nothing has changed
	Media        *media.Service      // nil where the site takes no uploads
	Version      string              // of the service, for serverInfo
	Log          *slog.Logger
}

// Surface serves /mcp and /mcp/staff. It is safe for concurrent use.
type Surface struct {
	opts      Options
	local     bool // the origin is of loopback
	tools     *toolset.Set
	resources *resourceIndex
	scopes    []string // scopes that tools ask for
	protocol  http.Handler

	building sync.Mutex
	built    atomic.Pointer[pair]
}

// pair is the servers of both surfaces as one site configuration has them.
type pair struct {
	config        *site.Config
	public, staff *server
}

// Serves reports whether a path is of these surfaces.
func (*Surface) Serves(path string) bool { return httpx.Under("/mcp", path) }

// New derives the tools of the service's plan.
func New(o Options) *Surface {
	s := &Surface{
		opts: o, local: isLoopbackOrigin(o.Origin),
		tools: library.Tools(o.Service.Plan(), o.Media), resources: newResourceIndex(o.Service),
	}
	s.scopes, _ = toolset.Scopes(o.Service.Plan())
	s.protocol = sdk.NewStreamableHTTPHandler(
		func(r *http.Request) *sdk.Server { return toolRequestOf(r.Context()).server.sdk },
		&sdk.StreamableHTTPOptions{
			Stateless: true, JSONResponse: true,
			MaxRequestBodyBytes:          httpx.MaxBody,
			DisableLocalhostProtection:   true, // checkRebinding knows proxies on the same machine
			PropagateRequestCancellation: true,
		})
	return s
}

// ServeHTTP answers every method on both paths, with or without a trailing
// slash: OPTIONS to anybody, POST to who has a token, and 405 to who has one and
// sends something else.
func (s *Surface) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	path := strings.TrimSuffix(r.URL.Path, "/")
	if path != "/mcp" && path != "/mcp/staff" {
		httpx.NotFound(w, r)
		return
	}
	httpx.SetRoute(w, path)
	httpx.AllowOrigin(w) // a script must set the token itself: no origin gains from a cookie
	if r.Method == http.MethodOptions {
		httpx.Preflight(w, allowedMethods)
		return
	}
	if err := checkRebinding(s.local, r); err != nil {
		httpx.WriteFailure(w, r, err)
		return
	}
	caller, ok := s.authenticate(w, r, path == "/mcp/staff")
	switch {
	case !ok:
	case r.Method != http.MethodPost:
		notAllowed(w, r)
	default:
		v := &toolRequest{caller: caller, requestID: httpx.RequestID(w), server: s.server(path == "/mcp/staff")}
		s.serveProtocol(w, r.WithContext(context.WithValue(httpx.Context(w, r), toolRequestKey{}, v)))
	}
}

// serveProtocol hands the body to the protocol once it is here and within its bounds.
func (s *Surface) serveProtocol(w http.ResponseWriter, r *http.Request) {
	body, release, err := httpx.ReadText(w, r)
	defer release()
	if err != nil {
		httpx.WriteFailure(w, r, err)
		return
	}
	body, ok := s.admit(w, r, body)
	if !ok {
		return
	}
	if missing, denied := toolRequestOf(r.Context()).missing(body); len(missing) > 0 {
		refuse(w, r, s.stepUp(r, missing, denied))
		return
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	s.protocol.ServeHTTP(w, r)
}

// server is the server of a surface under the site's configuration of now.
func (s *Surface) server(staff bool) *server {
	config := s.opts.Site()
	built := s.built.Load()
	if built == nil || built.config != config {
		built = s.build(config)
	}
	if staff {
		return built.staff
	}
	return built.public
}

// build makes both servers anew, which takes some milliseconds, when the title
// or an icon has changed.
func (s *Surface) build(config *site.Config) *pair {
	s.building.Lock()
	defer s.building.Unlock()
	if built := s.built.Load(); built != nil && built.config == config {
		return built
	}
	built := &pair{
		config: config,
		public: s.newServer(config, s.tools.Public, publicInstructions(config), s.resources),
		staff:  s.newServer(config, s.tools.Staff, staffInstructions(config), nil),
	}
	s.built.Store(built)
	return built
}
