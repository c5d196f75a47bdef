package pages

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/httpx"
	"github.com/quartet-dev/quartet/internal/pages/page"
	"github.com/quartet-dev/quartet/internal/settings"
	"github.com/quartet-dev/quartet/internal/site"
)

// someAnswer is an answer that nothing makes old but another site.
func someAnswer(v *visit, size int) *answer {
	return &answer{Tagged: httpx.TagAs(textType, make([]byte, size)), made: snapshotOf{site: v.site}}
}

func someVisit() *visit { return &visit{site: &snapshot{Config: &site.Config{}}} }

// TestAnAnswerIsMadeOnce: of those who ask at the same time, one makes it.
func TestAnAnswerIsMadeOnce(t *testing.T) {
	c, v := newCache(1<<20), someVisit()
	var made atomic.Int32
	begun, end := make(chan struct{}), make(chan struct{})
	get := func() {
		if _, err := c.get(t.Context(), "/en", v, func(_ context.Context, v *visit) (*answer, error) {
			if made.Add(1) == 1 {
				close(begun)
				<-end
			}
			return someAnswer(v, 1), nil
		}); err != nil {
			t.Error(err)
		}
	}
	var all sync.WaitGroup
	all.Go(get)
	<-begun
	for range 50 {
		all.Go(get)
	}
	close(end)
	all.Wait()
	if made.Load() != 1 {
		t.Errorf("made %d times", made.Load())
	}
}

// TestWhoWaitsIsNotFailedByAnother: what fails for one is made anew by the
// others, also after a panic, and who goes away waits for nothing.
func TestWhoWaitsIsNotFailedByAnother(t *testing.T) {
	c, v := newCache(1<<20), someVisit()
	begun, end := make(chan struct{}), make(chan struct{})
	var all sync.WaitGroup
	all.Go(func() {
		defer func() { _ = recover() }()
		_, _ = c.get(t.Context(), "/en", v, func(context.Context, *visit) (*answer, error) {
			close(begun)
			<-end
			panic("a template")
		})
	})
	<-begun
	gone, leave := context.WithCancel(t.Context())
	leave()
	if _, err := c.get(gone, "/en", v, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("who went away got %v", err)
	}
	all.Go(func() {
		made, err := c.get(t.Context(), "/en", v, func(_ context.Context, v *visit) (*answer, error) { return someAnswer(v, 7), nil })
		if err != nil || made.Size() != 7 {
			t.Errorf("got %v, %v", made, err)
		}
	})
	close(end)
	all.Wait()
	if len(c.pending) != 0 {
		t.Errorf("%d are still being made", len(c.pending))
	}
}

// TestWhatOthersMadeBeforeAChangeIsMadeAnew: an answer whose making began before the
// site changed is not what a request gets that began after it.
func TestWhatOthersMadeBeforeAChangeIsMadeAnew(t *testing.T) {
	c, before, after := newCache(1<<20), someVisit(), someVisit()
	begun, end := make(chan struct{}), make(chan struct{})
	var all sync.WaitGroup
	all.Go(func() {
		_, _ = c.get(t.Context(), "/en", before, func(_ context.Context, v *visit) (*answer, error) {
			close(begun)
			<-end
			return someAnswer(v, 1), nil
		})
	})
	<-begun
	all.Go(func() {
		made, err := c.get(t.Context(), "/en", after, func(_ context.Context, v *visit) (*answer, error) { return someAnswer(v, 2), nil })
		if err != nil || made.Size() != 2 {
			t.Errorf("got the answer from before: %v, %v", made, err)
		}
	})
	close(end)
	all.Wait()
	if found := c.at(t.Context(), "/en", after.site); found != nil && found.Size() != 2 {
		t.Error("the answer from before is found")
	}
}

// TestTheCacheIsBounded: whatever is asked for, answers take no more than they may, and
// the account of them is right.
func TestTheCacheIsBounded(t *testing.T) {
	c, v := newCache(100<<10), someVisit()
	for i := range 2000 {
		if _, err := c.get(t.Context(), fmt.Sprintf("/en/%d", i), v, func(_ context.Context, v *visit) (*answer, error) {
			return someAnswer(v, i%8000), nil
		}); err != nil {
			t.Fatal(err)
		}
		if c.used > c.most {
			t.Fatalf("%d bytes of %d", c.used, c.most)
		}
	}
	used := 0
	for element := c.recent.Front(); element != nil; element = element.Next() {
		used += element.Value.(*kept).bytes()
	}
	if used != c.used || len(c.entries) != c.recent.Len() || c.recent.Len() == 0 {
		t.Errorf("%d bytes, and %d counted; %d keys of %d answers", used, c.used, len(c.entries), c.recent.Len())
	}
	if c.entries["/en/7999"] != nil || c.at(t.Context(), "/en/1999", v.site) == nil {
		t.Error("what was used last is not what is kept")
	}
	if c.empty(); c.used != 0 || len(c.entries) != 0 {
		t.Errorf("%d bytes and %d answers after Close", c.used, len(c.entries))
	}
}

