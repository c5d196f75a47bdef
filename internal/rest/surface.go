package rest

import (
	"net/http"
	"time"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/httpx"
	"github.com/quartet-dev/quartet/internal/plan"
)

// Authenticator says who calls. The zero Caller is nobody. An error is a
// diagnostic: a credential that is present but invalid is UNAUTHENTICATED,
// never nobody (open-parts.md, Authorization).
type Authenticator func(*http.Request) (content.Caller, error)

// Anonymous is the Authenticator of a service that knows no credentials:
// whatever is sent as one is invalid.
func Anonymous(r *http.Request) (content.Caller, error) {
	if r.Header["Authorization"] != nil || r.Header["X-Api-Key"] != nil {
		return content.Caller{}, diag.At(diag.Unauthenticated, "input#", "The credential that was sent is not valid.")
	}
	return content.Caller{}, nil
}

// Surface serves /api/views and the HTTP Triggers of one plan. It is safe for
// concurrent use.
type Surface struct {
	service      *content.Service
	authenticate Authenticator
	cacheScope   string
	cache        *cache
	catalog      httpx.Tagged
	views        map[string]*view
	triggers     *table
}

// New builds the surface for the service's plan. A cacheScope that is valid lets
// it keep the answers of Views that declare shared caching; any other one, such
// as "", does not.
func New(service *content.Service, authenticate Authenticator, cacheScope string) *Surface {
	s := &Surface{
		service: service, authenticate: authenticate,
		cacheScope: cacheScope, cache: newCache(cacheBytes, time.Now),
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

// ServeHTTP answers every path; one that is not of this surface is NOT_FOUND.
func (s *Surface) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var space [maxSegments]string
	segments, err := splitPath(r.URL, space[:0])
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
	isCatalog := len(below) == 0
	var v *view
	if len(below) == 1 {
		v = s.views[below[0]]
	}
	switch {
	case !isCatalog && v == nil:
		httpx.WriteFailure(w, r, notFound())
	case r.Method != http.MethodGet && r.Method != http.MethodHead:
		notAllowed(w, r, readMethods)
	default:
		s.read(w, r, v)
	}
}

// read answers the catalog (v is nil) or one View.
func (s *Surface) read(w http.ResponseWriter, r *http.Request, v *view) {
	caller, err := s.authenticate(r)
	switch {
	case err != nil:
		httpx.WriteFailure(w, r, err)
	case v == nil:
		s.catalog.Write(w, r)
	default:
		s.readView(w, r, caller, v)
	}
}

func notFound() *diag.Diagnostic {
	return diag.At(diag.NotFound, "input#", "There is nothing at this path.")
}

func notAllowed(w http.ResponseWriter, r *http.Request, methods string) {
	w.Header().Set("Allow", methods)
	d := diag.At(diag.MethodNotAllowed, "input#", "This path is not served under this method.")
	d.Expected = methods
	httpx.WriteFailure(w, r, d)
}
