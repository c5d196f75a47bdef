package pages

import (
	"github.com/quartet-dev/quartet/internal/pages/templates"
)

// Route is a route of the pages, for those who work on a site. Path has :locale and
// :slug where addresses differ.
type Route struct {
	Path       string
	Kind       string // home, list, entry, markdown, feed, index, sitemap, robots or icon
	Collection string // "" for a route of all
	Template   string // "" for what has none
	FromTheme  bool
	Shared     bool // shared caches may keep an anonymous answer
}

// Caching is the Cache-Control of what shared caches may keep.
func Caching() string { return publicCaching[0] }

// Catalog lists the routes of the pages.
func (s *Site) Catalog(locales []string) []Route {
	c := catalog{site: s}
	if len(locales) > 0 {
		c.base = "/:locale"
	}
	if s.routes.hasHome() {
		c.home()
	}
	for _, r := range s.routes.all {
		c.collection(r)
	}
	c.add(Route{Path: "/" + llmsName, Kind: "index", Shared: true})
	if c.base != "" {
		c.add(Route{Path: c.base + "/" + llmsName, Kind: "index", Shared: true})
	}
	c.add(Route{Path: sitemapPath, Kind: "sitemap", Shared: true})
	c.add(Route{Path: robotsPath, Kind: "robots", Shared: true})
	c.add(Route{Path: faviconPath, Kind: "icon"})
	return c.routes
}

type catalog struct {
	site   *Site
	base   string
	routes []Route
}

func (c *catalog) add(r Route) { c.routes = append(c.routes, r) }

func (c *catalog) page(path, kind, collection, template string) {
	c.add(Route{
		Path: path, Kind: kind, Collection: collection, Template: template, Shared: true,
		FromTheme: c.site.templates.Origin(template) == templates.FromTheme,
	})
}

func (c *catalog) home() {
	if c.base != "" {
		c.add(Route{Path: "/", Kind: "home"})
	}
	declared, name := c.site.routes.declared.Home, ""
	if c.site.program.Home == nil {
		name = or(declared.Template, homeTemplate)
	}
	c.page(homePath(c.base, asHTML), "home", declared.Collection, name)
	c.add(Route{Path: homePath(c.base, asMarkdown), Kind: "markdown", Shared: true})
}

func (c *catalog) collection(r *route) {
	list := c.base
	if r.Segment != "" {
		list += "/" + r.Segment
	}
	if r.List {
		c.page(list, "list", r.Collection, or(r.ListTemplate, listTemplate))
	}
	if r.List && r.Markdown {
		c.add(Route{Path: listPath(list, asMarkdown), Kind: "markdown", Collection: r.Collection, Shared: true})
	}
	if r.Feed {
		c.add(Route{Path: listPath(list, asAtom), Kind: "feed", Collection: r.Collection, Shared: true})
		c.add(Route{Path: listPath(list, asJSONFeed), Kind: "feed", Collection: r.Collection, Shared: true})
	}
	c.page(list+"/:slug", "entry", r.Collection, or(r.Template, entryTemplate))
	if r.Markdown {
		c.add(Route{Path: list + "/:slug" + mirrorSuffix, Kind: "markdown", Collection: r.Collection, Shared: true})
	}
}
