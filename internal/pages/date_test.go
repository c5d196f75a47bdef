package pages

import (
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/quartet-dev/quartet/internal/settings"
)

func talks() settings.CollectionRoute {
	return settings.CollectionRoute{Collection: "talks", Segment: "talks", Slug: "slug", List: true, Markdown: true, Feed: true}
}

// The date of an entry is the same on its page, in lists, JSON-LD and feeds.
func TestAnEntryHasOneDateWhereverItIsTold(t *testing.T) {
	taipei := time.FixedZone("Asia/Taipei", 8*60*60)
	for name, test := range map[string]struct {
		data         map[string]any
		day, instant string
	}{
		"a time":            {map[string]any{"publishedAt": "2020-02-03T20:00:00Z", "date": "2001-01-01"}, "2020-02-04", "2020-02-03T20:00:00Z"},
		"milliseconds":      {map[string]any{"publishedAt": int64(1580760000000)}, "2020-02-04", "2020-02-03T20:00:00Z"},
		"a day":             {map[string]any{"date": "2020-02-04"}, "2020-02-04", "2020-02-03T16:00:00Z"},
		"another, if none":  {map[string]any{"publishedAt": "soon", "date": "2020-02-04"}, "2020-02-04", "2020-02-03T16:00:00Z"},
		"not beyond a year": {map[string]any{"publishedAt": int64(253402300799999), "date": "2020-02-04"}, "9999-12-31", "9999-12-31T23:59:59Z"},
	} {
		t.Run(name, func(t *testing.T) {
			zone := taipei
			if strings.HasPrefix(name, "not") {
				zone = time.UTC
			}
			s := openIn(t, zone, filepath.Join(t.TempDir(), "site.db"), nil, nil, talks())
			test.data["slug"] = "pour"
			s.publish("talks", test.data)
			for path, wanted := range map[string]string{
				"/talks":           `<time datetime="` + test.day + `">`,
				"/talks/pour":      `"datePublished":"` + test.instant + `"`,
				"/talks/feed.xml":  `<published>` + test.instant + `</published>`,
				"/talks/feed.json": `"date_published": "` + test.instant + `"`,
			} {
				if body := s.want(path, http.StatusOK).Body.String(); !strings.Contains(body, wanted) {
					t.Errorf("%s lacks %s:\n%s", path, wanted, body)
				}
			}
			if body := s.want("/talks/pour", http.StatusOK).Body.String(); !strings.Contains(body, `<time datetime="`+test.day+`">`) {
				t.Errorf("its page lacks %s:\n%s", test.day, body)
			}
		})
	}
}

// An entry without a long text and a date of its own is no post, and when it was typed in says
// nothing to readers.
func TestOnlyAPostIsDatedForMachines(t *testing.T) {
	plain := settings.CollectionRoute{Collection: "teas", Segment: "teas", Slug: "slug", Body: "slug"}
	s := open(t, nil, plain, notes(), talks())
	s.publish("teas", map[string]any{"slug": "oolong"})
	s.publish("notes", map[string]any{"slug": "water", "body": "Steam."})
	s.publish("talks", map[string]any{"slug": "pour", "date": "2020-02-04"})
	for path, isPost := range map[string]bool{"/teas/oolong": false, "/notes/water": true, "/talks/pour": true} {
		body := s.want(path, http.StatusOK).Body.String()
		for _, mark := range []string{`"@type":"BlogPosting"`, `"datePublished"`, `property="og:type" content="article"`} {
			if strings.Contains(body, mark) != isPost {
				t.Errorf("%s, a post: %v, mark %s:\n%s", path, isPost, mark, body)
			}
		}
		if !isPost && !strings.Contains(body, `"@type":"WebPage"`) {
			t.Errorf("%s is no page:\n%s", path, body)
		}
	}
}
