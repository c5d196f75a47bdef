package pages

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/quartet-dev/quartet/internal/pages/page"
	"github.com/quartet-dev/quartet/internal/settings"
)

// TestATargetsPathLeadsToIt goes both ways: a path that names a page is that page's
// path, or is moved to it at once; and a page's path names it, unless it says that it
// does not.
func TestATargetsPathLeadsToIt(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r, locales := drawRoutes(t), rapid.SampledFrom([][]string{nil, {"en"}, {"en", "zh-TW"}}).Draw(t, "locales")
		for range 30 {
			leadsToIt(t, r, locales, drawPath(t))
		}
	})
}

func leadsToIt(t *rapid.T, r *routes, locales []string, asked string) {
	u, err := url.Parse("https://tea.example" + asked)
	if err != nil {
		return // it never comes to us
	}
	found, moved, ok := r.target(u, locales)
	if !ok || found.index == rootRedirect && u.Path == "/" {
		return
	}
	path := found.path()
	stays := parsed(t, path).Path == u.Path
	if stays != (moved == "") || moved != "" && moved != path || strings.HasPrefix(path, "//") {
		t.Fatalf("%s is moved to %q, and its path is %s", u, moved, path)
	}
	again, moved, ok := r.target(parsed(t, path), locales)
	if !ok || moved != "" || again != found {
		t.Fatalf("%s names %+v, whose path %s names %+v, %q, %v", u, found, path, again, moved, ok)
	}
}

// TestAnEntryLeadsToItselfOrHasNoPage: leadTo tells for each slug what its
// address on the wire does.
func TestAnEntryLeadsToItselfOrHasNoPage(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r, locales := drawRoutes(t), rapid.SampledFrom([][]string{nil, {"en", "zh-TW"}}).Draw(t, "locales")
		entry := target{
			kind: page.Detail, route: rapid.SampledFrom(r.all).Draw(t, "route"),
			slug: rapid.OneOf(rapid.String(), rapid.SampledFrom(segments)).Draw(t, "slug"),
		}
		if len(locales) > 0 {
			entry.locale = rapid.SampledFrom(locales).Draw(t, "locale")
		}
		for _, each := range []target{entry, entry.in(asMarkdown)} {
			if each.form == asMarkdown && !entry.route.Markdown {
				continue
			}
			found, moved, ok := r.target(parsed(t, each.path()), locales)
			if leads := ok && moved == "" && found == each; leads != r.leadTo(each, locales) {
				t.Fatalf("%s names %+v, %q, %v; leadTo is %v", each.path(), found, moved, ok, !leads)
			}
		}
	})
}

// segments are those that mean something, and their neighbours.
var segments = []string{
	"en", "zh-TW", "zh-tw", "zhTW", "fr", "", ".", "..", "notes", "notes.md", "pages", "aroma", "aroma.md", "aroma.md.md", ".md", "index.md", "en.md",
	"feed.xml", "feed.json", "llms.txt", "sitemap.xml", "robots.txt", "favicon.ico", "%2F", "%2f", "a%2Fb", "%2e%2e", "%00", "%E9%A6%99", "100%25", "a%3Fb", "%ff",
}

func drawPath(t *rapid.T) string {
	return "/" + strings.Join(rapid.SliceOfN(rapid.SampledFrom(segments), 0, 5).Draw(t, "path"), "/")
}

func drawRoutes(t *rapid.T) *routes {
	r := &routes{}
	if rapid.Bool().Draw(t, "home") {
		r.declared.Home = &settings.Home{}
	}
	names := rapid.SliceOfNDistinct(rapid.SampledFrom([]string{"notes", "pages", ""}), 1, 3, rapid.ID).Draw(t, "segments")
	for _, name := range names {
		list, feed := rapid.Bool().Draw(t, "list"), rapid.Bool().Draw(t, "feed")
		r.all = append(r.all, &route{CollectionRoute: settings.CollectionRoute{
			Collection: "c" + name, Segment: name, List: list && name != "", Feed: feed && name != "", Markdown: rapid.Bool().Draw(t, "markdown"),
		}})
	}
	if r.hasHome() && rapid.Bool().Draw(t, "home of an entry") {
		r.home, r.declared.Home.Slug = r.all[0], "aroma"
		r.home.home = "aroma"
	}
	return r
}

func parsed(t *rapid.T, path string) *url.URL {
	u, err := url.ParseRequestURI(path)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// TestOddPaths asks for paths that a client of net/http would tidy up first. Without
// locales they are nearest to a page.
func TestOddPaths(t *testing.T) {
	route := notes()
	route.Segment, route.List, route.Feed = "", false, false
	s := open(t, nil, route)
	s.publish("notes", map[string]any{"slug": "aroma", "title": "Aroma"})
	s.want("/aroma", http.StatusOK)
	for _, path := range []string{
		"//", "///", "//evil.example", "//evil.example/", "//evil.example/.md", "/\\evil.example/", "//aroma", "/aroma//", "/./aroma", "/x/../aroma", "/.", "/..", "//index.md", "/index.md/x",
	} {
		r := &http.Request{Method: http.MethodGet, URL: &url.URL{Path: path}, Header: http.Header{}}
		if found, moved, ok := s.routes.target(r.URL, nil); ok && path != "/\\evil.example/" {
			t.Errorf("%s names %+v, moved to %q", path, found, moved)
		}
	}
	if got := s.want("/%5Cevil.example/", http.StatusMovedPermanently).Header().Get("Location"); got != "/%5Cevil.example" {
		t.Errorf("Location is %q", got)
	}
	for _, size := range []int{513, 2 << 10, 10 << 10, 1 << 20} {
		s.want("/"+strings.Repeat("x", size), http.StatusNotFound)
	}
	s.want("/"+strings.Repeat("x/", 100_000), http.StatusNotFound)
}

// TestUnknownLocales is ten thousand trees that a site does not have.
func TestUnknownLocales(t *testing.T) {
	s := open(t, []string{"en", "zh-TW"}, notes())
	s.publish("notes", map[string]any{"slug": "aroma", "title": "Aroma"})
	letters := "abcdefghijklmnopqrstuvwxyz"
	asked := 0
	for _, a := range letters {
		for _, b := range letters {
			for _, c := range letters[:16] {
				locale := string([]rune{a, b, '-', c, 'W'})
				if locale == "zh-tW" || a == 'e' && b == 'n' {
					continue
				}
				if _, _, ok := s.routes.target(&url.URL{Path: "/" + locale + "/notes/aroma"}, []string{"en", "zh-TW"}); ok {
					t.Fatalf("%s is a locale", locale)
				}
				if asked++; asked%500 == 0 {
					s.want("/"+locale+"/notes/aroma", http.StatusNotFound)
				}
			}
		}
	}
	if asked < 10_000 {
		t.Errorf("%d paths", asked)
	}
	if kept := len(s.cache.entries); kept > 2 {
		t.Errorf("%d answers are kept", kept)
	}
}
