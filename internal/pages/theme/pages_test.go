package theme_test

import (
	"context"
	"html/template"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/quartet-dev/quartet/asset"
	"github.com/quartet-dev/quartet/internal/pages/page"
	"github.com/quartet-dev/quartet/internal/pages/templates"
	"github.com/quartet-dev/quartet/internal/pages/theme"
)

// posts are a collection in memory, newest first.
type posts []*page.Entry

func (posts) View(context.Context, string, map[string]any) ([]map[string]any, error) { return nil, nil }
func (posts) Entry(context.Context, string, string) (*page.Entry, error)             { return nil, nil }
func (posts) Asset(context.Context, string) (string, error)                          { return "", nil }
func (posts) Absolute(path string) string                                            { return path }

// Assets is a library in which everything is a picture.
func (posts) Assets(_ context.Context, ids ...string) (map[string]*asset.Asset, error) {
	found := map[string]*asset.Asset{}
	for _, id := range ids {
		found[id] = &asset.Asset{ID: id, Alt: "Of " + id, Variants: []asset.Variant{
			{Role: asset.Primary, MimeType: "image/jpeg", URL: "/media/" + id + ".jpg", Width: 1200, Height: 800},
		}, Renditions: []asset.Rendition{{MimeType: "image/jpeg", URL: "/media/" + id + "-640.jpg", Width: 640, Height: 427}}}
	}
	return found, nil
}

func (p posts) Entries(_ context.Context, _ string, limit int) ([]*page.Entry, error) {
	return p[:min(limit, len(p))], nil
}

func (p posts) Beside(_ context.Context, e *page.Entry) (newer, older *page.Entry, err error) {
	for i := range p {
		if p[i] == e {
			if i > 0 {
				newer = p[i-1]
			}
			if i+1 < len(p) {
				older = p[i+1]
			}
		}
	}
	return newer, older, nil
}

var (
	day   = time.Date(2026, 8, 21, 0, 0, 0, 0, time.UTC)
	three = posts{entry("third"), entry("second"), entry("first")}
	list  = &page.Collection{Name: "posts", Title: "Posts", URL: "/en/posts", Atom: "/en/posts/feed.xml", JSON: "/en/posts/feed.json"}
	both  = []page.Language{
		{Locale: "en", Name: "English", URL: "/en", Current: true, HasPage: true},
		{Locale: "zh-TW", Name: "繁體中文", URL: "/zh-TW", HasPage: true},
	}
)

func entry(slug string) *page.Entry {
	return &page.Entry{
		Collection: "posts", Slug: slug, Title: "The " + slug, TitleField: "name", URL: "/en/posts/" + slug, PublishedAt: day, UpdatedAt: day,
		Body: "Text.", BodyField: "text", BodyFormat: "markdown",
	}
}

// The first picture of a page loads at once, before everything else, and the others
// when they come near. A page without pictures has no place for them.
func TestTheFirstPictureOfAPageLoadsFirst(t *testing.T) {
	covered := posts{entry("third"), entry("second"), entry("first")}
	covered[1].Cover, covered[1].CoverField, covered[2].Cover = "b", "photo", "c"
	covered[1].Body = "![](media:x)"
	for name, data := range map[string]page.Page{
		"home.html":  {Kind: page.Home, Menu: []*page.Collection{list}},
		"list.html":  {Kind: page.List, Collection: list, Entries: covered},
		"entry.html": {Kind: page.Detail, Collection: list, Entry: covered[1], Preview: true},
	} {
		html := rendered(t, name, &data, covered)
		pictures := strings.Split(html, "<img ")[1:]
		if len(pictures) != 2 {
			t.Fatalf("%s has %d pictures:\n%s", name, len(pictures), html)
		}
		if !strings.Contains(pictures[0], `loading="eager" fetchpriority="high"`) || !strings.Contains(pictures[1], `loading="lazy"`) {
			t.Errorf("%s: %s", name, html)
		}
		for _, each := range pictures {
			if !strings.Contains(each, ` width="1200" height="800"`) || !strings.Contains(each, ` sizes="`) || strings.Contains(each, `sizes="100vw"`) {
				t.Errorf("%s: %s", name, each)
			}
		}
		if name == "entry.html" && !strings.Contains(html, `<figure class="cover" data-field="photo">`) {
			t.Error(html)
		}
		data.Entries, data.Entry = three, three[0]
		if bare := rendered(t, name, &data, three); strings.Contains(bare, "<img") || strings.Contains(bare, "cover") {
			t.Error(bare)
		}
	}
}

