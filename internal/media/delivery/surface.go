package delivery

import (
	"net/http"
	"strings"

	"github.com/quartet-dev/quartet/internal/httpx"
	"github.com/quartet-dev/quartet/internal/media"
)

// Surface serves everything under /media.
type Surface struct {
	media   *media.Service
	mux     *http.ServeMux
	sending senders
}

// New makes the surface of a site's media.
func New(service *media.Service) *Surface {
	s := &Surface{media: service, mux: http.NewServeMux()}
	s.mux.HandleFunc("GET "+media.Path+"/assets", s.assets)
	s.mux.HandleFunc("PUT "+media.UploadsPath+"{capability}", s.receive)
	s.mux.HandleFunc("HEAD "+media.UploadsPath+"{capability}", s.received)
	s.mux.HandleFunc("GET "+media.Path+"/{id}/{version}/{name}", s.content)
	s.mux.HandleFunc("/", refuse)
	return s
}

// Serves reports whether a path is of media.
func (*Surface) Serves(path string) bool { return httpx.Under(media.Path, path) }

// ServeHTTP implements http.Handler.
func (s *Surface) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.mux.ServeHTTP(w, r) }

// refuse answers a path that is nothing's, or a method that its path has not.
func refuse(w http.ResponseWriter, r *http.Request) {
	switch {
	case strings.HasPrefix(r.URL.Path, media.UploadsPath):
		httpx.NotAllowed(w, r, "HEAD, PUT")
	case r.Method != http.MethodGet && r.Method != http.MethodHead:
		httpx.NotAllowed(w, r, "GET, HEAD")
	default:
		httpx.NotFound(w, r)
	}
}
