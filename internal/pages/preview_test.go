package pages

import (
	"context"
	"net/http"
	"strings"
	"testing"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/pages/player"
)

// What a template shows by markdown or richtext may be of visitors: it has no players
// (decision 355).
func TestOnlyTheBodyOfAnEntryIsPlayed(t *testing.T) {
	s := openWith(t, map[string]string{"layout.html": layout, "entry.html": "{{ body .Entry }}<hr>{{ markdown .Entry.Data.body }}{{ richtext .Entry.Data.title }}"}, nil, notes())
	s.players = player.AdmittedBy([]string{"https:"})
	const address = "https://youtu.be/dQw4w9WgXcQ"
	s.publish("notes", map[string]any{"slug": "film", "title": `<p><a href="` + address + `">` + address + "</a></p>", "body": address})
	page := s.want("/notes/film", http.StatusOK).Body.String()
	body, others, _ := strings.Cut(page, "<hr>")
	if !strings.Contains(body, "<iframe") || strings.Contains(others, "<iframe") || strings.Count(others, `<a href="`+address) != 2 {
		t.Errorf("the page is\n%s", page)
	}
}

// pages.md, Preview: the frame of a preview loads nothing from elsewhere, so that a link
// stands where the page has a player (decision 355).
func TestAPreviewLinksToWhatAPagePlays(t *testing.T) {
	s := open(t, nil, notes())
	s.players = player.AdmittedBy([]string{"https://www.youtube-nocookie.com"})
	data := map[string]any{"slug": "film", "title": "A film", "body": "https://youtu.be/dQw4w9WgXcQ"}
	s.publish("notes", data)
	if page := s.want("/notes/film", http.StatusOK).Body.String(); !strings.Contains(page, `<figure class="embed"><iframe src="https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ"`) {
		t.Errorf("the page does not play it:\n%s", page)
	}
	r, err := s.Unsaved(context.Background(), &content.Entry{Collection: "notes", Data: data}, "")
	must(t, err)
	if html := string(r.HTML); strings.Contains(html, "<iframe") || !strings.Contains(html, `<figure class="embed"><a href="https://youtu.be/dQw4w9WgXcQ"`) {
		t.Errorf("the preview is\n%s", html)
	}
}
