package pages

import (
	"net/url"
	"slices"
	"strings"

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

// maxSlug is how long a slug in a path may be, in bytes.
const maxSlug = 512

// target finds what a path names. A path of a page in another spelling is moved:
// it has the right one in place.
func (r *routes) target(u *url.URL, locales []string) (t target, moved string, ok bool) {
	if !jsonvalue.ValidString(u.Path) || strings.Contains(strings.ToLower(u.RawPath), "%2f") {
		return target{}, "", false
	}
	path := strings.TrimPrefix(u.Path, "/")
	if t.index, ok = r.fixed(path, len(locales) > 0); ok {
		return t, "", true
	}
	canonical := ""
	if trimmed := strings.TrimSuffix(path, "/"); trimmed != path && trimmed != "" {
		path, canonical = trimmed, "/"+trimmed
	}
	if len(locales) > 0 {
		var spelt bool
		if t.locale, path, spelt, ok = cutLocale(path, locales); !ok {
			return target{}, "", false
		}
		if !spelt {
			canonical = "/" + t.locale + path
		}
	} else {
		path = "/" + path
	}
	if !r.within(&t, path) {
		return target{}, "", false
	}
	return t, canonical, true
}

// fixed are the documents of the whole site.
func (r *routes) fixed(path string, localized bool) (index, bool) {
	switch "/" + path {
	case "/" + llmsName:
		return llmsIndex, true
	case sitemapPath:
		return sitemapIndex, true
	case robotsPath:
		return robotsIndex, true
	case faviconPath:
		return faviconIndex, true
	case "/":
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
	if name, isMirror := strings.CutSuffix(last, mirrorSuffix); isMirror {
		t.form, t.slug = asMarkdown, name
	}
	return t.slug != "" && len(t.slug) <= maxSlug && !strings.Contains(t.slug, "/") && (t.form == asHTML || r.Markdown)
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

// Taken are the slugs of a route's entries that lead to something else: only entries
// directly below the locale meet other paths.
func Taken(all settings.Routes, of settings.CollectionRoute) (slugs []string) {
	if of.Segment != "" {
		return nil
	}
	slugs = append(slugs, llmsName, strings.TrimPrefix(sitemapPath, "/"), strings.TrimPrefix(robotsPath, "/"), strings.TrimPrefix(faviconPath, "/"))
	for _, each := range all.Collections {
		if each.Segment != "" {
			slugs = append(slugs, each.Segment, each.Segment+mirrorSuffix)
		}
	}
	return slugs
}