// TestQueriesFillNoCache: what a page does not know of a query says nothing.
func TestQueriesFillNoCache(t *testing.T) {
	s := open(t, []string{"en"}, notes())
	s.publish("notes", map[string]any{"slug": "aroma", "title": "Aroma"})
	paths := []string{"/en", "/en.md", "/en/notes", "/en/notes.md", "/en/notes/aroma", "/en/notes/aroma.md", "/en/notes/feed.xml", "/llms.txt", "/en/llms.txt", "/sitemap.xml", "/robots.txt"}
	for _, path := range paths {
		s.want(path, http.StatusOK)
	}
	kept := len(s.cache.entries)
	if kept != len(paths) {
		t.Fatalf("%d answers are kept of %d", kept, len(paths))
	}
	for i := range 100 {
		for _, path := range paths {
			s.get(fmt.Sprintf("%s?cursor=%d&part=%d&utm=%d&preview=%d", path, i, i+2, i, i+2))
			s.get(fmt.Sprintf("%s/%d", path, i))
		}
	}
	for _, path := range []string{"/en/notes/none", "/fr", "/en/x/y"} {
		s.want(path, http.StatusNotFound)
	}
	if more := len(s.cache.entries) - kept; more > 1 { // the page of missing ones
		t.Errorf("%d more answers are kept", more)
	}
}

// TestKeptAnswersAreFoundByTheirPathAsItIsSpelt: no slug is another one's path, and
// none is a query.
func TestKeptAnswersAreFoundByTheirPathAsItIsSpelt(t *testing.T) {
	s := open(t, []string{"en"}, notes())
	s.publish("notes", map[string]any{"slug": "a%62", "title": "Percent"})
	for i := range listSize + 1 {
		s.publish("notes", numbered(i))
	}
	next := strings.Trim(strings.Split(s.want("/en/notes", http.StatusOK).Header().Get("Link"), ">")[0], "<")
	next = strings.TrimPrefix(next, "https://tea.example")
	for range 2 {
		s.want(next, http.StatusOK)
		s.want(strings.Replace(next, "?", "%3F", 1), http.StatusNotFound)
		s.want("/en/notes/a%2562", http.StatusOK)
		s.want("/en/notes/a%252562", http.StatusNotFound)
		s.want("/en/notes/ab", http.StatusNotFound)
	}
}

// TestAListEndsWhereItPassesOverMany: translations without a published parent are
// shown nowhere. However many they are, a request reads a bounded number, and the list
// goes on to what lies behind them.
func TestAListEndsWhereItPassesOverMany(t *testing.T) {
	s := open(t, []string{"en"}, settings.CollectionRoute{Collection: "words", Segment: "teas", Slug: "slug", List: true, Markdown: true})
	s.publish("teas", map[string]any{"slug": "first"})
	s.publish("words", map[string]any{"slug": "first", "locale": "en", "title": "First of all"})
	s.publishMany(maxBatches*batch+200, "words", func(i int) map[string]any {
		return map[string]any{"slug": fmt.Sprintf("orphan-%d", i), "locale": "en", "title": "Orphan"}
	})
	for _, start := range []string{"/en/teas", "/llms.txt"} {
		pages := 0
		for path := start; path != ""; pages++ {
			got := s.want(path, http.StatusOK)
			if strings.Contains(got.Body.String(), "Orphan") || pages > 3 {
				t.Fatalf("page %d of %s", pages, start)
			}
			link := got.Header().Get("Link")
			path = strings.TrimPrefix(strings.TrimPrefix(strings.Split(link, ">")[0], "<"), "https://tea.example")
			if path == "" && !strings.Contains(got.Body.String(), "First of all") {
				t.Errorf("%s ends without its entry", start)
			}
		}
		if pages != 2 {
			t.Errorf("%s has %d pages", start, pages)
		}
	}
}

