package rest

import (
	"net/http"
	"time"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/httpx"
	"github.com/quartet-dev/quartet/internal/plan"
)

// Authenticator says who calls. The zero Caller is nobody. An error is a
// diagnostic: a credential that is present but invalid is UNAUTHENTICATED,
// never nobody (open-parts.md, Authorization). It may set cookies and other
// headers of the answer.
type Authenticator func(http.ResponseWriter, *http.Request) (content.Caller, error)

// Surface serves /api/views and the HTTP Triggers of one plan. It is safe for
// concurrent use.
type Surface struct {
	service      *content.Service
	authenticate Authenticator
	fallback     http.Handler
	cacheScope   string
	fingerprint  []string // the value of a header
	origins      *httpx.Origins
	challenge    Challenger // nil where there are no access tokens
	cache        *cache
	catalog      httpx.Tagged
	views        map[string]*view
	triggers     *table
}

// New builds the surface for the service's plan. Paths that are not of this
// surface go to fallback. A cacheScope, unless it is "", lets it keep the
// answers of Views that declare shared caching.
func New(service *content.Service, authenticate Authenticator, otherwise http.Handler, cacheScope string) *Surface {
	s := &Surface{
		service: service, authenticate: authenticate, fallback: otherwise,
		cacheScope: cacheScope, fingerprint: []string{service.Plan().Fingerprint()}, cache: newCache(cacheBytes, time.Now),
		views: map[string]*view{}, triggers: newTable(service.Plan()),
	}
	for _, v := range service.Plan().Views() {
		if v.Surface() == plan.Public {
			s.views[v.Name()] = newView(v)
		}
	}
	s.catalog = httpx.Tag(catalog(service.Plan().Views()))
	return s
}

// Admit lets scripts of front ends elsewhere read what the surface answers at its
// own paths. Call it before the surface serves.
func (s *Surface) Admit(origins *httpx.Origins) { s.origins = origins }

// Serves reports whether path is a reserved one of this surface.
func Serves(path string) bool { return httpx.Under("/api/views", path) }

// Close drops the answers that are kept: the process may go on without this
// surface.
func (s *Surface) Close() { s.cache.empty() }

// ServeHTTP answers the paths of this surface, whatever the method, and hands on
// the rest.
func (s *Surface) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var space [16]string // enough for usual paths without an allocation
	segments, err := splitPath(r.URL, space[:0], s.triggers.longest)
	if err != nil {
		httpx.WriteFailure(w, r, err)
		return
	}
	if len(segments) >= 2 && segments[0] == "api" && segments[1] == "views" {
		s.serveViews(w, r, segments[2:])
		return
	}
	s.serveTrigger(w, r, segments)
}

func (s *Surface) serveViews(w http.ResponseWriter, r *http.Request, below []string) {
	if s.origins.Preflight(w, r, readMethods) {
		return
	}
	s.origins.Admit(w, r)
	isCatalog := len(below) == 0
	var v *view
	if len(below) == 1 {
		v = s.views[below[0]]
	}
	switch {
	case !isCatalog && v == nil:
		httpx.NotFound(w, r)
	case r.Method != http.MethodGet && r.Method != http.MethodHead:
		httpx.NotAllowed(w, r, readMethods)
	default:
		s.read(w, r, v)
	}
}

// read answers the catalog (v is nil) or one View.
func (s *Surface) read(w http.ResponseWriter, r *http.Request, v *view) {
	s.identify(w)
	if v != nil {
		httpx.SetRoute(w, v.name)
	}
	caller, err := s.authenticate(w, r)
	switch {
	case err != nil:
		s.refuse(w, r, caller, nil, err)
	case v == nil:
		s.catalog.Write(w, r)
	default:
		s.readView(w, r, caller, v)
	}
}

// identify says in an answer which manifests it follows, so that a generated client
// can tell that it was made from others (decision 188). It takes the place of
// Referrer-Policy, which documents alone obey and whose value is what browsers do
// without it: a ninth header would make the map of them grow, which costs a kept
// answer a tenth of its speed.
func (s *Surface) identify(w http.ResponseWriter) {
	h := w.Header()
	delete(h, "Referrer-Policy")
	h["X-Service-Fingerprint"] = s.fingerprint
}
