package head

import (
	"encoding/json"

	"github.com/quartet-dev/quartet/internal/pages/page"
)

// A thing is an object of schema.org. Its fields are those of the four kinds that
// a page describes; what is empty is left out.
type thing struct {
	Type        string `json:"@type"`
	Name        string `json:"name,omitempty"`
	Headline    string `json:"headline,omitempty"`
	Description string `json:"description,omitempty"`
	URL         string `json:"url,omitempty"`
	Language    string `json:"inLanguage,omitempty"`
	Image       string `json:"image,omitempty"`
	Published   string `json:"datePublished,omitempty"`
	Modified    string `json:"dateModified,omitempty"`
	Author      *thing `json:"author,omitempty"`
	Publisher   *thing `json:"publisher,omitempty"`
	PartOf      *thing `json:"isPartOf,omitempty"`
	MainEntity  string `json:"mainEntityOfPage,omitempty"`
	Crumbs      []item `json:"itemListElement,omitempty"`
}

type item struct {
	Type     string `json:"@type"`
	Position int    `json:"position"`
	Name     string `json:"name"`
	Item     string `json:"item,omitempty"`
}

type graph struct {
	Context string   `json:"@context"`
	Graph   []*thing `json:"@graph"`
}

// data writes the JSON-LD of a page. Nothing describes a page that is not there.
// The encoder writes <, > and & as \u escapes, and the two line separators too:
// no text ends the element or opens a comment in it.
func (w *writer) data(p *page.Page) {
	if p.Kind == page.NotFound {
		return
	}
	text, err := json.Marshal(graph{"https://schema.org", things(p)})
	if err != nil {
		return // strings and numbers alone: it cannot fail
	}
	w.WriteString(`<script type="application/ld+json">`)
	w.Write(text)
	w.WriteString("</script>\n")
}

func things(p *page.Page) []*thing {
	all := []*thing{shown(p)}
	if p.Kind == page.Home {
		all = append(all, website(p))
	}
	if len(p.Crumbs) > 1 {
		all = append(all, breadcrumbs(p))
	}
	return all
}

// shown is an article, or any other page.
func shown(p *page.Page) *thing {
	address := page.Absolute(p.Site.Origin, p.SEO.Canonical)
	one := &thing{
		Type: "WebPage", Name: name(p), Description: description(p), URL: address, Language: language(p),
		Image: page.Absolute(p.Site.Origin, p.SEO.Image), Published: stamp(p.SEO.Published), Modified: stamp(p.SEO.Modified),
		PartOf: website(p),
	}
	if p.SEO.Type == "article" {
		publisher := &thing{Type: "Organization", Name: p.Site.Title}
		one.Type, one.Name, one.Headline, one.MainEntity = "BlogPosting", "", one.Name, address
		one.Author, one.Publisher = publisher, publisher
	}
	return one
}

// language is that of what is shown, which may differ from the page's around it.
func language(p *page.Page) string {
	if p.Entry != nil && p.Entry.Lang != "" {
		return p.Entry.Lang
	}
	return p.Lang
}

func website(p *page.Page) *thing {
	home := p.Home
	if home == "" {
		home = "/"
	}
	return &thing{Type: "WebSite", Name: p.Site.Title, Description: p.Site.Description, URL: page.Absolute(p.Site.Origin, home)}
}

func breadcrumbs(p *page.Page) *thing {
	list := &thing{Type: "BreadcrumbList"}
	for i, each := range p.Crumbs {
		list.Crumbs = append(list.Crumbs, item{"ListItem", i + 1, each.Title, page.Absolute(p.Site.Origin, each.URL)})
	}
	return list
}
