package pages

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/quartet-dev/quartet/asset"
)

// shelf is a media library in memory: whatever it is asked for is a picture, but what
// begins with lost.
type shelf struct {
	writes  atomic.Uint64
	unknown atomic.Bool
	asked   [][]string
}

func (s *shelf) Public(_ context.Context, locale string, ids []string) (map[string]*asset.Asset, error) {
	s.asked = append(s.asked, slices.Clone(ids))
	found := map[string]*asset.Asset{}
	for _, id := range ids {
		if strings.HasPrefix(id, "lost") {
			continue
		}
		a := &asset.Asset{ID: id, Alt: fmt.Sprintf("%s in %q, %d", id, locale, s.writes.Load()), Renditions: []asset.Rendition{}}
		a.Variants = []asset.Variant{{Role: asset.Primary, MimeType: "image/png", URL: "/media/" + id + "/1/primary-0.png", ByteSize: 9, Width: 40, Height: 30}}
		if strings.HasPrefix(id, "film") {
			a.Variants[0].MimeType = "video/mp4"
		}
		if strings.HasPrefix(id, "sound") {
			a.Variants[0].MimeType = "audio/mpeg"
		}
		found[id] = a
	}
	return found, nil
}

func (s *shelf) Generation() (uint64, bool) { return s.writes.Load(), !s.unknown.Load() }

// queries are the ids of each query since the last call.
func (s *shelf) queries() [][]string {
	asked := s.asked
	s.asked = nil
	return asked
}

const layout = `{{ head }}{{ template "main" . }}`

// album are notes with pictures, on templates that show them in every way.
func album(t *testing.T) running {
	s := openWith(t, map[string]string{
		"layout.html": layout,
		"entry.html":  `{{ picture .Entry.Cover }}{{ body .Entry }}{{ range .Entry.Data.photos }}{{ picture . }}{{ end }}{{ with older .Entry }}{{ picture .Cover }}{{ end }}`,
		"list.html":   `{{ range .Entries }}{{ picture .Cover }}{{ picture .Data.film }}{{ end }}`,
		"home.html":   `{{ range entries "notes" 9 }}{{ picture .Cover }}{{ end }}{{ range view "latest" }}{{ picture .cover }}{{ end }}`,
		"404.html":    `gone`,
	}, nil, notes())
	for i := range 3 {
		n := string(rune('a' + i))
		data := numbered(i)
		data["cover"], data["film"], data["photos"] = "cover-"+n, "film-"+n, []any{"photo-" + n}
		data["body"] = "![](media:body-" + n + ") ![gone](media:lost-" + n + ")"
		s.publish("notes", data)
	}
	return s
}

// media.md: templates resolve all assets of a page of rows in one query.
func TestAPageAsksForAllOfItsMediaAtOnce(t *testing.T) {
	s := album(t)
	for path, want := range map[string]string{
		"/notes":           "body-a body-b body-c film-a film-b film-c lost-a lost-b lost-c photo-a photo-b photo-c",
		"/notes/feed.xml":  "body-a body-b body-c film-a film-b film-c lost-a lost-b lost-c photo-a photo-b photo-c",
		"/notes/feed.json": "body-a body-b body-c film-a film-b film-c lost-a lost-b lost-c photo-a photo-b photo-c",
		"/notes/note-0":    "body-a film-a lost-a photo-a",
		"/notes/note-0.md": "body-a film-a lost-a photo-a",
		"/notes.md":        "",
		"/llms.txt":        "",
		"/sitemap.xml":     "",
	} {
		s.want(path, http.StatusOK)
		asked := s.library.queries()
		if want == "" {
			if len(asked) > 0 {
				t.Errorf("%s asks for %q", path, asked)
			}
			continue
		}
		if len(asked) != 1 || !containsAll(asked[0], strings.Fields(want)) {
			t.Errorf("%s asks for %q, want one query of %s", path, asked, want)
		}
	}
	s.want("/notes/note-1", http.StatusOK)
	if asked := s.library.queries(); len(asked) != 2 {
		t.Errorf("an entry and the one beside it ask for %q", asked)
	}
	s.want("/", http.StatusOK)
	if asked := s.library.queries(); len(asked) != 1 && len(asked) != 2 {
		t.Errorf("a home of entries and rows asks for %q", asked)
	}
}

func containsAll(all, wanted []string) bool {
	return !slices.ContainsFunc(wanted, func(each string) bool { return !slices.Contains(all, each) })
}

// A page is made again once its media change, whoever changed them, and not before.
func TestAPageIsKeptUntilItsMediaChange(t *testing.T) {
	s := album(t)
	for _, path := range []string{"/notes/note-0", "/notes", "/notes/feed.xml", "/notes/note-0.md"} {
		before := s.want(path, http.StatusOK).Body.String()
		s.library.queries()
		s.want(path, http.StatusOK)
		if asked := s.library.queries(); asked != nil {
			t.Errorf("%s is made again although nothing changed", path)
		}
		s.library.writes.Add(1)
		if after := s.want(path, http.StatusOK).Body.String(); after == before {
			t.Errorf("%s stays as it was", path)
		}
	}
	s.want("/llms.txt", http.StatusOK)
	kept := s.cache.entries["/llms.txt"]
	s.library.writes.Add(1)
	s.want("/llms.txt", http.StatusOK)
	if s.cache.entries["/llms.txt"] != kept {
		t.Error("what shows no media is made again when they change")
	}
	s.library.unknown.Store(true)
	s.want("/notes/note-0", http.StatusOK)
	s.library.queries()
	s.want("/notes/note-0", http.StatusOK)
	if s.library.queries() == nil {
		t.Error("a page is kept although nobody knows whether its media changed")
	}
}

