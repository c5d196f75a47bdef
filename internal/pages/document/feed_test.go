package document_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet/internal/pages/document"
	"github.com/quartet-dev/quartet/internal/pages/document/documenttest"
	"github.com/quartet-dev/quartet/internal/pages/page"
)

// legal is a text as XML can hold it: one U+FFFD for each character or byte that
// it cannot.
func legal(text string) string {
	return strings.Map(func(r rune) rune {
		if r == '\t' || r == '\n' || r == '\r' || ' ' <= r && r <= '\ufffd' || r >= 0x10000 {
			return r
		}
		return '\ufffd'
	}, text)
}

func hostileFeed(text string) *document.Feed {
	return &document.Feed{
		Site: page.Site{Title: text, Origin: origin}, Description: text, Lang: text, Author: text, First: "/a" + text, Next: "/a" + text,
		Items: []document.Item{{
			Entry:  &page.Entry{ID: text, Locale: text, Lang: text, Title: text, Description: text, URL: "/a" + text, Markdown: "/a" + text},
			Author: text, HTML: text, Image: "/a" + text, ImageType: text, ImageBytes: 7,
		}},
	}
}

func checkFeedsKeep(t *testing.T, text string) {
	t.Helper()
	var atom, js strings.Builder
	f := hostileFeed(text)
	if err := document.Atom(&atom, f); err != nil {
		t.Fatal(err)
	}
	read, err := documenttest.ReadAtom(atom.String())
	if err != nil {
		t.Fatalf("%q: %v in\n%s", text, err, atom.String())
	}
	want := legal(text)
	got := read.Entries[0]
	texts := []string{read.Title, read.Subtitle, read.Author, read.Lang, got.Title, got.Summary, got.HTML, got.Author, got.Lang}
	if diff := cmp.Diff([]string{want, want, want, want, want, want, want, want, want}, texts); diff != "" {
		t.Errorf("%q in Atom: %s", text, diff)
	}
	f.Site.Title = "Tea" + text // a feed without a title is none in JSON Feed
	if err := document.JSONFeed(&js, f); err != nil {
		t.Fatal(err)
	}
	if read, err = documenttest.ReadJSONFeed(js.String()); err != nil {
		t.Fatalf("%q: %v in\n%s", text, err, js.String())
	}
	want, got = string([]rune(text)), read.Entries[0]
	texts = []string{read.Subtitle, read.Lang, got.Title, got.Summary, got.HTML, got.Author, got.Lang}
	if diff := cmp.Diff([]string{want, want, want, want, want, want, want}, texts); diff != "" {
		t.Errorf("%q in JSON Feed: %s", text, diff)
	}
}

func TestHostileTextsStandInFeedsAsTheyAre(t *testing.T) {
	for _, text := range hostile {
		checkFeedsKeep(t, text)
	}
}

func FuzzAnyTextStandsInFeedsAsItIs(f *testing.F) {
	for _, text := range hostile {
		f.Add(text)
	}
	f.Fuzz(checkFeedsKeep)
}

func TestIDsOfEntriesDependOnNoAddress(t *testing.T) {
	moved := *water
	moved.URL, moved.Slug, moved.Title, moved.UpdatedAt = "/zh-TW/posts/new", "new", "New", time.Time{}
	if document.ID(water) != document.ID(&moved) {
		t.Error("a new slug made another id")
	}
	for name, change := range map[string]func(*page.Entry){
		"locale":     func(e *page.Entry) { e.Locale = "en" },
		"collection": func(e *page.Entry) { e.Collection = "pages" },
		"entry":      func(e *page.Entry) { e.ID = "0190c0de-0000-7000-8000-000000000002" },
	} {
		other := *water
		change(&other)
		if document.ID(water) == document.ID(&other) {
			t.Errorf("another %s has the same id", name)
		}
	}
}

func TestAFeedIsUpdatedWithItsNewestEntry(t *testing.T) {
	for name, test := range map[string]struct {
		feed document.Feed
		want string
	}{
		"newest":     {document.Feed{Items: []document.Item{{Entry: leaf}, {Entry: water}}}, "2026-03-05T16:00:00Z"},
		"said":       {document.Feed{Updated: noon, Items: []document.Item{{Entry: water}}}, "2026-03-04T04:00:00Z"},
		"no entries": {document.Feed{}, "1970-01-01T00:00:00Z"},
	} {
		var b strings.Builder
		test.feed.Site, test.feed.First = site, "/f"
		if err := document.Atom(&b, &test.feed); err != nil {
			t.Fatal(err)
		}
		read, err := documenttest.ReadAtom(b.String())
		if err != nil || read.Updated != test.want {
			t.Errorf("%s: %v, %v, want %s", name, read, err, test.want)
		}
	}
}

func TestPagesOfAFeedShareItsID(t *testing.T) {
	ids := make(map[string]bool)
	for _, s := range []page.Site{site, without()} {
		for _, self := range []string{"", "/en/posts/feed.xml?cursor=a"} {
			var b strings.Builder
			if err := document.Atom(&b, &document.Feed{Site: s, First: "/en/posts/feed.xml", Self: self}); err != nil {
				t.Fatal(err)
			}
			read, err := documenttest.ReadAtom(b.String())
			if err != nil {
				t.Fatal(err)
			}
			ids[read.ID] = true
		}
	}
	if len(ids) != 2 || !ids["https://tea.example/en/posts/feed.xml"] {
		t.Errorf("ids are %v", ids)
	}
}
