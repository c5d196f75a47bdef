package head_test

import (
	"encoding/json"
	"flag"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/net/html"

	"github.com/quartet-dev/quartet/internal/pages/head"
	"github.com/quartet-dev/quartet/internal/pages/page"
)

var update = flag.Bool("update", false, "write what the tests see into testdata")

var hostile = []string{
	"", "plain", `"><script>alert(1)</script>`, "</title><script>alert(1)</script>", "</script><script>alert(1)//", "<!--<script>", "-->",
	"');alert(1);//", `\');alert(1)//`, "\u2028alert(1)\u2029", "a\nb\rc\x00d", "\xff\xfe", "\ufffe", "' onload=alert(1) '", "&quot;&lt;",
	"javascript:alert(1)", "'; script-src *; x '", "https://a.example; script-src *", "G-1&x=2#y", "{{.}}", "${alert(1)}", "]]>", "茶🍵",
}

func article() *page.Page {
	posts := &page.Collection{Name: "posts", Title: "Posts", URL: "/en/posts", Atom: "/en/posts/feed.xml", JSON: "/en/posts/feed.json"}
	return &page.Page{
		Kind: page.Detail,
		Site: page.Site{
			Title: "Tea notes", Description: "About tea.", Origin: "https://tea.example", CanonicalLocale: "en",
			Icons: []page.Icon{
				{Src: "/icon.svg", MimeType: "image/svg+xml", Sizes: "any"},
				{Src: "/dark.png", MimeType: "image/png", Sizes: "32x32 64x64", Theme: "dark"},
			},
		},
		Locale: "en", Lang: "en", Path: "/en/posts/water", Home: "/en",
		Alternates: []page.Alternate{{Locale: "en", URL: "/en/posts/water"}, {Locale: "zh-TW", URL: "/zh-TW/posts/水"}},
		Menu:       []*page.Collection{posts},
		Crumbs:     []page.Link{{Title: "Tea notes", URL: "/en"}, {Title: "Posts", URL: "/en/posts"}, {Title: "Water", URL: "/en/posts/water"}},
		Collection: posts,
		Entry:      &page.Entry{Title: "Water"},
		SEO: page.SEO{
			Title: "Water – Tea notes", Description: "Soft & hard.", Canonical: "https://tea.example/en/posts/water",
			Markdown: "/en/posts/water.md", Atom: posts.Atom, JSON: posts.JSON, Image: "/media/water.jpg", ImageAlt: "Water \"boils\"", ImageWidth: 1200, ImageHeight: 800, Type: "article",
			Published: time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC), Modified: time.Date(2026, 3, 5, 6, 7, 8, 0, time.UTC),
		},
	}
}

// with is the article's page after a change.
func with(change func(*page.Page)) *page.Page {
	p := article()
	change(p)
	return p
}

func pages() map[string]*page.Page {
	return map[string]*page.Page{
		"article": article(),
		"relative": with(func(p *page.Page) {
			p.Site.Origin, p.SEO.Canonical = "", "/en/posts/water"
		}),
		"home": with(func(p *page.Page) {
			p.Kind, p.Entry, p.Collection, p.Crumbs = page.Home, nil, nil, nil
			p.SEO = page.SEO{Title: "Tea notes", Canonical: "/en", Markdown: "/en.md", Type: "website"}
		}),
		"list": with(func(p *page.Page) {
			p.Kind, p.Entry, p.Next, p.SEO.Type, p.SEO.Image, p.SEO.ImageAlt, p.SEO.ImageWidth = page.List, nil, "/en/posts?cursor=a&b", "website", "", "", 0
		}),
		"without-locales": with(func(p *page.Page) {
			p.Locale, p.Lang, p.Alternates, p.Home, p.Site.CanonicalLocale = "", "", nil, "", ""
		}),
		"fallback": with(func(p *page.Page) {
			p.Locale, p.Lang, p.Entry.Lang = "de", "de", "en"
		}),
		"not-found": with(func(p *page.Page) {
			p.Kind, p.Entry, p.Collection, p.Crumbs, p.Alternates = page.NotFound, nil, nil, nil, nil
			p.SEO = page.SEO{Title: "Not found"}
		}),
		"preview": with(func(p *page.Page) { p.Preview = true }),
	}
}

func TestHeadsAreWrittenAsGolden(t *testing.T) {
	a := head.NewAnalytics("G-ABC123", "42")
	for name, p := range pages() {
		t.Run(name, func(t *testing.T) {
			text, sources := head.Head(p, a)
			golden(t, name+".html", string(text)+"<!-- "+head.Policy(sources)+" -->\n")
		})
	}
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Error(diff)
	}
}

// elements are what a browser makes of a head: names and texts, in their order,
// without the values of attributes.
func elements(t *testing.T, text string) (names []string, scripts []*html.Node) {
	t.Helper()
	document, err := html.Parse(strings.NewReader("<!doctype html><html><head>" + text + "</head><body></body></html>"))
	if err != nil {
		t.Fatal(err)
	}
	for n := range document.Descendants() {
		if n.Type != html.ElementNode {
			continue
		}
		name := n.Data
		for _, each := range n.Attr {
			name += " " + each.Key
		}
		names = append(names, name)
		if n.Data == "script" {
			scripts = append(scripts, n)
		}
	}
	return names, scripts
}

