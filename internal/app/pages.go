package app

import (
	"io/fs"
	"net/http"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/httpx"
	"github.com/quartet-dev/quartet/internal/pages"
	"github.com/quartet-dev/quartet/internal/plan"
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
		all = append(all, plan.Address{Schema: each.Collection, Slug: each.Slug})
	}
	return all
}

// checkPages checks the routes and the templates of a site that has any.
func (b *boot) checkPages() diag.List {
	if b.settings.Routes == nil {
		return nil
	}
	var found diag.List
	b.pages, found = pages.Check(b.plan, pages.Declaration{
		Routes: *b.settings.Routes, Locales: b.locales, Refuse: b.settings.Refuse,
		Templates: b.templates(), Prefix: b.prefix + templatesFolder + "/",
	})
	return append(found, b.shadowed()...)
}

// templates are the site's own; nil for none.
func (b *boot) templates() fs.FS {
	if info, err := fs.Stat(b.FS, templatesFolder); err != nil || !info.IsDir() {
		return nil
	}
	return subFS{b.FS, templatesFolder}
}

// public answers with the files of the public folder, and before them with the
// pages of a site that has any.
func (b *boot) publicPages(a *App) http.Handler {
	static := httpx.NewStatic(b.public)
	if b.pages == nil {
		return static
	}
	a.pages = pages.New(b.pages, pages.Options{
		Content: a.content, Config: a.live.Config, Authenticate: a.signIn.Authenticate, Static: static,
		CacheScope: b.settings.CacheScope, CSP: b.settings.Pages.CSP, Live: b.Development != nil,
	})
	return a.pages
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
