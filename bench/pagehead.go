package main

import (
	"encoding/json"
	"html/template"
	"strings"
	"time"

	"github.com/quartet-dev/quartet/internal/pages/page"
)

// headOf writes the head of a page by hand, for this one site: what the program
// says there, in the same words.
func headOf(p *floorPage) template.HTML {
	var w strings.Builder
	w.Grow(4096)
	escape := template.HTMLEscapeString
	title, description, canonical := escape(p.SEO.Title), escape(p.SEO.Description), pageOrigin+escape(p.SEO.Canonical)
	w.WriteString("<title>" + title + "</title>\n" + `<meta name="description" content="` + description + "\">\n" +
		`<link rel="canonical" href="` + canonical + "\">\n")
	for _, each := range p.Alternates {
		w.WriteString(`<link rel="alternate" href="` + pageOrigin + escape(each.URL) + `" hreflang="` + each.Locale + "\">\n")
	}
	if len(p.Alternates) > 0 {
		w.WriteString(`<link rel="alternate" href="` + pageOrigin + escape(p.Alternates[0].URL) + "\" hreflang=\"x-default\">\n")
	}
	if p.SEO.Markdown != "" {
		w.WriteString(`<link rel="alternate" href="` + pageOrigin + escape(p.SEO.Markdown) + "\" type=\"text/markdown\">\n")
	}
	w.WriteString(`<link rel="alternate" href="` + pageOrigin + p.Collection.Atom + "\" type=\"application/atom+xml\" title=\"Articles\">\n" +
		`<link rel="alternate" href="` + pageOrigin + p.Collection.JSON + "\" type=\"application/feed+json\" title=\"Articles\">\n")
	if p.Next != "" {
		w.WriteString(`<link rel="next" href="` + pageOrigin + escape(p.Next) + "\">\n")
	}
	w.WriteString("<meta property=\"og:site_name\" content=\"Bench\">\n" + `<meta property="og:title" content="` + escape(p.name()) + "\">\n" +
		`<meta property="og:type" content="` + p.SEO.Type + "\">\n" + `<meta property="og:url" content="` + canonical + "\">\n" +
		`<meta property="og:description" content="` + description + "\">\n" +
		`<meta property="og:locale" content="` + strings.ReplaceAll(p.Locale, "-", "_") + "\">\n")
	for _, each := range p.Alternates {
		if each.Locale != p.Locale {
			w.WriteString(`<meta property="og:locale:alternate" content="` + strings.ReplaceAll(each.Locale, "-", "_") + "\">\n")
		}
	}
	if p.Entry != nil {
		w.WriteString(`<meta property="article:published_time" content="` + p.SEO.Published.Format(time.RFC3339) + "\">\n" +
			`<meta property="article:modified_time" content="` + p.SEO.Modified.Format(time.RFC3339) + "\">\n")
	}
	w.WriteString("<meta name=\"twitter:card\" content=\"summary\">\n" + `<script type="application/ld+json">`)
	linked, _ := json.Marshal(linkedData{"https://schema.org", p.things()}) // strings alone: it cannot fail
	w.Write(linked)
	w.WriteString("</script>\n")
	return template.HTML(w.String())
}

type linkedData struct {
	Context string `json:"@context"`
	Graph   []any  `json:"@graph"`
}

type named struct {
	Type string `json:"@type"`
	Name string `json:"name"`
	Note string `json:"description,omitempty"`
	URL  string `json:"url,omitempty"`
}

type posting struct {
	Type        string `json:"@type"`
	Name        string `json:"name,omitempty"`
	Headline    string `json:"headline,omitempty"`
	Description string `json:"description"`
	URL         string `json:"url"`
	Language    string `json:"inLanguage"`
	Published   string `json:"datePublished,omitempty"`
	Modified    string `json:"dateModified,omitempty"`
	Author      *named `json:"author,omitempty"`
	Publisher   *named `json:"publisher,omitempty"`
	PartOf      *named `json:"isPartOf"`
	MainEntity  string `json:"mainEntityOfPage,omitempty"`
}

type crumbs struct {
	Type string  `json:"@type"`
	List []crumb `json:"itemListElement"`
}

type crumb struct {
	Type     string `json:"@type"`
	Position int    `json:"position"`
	Name     string `json:"name"`
	Item     string `json:"item"`
}

func (p *floorPage) name() string {
	if p.Entry != nil {
		return p.Entry.Title
	}
	return p.Collection.Title
}

func (p *floorPage) things() []any {
	at := pageOrigin + p.SEO.Canonical
	shown := posting{
		Type: "WebPage", Name: p.name(), Description: p.SEO.Description, URL: at, Language: p.Locale,
		PartOf: &named{"WebSite", "Bench", p.Site.Description, pageOrigin + p.Home},
	}
	if p.Entry != nil {
		publisher := &named{Type: "Organization", Name: "Bench"}
		shown.Type, shown.Name, shown.Headline, shown.MainEntity = "BlogPosting", "", shown.Name, at
		shown.Author, shown.Publisher = publisher, publisher
		shown.Published, shown.Modified = p.SEO.Published.Format(time.RFC3339), p.SEO.Modified.Format(time.RFC3339)
	}
	list := crumbs{Type: "BreadcrumbList"}
	for i, each := range p.Crumbs {
		list.List = append(list.List, crumb{"ListItem", i + 1, each.Title, pageOrigin + each.URL})
	}
	return []any{shown, list}
}

// pageOrigin is that of bench/pages/quartet.yaml.
const pageOrigin = "https://tea.example"

func timeOf(milliseconds int64) time.Time { return time.UnixMilli(milliseconds).UTC() }

// floorPage is what the theme's templates are given, made by hand. Its fields are its
// own: those of an embedded struct take html/template several times as long to find.
type floorPage struct {
	Kind       page.Kind
	Site       page.Site
	Locale     string
	Lang       string
	Locales    []page.Language
	Path       string
	Home       string
	Alternates []page.Alternate
	Menu       []*page.Collection
	Crumbs     []page.Link
	SEO        page.SEO
	Collection *page.Collection
	Entry      *page.Entry
	Entries    []*page.Entry
	Next       string
	Preview    bool

	Older, Newer *page.Entry
	HeadHTML     template.HTML
	BodyHTML     template.HTML
}

// Dir is the direction of writing in both locales.
func (*floorPage) Dir() string { return "ltr" }
