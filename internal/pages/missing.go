package pages

import (
	"context"
	"net/http"
	"net/url"
	"strings"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/httpx"
	"github.com/quartet-dev/quartet/internal/pages/head"
	"github.com/quartet-dev/quartet/internal/pages/page"
)

// movedError leads to another address of the page, for good.
type movedError struct{ path string }

func (e *movedError) Error() string { return "the page is at " + e.path }

// missing answers where no page is: with the new address of one that was here, with
// 410 for one that is not public any more, or as the static files do.
func (p *Pages) missing(w http.ResponseWriter, r *http.Request, v *visit) {
	if v.target.kind != page.Detail {
		p.Static.ServeHTTP(w, r)
		return
	}
	to, was, err := v.former(r.Context())
	switch {
	case err != nil:
		httpx.WriteFailure(w, r, err)
	case to != "":
		p.move(w, r, to)
	case was:
		p.notFound(w, r, http.StatusGone)
	default:
		p.Static.ServeHTTP(w, r)
	}
}

// former finds the page that was at the address before: where it is now, or that it
// was there.
func (v *visit) former(ctx context.Context) (to string, was bool, err error) {
	t := v.target
	for _, locale := range v.localesFor(t.route, t.locale) {
		id, found, err := v.FormerAddress(ctx, t.route.schema, t.route.slug, t.slug, locale)
		if err != nil {
			return "", false, err
		}
		if !found {
			continue
		}
		was = true
		if to, err := v.pageOf(ctx, t, id); err != nil || to != "" {
			return to, was, err
		}
	}
	if !was {
		was, err = v.wasJoined(ctx, t)
	}
	return "", was, err
}

// wasJoined reports whether what an entry is shown with was published before: the
// parent of a translation, or the translation of a parent. Without it the entry has
// no page.
func (v *visit) wasJoined(ctx context.Context, t target) (bool, error) {
	schema, locale := t.route.parent, ""
	if schema == nil {
		schema, locale = t.route.child, t.locale
	}
	if schema == nil {
		return false, nil
	}
	e, err := v.by(ctx, t.route.schema, t.route.slug, t.slug, t.locale)
	if err != nil || e == nil {
		return false, err
	}
	join := t.route.joins()
	_, was, err := v.FormerAddress(ctx, schema, schema.Property(join), e.Data[join], locale)
	return was, err
}

// pageOf is where an entry is shown now, "" for nowhere.
func (v *visit) pageOf(ctx context.Context, t target, id string) (string, error) {
	e, err := v.Get(ctx, t.route.Collection, id)
	switch {
	case diag.HasCode(err, diag.NotFound):
		return "", nil
	case err != nil:
		return "", err
	}
	t.slug, _ = e.Data[t.route.slug.Name()].(string)
	locales := []string{t.locale}
	if t.route.localized() && e.Locale() != t.locale {
		locales = append(locales, e.Locale()) // an entry may change its locale, too
	}
	for _, t.locale = range locales {
		found, err := v.find(ctx, t)
		if err != nil {
			return "", err
		}
		if found == nil || found.entry.ID != id {
			continue
		}
		if to := found.target().in(t.form); to != v.target { // an address never leads to itself
			return to.path(), nil
		}
	}
	return "", nil
}

// NotFound answers a path that nothing else does. Who reads pages gets one.
func (p *Pages) NotFound(w http.ResponseWriter, r *http.Request) {
	if !wantsPage(r) {
		httpx.NotFound(w, r)
		return
	}
	p.notFound(w, r, http.StatusNotFound)
}

// wantsPage reports whether a request is that of a reader, and not of a program.
func wantsPage(r *http.Request) bool {
	if r.Method != http.MethodGet && r.Method != http.MethodHead || httpx.Under("/api", r.URL.Path) || httpx.Reserved(r.URL.Path) {
		return false
	}
	for _, accepted := range r.Header["Accept"] {
		if strings.Contains(accepted, "text/html") || strings.Contains(accepted, "*/*") {
			return true
		}
	}
	return r.Header["Accept"] == nil
}

// notFound answers with the page of paths that have none, which is one for each locale.
func (p *Pages) notFound(w http.ResponseWriter, r *http.Request, status int) {
	v := p.visit(p.snapshots.of(p.Config()), target{kind: page.NotFound})
	v.target.locale = v.localeOf(r.URL)
	a, err := p.get(httpx.Context(w, r), missingKey+v.target.locale, v, func(ctx context.Context, v *visit) (*answer, error) {
		shown := v.blank()
		shown.SEO.Title, shown.SEO.NoIndex = v.documentTitle(v.says("notFound")), true
		v.addLanguages(shown)
		return v.html(ctx, shown)
	})
	if err != nil {
		httpx.WriteFailure(w, r, err)
		return
	}
	w.Header()["Content-Security-Policy"] = a.header["Content-Security-Policy"]
	a.WriteStatus(w, status)
}

// missingKey begins the keys of pages of no path; those of all others begin with a
// slash.
const missingKey = "missing "

// localeOf is the locale whose tree a path lies in, or else the canonical one.
func (v *visit) localeOf(u *url.URL) string {
	locale, _, _, ok := cutLocale(strings.TrimPrefix(u.Path, "/"), v.site.locales)
	if !ok {
		return v.site.canonical
	}
	return locale
}

// redirectFavicon leads to the icon of the site that a browser shows best.
func (p *Pages) redirectFavicon(w http.ResponseWriter, r *http.Request, site *snapshot) {
	icon := head.Favicon(site.page.Icons)
	if icon.Src == "" || strings.TrimPrefix(icon.Src, site.Origin) == faviconPath {
		httpx.NotFound(w, r)
		return
	}
	w.Header()["Location"] = []string{icon.Src}
	w.WriteHeader(http.StatusFound)
}
