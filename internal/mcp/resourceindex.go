package mcp

import (
	"cmp"
	"slices"
	"strings"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/plan"
)

// resourceIndex is what can be read as resources: published entries, as far as some
// public View would show them to the caller. It adds no way to anything that a
// View does not give.
type resourceIndex struct {
	service     *content.Service
	collections []*resourceCollection // by the name of the Schema
}

// resourceCollection is a publishing Schema and the public Views over it.
type resourceCollection struct {
	schema   *plan.Schema
	views    []*plan.View
	markdown string // the property whose text an entry is; "" for JSON
}

func newResourceIndex(service *content.Service) *resourceIndex {
	r := &resourceIndex{service: service}
	for _, v := range service.Plan().Views() {
		if v.Surface() != plan.Public || !v.PublishedOnly() || v.Requires().Guard() != nil {
			continue // a guard decides over one query, of which there is none here
		}
		s := r.find(v.Source().Name())
		if s == nil {
			s = &resourceCollection{schema: v.Source(), markdown: markdownProperty(v.Source())}
			r.collections = append(r.collections, s)
		}
		s.views = append(s.views, v)
	}
	slices.SortFunc(r.collections, func(a, b *resourceCollection) int { return cmp.Compare(a.schema.Name(), b.schema.Name()) })
	return r
}

func (r *resourceIndex) isEmpty() bool { return len(r.collections) == 0 }

// find finds a collection in any case, since hosts of URIs know none and no
// two Schemas differ by it alone.
func (r *resourceIndex) find(collection string) *resourceCollection {
	for _, s := range r.collections {
		if strings.EqualFold(s.schema.Name(), collection) {
			return s
		}
	}
	return nil
}

// readableBy are the collections where the caller may call some View.
func (r *resourceIndex) readableBy(caller content.Caller) []*resourceCollection {
	var open []*resourceCollection
	for _, s := range r.collections {
		if len(r.callableViews(caller, s)) > 0 {
			open = append(open, s)
		}
	}
	return open
}

func (r *resourceIndex) callableViews(caller content.Caller, s *resourceCollection) []*plan.View {
	var views []*plan.View
	for _, v := range s.views {
		if r.service.Authorize(caller, v.Requires()) == nil {
			views = append(views, v)
		}
	}
	return views
}

// visibleFields is the entry as the caller's Views show it: the fields that any of them
// has; nil when none shows the entry.
func (r *resourceIndex) visibleFields(caller content.Caller, s *resourceCollection, e *content.Entry) map[string]any {
	if e.Status != content.Published {
		return nil
	}
	var shown map[string]any
	for _, v := range r.callableViews(caller, s) {
		if !visibleVia(v, caller, e) {
			continue
		}
		if shown == nil {
			shown = map[string]any{}
		}
		for _, c := range v.Fields() {
			shown[c.Name()] = columnOf(e, c)
		}
	}
	return shown
}

func columnOf(e *content.Entry, c *plan.Column) any {
	if c.Reserved() {
		return e.Row()[c.Name()]
	}
	return e.Data[c.Name()]
}

// markdownProperty is the first property that is a text with x-mcp-hint:
// markdown.
func markdownProperty(s *plan.Schema) string {
	for _, c := range s.Properties() {
		if s.PropertyDocument(c.Name())["x-mcp-hint"] == "markdown" && c.Kind() == plan.TextColumn {
			return c.Name()
		}
	}
	return ""
}