func hostilePage(text string) *page.Page {
	p := article()
	p.Site.Title, p.Site.Description, p.Site.Origin = "a"+text, "a"+text, text
	p.Alternates = []page.Alternate{{Locale: "en", URL: "/" + text}, {Locale: "a" + text, URL: "/" + text}}
	p.Crumbs = []page.Link{{Title: text, URL: "/" + text}, {Title: text, URL: "/" + text}}
	p.Site.Icons = []page.Icon{{Src: "/" + text, MimeType: "a" + text, Sizes: "a" + text, Theme: "a" + text}}
	p.Collection.Title, p.Entry.Title, p.Lang = "a"+text, "a"+text, "a"+text
	p.SEO.Title, p.SEO.Description, p.SEO.ImageAlt, p.SEO.Type = "a"+text, "a"+text, "a"+text, "article"
	p.SEO.Canonical, p.SEO.Image, p.SEO.Markdown, p.SEO.Atom, p.SEO.JSON = "/"+text, "/"+text, "/"+text, "/"+text, "/"+text
	return p
}

// TestHostileTextsKeepTheHead compares what a browser makes of a head with what it
// makes of the same head with a harmless text.
func TestHostileTextsKeepTheHead(t *testing.T) {
	for _, text := range hostile {
		checkHead(t, text)
	}
}

func FuzzAnyTextKeepsTheHead(f *testing.F) {
	for _, text := range hostile {
		f.Add(text)
	}
	f.Fuzz(checkHead)
}

func checkHead(t *testing.T, text string) {
	t.Helper()
	plain, _ := head.Head(hostilePage("x"), head.NewAnalytics("x", "x"))
	written, sources := head.Head(hostilePage(text), head.NewAnalytics("x"+text, "x"+text))
	want, _ := elements(t, string(plain))
	got, scripts := elements(t, string(written))
	if diff := cmp.Diff(want, got); diff != "" {
		t.Fatalf("%q: %s in\n%s", text, diff, written)
	}
	admitted := head.Policy(sources)
	for _, each := range scripts {
		checkScript(t, text, each, admitted)
	}
}

// checkScript wants JSON of data, and of code that its hash is admitted.
func checkScript(t *testing.T, text string, script *html.Node, policy string) {
	t.Helper()
	if script.FirstChild == nil {
		checkAddress(t, text, script)
		return
	}
	code := script.FirstChild.Data
	if len(script.Attr) > 0 {
		if !json.Valid([]byte(code)) || strings.ContainsAny(code, "\u2028\u2029<") {
			t.Errorf("%q makes this data: %s", text, code)
		}
	} else if !strings.Contains(policy, head.Hash(code)) {
		t.Errorf("%q: %s does not admit %s", text, policy, code)
	}
}

// checkAddress wants the id, whole, in the address of the one script that has one.
func checkAddress(t *testing.T, text string, script *html.Node) {
	t.Helper()
	for _, each := range script.Attr {
		if each.Key != "src" {
			continue
		}
		address, err := url.Parse(each.Val)
		if err != nil || address.Host != "www.googletagmanager.com" || address.Query().Get("id") != "x"+text {
			t.Errorf("%q makes the address %s", text, each.Val)
		}
	}
}

func TestPreviewsHaveNoAnalytics(t *testing.T) {
	p := article()
	p.Preview = true
	text, sources := head.Head(p, head.NewAnalytics("G-1", "42"))
	if strings.Contains(string(text), "google") || strings.Contains(string(text), "facebook") || sources != nil {
		t.Errorf("a preview has %v and\n%s", sources, text)
	}
	if !strings.Contains(string(text), `<meta name="robots" content="noindex">`) {
		t.Error("a preview may be indexed")
	}
}

func TestAnalyticsNeedIDs(t *testing.T) {
	if a := head.NewAnalytics("", ""); a.HTML != "" || len(a.Sources) != 0 {
		t.Errorf("without ids there is %+v", a)
	}
}

func TestFaviconPrefersPicturesWithoutATheme(t *testing.T) {
	svg, png := page.Icon{Src: "/a.svg", MimeType: "image/svg+xml"}, page.Icon{Src: "/b.png", MimeType: "image/png"}
	dark, light := page.Icon{Src: "/c.png", MimeType: "image/png", Theme: "dark"}, page.Icon{Src: "/d.svg", Theme: "light"}
	second := page.Icon{Src: "/e.png", MimeType: "image/png"}
	for name, test := range map[string]struct {
		icons []page.Icon
		want  page.Icon
	}{
		"the first PNG without a theme": {[]page.Icon{dark, svg, png, second}, png},
		"the first without a theme":     {[]page.Icon{dark, svg, {Src: "/f.webp"}}, svg},
		"the first":                     {[]page.Icon{light, dark}, light},
		"none":                          {nil, page.Icon{}},
	} {
		if got := head.Favicon(test.icons); got != test.want {
			t.Errorf("%s: %+v, want %+v", name, got, test.want)
		}
	}
}

func BenchmarkHead(b *testing.B) {
	p, a := article(), head.NewAnalytics("G-1", "")
	b.ReportAllocs()
	for b.Loop() {
		head.Head(p, a)
	}
}
