package identity

import (
	"crypto/rand"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/httpx"
	"github.com/quartet-dev/quartet/internal/identity/page"
	"github.com/quartet-dev/quartet/internal/lazyregexp"
	"github.com/quartet-dev/quartet/internal/look"
	"github.com/quartet-dev/quartet/internal/loopback"
)

// show answers with a page in the viewer's language. images are the addresses
// of pictures on it, beside the site's icon.
func (s *Surface) show(w http.ResponseWriter, r *http.Request, status int, of any, images ...string) {
	logo := s.logo()
	write(w, r, s.Look, status, of, append(images, logo.Light, logo.Dark)...)
}

// Setup is what a site lacks for a first sign-in, or for the way that it has begun.
type Setup struct {
	Title  string   // of the site
	Checks []string // the failing ones of the way that was begun

	NoOwner  bool   // quartet.yaml lets nobody in
	NoSecret bool   // AUTH_SECRET is missing
	ByLink   bool   // the owner signs in by a link
	Assumed  string // the origin that is assumed, where none is named; "" where one is

	Look look.Tokens
}

// ShowSetup answers with the page that says what sign-in still needs, and no more: 503,
// as every other answer of the paths that wait for it.
func ShowSetup(w http.ResponseWriter, r *http.Request, lacks Setup) {
	of := page.Setup{
		Site: page.Site{Title: lacks.Title, URL: "/"}, Checks: lacks.Checks,
		NoOwner: lacks.NoOwner, NoSecret: lacks.NoSecret, ByLink: lacks.ByLink,
	}
	if here := originHere(r); lacks.Assumed != "" && here != lacks.Assumed {
		of.Origin = here
	}
	write(w, r, lacks.Look, http.StatusServiceUnavailable, of)
}

// originHere is the origin that a request was sent to.
func originHere(r *http.Request) string {
	here := &url.URL{Scheme: "https", Host: r.Host}
	if loopback.IsHost(here.Hostname()) {
		here.Scheme = "http"
	}
	return originOf(here)
}

func write(w http.ResponseWriter, r *http.Request, tokens look.Tokens, status int, of any, images ...string) {
	nonce := rand.Text()
	html, err := page.Render(languageOf(r), tokens, nonce, of)
	if err != nil {
		httpx.WriteFailure(w, r, diag.Internal(err))
		return
	}
	w.Header().Set("Content-Language", languageOf(r).Tag)
	w.Header().Set("Vary", "Accept-Language, Cookie")
	httpx.WritePage(w, httpx.Page{Status: status, Nonce: nonce, HTML: html, Images: sources(images), Fonts: true, Forms: true})
}

// plainHost is a host as a content security policy may name it. A URL may hold
// others, whose semicolons and commas would end the rule.
var plainHost = lazyregexp.New(`^[A-Za-z0-9.-]+(:[0-9]{1,5})?$`)

// sources are the addresses as a content security policy has them: scheme and
// host, or this very site.
func sources(images []string) (found []string) {
	for _, each := range images {
		if strings.HasPrefix(each, "/") && !strings.HasPrefix(each, "//") {
			found = append(found, "'self'")
			continue
		}
		if u, err := url.Parse(each); err == nil && u.Scheme == "https" && plainHost.MatchString(u.Host) {
			found = append(found, originOf(u))
		}
	}
	slices.Sort(found)
	return slices.Compact(found)
}

func (s *Surface) site(r *http.Request) page.Site {
	return page.Site{Title: s.Title(r.Context()), URL: "/", Logo: s.logo()}
}

func (s *Surface) logo() (logo page.Logo) {
	if s.Logo != nil {
		logo.Light, logo.Dark = s.Logo()
	}
	return logo
}

// redirect sends the browser to an address of ours, or to one that was checked: a
// destination, a provider's endpoint, a client's redirect URI.
func redirect(w http.ResponseWriter, r *http.Request, where string, status int) {
	http.Redirect(w, r, where, status) //nolint:gosec // checked by whoever made it
}
