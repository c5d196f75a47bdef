package documenttest_test

import (
	"strings"
	"testing"

	"github.com/quartet-dev/quartet/internal/pages/document/documenttest"
)

const (
	atom = `<feed xmlns="http://www.w3.org/2005/Atom"><title>a</title><id>urn:a</id><updated>2026-01-01T00:00:00Z</updated>` +
		`<author><name>b</name></author><entry><title>c</title><id>urn:c</id><updated>2026-01-01T00:00:00Z</updated><content type="html">d</content></entry></feed>`
	jsonFeed = `{"version":"https://jsonfeed.org/version/1.1","title":"a","items":[{"id":"1","content_html":"","date_modified":"2026-01-01T00:00:00Z"}]}`
	urlset   = `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml"><url><loc>https://a.example/b</loc><lastmod>2026-01-01T00:00:00Z</lastmod>` +
		`<xhtml:link rel="alternate" hreflang="en" href="https://a.example/b"/><xhtml:link rel="alternate" hreflang="x-default" href="https://a.example/b"/></url></urlset>`
	index = "# a\n\n> b\n\n## c\n\n- [d](/e): f\n\n## g\n\n- [h](/i)\n"
)

// TestReadersRefuseWhatAClientWould changes a document that is good in one place.
func TestReadersRefuseWhatAClientWould(t *testing.T) {
	for _, format := range []struct {
		good    string
		read    func(string) error
		changes [][2]string
	}{
		{atom, func(text string) error { _, err := documenttest.ReadAtom(text); return err }, [][2]string{
			{"<id>urn:a</id>", ""}, {"<id>urn:a</id>", "<id>a</id>"}, {"<title>c</title>", ""}, {"<title>a</title>", "<title>a</title><title>a</title>"},
			{"2026-01-01T00:00:00Z", "2026-01-01"}, {"<author><name>b</name></author>", ""}, {"<title>c", "text<title>c"}, {"<entry>", "<entry><new/>"},
			{"<content type=\"html\">d</content>", ""}, {"2005/Atom", "2006/Atom"}, {"</entry>", "</entry><entry><title/><id>urn:c</id><updated>2026-01-01T00:00:00Z</updated><content/></entry>"},
			{"</feed>", ""}, {"</feed>", "</feed><feed/>"}, {"<title>a", "<title>\x00"}, {"<entry>", `<entry><link rel="alternate" href=""/>`},
		}},
		{jsonFeed, func(text string) error { _, err := documenttest.ReadJSONFeed(text); return err }, [][2]string{
			{"1.1", "1.0"}, {`"title":"a",`, ""}, {`"content_html":"",`, ""}, {`"id":"1",`, ""}, {"00Z", "00"}, {`"title"`, `"titel"`}, {`"items"`, `"x"`}, {"}]}", "}]"},
		}},
		{urlset, func(text string) error { _, err := documenttest.ReadSitemap(text, "https://a.example"); return err }, [][2]string{
			{"<loc>https://a.example/b</loc>", ""}, {"<loc>https://a.example", "<loc>"}, {"sitemap/0.9", "sitemap/0.8"}, {"<url>", "<url><priority>1</priority>"},
			{"2026-01-01T", "yesterday"}, {`"x-default"`, `"en"`}, {`"en" href="https://a.example/b"`, `"en" href="https://a.example/c"`}, {`"en"`, `"en_us"`},
			{"</url>", "</url><url><loc>https://a.example/b</loc></url>"}, {"<loc>https://a.example/b", "<loc>https://a.example/" + strings.Repeat("b", 2048)},
		}},
		{index, func(text string) error { _, err := documenttest.ReadLLMs(text); return err }, [][2]string{
			{"# a\n", ""}, {"## c", "# c"}, {"> b", "b"}, {"## g", "## c"}, {"- [d]", "[d]"}, {"[d]", "[d]]"}, {"(/e)", "(/ e)"}, {"(/e)", "(/e"}, {"\n> b\n", "\n> b\n> b\n"}, {": f", " f"},
		}},
	} {
		if err := format.read(format.good); err != nil {
			t.Fatalf("%v in %s", err, format.good)
		}
		for _, change := range format.changes {
			text := strings.Replace(format.good, change[0], change[1], 1)
			if text == format.good {
				t.Errorf("%q does not stand in %s", change[0], format.good)
			}
			if err := format.read(text); err == nil {
				t.Errorf("%q for %q is taken", change[1], change[0])
			}
		}
	}
}

func TestReciprocalWantsEveryAlternateToNameTheGroup(t *testing.T) {
	group := map[string]string{"en": "/en", "de": "/de", "x-default": "/en"}
	both := []documenttest.Location{{URL: "/en", Alternates: group}, {URL: "/de", Alternates: group}}
	if err := documenttest.Reciprocal(both); err != nil {
		t.Error(err)
	}
	for name, locations := range map[string][]documenttest.Location{
		"one is missing":      both[:1],
		"one names fewer":     {both[0], {URL: "/de"}},
		"one is there double": {both[0], both[1], both[0]},
	} {
		if documenttest.Reciprocal(locations) == nil {
			t.Errorf("%s, and that is taken", name)
		}
	}
}
