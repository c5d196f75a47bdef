package mapping

import (
	"slices"
	"strings"
	"time"

	"github.com/quartet-dev/quartet/internal/plan"
)

// The kinds of records of a blog.
const (
	Post     = "post"
	Page     = "page"
	Author   = "author"
	Tag      = "tag"
	Category = "category"
)

// The fields of those records that a mapping reads. Slug is there in each.
const (
	Slug        = "slug"
	Title       = "title"   // the name of an author, tag or category
	Body        = "content" // HTML
	Summary     = "excerpt"
	Published   = "published" // a time, as are the next two
	Created     = "created"
	Updated     = "updated"
	Status      = "status" // of the entry: draft, published, archived
	AuthorSlug  = "author"
	AuthorName  = "authorName"
	Tags        = "tags" // slugs
	Categories  = "categories"
	Image       = "image" // an address
	ImageAlt    = "imageAlt"
	Link        = "link"
	Description = "description"
	Website     = "website"
)

// BlogFields lists the fields that records of a blog can have.
func BlogFields() []string {
	return []string{
		Slug, Title, Body, Summary, Published, Created, Updated, Status, AuthorSlug, AuthorName, Tags, Categories,
		Image, ImageAlt, Link, Description, Website, "email", "type", "tagNames", "categoryNames",
	}
}

// collectionNames are how Schemas for each kind are usually named, in the order in
// which they are looked for.
var collectionNames = []struct {
	kind  string
	names []string
}{
	{Author, []string{"authors", "author", "people", "writers"}},
	{Tag, []string{"tags", "tag", "topics"}},
	{Category, []string{"categories", "category", "sections"}},
	{Post, []string{"posts", "post", "articles", "article", "blogposts", "stories", "news"}},
	{Page, []string{"pages", "page"}},
}

// sources are the fields behind properties of usual names, the first that is there.
var sources = map[string][]string{
	"slug": {Slug}, "title": {Title, Slug}, "name": {Title, Slug}, "headline": {Title, Slug},
	"body": {Body}, "content": {Body}, "html": {Body}, "text": {Body}, "markdown": {Body},
	"summary": {Summary, Body, Title}, "excerpt": {Summary, Body, Title}, "description": {Description, Summary, Body, Title}, "lead": {Summary, Body, Title},
	"about": {Description, Title}, "bio": {Description, Title}, "biography": {Description, Title},
	"publishedat": {Published, Created}, "published": {Published, Created}, "date": {Published, Created}, "publishedon": {Published, Created},
	"author": {AuthorSlug}, "authors": {AuthorSlug}, "byline": {AuthorName}, "authorname": {AuthorName},
	"tags": {Tags, Categories}, "topics": {Tags, Categories}, "keywords": {Tags, Categories}, "categories": {Categories}, "category": {Categories}, "section": {Categories},
	"cover": {Image}, "image": {Image}, "featureimage": {Image}, "featuredimage": {Image}, "heroimage": {Image}, "thumbnail": {Image}, "avatar": {Image}, "photo": {Image},
	"coveralt": {ImageAlt}, "imagealt": {ImageAlt},
	"website": {Website, Link}, "url": {Website, Link}, "homepage": {Website, Link},
}

// Automatic is the mapping of a blog's records that the names of Schemas and properties
// say. locales are the site's, the canonical one first: texts come in that one, and in
// every one where a property is an object of languages. purpose is that of assets,
// "" where pictures stay addresses. It is nil where no Schema is for any kind.
func Automatic(p *plan.Plan, locales []string, purpose string) *Mapping {
	m := &Mapping{zone: time.UTC}
	for _, each := range collectionNames {
		if schema := schemaNamed(p, each.names); schema != nil {
			m.add(p, each.kind, schema, locales, purpose)
		}
	}
	if len(m.targets) == 0 {
		return nil
	}
	return m
}

// add adds a Schema, and the one of its translations.
func (m *Mapping) add(p *plan.Plan, kind string, schema *plan.Schema, locales []string, purpose string) {
	m.targets = append(m.targets, automatic(kind, schema, locales, purpose))
	for _, child := range p.Schemas() {
		if t := child.Translation(); t != nil && t.Parent == schema {
			m.targets = append(m.targets, automatic(kind, child, locales, purpose))
		}
	}
}

func schemaNamed(p *plan.Plan, names []string) *plan.Schema {
	for _, name := range names {
		for _, schema := range p.Schemas() {
			if plainName(schema.Name()) == name {
				return schema
			}
		}
	}
	return nil
}

func plainName(name string) string {
	return strings.NewReplacer("-", "", "_", "", ".", "").Replace(strings.ToLower(name))
}

func automatic(kind string, schema *plan.Schema, locales []string, purpose string) *target {
	t := &target{
		kind: kind, schema: schema,
		status:    &value{from: []string{Status}, as: asText},
		createdAt: &value{from: []string{Created, Published}, as: asMilliseconds},
		updatedAt: &value{from: []string{Updated}, as: asMilliseconds},
	}
	for _, column := range schema.Properties() {
		t.data = append(t.data, automaticProperty(schema, column.Name(), locales, purpose)...)
	}
	return t
}

func automaticProperty(schema *plan.Schema, name string, locales []string, purpose string) []property {
	if name == "locale" && schema.Localized() && len(locales) > 0 {
		return []property{{[]string{name}, &value{constant: locales[0]}}}
	}
	from := sources[plainName(name)]
	if from == nil {
		return nil
	}
	doc := schema.PropertyDocument(name)
	if each := languages(doc, locales); each != nil {
		var all []property
		for _, locale := range each {
			all = append(all, property{[]string{name, locale}, textValue(from, doc["properties"].(map[string]any)[locale])})
		}
		return all
	}
	v := textValue(from, doc)
	if schema.MediaHint(name) != "" {
		if purpose == "" {
			return nil // an address is no id of an asset
		}
		v.as, v.items, v.purpose = asAsset, asAsset, purpose
		if typeOf(doc) == "array" {
			v.as = asList
		}
	}
	return []property{{[]string{name}, v}}
}

// textValue is a value of a property. A text that is made of a longer one is cut to
// what the property takes.
func textValue(from []string, declared any) *value {
	doc, _ := declared.(map[string]any)
	s := shapeOfDocument(doc)
	v := &value{from: from, as: s.as, items: s.items}
	if most, ok := doc["maxLength"].(int64); ok && s.as == asText && (slices.Contains(from, Body) && len(from) > 1 || slices.Contains(from, Description)) {
		v.cut = int(min(most, maxPlain))
	} else if s.as == asText && len(from) > 1 && slices.Contains(from, Body) {
		v.cut = 300
	}
	return v
}

// languages are the locales of a property that is an object of languages; nil for any
// other.
func languages(doc map[string]any, locales []string) (all []string) {
	properties, _ := doc["properties"].(map[string]any)
	if typeOf(doc) != "object" || len(properties) == 0 {
		return nil
	}
	for name := range properties {
		if !slices.Contains(locales, name) {
			return nil
		}
		all = append(all, name)
	}
	slices.Sort(all)
	return all
}
