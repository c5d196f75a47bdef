package head

import (
	"html/template"
	"strconv"
	"strings"
	"time"

	"github.com/quartet-dev/quartet/internal/pages/page"
)

// Head is what stands in <head> for machines, from the title on, and the sources
// that it needs of the page's policy. The character set, the viewport and the
// styles are the layout's. A preview has no analytics.
func Head(p *page.Page, a Analytics) (template.HTML, Sources) {
	var w writer
	w.Grow(4096)
	w.describe(p)
	w.links(p)
	w.openGraph(p)
	w.icons(p.Site.Icons)
	w.data(p)
	if p.Preview {
		return w.html(), nil
	}
	w.WriteString(string(a.HTML))
	return w.html(), a.Sources
}

func (w *writer) describe(p *page.Page) {
	w.element("title", p.SEO.Title)
	w.meta("name", "description", description(p))
	if p.SEO.NoIndex || p.Preview || p.Kind == page.NotFound {
		w.meta("name", "robots", "noindex")
	}
}

// description is the page's own, or the site's.
func description(p *page.Page) string {
	if p.SEO.Description != "" {
		return p.SEO.Description
	}
	return p.Site.Description
}

func (w *writer) links(p *page.Page) {
	at := func(address string) string { return page.Absolute(p.Site.Origin, address) }
	if p.SEO.Canonical != "" {
		w.link("canonical", at(p.SEO.Canonical))
	}
	alternates := hreflang(p)
	for _, each := range alternates {
		w.link("alternate", at(each.URL), "hreflang", each.Locale)
	}
	if len(alternates) > 0 {
		w.link("alternate", at(page.Default(alternates, p.Site.CanonicalLocale)), "hreflang", "x-default")
	}
	if p.SEO.Markdown != "" {
		w.link("alternate", at(p.SEO.Markdown), "type", "text/markdown")
	}
	for _, each := range feeds(p) {
		if each.Atom != "" {
			w.link("alternate", at(each.Atom), "type", "application/atom+xml", "title", each.Title)
		}
		if each.JSON != "" {
			w.link("alternate", at(each.JSON), "type", "application/feed+json", "title", each.Title)
		}
	}
	if p.Next != "" {
		w.link("next", at(p.Next))
	}
}

// hreflang is what the page names as itself in other locales. Only a page that is
// named by them too names them: one that shows another locale's text does not.
func hreflang(p *page.Page) []page.Alternate {
	for _, each := range p.Alternates {
		if each.Locale == p.Locale {
			return p.Alternates
		}
	}
	return nil
}

// feeds are the page's own, or on a home without one those of every collection.
func feeds(p *page.Page) []*page.Collection {
	if p.SEO.Atom != "" || p.SEO.JSON != "" {
		return []*page.Collection{{Title: feedTitle(p), Atom: p.SEO.Atom, JSON: p.SEO.JSON}}
	}
	if p.Kind == page.Home {
		return p.Menu
	}
	return nil
}

func feedTitle(p *page.Page) string {
	if p.Collection != nil {
		return p.Collection.Title
	}
	return p.Site.Title
}

func (w *writer) openGraph(p *page.Page) {
	card, kind := "summary", "website"
	if p.SEO.Image != "" {
		card = "summary_large_image"
	}
	if p.SEO.Type != "" {
		kind = p.SEO.Type
	}
	w.meta("property", "og:site_name", p.Site.Title)
	w.meta("property", "og:title", name(p))
	w.meta("property", "og:type", kind)
	w.meta("property", "og:url", page.Absolute(p.Site.Origin, p.SEO.Canonical))
	w.meta("property", "og:description", description(p))
	w.openGraphImage(p)
	w.openGraphLocales(p)
	if kind == "article" {
		w.meta("property", "article:published_time", stamp(p.SEO.Published))
		w.meta("property", "article:modified_time", stamp(p.SEO.Modified))
	}
	w.meta("name", "twitter:card", card)
}

func (w *writer) openGraphImage(p *page.Page) {
	w.meta("property", "og:image", page.Absolute(p.Site.Origin, p.SEO.Image))
	if p.SEO.ImageWidth > 0 && p.SEO.ImageHeight > 0 {
		w.meta("property", "og:image:width", strconv.Itoa(p.SEO.ImageWidth))
		w.meta("property", "og:image:height", strconv.Itoa(p.SEO.ImageHeight))
	}
	w.meta("property", "og:image:alt", p.SEO.ImageAlt)
}

// openGraphLocales writes zh-TW as zh_TW, the form of Open Graph.
func (w *writer) openGraphLocales(p *page.Page) {
	w.meta("property", "og:locale", strings.ReplaceAll(language(p), "-", "_"))
	for _, each := range hreflang(p) {
		if each.Locale != p.Locale {
			w.meta("property", "og:locale:alternate", strings.ReplaceAll(each.Locale, "-", "_"))
		}
	}
}

// name is the title of what the page shows, without the site's.
func name(p *page.Page) string {
	switch {
	case p.Entry != nil && p.Entry.Title != "":
		return p.Entry.Title
	case p.Kind == page.List && p.Collection != nil && p.Collection.Title != "":
		return p.Collection.Title
	case p.Kind == page.Home && p.Site.Title != "":
		return p.Site.Title
	}
	return p.SEO.Title
}

// stamp is a time as Open Graph and schema.org write it, "" for none.
func stamp(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(time.RFC3339)
}