// A page says what its kind promises, also where the site has nothing.
func TestPages(t *testing.T) {
	site := page.Site{Title: "Tea & notes", Description: "About tea."}
	foreign := entry("foreign")
	foreign.Lang = "ar"
	for name, each := range map[string]struct {
		template string
		data     page.Page
		source   posts
		has      []string
		hasNot   []string
	}{
		"home without anything": {
			template: "home.html", data: page.Page{Kind: page.Home},
			has: []string{"<h1>Home</h1>", "Nothing has been published here yet."}, hasNot: []string{"<nav", " lang="},
		},
		"home of an empty collection": {
			template: "home.html", data: page.Page{Kind: page.Home, Site: site, Menu: []*page.Collection{list}},
			has: []string{"<h1>Tea &amp; notes</h1>", "About tea.", "All Posts", "Nothing has been published here yet."},
		},
		"home": {
			template: "home.html", data: page.Page{Kind: page.Home, Site: site, Lang: "en", Home: "/en", Path: "/en", Menu: []*page.Collection{list}, Locales: both}, source: three,
			has: []string{
				`<html lang="en" dir="ltr">`, `href="#main"`, `<main id="main">`, `<h3><a href="/en/posts/third">The third</a></h3>`, `<time datetime="2026-08-21">August 21, 2026</time>`,
				`<a href="/zh-TW" lang="zh-TW" hreflang="zh-TW" rel="alternate">繁體中文</a>`, `href="/en/posts/feed.xml"`, `href="/en/posts/feed.json"`,
			},
			hasNot: []string{"Nothing has been published"},
		},
		"home that is an entry": {
			template: "home.html", data: page.Page{Kind: page.Home, Site: site, Entry: three[0]},
			has: []string{"<h1 >The third</h1>", "<p>Text.</p>"}, hasNot: []string{"Nothing has been published"},
		},
		"list": {
			template: "list.html", source: three,
			data: page.Page{Kind: page.List, Site: site, Collection: list, Entries: three, Next: "/en/posts?cursor=x", Crumbs: []page.Link{{Title: "Home", URL: "/en"}, {Title: "Posts", URL: "/en/posts"}}, Path: "/en/posts"},
			has:  []string{"<h1>Posts</h1>", `<h2><a href="/en/posts/second">The second</a></h2>`, `<a href="/en/posts?cursor=x" rel="next">Older entries</a>`, `<li><a href="/en">Home</a></li>`},
		},
		"list without entries": {
			template: "list.html", data: page.Page{Kind: page.List, Site: site, Collection: list},
			has: []string{"Nothing has been published here yet."}, hasNot: []string{`rel="next"`},
		},
		"entry": {
			template: "entry.html", data: page.Page{Kind: page.Detail, Site: site, Collection: list, Entry: three[1], SEO: page.SEO{Markdown: "/en/posts/second.md"}}, source: three,
			has: []string{"<h1 >The second</h1>", "<p>Text.</p>", `href="/en/posts/first" rel="prev"`, `href="/en/posts/third" rel="next"`, `href="/en/posts/second.md"`},
		},
		"entry in another language than its page": {
			template: "entry.html", data: page.Page{Kind: page.Detail, Lang: "en", Collection: list, Entry: foreign, Locales: []page.Language{{Locale: "ar", Name: "العربية", URL: "/ar"}}},
			has: []string{`<article class="entry" lang="ar" dir="rtl">`, `<div class="meta" lang="en" dir="ltr">`, "Not translated yet", "العربية"}, hasNot: []string{`class="beside"`},
		},
		"preview": {
			template: "entry.html", data: page.Page{Kind: page.Detail, Collection: list, Entry: three[0], Preview: true},
			has: []string{"It may show changes that are not published.", `data-field="name"`, `data-field="text"`},
		},
		"nothing at this address, in Chinese": {
			template: "404.html", data: page.Page{Kind: page.NotFound, Locale: "zh-TW", Lang: "zh-TW", Home: "/zh-TW"},
			has: []string{"<h1>找不到網頁</h1>", `<a href="/zh-TW">首頁</a>`},
		},
	} {
		t.Run(name, func(t *testing.T) {
			html := rendered(t, each.template, &each.data, each.source)
			for _, want := range each.has {
				if !strings.Contains(html, want) {
					t.Errorf("no %s in\n%s", want, html)
				}
			}
			for _, other := range each.hasNot {
				if strings.Contains(html, other) {
					t.Errorf("%s in\n%s", other, html)
				}
			}
			if n := len(regexp.MustCompile("<h1[ >]").FindAllString(html, -1)); n != 1 {
				t.Errorf("%d headings of the first level in\n%s", n, html)
			}
		})
	}
}

func rendered(t *testing.T, name string, data *page.Page, source page.Source) string {
	t.Helper()
	path, _ := theme.Stylesheet()
	set, problems := templates.Parse(templates.Options{
		Theme: theme.Files(), Funcs: template.FuncMap{"theme": func() string { return path }}, Needs: []templates.Need{{Name: name}},
	})
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	html, err := set.Render(t.Context(), templates.Render{Name: name, Page: data, Source: source}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(html), `<link rel="stylesheet" href="`+path+`">`) {
		t.Errorf("the page does not link %s", path)
	}
	return string(html)
}
