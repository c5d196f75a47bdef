package pages

import (
	"fmt"
	"slices"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/httpx"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/settings"
	"github.com/quartet-dev/quartet/internal/site"
)

// Refuse makes a diagnostic at a place of the routes' declaration, such as
// /routes/collections/0/slug.
type Refuse func(code diag.Code, pointer, message string) *diag.Diagnostic

// compiler checks the routes of a site against its plan.
type compiler struct {
	plan    *plan.Plan
	locales []string
	refuse  Refuse
	found   diag.List
	routes  routes
}

// compile checks routes. Everything that is wrong is ROUTE_INVALID at its place.
func compile(p *plan.Plan, declared settings.Routes, locales []string, refuse Refuse) (*routes, diag.List) {
	c := &compiler{plan: p, locales: locales, refuse: refuse, routes: routes{declared: declared}}
	for i, each := range declared.Collections {
		c.collection(fmt.Sprintf("/routes/collections/%d", i), each)
	}
	c.home()
	return &c.routes, c.found
}

func (c *compiler) invalid(pointer, format string, args ...any) {
	c.found.Add(c.refuse(diag.RouteInvalid, pointer, fmt.Sprintf(format, args...)))
}

// advise is what to do about what was just found.
func (c *compiler) advise(format string, args ...any) {
	c.found[len(c.found)-1].Suggestion = fmt.Sprintf(format, args...)
}

func (c *compiler) collection(at string, declared settings.CollectionRoute) {
	c.segment(at+"/segment", declared)
	schema := c.schema(at+"/collection", declared.Collection)
	if schema == nil {
		return
	}
	r := c.route(at+"/slug", schema, declared)
	if r.Body != "" && r.body == "" {
		c.invalid(at+"/body", "%s has no text property %q.", schema.Name(), r.Body)
	}
	if r.View != "" {
		r.view = c.view(at+"/view", r)
	}
	c.routes.all = append(c.routes.all, r)
}

func (c *compiler) route(at string, schema *plan.Schema, declared settings.CollectionRoute) *route {
	r := &route{CollectionRoute: declared, schema: schema, slug: c.slug(at, schema, declared.Slug)}
	if t := schema.Translation(); t != nil {
		r.parent = t.Parent
	} else {
		r.child = c.translations(schema)
	}
	r.schemas = r.reads()
	r.covers, r.recordings = coversOf(r.schemas...), recordingsOf(r.schemas...)
	says := words{c.locales}
	r.body, r.bodyFormat = says.body(r.Body, r.schema, r.child, r.parent)
	r.posts = r.bodyFormat == formatMarkdown || r.bodyFormat == formatRichText || datedBy(r.schemas)
	r.described = says.described(r.schemas)
	r.titles = map[*plan.Schema][]string{schema: content.TitleFields(schema)}
	if r.child != nil {
		r.titles[r.child] = content.TitleFields(r.child)
	}
	return r
}

// translations is the publishing Schema that translates another one; nil for none.
func (c *compiler) translations(parent *plan.Schema) *plan.Schema {
	for _, s := range c.plan.Schemas() {
		if t := s.Translation(); t != nil && t.Parent == parent && s.Lifecycle() == plan.Publishing && s.Localized() {
			return s
		}
	}
	return nil
}

func (c *compiler) schema(at, name string) *plan.Schema {
	schema := c.plan.Schema(name)
	switch {
	case schema == nil:
		c.invalid(at, "There is no Schema %q.", name)
	case schema.Lifecycle() != plan.Publishing:
		c.invalid(at, "%s is operational; only entries of a publishing Schema have pages.", name)
	default:
		return schema
	}
	return nil
}

// slug is the property of the last path segment.
func (c *compiler) slug(at string, schema *plan.Schema, name string) *plan.Column {
	column := schema.Property(name)
	switch {
	case column == nil:
		c.invalid(at, "%s has no property %q.", schema.Name(), name)
	case column.Kind() != plan.TextColumn:
		c.invalid(at, "The slug %q of %s is not a string.", name, schema.Name())
	case !leadsUnique(schema, column):
		c.invalid(at, "No unique index of %s begins with %q, so two entries could have one page.", schema.Name(), name)
	}
	return column
}

