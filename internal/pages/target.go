package pages

import (
	"io/fs"
	"net/url"
	"slices"
	"strings"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/jsonvalue"
	"github.com/quartet-dev/quartet/internal/pages/page"
	"github.com/quartet-dev/quartet/internal/settings"
	"github.com/quartet-dev/quartet/internal/site"
)

// form is in which form a page is answered.
type form uint8

const (
	asHTML form = iota
	asMarkdown
	asAtom
	asJSONFeed
)

// index is a document about the whole site, or one locale of it.
type index uint8

const (
	noIndex index = iota
	llmsIndex
	sitemapIndex
	robotsIndex
	faviconIndex
	rootRedirect // from / to the canonical locale
)

// target is what a path names. It says nothing of whether there is such an entry.
type target struct {
	index  index
	kind   page.Kind
	form   form
	locale string // "" on a site without locales, and of an index of all locales
	route  *route // of a list or an entry, and of a home that is an entry
	slug   string
}

// target finds what a path names. A page by another spelling of its path is moved to
// the right one.
func (r *routes) target(u *url.URL, locales []string) (t target, moved string, ok bool) {
	if strings.Contains(strings.ToLower(u.RawPath), "%2f") {
		return target{}, "", false // an encoded slash parts no segments
	}
	return r.at(u.Path, locales)
}

// at is target for a path without escapes.
func (r *routes) at(path string, locales []string) (t target, moved string, ok bool) {
	name, slashed := strings.CutSuffix(strings.TrimPrefix(path, "/"), "/")
	if !isPath(name) || name == "" && slashed {
		return target{}, "", false
	}
	if t.index, ok = r.fixed(name, len(locales) > 0); ok {
		if slashed {
			moved = t.path()
		}
		return t, moved, true
	}
	below, spelt := "/"+name, true
	if len(locales) > 0 {
		if t.locale, below, spelt, ok = cutLocale(name, locales); !ok {
			return target{}, "", false
		}
	}
	if !r.within(&t, below) {
		return target{}, "", false
	}
	if slashed || !spelt {
		moved = t.path()
	}
	return t, moved, true
}

// isPath reports whether a path without the slash before it has no segment that is
// empty, . or .., which a browser would never ask for.
func isPath(name string) bool {
	return name == "" || name != "." && fs.ValidPath(name) && jsonvalue.ValidString(name)
}

// leadTo reports whether the path of an entry's page leads to it, and to nothing
// else. There are slugs that no path can hold, and those that another page has.
func (r *routes) leadTo(t target, locales []string) bool {
	found, moved, ok := r.at(t.plain(), locales)
	return ok && moved == "" && found == t
}

// plain is the path of an entry's page without escapes.
func (t target) plain() string {
	if t.kind == page.Home {
		return t.path()
	}
	path := "/" + t.slug
	if t.route.Segment != "" {
		path = "/" + t.route.Segment + path
	}
	if t.locale != "" {
		path = "/" + t.locale + path
	}
	if t.form == asMarkdown {
		path += mirrorSuffix
	}
	return path
}

// fixed are the documents of the whole site.
func (r *routes) fixed(name string, localized bool) (index, bool) {
	switch name {
	case llmsName:
		return llmsIndex, true
	case sitemapPath[1:]:
		return sitemapIndex, true
	case robotsPath[1:]:
		return robotsIndex, true
	case faviconPath[1:]:
		return faviconIndex, true
	case "":
		return rootRedirect, localized && r.hasHome()
	}
	return noIndex, false
}

// cutLocale splits a path into a locale of the site and what lies below it, which
// begins with a slash, or is .md or nothing. spelt reports whether the locale is
// written as it should be.
func cutLocale(path string, locales []string) (locale, below string, spelt, ok bool) {
	first, _, _ := strings.Cut(path, "/")
	below = path[len(first):]
	if name, isMirror := strings.CutSuffix(first, mirrorSuffix); isMirror && below == "" {
		first, below = name, mirrorSuffix
	}
	if slices.Contains(locales, first) {
		return first, below, true, true
	}
	locale, ok = site.CanonicalLocale(first)
	return locale, below, false, ok && slices.Contains(locales, locale)
}

const (
	mirrorSuffix = ".md"
	atomName     = "feed.xml"
	jsonFeedName = "feed.json"
	llmsName     = "llms.txt"
	homeMirror   = "/index.md" // of a site without locales
	sitemapPath  = "/sitemap.xml"
	robotsPath   = "/robots.txt"
	faviconPath  = "/favicon.ico"
)

// within finds what a path names below its locale.
func (r *routes) within(t *target, below string) bool {
	switch below {
	case "", "/":
		return r.homeAt(t, asHTML)
	case mirrorSuffix:
		return r.homeAt(t, asMarkdown)
	case homeMirror:
		if t.locale == "" {
			return r.homeAt(t, asMarkdown)
		}
	case "/" + llmsName:
		t.index = llmsIndex
		return true
	}
	first, second, two := strings.Cut(below[1:], "/")
	if two {
		return r.segment(first) != nil && r.segment(first).entryAt(t, second)
	}
	name, isMirror := strings.CutSuffix(first, mirrorSuffix)
	if each := r.segment(name); each != nil && name != "" {
		return each.listAt(t, isMirror)
	}
	each := r.segment("")
	return each != nil && each.entryAt(t, first)
}

