package shell

import (
	"bytes"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"io/fs"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/quartet-dev/quartet/internal/httpx"
	"github.com/quartet-dev/quartet/internal/look"
	"github.com/quartet-dev/quartet/internal/site"
)

const (
	pages = "/admin"
	files = "/_service/admin"
	index = "index.html"
)

// placeholder stands in the built page where each answer has its own nonce; see
// admin/vite.config.ts. There the page also has siteHere, for what somebody who
// is not signed in sees of the site.
const (
	placeholder = "__nonce__"
	siteHere    = "__site__"
)

// routes are those at which the contract has the shell (Admin routes). Which
// page stands there is for the application to say.
var routes = []string{
	pages, pages + "/{$}", pages + "/sign-in", pages + "/c/{collection}", pages + "/c/{collection}/{id}",
	pages + "/c/{collection}/{id}/versions", pages + "/media", pages + "/calendar", pages + "/bin",
	pages + "/releases", pages + "/releases/{id}",
	pages + "/preferences", pages + "/connected-apps", pages + "/settings", pages + "/staff", pages + "/members", pages + "/ops",
	pages + "/dev", pages + "/dev/model", pages + "/dev/logic", pages + "/dev/docs", pages + "/views/{name}", files + "/" + index,
}

// Routes are the patterns of the pages, as http.ServeMux has them.
func Routes() []string { return slices.Clone(routes) }

// Shell serves the application of one bundle.
type Shell struct {
	page []byte // nil: the build has no bundle
	site func() *site.Config
	look look.Tokens
	mux  *http.ServeMux

	media, uploads []string // sources of the policy
}

// New serves a bundle, which holds index.html, favicon.svg and assets/, or
// nothing at all. site is what the site is called, and its icons, which the page
// may show from elsewhere too; tokens are its look.
func New(bundle fs.FS, site func() *site.Config, tokens look.Tokens) (*Shell, error) {
	s := &Shell{site: site, look: tokens, mux: http.NewServeMux()}
	page, err := fs.ReadFile(bundle, index)
	switch {
	case err == nil && !bytes.Contains(page, []byte(placeholder)):
		return nil, fmt.Errorf("the page of the Admin bundle has no %s: its scripts would not run", placeholder)
	case err == nil:
		s.page = page
	case !errors.Is(err, fs.ErrNotExist):
		return nil, err
	}
	route(s.mux, s.write, http.StripPrefix(files, httpx.NewBundle(bundle)))
	return s, nil
}

// Admit lets the page show media from one origin and send uploads to another,
// where they are not the service's own. An origin may be "".
func (s *Shell) Admit(media, uploads string) {
	s.media, s.uploads = origins([]string{media}, "https", "http"), origins([]string{uploads}, "https", "http")
}

// route puts pages and files where they belong. write answers with the page: at
// a path that is none, the application says so to a person, and the status to
// anybody else. ServeMux brings other methods of a page there too (decision 84).
func route(mux *http.ServeMux, write func(w http.ResponseWriter, r *http.Request, status int), assets http.Handler) {
	found := func(w http.ResponseWriter, r *http.Request) { write(w, r, http.StatusOK) }
	elsewhere := func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			httpx.NotAllowed(w, r, "GET, HEAD")
			return
		}
		write(w, r, http.StatusNotFound)
	}
	for _, each := range routes {
		mux.HandleFunc("GET "+each, found)
	}
	mux.Handle(files+"/", assets)
	mux.Handle(look.Read().Fonts, Fonts())
	mux.HandleFunc(pages, elsewhere)
	mux.HandleFunc(pages+"/", elsewhere)
}

// Fonts serves the files of the fonts at their paths, to every page of ours.
func Fonts() http.Handler {
	return http.StripPrefix(strings.TrimSuffix(look.Read().Fonts, "/"), httpx.NewBundle(look.Fonts()))
}

// Serves reports whether a path is of the application or its files. Those of
// its API are not.
func (*Shell) Serves(path string) bool { return Serves(path) }

// Serves is that of every Shell.
func Serves(path string) bool {
	return httpx.Under(pages, path) && !httpx.Under(pages+"/api", path) || httpx.Under(files, path)
}

// ServeHTTP answers a request whose path Serves.
func (s *Shell) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if _, pattern := s.mux.Handler(r); pattern != "" {
		_, route, _ := strings.Cut(pattern, " ")
		httpx.SetRoute(w, route)
	}
	s.mux.ServeHTTP(w, r)
}

// missing says that the program was built without the bundle.
const missing = `<h1>This build has no Admin application</h1>
<p>The program was built without its bundle. The Admin API under <code>/admin/api/</code> answers all the same.
Build without the tag <code>noadmin</code>, after <code>npm ci &amp;&amp; npm run build</code> in <code>admin/</code>, to have it.</p>`

func (s *Shell) write(w http.ResponseWriter, _ *http.Request, status int) {
	if s.page == nil {
		instead(w, s.look, http.StatusServiceUnavailable, "Admin is not here", missing)
		return
	}
	nonce := rand.Text()
	config := s.site()
	httpx.WritePage(w, httpx.Page{
		Status: status, Nonce: nonce, Frames: true, Workers: true, Fonts: true, Connect: s.uploads,
		Images: slices.Concat([]string{"'self'"}, origins(addresses(config.Icons), "https"), s.media), Media: append([]string{"'self'"}, s.media...),
		HTML: bytes.ReplaceAll(bytes.ReplaceAll(s.page, []byte(placeholder), []byte(nonce)), []byte(siteHere), s.seen(config)),
	})
}

// seen is what somebody who is not signed in sees of a site, for an attribute of
// the page. It is what a sign-in email and the consent page say, too.
func (s *Shell) seen(config *site.Config) []byte {
	name := config.Brand
	if name == "" {
		name = config.Title
	}
	text, _ := json.Marshal(struct {
		Name   string       `json:"name"`
		Icons  []site.Icon  `json:"icons"`
		Accent *look.Accent `json:"accent,omitempty"` // here, so that no page begins in another color
	}{name, config.Icons, s.look.Accent}) // texts alone, which cannot fail
	return []byte(html.EscapeString(string(text)))
}

func addresses(icons []site.Icon) (found []string) {
	for _, icon := range icons {
		found = append(found, icon.Src)
	}
	return found
}

// origins are those of addresses of these schemes that are elsewhere. An address
// that is no URL has none, so that nothing but an origin gets into the policy.
func origins(addresses []string, schemes ...string) (found []string) {
	for _, address := range addresses {
		if u, err := url.Parse(address); err == nil && slices.Contains(schemes, u.Scheme) && plainHost(u.Host) {
			found = append(found, u.Scheme+"://"+u.Host)
		}
	}
	return found
}

func plainHost(host string) bool {
	return host != "" && !strings.ContainsFunc(host, func(c rune) bool {
		return (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (c < '0' || c > '9') && c != '.' && c != '-' && c != ':'
	})
}
