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
	origins *httpx.Origins
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

// Admit lets scripts of front ends elsewhere read media and send uploads. Call it
// before the surface serves.
func (s *Surface) Admit(origins *httpx.Origins) { s.origins = origins }

// Serves reports whether a path is of media.
func (*Surface) Serves(path string) bool { return httpx.Under(media.Path, path) }

// ServeHTTP implements http.Handler.
func (s *Surface) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if s.origins.Preflight(w, r, methodsOf(r.URL.Path)) {
		return
	}
	s.origins.Admit(w, r)
	s.mux.ServeHTTP(w, r)
}

// refuse answers a path that is nothing's, or a method that its path has not.
func refuse(w http.ResponseWriter, r *http.Request) {
	switch methods := methodsOf(r.URL.Path); {
	case methods != readMethods || r.Method != http.MethodGet && r.Method != http.MethodHead:
		httpx.NotAllowed(w, r, methods)
	default:
		httpx.NotFound(w, r)
	}
}

// The methods of the paths of media, as Allow has them.
const (
	readMethods   = "GET, HEAD"
	uploadMethods = "HEAD, PUT"
)

func methodsOf(path string) string {
	if strings.HasPrefix(path, media.UploadsPath) {
		return uploadMethods
	}
	return readMethods
}
