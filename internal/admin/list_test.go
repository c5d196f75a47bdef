package admin_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/quartet-dev/quartet/internal/content"
)

// Limits: "limit 1 to 100, default 50". What is no such number is never refused.
func TestAPageIsBounded(t *testing.T) {
	s := open(t, tea)
	s.order(101, "n", 1)
	for limit, want := range map[string]int{
		"": 50, "1": 1, "99": 99, "100": 100, "101": 100, "99999999999999999999": 100,
		"0": 50, "-1": 50, "-99999999999999999999": 50, "1.5": 50, "abc": 50,
	} {
		for _, list := range []string{"/entries?collection=orders&", "/audit?"} {
			got := s.do("GET", "/admin/api"+list+"limit="+limit, "owner ada", "")
			var page struct {
				Items      []json.RawMessage
				NextCursor *string
			}
			must(t, json.Unmarshal([]byte(got.body), &page))
			if got.status != http.StatusOK || len(page.Items) != want || page.NextCursor == nil {
				t.Errorf("%slimit=%s: %d, %d items, cursor %v; want %d", list, limit, got.status, len(page.Items), page.NextCursor, want)
			}
		}
	}
}

// A list cuts long texts, and says so; what joins entries stays whole.
func TestLongTexts(t *testing.T) {
	s := open(t, tea)
	slug, title := strings.Repeat("s", 350), strings.Repeat("ä", 350)
	post, err := s.content.Create(t.Context(), content.Caller{}, "posts", map[string]any{"slug": slug, "title": title})
	must(t, err)
	for collection, data := range map[string]map[string]any{
		"post-texts": {"slug": slug, "locale": "en", "title": "T"}, "comments": {"slug": slug, "text": "C"}, "orders": {"number": slug, "stage": "paid"},
	} {
		_, err := s.content.Create(t.Context(), content.Caller{}, collection, data)
		must(t, err)
	}
	s.wants(t, "/entries?collection=posts", `{"items": [{"title": "`+strings.Repeat("ä", 299)+`…", "translations": [{"locale": "en", "status": "draft", "title": "T"}], "...": 0}], "nextCursor": null}`)
	s.wants(t, "/entries?collection=orders", `{"items": [{"title": "`+strings.Repeat("s", 299)+`…", "values": {"number": "`+slug+`", "...": 0}, "...": 0}], "nextCursor": null}`)
	s.wants(t, "/entries/"+post.ID+"?collection=posts", `{"related": [
		{"collection": "comments", "entries": [{"preview": "C", "...": 0}], "...": 0},
		{"collection": "post-texts", "entries": [{"title": "T", "...": 0}], "...": 0}], "...": 0}`)
}

// wants asks an owner's question, and holds the answer against JSON as a
// transcript has it.
// A translation whose public words have a pending draft says so in the list.
func TestAListTellsWhichTranslationHasADraft(t *testing.T) {
	s := open(t, tea)
	post, err := s.content.Create(t.Context(), content.Caller{}, "posts", map[string]any{"slug": "pot", "title": "Pot"})
	must(t, err)
	for _, locale := range []string{"en", "zh-TW"} {
		text, err := s.content.Create(t.Context(), content.Caller{}, "post-texts", map[string]any{"slug": "pot", "locale": locale, "title": "T"})
		must(t, err)
		if locale == "en" {
			continue
		}
		path := "/admin/api/entries/" + text.ID + "/draft?collection=post-texts"
		if got := s.do("PATCH", path, "editor bo", `{"data": {"title": "U"}, "expectedVersion": 1}`); got.status != http.StatusOK {
			t.Fatal(got.body)
		}
	}
	s.wants(t, "/entries?collection=posts", `{"items": [{"id": "`+post.ID+`", "hasDraft": false, "translations": [
		{"locale": "en", "status": "draft", "title": "T"},
		{"locale": "zh-TW", "status": "draft", "title": "T", "hasDraft": true}], "...": 0}], "nextCursor": null}`)
}

func (s *service) wants(t *testing.T, target, want string) {
	t.Helper()
	got := s.do("GET", "/admin/api"+target, "owner ada", "")
	if err := compare(want, got.body, map[string]string{}); err != nil {
		t.Errorf("%s: %v\n%s", target, err, got.body)
	}
}