// TestSitemapParts: where a part cannot hold all, the address is an index of parts, and
// those have every page once.
func TestSitemapParts(t *testing.T) {
	for _, locales := range [][]string{nil, {"en", "zh-TW"}} {
		s, trees := open(t, locales, notes()), max(1, len(locales))
		entries := 2010 / trees
		s.publishMany(entries, "notes", numbered)
		index := s.want("/sitemap.xml", http.StatusOK).Body.String()
		if !strings.Contains(index, "<sitemapindex") || !strings.Contains(index, "<loc>https://tea.example/sitemap.xml?part=1</loc>") {
			t.Fatalf("no index: %.300s", index)
		}
		seen, parts, last := map[string]int{}, 0, ""
		for _, part := range locations(index) {
			got := s.want(part, http.StatusOK)
			for _, each := range locations(got.Body.String()) {
				seen[each]++
			}
			if last != "" && last != part {
				t.Errorf("the part before goes on at %s, and the index at %s", last, part)
			}
			parts++
			last = strings.TrimPrefix(strings.TrimPrefix(strings.Split(got.Header().Get("Link"), ">")[0], "<"), "https://tea.example")
		}
		if want := trees * (entries + 2); len(seen) != want || last != "" || parts != 2 {
			t.Errorf("%d pages in %d parts, want %d; the last goes on at %q", len(seen), parts, want, last)
		}
		for each, times := range seen {
			if times != 1 {
				t.Errorf("%s is there %d times", each, times)
			}
		}
	}
}

// locations are the paths in a sitemap or an index.
func locations(text string) (all []string) {
	for _, each := range strings.Split(text, "<loc>https://tea.example")[1:] {
		path, _, _ := strings.Cut(each, "</loc>")
		all = append(all, path)
	}
	return all
}

// TestAPreviewIsKeptNowhere asks the parts that a preview is made of, as anybody.
func TestAPreviewIsKeptNowhere(t *testing.T) {
	s := open(t, []string{"en"}, notes())
	s.publish("notes", map[string]any{"slug": "aroma", "title": "Aroma"})
	_, err := s.content.Create(t.Context(), staff, "notes", map[string]any{"slug": "draft", "title": "Secret"})
	must(t, err)
	v := s.visit(s.snapshots.of(s.Config()), target{kind: page.Detail, locale: "en", route: s.routes.all[0], slug: "draft"})
	v.preview = true
	shown, err := v.homeOrDetail(t.Context())
	must(t, err)
	if shown == nil || shown.Entry.Title != "Secret" {
		t.Fatalf("the preview shows %+v", shown)
	}
	from := &source{v}
	if e, err := from.Entry(t.Context(), "notes", "draft"); e != nil || err != nil {
		t.Errorf("a template gets %v, %v", e, err)
	}
	entries, err := from.Entries(t.Context(), "notes", 10)
	must(t, err)
	if len(entries) != 1 || entries[0].Title != "Aroma" {
		t.Errorf("a template lists %v", entries)
	}
	newer, older, err := from.Beside(t.Context(), shown.Entry)
	must(t, err)
	for _, each := range []*page.Entry{newer, older} {
		if each != nil && each.Title == "Secret" {
			t.Error("the draft stands beside itself")
		}
	}
	if len(s.cache.entries) != 0 {
		t.Errorf("%d answers are kept", len(s.cache.entries))
	}
}

// TestLiveDevelopment: pages that are worked on are kept by nobody, and what is no
// HTML as ever (contract, Public page routes).
func TestLiveDevelopment(t *testing.T) {
	s := open(t, []string{"en"}, notes())
	s.publish("notes", map[string]any{"slug": "aroma", "title": "Aroma"})
	for _, live := range []bool{false, true} {
		s.Live = live
		for path, isHTML := range map[string]bool{
			"/en": true, "/en/notes": true, "/en/notes/aroma": true, "/en.md": false, "/en/notes/aroma.md": false, "/llms.txt": false, "/sitemap.xml": false,
		} {
			if shared := s.want(path, http.StatusOK).Header().Get("Cache-Control") != ""; shared == (live && isHTML) {
				t.Errorf("live is %v, and whether %s is shared %v", live, path, shared)
			}
		}
	}
}

// TestWhereAnEntryIsRead: Admin links to no page that leads elsewhere.
func TestWhereAnEntryIsRead(t *testing.T) {
	s := open(t, []string{"en"}, notes())
	for slug, want := range map[string]string{"aroma": "/en/notes/aroma", "": "", "a/b": "", "..": "", "aroma.md": "", "feed.xml": "", "a b": "/en/notes/a%20b"} {
		e := &content.Entry{Collection: "notes", Data: map[string]any{"slug": slug}}
		if got := s.PageOf(t.Context(), e); got != want {
			t.Errorf("the page of %q is %q, want %q", slug, got, want)
		}
	}
}
