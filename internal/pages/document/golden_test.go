package document_test

import (
	"bytes"
	"flag"
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet/asset"
	"github.com/quartet-dev/quartet/internal/pages/document"
	"github.com/quartet-dev/quartet/internal/pages/document/documenttest"
	"github.com/quartet-dev/quartet/internal/pages/page"
)

var update = flag.Bool("update", false, "write what the tests see into testdata")

const origin = "https://tea.example"

var site = page.Site{
	Title: "Tea notes", Description: "A small magazine about tea.\nIn two languages.", Origin: origin, CanonicalLocale: "en",
}

// without is the site before anybody said where it is.
func without() page.Site {
	s := site
	s.Origin = ""
	return s
}

var (
	noon  = time.Date(2026, 3, 4, 12, 0, 0, 0, time.FixedZone("", 8*3600))
	later = noon.Add(36 * time.Hour)
	water = &page.Entry{
		ID: "0190c0de-0000-7000-8000-000000000001", Collection: "posts", Locale: "zh-TW", Lang: "zh-TW", Title: "水 & <茶>",
		Description: "關於水", URL: "/zh-TW/posts/水", Markdown: "/zh-TW/posts/水.md", CreatedAt: noon.Add(-time.Hour), PublishedAt: noon, UpdatedAt: later,
	}
	leaf = &page.Entry{ID: "leaf", Collection: "posts", Locale: "en", Title: "Leaf", URL: "/en/posts/leaf", UpdatedAt: noon}
)

var recordings = []*asset.Variant{
	{MimeType: "audio/mpeg", URL: "/media/pour/1/primary-0.mp3", ByteSize: 71234},
	{MimeType: "video/mp4", URL: "https://cdn.example/pour.mp4?a&b"},
}

func feed(s page.Site) *document.Feed {
	return &document.Feed{
		Site: s, Title: "Posts", Description: "Notes", Lang: "en", Page: "/en/posts", First: "/en/posts/feed.xml",
		Self: "/en/posts/feed.xml?cursor=a&b", Next: "/en/posts/feed.xml?cursor=c",
		Items: []document.Item{
			{Entry: water, Author: "Mei", Image: "/media/water.jpg", ImageType: "image/jpeg", ImageBytes: 4096, Attachments: recordings, HTML: `<p>水 &amp; <a href="https://tea.example/en">]]></a></p>`},
			{Entry: leaf},
		},
	}
}

func sitemap(s page.Site) func(io.Writer) error {
	return func(w io.Writer) error {
		alternates := []page.Alternate{{Locale: "en", URL: "/en/posts/a&b"}, {Locale: "zh-TW", URL: "/zh-TW/posts/茶"}}
		part := document.NewSitemap(w, s)
		for _, each := range []document.Location{
			{URL: "/en/posts/a&b", Modified: noon, Alternates: alternates},
			{URL: "/zh-TW/posts/茶", Modified: later, Alternates: alternates},
			{URL: "/about"},
		} {
			if err := part.Add(each); err != nil {
				return err
			}
		}
		return part.Close()
	}
}

func sitemapIndex(w io.Writer) error {
	index := document.NewSitemapIndex(w, site)
	for _, each := range []document.Location{{URL: "/sitemap.xml?part=1", Modified: noon}, {URL: "/sitemap.xml?cursor=a&b"}} {
		if err := index.Add(each); err != nil {
			return err
		}
	}
	return index.Close()
}

func llms(s page.Site) func(io.Writer) error {
	return func(w io.Writer) error {
		return document.WriteLLMs(w, &document.LLMs{Site: s, Next: "/llms.txt?cursor=x", Sections: []document.Section{
			{Title: "Posts", Locale: "en", Links: []document.Link{{"A [b](c)", "/en/posts/a(b).md", "One\ntwo"}, {"C#", "/en/posts/c.md", ""}}},
			{Title: "文章", Locale: "zh-TW", Links: []document.Link{{"snake_case & `code`", "/zh-TW/posts/水.md", "關於水"}}},
		}})
	}
}

func TestDocumentsAreWrittenAsGolden(t *testing.T) {
	for name, write := range map[string]func(io.Writer) error{
		"feed.xml":               func(w io.Writer) error { return document.Atom(w, feed(site)) },
		"feed-relative.xml":      func(w io.Writer) error { return document.Atom(w, feed(without())) },
		"feed-empty.xml":         func(w io.Writer) error { return document.Atom(w, &document.Feed{Site: site, First: "/f"}) },
		"feed.json":              func(w io.Writer) error { return document.JSONFeed(w, feed(site)) },
		"feed-relative.json":     func(w io.Writer) error { return document.JSONFeed(w, feed(without())) },
		"feed-empty.json":        func(w io.Writer) error { return document.JSONFeed(w, &document.Feed{Site: site, First: "/f"}) },
		"sitemap.xml":            sitemap(site),
		"sitemap-relative.xml":   sitemap(without()),
		"sitemap-index.xml":      sitemapIndex,
		"llms.txt":               llms(site),
		"llms-relative.txt":      llms(without()),
		"llms-empty.txt":         func(w io.Writer) error { return document.WriteLLMs(w, &document.LLMs{Site: page.Site{Title: "CMS"}}) },
		"robots.txt":             robots(site),
		"robots-relative.txt":    robots(without()),
		"robots-odd-origin.txt":  robots(page.Site{Origin: "https://a\nDisallow: /"}),
		"sitemap-odd-origin.xml": sitemap(page.Site{Origin: `https://"><a>` + "\x00"}),
	} {
		t.Run(name, func(t *testing.T) {
			var b bytes.Buffer
			if err := write(&b); err != nil {
				t.Fatal(err)
			}
			golden(t, name, b.Bytes())
		})
	}
}

func robots(s page.Site) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := io.WriteString(w, document.Robots(s, "/sitemap.xml"))
		return err
	}
}

func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(file, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Error(diff)
	}
}

// TestGoldenDocumentsAreValid reads the files of testdata, which are what the
// documents are compared with, by the rules of their formats.
func TestGoldenDocumentsAreValid(t *testing.T) {
	read := func(name string) string {
		text, err := os.ReadFile(filepath.Join("testdata", name))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	for _, name := range []string{"feed.xml", "feed-relative.xml", "feed-empty.xml"} {
		if _, err := documenttest.ReadAtom(read(name)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, name := range []string{"feed.json", "feed-relative.json", "feed-empty.json"} {
		if _, err := documenttest.ReadJSONFeed(read(name)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, name := range []string{"llms.txt", "llms-relative.txt", "llms-empty.txt"} {
		if _, err := documenttest.ReadLLMs(read(name)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	for name, origin := range map[string]string{"sitemap.xml": origin, "sitemap-relative.xml": ""} {
		locations, err := documenttest.ReadSitemap(read(name), origin)
		if err == nil {
			err = documenttest.Reciprocal(locations)
		}
		if err != nil || len(locations) != 3 {
			t.Errorf("%s: %d locations, %v", name, len(locations), err)
		}
	}
	if parts, err := documenttest.ReadSitemapIndex(read("sitemap-index.xml"), origin); err != nil || len(parts) != 2 {
		t.Errorf("%d parts, %v", len(parts), err)
	}
}
