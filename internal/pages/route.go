package pages

import (
	"maps"
	"slices"

	"github.com/quartet-dev/quartet/internal/pages/page"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/settings"
)

// route is a collection that has pages.
type route struct {
	settings.CollectionRoute
	schema *plan.Schema
	slug   *plan.Column // of schema
	parent *plan.Schema // of a translation: its data lies below the child's; nil for none
	child  *plan.Schema // the translations, where the route names their parent; nil for none
	view   *plan.View   // what the list shows; nil for the newest entries

	home       string         // the slug of the entry that is the home; "" for none
	schemas    []*plan.Schema // that pages of the route are made from
	covers     []string       // the properties that name pictures of the media library
	recordings []string       // the properties whose sounds and videos feeds attach
	posts      bool           // its entries are posts: they have a long text or a date (decision 330)

	body       string // the property that a page shows as its text; "" for none
	bodyFormat string // markdown, richtext or text

	described map[string]string // how descriptions are written that are not plain: markdown or richtext

	titles map[*plan.Schema][]string // the properties that may be an entry's title
}

// routes are the collections with pages, and the home.
type routes struct {
	declared settings.Routes
	all      []*route
	home     *route // of the entry that is the home; nil for a home that is composed
}

// hasHome reports whether the site has a home.
func (r *routes) hasHome() bool { return r.declared.Home != nil }

// composedHome reports whether the home is composed of lists.
func (r *routes) composedHome() bool { return r.hasHome() && r.home == nil }

// homeAside reports whether the home is an entry of a collection that has no pages
// beside it.
func (r *routes) homeAside() bool { return r.home != nil && !slices.Contains(r.all, r.home) }

// homeIn is the home of a locale.
func (r *routes) homeIn(locale string) target {
	t := target{kind: page.Home, locale: locale, route: r.home}
	if r.home != nil {
		t.slug = r.declared.Home.Slug
	}
	return t
}

// properties are what the data of entries with pages may have.
func (r *routes) properties() []string {
	names := map[string]bool{}
	for _, each := range append(slices.Clip(r.all), r.home) {
		if each == nil {
			continue
		}
		for _, schema := range each.schemas {
			for _, column := range schema.Properties() {
				names[column.Name()] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(names))
}

// segment finds the route of a path segment; nil for none.
func (r *routes) segment(name string) *route {
	for _, each := range r.all {
		if each.Segment == name {
			return each
		}
	}
	return nil
}

// of finds the route of a collection; nil for none. A collection may stand for
// several: then it is the first one.
func (r *routes) of(collection string) *route {
	for _, each := range r.all {
		if each.Collection == collection {
			return each
		}
	}
	return nil
}

// localized reports whether the entries that the path names belong to one locale.
func (r *route) localized() bool { return r.schema.Localized() }

// everywhere reports whether one entry is shown in the tree of every locale.
func (r *route) everywhere() bool { return !r.localized() && r.child == nil }

// alone reports whether every published entry has a page: nothing lies over or under
// it that may be missing.
func (r *route) alone() bool { return r.parent == nil && r.child == nil }

// reads are the collections that pages of the route are made from.
func (r *route) reads() []*plan.Schema {
	return slices.DeleteFunc([]*plan.Schema{r.schema, r.parent, r.child}, func(s *plan.Schema) bool { return s == nil })
}

// joins is the property of the route's Schema that a parent or a translation shares;
// "" where there is neither.
func (r *route) joins() string {
	switch {
	case r.parent != nil:
		return r.schema.Translation().On
	case r.child != nil:
		return r.child.Translation().On
	}
	return ""
}