func (r *routes) homeAt(t *target, as form) bool {
	*t = r.homeIn(t.locale)
	t.form = as
	return r.hasHome() && (as == asHTML || t.route == nil || t.route.Markdown)
}

func (r *route) listAt(t *target, isMirror bool) bool {
	t.kind, t.route = page.List, r
	if isMirror {
		t.form = asMarkdown
	}
	return r.List && (!isMirror || r.Markdown)
}

// entryAt finds an entry, or a feed, by the last segment of a path.
func (r *route) entryAt(t *target, last string) bool {
	t.route = r
	if r.Feed && (last == atomName || last == jsonFeedName) {
		t.kind, t.form = page.List, asAtom
		if last == jsonFeedName {
			t.form = asJSONFeed
		}
		return true
	}
	t.kind, t.slug = page.Detail, last
	if name, isMirror := strings.CutSuffix(last, mirrorSuffix); isMirror && r.Markdown {
		t.form, t.slug = asMarkdown, name
	}
	return t.slug != "" && len(t.slug) <= content.MaxSlug && !strings.Contains(t.slug, "/")
}

// path is the address of a target, without the origin.
func (t target) path() string {
	switch t.index {
	case llmsIndex:
		return t.llmsPath()
	case sitemapIndex:
		return sitemapPath
	case robotsIndex:
		return robotsPath
	case faviconIndex:
		return faviconPath
	case noIndex, rootRedirect:
	}
	base := ""
	if t.locale != "" {
		base = "/" + t.locale
	}
	switch t.kind {
	case page.Home:
		return homePath(base, t.form)
	case page.List:
		return listPath(base+"/"+t.route.Segment, t.form)
	case page.Detail:
		if t.route.Segment != "" {
			base += "/" + url.PathEscape(t.route.Segment)
		}
		base += "/" + url.PathEscape(t.slug)
	case page.NotFound:
		return ""
	}
	if t.form == asMarkdown {
		base += mirrorSuffix
	}
	return base
}

func (t target) llmsPath() string {
	if t.locale == "" {
		return "/" + llmsName
	}
	return "/" + t.locale + "/" + llmsName
}

func homePath(base string, as form) string {
	switch {
	case as == asMarkdown && base == "":
		return homeMirror
	case as == asMarkdown:
		return base + mirrorSuffix
	case base == "":
		return "/"
	}
	return base
}

func listPath(base string, as form) string {
	switch as {
	case asMarkdown:
		return base + mirrorSuffix
	case asAtom:
		return base + "/" + atomName
	case asJSONFeed:
		return base + "/" + jsonFeedName
	case asHTML:
	}
	return base
}

// in is the same target in another form.
func (t target) in(as form) target {
	t.form = as
	return t
}

// name is what logs and metrics call the route.
func (t target) name() string {
	switch t.index {
	case llmsIndex:
		return "pages/llms.txt"
	case sitemapIndex:
		return "pages/sitemap.xml"
	case robotsIndex:
		return "pages/robots.txt"
	case faviconIndex:
		return "pages/favicon.ico"
	case rootRedirect:
		return "pages/root"
	case noIndex:
	}
	if t.route != nil && t.kind != page.Home {
		return "pages/" + string(t.kind) + "/" + t.route.Collection
	}
	return "pages/" + string(t.kind)
}

// isEntry reports whether the target is the page of an entry, also as the home.
func (t target) isEntry() bool {
	return t.index == noIndex && t.route != nil && (t.kind == page.Detail || t.kind == page.Home)
}

// hasMirror reports whether the page of a target is there as Markdown, too.
func (t target) hasMirror() bool {
	return t.index == noIndex && t.form == asHTML && (t.route == nil || t.route.Markdown)
}

// Taken tells of the slugs of a route's entries whose page, or its mirror, would be at
// the path of something else: publishing an entry under such a slug is a CONFLICT (decision 153).
func Taken(all settings.Routes, of settings.CollectionRoute, localized bool) func(slug string) bool {
	r, locale := &routes{declared: all}, ""
	for _, each := range all.Collections {
		r.all = append(r.all, &route{CollectionRoute: each})
	}
	var locales []string
	if localized {
		locale = "en" // whichever: their trees are alike
		locales = []string{locale}
	}
	own := r.segment(of.Segment)
	return func(slug string) bool {
		if slug == "" {
			return false // it has no page
		}
		t := target{kind: page.Detail, locale: locale, route: own, slug: slug}
		return r.taken(t, locales) || own.Markdown && r.taken(t.in(asMarkdown), locales)
	}
}

// taken reports whether something else is at the path of an entry's page.
func (r *routes) taken(t target, locales []string) bool {
	path := t.plain()
	if len(locales) == 0 && reserved(path) {
		return true
	}
	found, _, ok := r.at(path, locales)
	return ok && found != t
}
