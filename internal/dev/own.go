package dev

import (
	"bytes"
	"embed"
	"net/http"
	"strings"
	"time"

	"github.com/quartet-dev/quartet/internal/diag"
)

// root is where the development server answers itself. It lies below a reserved
// path, so that no site has anything there.
const root = "/_service/dev"

// What is there beside the landing page.
const (
	eventsPath   = root + "/events"
	problemsPath = root + "/problems"
	failuresPath = root + "/failures"
)

//go:embed overlay.css problems.css
var files embed.FS

// followScript makes an open page follow the site. It is in the page, since a policy can
// admit it there by its hash and no other script beside it.
//
//go:embed reload.js
var followScript string

// own answers what is the development server's own.
func (s *server) own(w http.ResponseWriter, r *http.Request) {
	switch {
	case !reads(r):
		s.refuse(w, r, diag.At(diag.NotFound, "", "There is nothing here."))
	case r.URL.Path == root || r.URL.Path == root+"/":
		s.page(w, r, http.StatusOK)
	case r.URL.Path == eventsPath:
		s.events(w, r)
	case r.URL.Path == problemsPath:
		s.problems(w, r)
	case r.URL.Path == failuresPath:
		s.showFailures(w, r)
	default:
		s.file(w, r)
	}
}

// file answers with a file of a page's script. It is asked for anew each time:
// another version of the program has another one.
func (s *server) file(w http.ResponseWriter, r *http.Request) {
	name := strings.TrimPrefix(r.URL.Path, root+"/")
	text, err := files.ReadFile(name)
	if err != nil {
		s.refuse(w, r, diag.At(diag.NotFound, "", "There is nothing here."))
		return
	}
	if name == "problems.css" {
		version, _, done := s.live.use()
		text = append([]byte(lookOf(version).Properties()), text...)
		done()
	}
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	http.ServeContent(w, r, name, time.Time{}, bytes.NewReader(text))
}

// reads reports whether a request only reads.
func reads(r *http.Request) bool { return r.Method == http.MethodGet || r.Method == http.MethodHead }