// pages.md, Head and Mirrors: what machines read names the media from anywhere.
func TestMachinesAreToldOfMedia(t *testing.T) {
	s := album(t)
	const there = "https://tea.example/media/"
	for path, wanted := range map[string][]string{
		"/notes/note-0": {
			`<meta property="og:image" content="` + there + `photo-a/1/primary-0.png">`,
			`<meta property="og:image:width" content="40">`, `<meta property="og:image:height" content="30">`,
			`<meta property="og:image:alt" content="photo-a in &#34;&#34;, 0">`, `"image":"` + there + `photo-a/1/primary-0.png"`,
			`<img src="/media/body-a/1/primary-0.png"`, ` gone</p>`,
		},
		"/notes/note-0.md": {`![body-a in "", 0](` + there + `body-a/1/primary-0.png) gone`},
		"/notes/feed.xml": {
			`<link rel="enclosure" href="` + there + `photo-a/1/primary-0.png" type="image/png" length="9"/>`,
			`&lt;img src=&#34;` + there + `body-a/1/primary-0.png&#34; alt=&#34;body-a in &amp;#34;&amp;#34;, 0&#34; width=&#34;40&#34;`,
		},
		"/notes/feed.json": {`"image": "` + there + `photo-a/1/primary-0.png"`, there + `body-a/1/primary-0.png`},
		"/notes":           {`<video width="40" height="30"`},
	} {
		body := s.want(path, http.StatusOK).Body.String()
		for _, each := range wanted {
			if !strings.Contains(body, each) {
				t.Errorf("%s lacks %s:\n%s", path, each, body)
			}
		}
	}
}

// A sound or a video of an entry stands in its feeds, absolute, ten of them at most, and
// nothing that the library does not show to everybody.
func TestFeedsAttachTheSoundsAndVideosOfAnEntry(t *testing.T) {
	s := open(t, nil, talks())
	sounds := []any{"photo-1", "sound-1", "lost-1", "sound-1", "film-1"}
	for i := range 12 {
		sounds = append(sounds, fmt.Sprintf("sound-more-%d", i))
	}
	s.publish("talks", map[string]any{"slug": "pour", "sounds": sounds, "image": "https://pictures.example/pour.png"})
	for path, format := range map[string]string{
		"/talks/feed.xml":  `<link rel="enclosure" href="https://tea.example/media/%s/1/primary-0.png" type="%s" length="9"/>`,
		"/talks/feed.json": `"url": "https://tea.example/media/%s/1/primary-0.png",` + "\n          " + `"mime_type": "%s",` + "\n          " + `"size_in_bytes": 9`,
	} {
		body := s.want(path, http.StatusOK).Body.String()
		for id, mimeType := range map[string]string{"sound-1": "audio/mpeg", "film-1": "video/mp4", "sound-more-7": "audio/mpeg"} {
			if n := strings.Count(body, fmt.Sprintf(format, id, mimeType)); n != 1 {
				t.Errorf("%s names %s %d times:\n%s", path, id, n, body)
			}
		}
		for _, id := range []string{"lost-1", "sound-more-8"} {
			if strings.Contains(body, id) {
				t.Errorf("%s names %s:\n%s", path, id, body)
			}
		}
		if asked := s.library.queries(); len(asked) != 1 {
			t.Errorf("%s asks for %q, want one query", path, asked)
		}
	}
}

// What a media-file holds may be for the staff alone: its feeds do not tell its address.
func TestFeedsAttachNoMediaFile(t *testing.T) {
	s := open(t, nil, talks())
	s.publish("talks", map[string]any{"slug": "pour", "film": "film-1", "rawInterview": "sound-raw"})
	for _, path := range []string{"/talks/feed.xml", "/talks/feed.json"} {
		if body := s.want(path, http.StatusOK).Body.String(); strings.Contains(body, "sound-raw") || !strings.Contains(body, "/media/film-1/") {
			t.Errorf("%s:\n%s", path, body)
		}
	}
}

// The picture of an entry is the same in the head of its page and in its feeds.
func TestFeedsAndHeadsNameTheSamePicture(t *testing.T) {
	s := open(t, nil, talks())
	s.publish("talks", map[string]any{"slug": "pour", "image": "https://pictures.example/pour.png"})
	for path, wanted := range map[string]string{
		"/talks/pour":      `<meta property="og:image" content="https://pictures.example/pour.png">`,
		"/talks/feed.json": `"image": "https://pictures.example/pour.png"`,
		"/talks/feed.xml":  `<link rel="enclosure" href="https://pictures.example/pour.png"/>`,
	} {
		if body := s.want(path, http.StatusOK).Body.String(); !strings.Contains(body, wanted) {
			t.Errorf("%s lacks %s:\n%s", path, wanted, body)
		}
	}
}

// A site without media looks nothing up, and shows what it has in its texts.
func TestWithoutALibraryNothingIsShownOfIt(t *testing.T) {
	s := album(t)
	s.Media = nil
	body := s.want("/notes/note-0", http.StatusOK).Body.String()
	if strings.Contains(body, "<img") || strings.Contains(body, "og:image") || !strings.Contains(body, "gone") {
		t.Error(body)
	}
	s.want("/notes", http.StatusOK)
	if asked := s.library.queries(); asked != nil {
		t.Errorf("asked for %q", asked)
	}
}
