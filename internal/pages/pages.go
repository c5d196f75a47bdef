package pages

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"net/http"
	"net/url"
	"time"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/httpx"
	"github.com/quartet-dev/quartet/internal/pages/page"
	"github.com/quartet-dev/quartet/internal/pages/player"
	"github.com/quartet-dev/quartet/internal/pages/templates"
	"github.com/quartet-dev/quartet/internal/pages/theme"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/site"
)

// Site is the pages of a site, checked, without anything to read from.
type Site struct {
	routes     *routes
	templates  *templates.Set
	stylesheet *Stylesheet
	program    page.Options
	zone       *time.Location // where the times of the pages are told
}

// Check checks routes and templates against a plan. What is wrong is ROUTE_INVALID
// or TEMPLATE_INVALID at its place; then the Site is nil.
func Check(p *plan.Plan, d Declaration) (*Site, diag.List) {
	routes, found := compile(p, d.Routes, d.Locales, d.Refuse)
	sheet, err := newStylesheet(d.Program.Templates, d.Templates)
	if err != nil {
		found.Add(diag.At(diag.TemplateInvalid, d.Prefix+theme.StylesheetName, "The stylesheet cannot be read.").WithCause(err))
		return nil, found
	}
	set, problems := templates.Parse(d.templates(p, sheet.path, routes.properties()))
	found.Add(problems...)
	if found.HasErrors() {
		return nil, found
	}
	return &Site{routes, set, sheet, d.Program, cmp.Or(d.Zone, time.UTC)}, found
}

// Stylesheet is the surface of the site's stylesheet.
func (s *Site) Stylesheet() *Stylesheet { return s.stylesheet }

// Options are what the pages of a running site need.
type Options struct {
	Content *content.Service
	Config  func() *site.Config

	// Authenticate says who asks for a preview.
	Authenticate func(http.ResponseWriter, *http.Request) (content.Caller, error)

	// Static answers with the files of the public folder where there is no page.
	Static *httpx.Static

	// Media is the library whose files the pages show; nil for none.
	Media Media

	CacheScope string              // "" turns shared caching off
	TagHeaders []string            // that tell shared caches the scope, in canonical spelling
	CSP        map[string][]string // what the site's own policy adds
	Live       bool                // pages are worked on: HTML is kept nowhere (the live-development flag)
}

// Pages serves the pages of a site. It is safe for concurrent use.
type Pages struct {
	Options
	routes    *routes
	templates *templates.Set
	program   page.Options
	zone      *time.Location
	snapshots snapshots
	players   player.Admitted
	cache     *cache
	tag       []string // the value of TagHeaders
}

// New makes the pages of a running site.
func New(s *Site, o Options) *Pages {
	p := &Pages{
		Options: o, routes: s.routes, templates: s.templates, program: s.program, zone: s.zone,
		cache: newCache(cacheBytes), tag: []string{o.CacheScope}, snapshots: snapshots{csp: o.CSP},
		players: player.AdmittedBy(o.CSP["frame-src"]),
	}
	o.Static.Missing = http.HandlerFunc(p.NotFound)
	return p
}

// Close drops the answers that are kept.
func (p *Pages) Close() { p.cache.empty() }

// ServeHTTP answers with the page at a path, if there is one, and else hands on to
// the static files.
func (p *Pages) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	snap := p.snapshots.of(p.Config())
	if p.serveKept(w, r, snap) {
		return
	}
	t, moved, ok, err := p.target(httpx.Context(w, r), r.URL, snap.locales)
	switch {
	case err != nil:
		httpx.WriteFailure(w, r, err)
	case !ok || t.index == faviconIndex && p.Static.Has(faviconPath[1:]):
		p.Static.ServeHTTP(w, r)
	case !isRead(r):
		p.refuseMethod(w, r, p.visit(snap, t))
	case moved != "":
		p.move(w, r, moved)
	default:
		p.serve(w, r, p.visit(snap, t))
	}
}

// visit begins the making of an answer.
func (p *Pages) visit(site *snapshot, t target) *visit {
	return &visit{Pages: p, reads: reads{Service: p.Content}, site: site, target: t, library: &library{}}
}

func isRead(r *http.Request) bool { return r.Method == http.MethodGet || r.Method == http.MethodHead }