// leadsUnique reports whether a unique index of the column, with the locale at
// most, keeps two entries from one address.
func leadsUnique(schema *plan.Schema, column *plan.Column) bool {
	for _, i := range schema.Indexes() {
		columns := i.Columns()
		if i.Unique() && columns[0] == column &&
			(len(columns) == 1 || len(columns) == 2 && schema.Localized() && columns[1].Name() == "locale") {
			return true
		}
	}
	return false
}

func (c *compiler) view(at string, r *route) *plan.View {
	v := c.plan.View(r.View)
	switch {
	case v == nil || v.Surface() != plan.Public:
		c.invalid(at, "There is no public View %q.", r.View)
	case v.Source() == nil:
		c.invalid(at, "The View %s is written in SQL, so nothing says which entries its rows are. A list needs a View with from: %s.", v.Name(), r.Collection)
		c.advise("Write the View with from, filter and orderBy. Or leave view out here, and show the rows of the sql View in a listTemplate of your own: {{ range view %q }}…{{ end }}.", v.Name())
	case v.Source() != r.schema:
		c.invalid(at, "The View %s reads %s, and the list shows entries of %s.", r.View, v.Source().Name(), r.Collection)
		c.advise("Name a View with from: %s.", r.Collection)
	case v.Requires() != nil:
		c.invalid(at, "The View %s is not for everybody.", r.View)
	case r.slug != nil && !slices.Contains(v.Fields(), r.slug):
		c.invalid(at, "The View %s does not give %q, which names the entries of the list.", r.View, r.Slug)
	case needsMore(v):
		c.invalid(at, "A list gives the View %s no parameter but locale.", r.View)
	default:
		return v
	}
	return nil
}

// needsMore reports whether a View cannot be asked with a locale alone.
func needsMore(v *plan.View) bool {
	required, _ := v.Params().Document()["required"].([]any)
	for _, name := range required {
		if name != "locale" {
			return true
		}
	}
	return false
}

func (c *compiler) segment(at string, declared settings.CollectionRoute) {
	name := declared.Segment
	switch {
	case c.routes.segment(name) != nil:
		c.invalid(at, "Another collection has the segment %q.", name)
	case name == "" && (declared.List || declared.Feed):
		c.invalid(at, "A collection whose entries lie directly below the locale has no list and no feed.")
	case isLocale(c.locales, name):
		c.invalid(at, "The segment %q is a locale of the site.", name)
	case isFixed(name) || len(c.locales) == 0 && reserved("/"+name):
		c.invalid(at, "The path /%s belongs to the service.", name)
	}
}

// isLocale reports whether a segment is a locale of the site, in any spelling.
func isLocale(locales []string, segment string) bool {
	locale, ok := site.CanonicalLocale(segment)
	return ok && slices.Contains(locales, locale)
}

// reserved reports whether a path is one that only the service answers.
func reserved(path string) bool {
	return httpx.Reserved(path) || path == "/api" || path == "/.well-known" || path == "/healthz" || path == "/readyz"
}

// isFixed reports whether a segment is that of a route which every site with
// pages has.
func isFixed(segment string) bool {
	switch segment {
	case "llms.txt", "sitemap.xml", "robots.txt", "favicon.ico":
		return true
	}
	return false
}

// home checks the entry that is the home, if one is named.
func (c *compiler) home() {
	home := c.routes.declared.Home
	if home == nil || home.Collection == "" {
		return
	}
	if c.routes.home = c.routes.of(home.Collection); c.routes.home != nil {
		c.routes.home.home = home.Slug
		return
	}
	schema := c.schema("/routes/home/collection", home.Collection)
	if schema == nil {
		return
	}
	declared := settings.CollectionRoute{Collection: home.Collection, Slug: "slug", Markdown: true, Fallback: settings.FallbackNone}
	c.routes.home = c.route("/routes/home/collection", schema, declared)
	c.routes.home.home = home.Slug
}
