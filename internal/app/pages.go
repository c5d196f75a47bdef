package app

import (
	"context"
	"io/fs"
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/quartet-dev/quartet/internal/admin"
	"github.com/quartet-dev/quartet/internal/admin/wire"
	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/pages"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/settings"
	"github.com/quartet-dev/quartet/page"
)

// templatesFolder is the folder of a site that holds its templates.
const templatesFolder = "templates"

// addresses name the collections that have pages. What is wrong with them,
// checkPages tells.
func (b *boot) addresses() (all []plan.Address) {
	if b.settings.Routes == nil {
		return nil
	}
	for _, each := range b.settings.Routes.Collections {
		all = append(all, plan.Address{Schema: each.Collection, Slug: each.Slug, Taken: pages.Taken(*b.settings.Routes, each, len(b.settings.Site.Locales) > 0)})
	}
	return all
}

// hasHome reports whether the site declares a home, or the program has a route at /.
func (b *boot) hasHome() bool {
	isRoot := func(r Route) bool { return r.Path == "/" || r.Path == "/{$}" }
	return b.settings.Routes != nil && b.settings.Routes.Home != nil || slices.ContainsFunc(b.mounts, isRoot)
}

// checkPages checks the routes and the templates of a site that has any.
func (b *boot) checkPages() diag.List {
	if b.settings.Routes == nil {
		return nil
	}
	var found diag.List
	b.pages, found = pages.Check(b.plan, pages.Declaration{
		Routes: *b.settings.Routes, Locales: b.locales, Refuse: b.settings.Refuse, Zone: b.settings.Pages.Zone(),
		Templates: b.templates(), Prefix: b.prefix + templatesFolder + "/", Program: b.program(),
		ForbidsScripts: !b.runsOwnScripts(),
	})
	return append(found, b.shadowed()...)
}

// runsOwnScripts reports whether the pages run scripts of the site's own origin.
func (b *boot) runsOwnScripts() bool {
	own := []string{"'self'", b.settings.Site.Origin, b.settings.Auth.Origin}
	return slices.ContainsFunc(b.settings.Pages.CSP["script-src"], func(source string) bool {
		origin, _, _ := strings.Cut(strings.TrimPrefix(source, "https://"), "/")
		return slices.Contains(own, source) || slices.Contains(own, "https://"+origin)
	})
}

// program is what the program brings to the pages.
func (b *boot) program() page.Options {
	if b.Pages == nil {
		return page.Options{}
	}
	return *b.Pages
}

// templates are the site's own; nil for none.
func (b *boot) templates() fs.FS {
	if info, err := fs.Stat(b.FS, templatesFolder); err != nil || !info.IsDir() {
		return nil
	}
	return subFS{b.FS, templatesFolder}
}

// openPages makes the pages of a site that has any.
func (b *boot) openPages(a *App) {
	if b.pages == nil {
		return
	}
	o := pages.Options{
		Content: a.content, Config: a.live.Config, Authenticate: a.signIn.Authenticate, Static: a.static,
		CacheScope: b.settings.CacheScope, TagHeaders: b.settings.CDN.TagHeaders(), CSP: b.pagesCSP(), Live: b.Development != nil,
	}
	if a.media != nil {
		o.Media = a.media
	}
	a.pages = pages.New(b.pages, o)
}

// pagesCSP is what the pages may load beside what all pages may: what the settings
// say, and media from the origin that serves them.
func (b *boot) pagesCSP() map[string][]string {
	origin := b.settings.Media.Origins().Read
	if !b.hasMedia() || origin == "" {
		return b.settings.Pages.CSP
	}
	all := maps.Clone(b.settings.Pages.CSP)
	if all == nil {
		all = map[string][]string{}
	}
	for _, directive := range []string{"img-src", "media-src"} {
		all[directive] = append(slices.Clone(all[directive]), origin)
	}
	return all
}

// RelativeAddresses says what to do about pages whose addresses are relative although the
// public origin is known; "" where all is well. origin is that of the site configuration,
// which alone makes them absolute (interface.md, siteDefaults).
func RelativeAddresses(read *settings.Settings, origin string) string {
	if read.Routes == nil || origin != "" || read.Auth.Origin == settings.DefaultOrigin {
		return ""
	}
	return "PUBLIC_ORIGIN is for sign-in and MCP. Set site.origin: " + read.Auth.Origin + " in quartet.yaml, so that the sitemap, feeds, canonical links and pictures for other sites have absolute addresses."
}

// logRelative tells whoever serves such pages. Development has an origin of its own.
func (b *boot) logRelative(a *App) {
	if says := RelativeAddresses(b.settings, a.live.Config().Origin); says != "" && b.Development == nil {
		b.Logger.Warn("the addresses of pages are relative", "check", says)
	}
}

// public answers at the paths of readers: with the pages of a site that has any, and
// behind them with the files of the public folder.
func (a *App) public() http.Handler {
	if a.pages == nil {
		return a.static
	}
	return a.pages
}

// previewer shows staff the pages of a site; nil where it has none.
func (a *App) previewer() admin.Previewer {
	if a.pages == nil {
		return nil
	}
	return previewer{a.pages}
}

type previewer struct{ *pages.Pages }

// Preview implements admin.Previewer.
func (p previewer) Preview(ctx context.Context, e *content.Entry, locale string) (admin.PagePreview, error) {
	rendered, err := p.Unsaved(ctx, e, locale)
	return admin.PagePreview(rendered), err
}

// pageRoutes lists the routes of the pages for the developer console.
func (b *boot) pageRoutes() (routes []wire.PageRoute) {
	if b.pages == nil {
		return nil
	}
	for _, each := range b.pages.Catalog(b.locales) {
		route := wire.PageRoute{Method: http.MethodGet, Path: each.Path, Kind: each.Kind, Theme: each.FromTheme, Locales: []string{}, Cache: "private, no-store"}
		if each.Shared && b.settings.CacheScope != "" {
			route.Cache = pages.Caching()
		}
		if strings.HasPrefix(each.Path, "/:locale") {
			route.Locales = append(route.Locales, b.locales...)
		}
		route.Collection, route.Template = named(each.Collection), named(each.Template)
		routes = append(routes, route)
	}
	return routes
}

// named is a name, nil for none.
func named(name string) *string {
	if name == "" {
		return nil
	}
	return &name
}

// shadowed warns of files of the public folder that nobody sees, because a page is at
// their path.
func (b *boot) shadowed() (found diag.List) {
	if b.pages == nil {
		return nil
	}
	_ = fs.WalkDir(b.public, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return nil //nolint:nilerr // there is no folder, or no such part of it
		}
		if page := b.pages.PageAt("/"+name, b.locales); page != "" {
			found.Add(b.settings.Warn(diag.RouteInvalid, "/routes", "The file "+publicFolder+"/"+name+" is served to nobody: "+page+" is at its path."))
		}
		return nil
	})
	return found
}
