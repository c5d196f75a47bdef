package settings

import (
	"encoding/json"
	"strings"

	"github.com/quartet-dev/quartet/internal/yamldoc"
)

// Routes are the public pages of a site. Their shape is checked here; whether a
// name means something, internal/pages knows.
type Routes struct {
	Home        *Home             `json:"home"`     // nil: no home page
	NotFound    string            `json:"notFound"` // a template; "" for the theme's
	Collections []CollectionRoute `json:"collections"`
}

// Home is the home page. The zero value is the theme's, composed of the newest
// entries. Collection and Slug name the entry behind it; either both are set or
// none.
type Home struct {
	Template   string `json:"template"`
	Collection string `json:"collection"`
	Slug       string `json:"slug"`
}

// What a route does in a locale that an entry has no translation in.
const (
	FallbackNone      = "none"      // there is no page
	FallbackCanonical = "canonical" // the page shows the canonical locale's
)

// CollectionRoute is the pages of one collection. An empty name of a template
// stands for the theme's, an empty Body for the property that Markdown or rich
// text is written in, an empty View for the newest entries.
type CollectionRoute struct {
	Collection   string `json:"collection"`
	Segment      string `json:"segment"` // of the path; the collection's name by default, "" directly below the locale
	Slug         string `json:"slug"`    // the property of the last segment; slug by default
	List         bool   `json:"list"`
	Template     string `json:"template"`
	ListTemplate string `json:"listTemplate"`
	Markdown     bool   `json:"markdown"` // true by default
	Body         string `json:"body"`
	Feed         bool   `json:"feed"`
	Fallback     string `json:"fallback"` // FallbackNone by default
	View         string `json:"view"`
}

// UnmarshalJSON fills in the defaults of the keys that are not declared.
func (c *CollectionRoute) UnmarshalJSON(data []byte) error {
	type plain CollectionRoute
	declared := struct {
		plain
		Segment *string `json:"segment"`
	}{plain: plain{Slug: "slug", Markdown: true, Fallback: FallbackNone}}
	if err := json.Unmarshal(data, &declared); err != nil {
		return err
	}
	*c = CollectionRoute(declared.plain)
	c.Segment = c.Collection
	if declared.Segment != nil {
		c.Segment = *declared.Segment
	}
	return nil
}

var routeKeys = mapping(
	optional("home", homeKeys),
	optional("notFound", text(templateName)),
	optional("collections", listOf(mapping(
		required("collection", text(notEmpty)),
		optional("segment", text(routeSegment)),
		optional("slug", text(notEmpty)),
		optional("list", flag),
		optional("template", text(templateName)),
		optional("listTemplate", text(templateName)),
		optional("markdown", flag),
		optional("body", text(notEmpty)),
		optional("feed", flag),
		optional("fallback", text(oneOf(FallbackNone, FallbackCanonical))),
		optional("view", text(notEmpty)),
	))),
)

// homeKeys wants the entry behind the home page whole: its collection and its
// slug.
var homeKeys = rule{form: homeMapping.form, check: func(r *reader, pointer string, n *yamldoc.Node) {
	homeMapping.check(r, pointer, n)
	collection, slug := n.Field("collection"), n.Field("slug")
	switch {
	case collection != nil && slug == nil:
		r.refuse(collection.Pos, pointer+"/collection", "The key slug is missing; collection and slug together name the entry of the home page.")
	case collection == nil && slug != nil:
		r.refuse(slug.Pos, pointer+"/slug", "The key collection is missing; collection and slug together name the entry of the home page.")
	}
}}

var homeMapping = mapping(
	optional("template", text(templateName)),
	optional("collection", text(notEmpty)),
	optional("slug", text(notEmpty)),
)

// routeSegment takes "", too, which puts entries directly below the locale. The
// address of a page with .md behind it is that of its mirror.
func routeSegment(value string) *problem {
	if value == "" || pathSegment.MatchString(value) && !strings.HasSuffix(value, ".md") {
		return nil
	}
	return wants("one segment of a path, of letters, digits, dots, hyphens and underscores, that does not end in .md; or '' for none")
}