// serveKept answers with what is kept for the very path that is asked for, which
// most requests are for. A resolver may say that the path means another page.
func (p *Pages) serveKept(w http.ResponseWriter, r *http.Request, snap *snapshot) bool {
	if p.program.Resolve != nil || r.URL.RawQuery != "" || !isRead(r) || prefersMarkdown(r.Header["Accept"]) {
		return false
	}
	found := p.cache.at(httpx.Context(w, r), r.URL.EscapedPath(), snap)
	if found == nil {
		return false
	}
	httpx.SetRoute(w, found.target.name())
	p.write(w, r, found, false)
	return true
}

// refuseMethod answers what is no read of a page. Where an entry may have its page,
// there need be none.
func (p *Pages) refuseMethod(w http.ResponseWriter, r *http.Request, v *visit) {
	if v.target.kind == page.Detail {
		found, err := v.find(httpx.Context(w, r), v.target)
		switch {
		case err != nil:
			httpx.WriteFailure(w, r, err)
			return
		case found == nil:
			p.Static.ServeHTTP(w, r)
			return
		}
	}
	httpx.NotAllowed(w, r, "GET, HEAD")
}

// move leads to a page by its right spelling, for good.
func (p *Pages) move(w http.ResponseWriter, r *http.Request, path string) {
	to := path
	if r.URL.RawQuery != "" {
		to += "?" + r.URL.RawQuery
	}
	w.Header()["Location"] = []string{to}
	w.WriteHeader(http.StatusMovedPermanently)
}

func (p *Pages) serve(w http.ResponseWriter, r *http.Request, v *visit) {
	httpx.SetRoute(w, v.target.name())
	query := r.URL.Query()
	switch {
	case v.target.index == rootRedirect:
		w.Header()["Location"] = []string{"/" + v.site.canonical}
		w.WriteHeader(http.StatusFound)
	case v.target.index == faviconIndex:
		p.redirectFavicon(w, r, v.site)
	case query.Get(previewParameter) == previewValue && v.target.isEntry():
		p.servePreview(w, r, v)
	default:
		p.answer(w, r, v, v.target.asked(query))
	}
}

// asked is what of a query counts. Everything else has the answer of the plain path,
// and is kept as that.
type asked struct{ cursor, part string }

func (t target) asked(query url.Values) (q asked) {
	if t.index == llmsIndex || t.index == sitemapIndex || t.kind == page.List {
		q.cursor = query.Get("cursor")
	}
	if t.index == sitemapIndex && query.Get("part") == firstPart {
		q.part = firstPart
	}
	return q
}

// answer answers from the cache, or makes the answer and keeps it.
func (p *Pages) answer(w http.ResponseWriter, r *http.Request, v *visit, q asked) {
	negotiated := v.target.hasMirror() && prefersMarkdown(r.Header["Accept"])
	if negotiated {
		v.target.form = asMarkdown
	}
	found, err := p.get(httpx.Context(w, r), keyOf(v.target, q), v, func(ctx context.Context, v *visit) (*answer, error) { return v.make(ctx, q) })
	var elsewhere *movedError
	switch {
	case errors.As(err, &elsewhere):
		p.move(w, r, elsewhere.path)
	case diag.HasCode(err, diag.NotFound):
		p.missing(w, r, v)
	case err != nil:
		httpx.WriteFailure(w, r, err)
	default:
		p.write(w, r, found, negotiated)
	}
}

// write writes an answer with the caching that its kind has.
func (p *Pages) write(w http.ResponseWriter, r *http.Request, a *answer, negotiated bool) {
	h := w.Header()
	maps.Copy(h, a.header)
	isLive := p.Live && a.target.form == asHTML && a.target.index == noIndex
	if !negotiated && !isLive {
		h["Cache-Control"] = publicCaching
		for _, name := range p.TagHeaders {
			h[name] = p.tag
		}
	}
	a.Write(w, r)
}

// sharedSeconds is how long shared caches keep a page (contract, Limits).
const sharedSeconds = 300

var publicCaching = []string{httpx.SharedCaching(sharedSeconds)}

// PageAt names the page that is always at a path, "" for none. Where an entry may have
// its page, and mostly has none, is none.
func (s *Site) PageAt(path string, locales []string) string {
	t, moved, ok := s.routes.target(&url.URL{Path: path}, locales)
	if !ok || moved != "" || t.index == faviconIndex || t.kind == page.Detail {
		return ""
	}
	return t.name()
}
