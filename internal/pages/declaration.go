package pages

import (
	"fmt"
	"html/template"
	"io/fs"
	"time"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/pages/page"
	"github.com/quartet-dev/quartet/internal/pages/templates"
	"github.com/quartet-dev/quartet/internal/pages/theme"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/settings"
)

// Declaration is what a site declares of its pages.
type Declaration struct {
	Routes  settings.Routes
	Locales []string // of the site, canonical
	Refuse  Refuse

	Zone      *time.Location // where the times of pages are told; nil is UTC (decision 284)
	Templates fs.FS          // the site's own; nil for none
	Prefix    string         // of their names in diagnostics

	// ForbidsScripts says that the pages run no scripts of the site's own.
	ForbidsScripts bool

	Program page.Options // what the program brings; its routes are among Routes
}

// The templates of routes that name none.
const (
	homeTemplate     = "home.html"
	listTemplate     = "list.html"
	entryTemplate    = "entry.html"
	notFoundTemplate = "404.html"
)

func (d *Declaration) templates(p *plan.Plan, stylesheet string, properties []string) templates.Options {
	return templates.Options{
		Files: d.Templates, Theme: theme.Files(), Prefix: d.Prefix, Needs: d.needs(),
		Program: d.Program.Templates, Zone: d.Zone, Funcs: d.Program.Funcs, Properties: properties,
		CheckView: func(call templates.ViewCall) string { return complainOfView(p, call) }, ForbidsScripts: d.ForbidsScripts,
		Fixed: template.FuncMap{"theme": func() string { return stylesheet }},
	}
}

// needs are the templates that the routes name, each with its place.
func (d *Declaration) needs() (all []templates.Need) {
	need := func(name, fallback, pointer string, without ...string) {
		at := d.Refuse(diag.TemplateInvalid, pointer, "")
		all = append(all, templates.Need{Name: or(name, fallback), Path: at.Path, Source: at.Source, Without: without})
	}
	if home := d.Routes.Home; home != nil && d.Program.Home == nil {
		need(home.Template, homeTemplate, "/routes/home/template", withoutOf(home)...)
	}
	if d.Program.NotFound == nil {
		need(d.Routes.NotFound, notFoundTemplate, "/routes/notFound", entryField, collectionField)
	}
	for i, each := range d.Routes.Collections {
		at := fmt.Sprintf("/routes/collections/%d", i)
		need(each.Template, entryTemplate, at+"/template")
		if each.List {
			need(each.ListTemplate, listTemplate, at+"/listTemplate", entryField)
		}
	}
	return all
}

// The fields of a page that only some pages have.
const (
	entryField      = "Entry"
	collectionField = "Collection"
)

// withoutOf are the fields that the home does not have.
func withoutOf(home *settings.Home) []string {
	if home.Collection != "" {
		return []string{collectionField}
	}
	return []string{entryField, collectionField}
}
