package player_test

import (
	"net/url"
	"strings"
	"testing"

	"github.com/quartet-dev/quartet/internal/pages/player"
)

// all is a policy that admits every player.
var all = player.AdmittedBy([]string{"https:"})

// An address leads to its player, and what only resembles one to none.
func TestThePlayerOfAnAddress(t *testing.T) {
	for address, want := range map[string]string{
		"https://www.youtube.com/watch?v=dQw4w9WgXcQ":                   "https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ",
		"http://youtube.com/watch?app=desktop&v=dQw4w9WgXcQ&list=PL1":   "https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ",
		"https://youtu.be/dQw4w9WgXcQ?si=abc&t=1m30s":                   "https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?start=90",
		"https://youtu.be/dQw4w9WgXcQ?t=1h":                             "https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?start=3600",
		"https://m.youtube.com/watch?v=dQw4w9WgXcQ#t=42":                "https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?start=42",
		"https://www.youtube.com/shorts/dQw4w9WgXcQ":                    "https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ",
		"https://www.youtube.com/live/dQw4w9WgXcQ?feature=share":        "https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ",
		"https://vimeo.com/76979871":                                    "https://player.vimeo.com/video/76979871?dnt=1",
		"https://vimeo.com/channels/staffpicks/76979871":                "https://player.vimeo.com/video/76979871?dnt=1",
		"https://vimeo.com/76979871/0123abcdef?share=copy":              "https://player.vimeo.com/video/76979871?dnt=1&h=0123abcdef",
		"https://open.spotify.com/track/4uLU6hMCjMI75M1A2tKUQC?si=x":    "https://open.spotify.com/embed/track/4uLU6hMCjMI75M1A2tKUQC",
		"https://open.spotify.com/intl-de/album/4uLU6hMCjMI75M1A2tKUQC": "https://open.spotify.com/embed/album/4uLU6hMCjMI75M1A2tKUQC",
		"https://codepen.io/chriscoyier/pen/abcDEF":                     "https://codepen.io/chriscoyier/embed/abcDEF?default-tab=result",

		"https://player.vimeo.com/video/76979871?h=8272103f6e&x=1": "https://player.vimeo.com/video/76979871?dnt=1&h=8272103f6e",

		"https://www.youtube.com/embed/videoseries?list=PL1":    "",
		"https://www.youtube.com/embed/live_stream?channel=UC1": "",
		"https://www.youtube.com/":                              "",
		"https://www.youtube.com/@channel":                      "",
		"https://www.youtube.com/watch?v=short":                 "",
		"https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ":  "",
		"https://evil.example/https://youtu.be/dQw4w9WgXcQ":     "",
		"https://evil.example/#https://youtu.be/dQw4w9WgXcQ":    "",
		"https://me@youtu.be/dQw4w9WgXcQ":                       "",
		"javascript:https://youtu.be/dQw4w9WgXcQ":               "",
		"https://vimeo.com/features":                            "",
		"https://open.spotify.com/user/x":                       "",
		"https://example.com/":                                  "",
	} {
		if got, ok := all.Of(address); got.Address != want || ok != (want != "") {
			t.Errorf("%s has the player %q, want %q", address, got.Address, want)
		}
	}
}

// A site shows a player where pages.csp admits frames of its host, and of two the one
// that follows readers least.
func TestThePolicyAdmitsPlayers(t *testing.T) {
	for sources, want := range map[string]string{
		"":                                  "",
		"https://www.youtube-nocookie.com":  "https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ",
		"https://www.youtube-nocookie.com/": "https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ",
		"www.youtube-nocookie.com:443":      "https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ",
		"https://www.youtube.com":           "https://www.youtube.com/embed/dQw4w9WgXcQ",
		"https://www.youtube.com https://www.youtube-nocookie.com": "https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ",
		"https://*.youtube.com":              "https://www.youtube.com/embed/dQw4w9WgXcQ",
		"*":                                  "https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ",
		"https://youtube.com":                "",
		"https://*.com.evil.example":         "",
		"https://*.tube.com":                 "",
		"https://www.youtube.com/embed/only": "",
		"'self' https://player.vimeo.com":    "",
	} {
		if got, _ := player.AdmittedBy(strings.Fields(sources)).Of("https://youtu.be/dQw4w9WgXcQ"); got.Address != want {
			t.Errorf("with %q the player is %q, want %q", sources, got.Address, want)
		}
	}
	if _, ok := (player.Admitted{}).Of("https://youtu.be/dQw4w9WgXcQ"); ok {
		t.Error("a player without a policy")
	}
	if got := player.AdmittedBy([]string{"https://player.vimeo.com"}).Forms(); len(got) != 1 || got[0].Host != "Vimeo" {
		t.Errorf("the forms are %v", got)
	}
}

// FuzzOf: whatever the address, a player is a document of a host that is known, and
// nothing of the address gets out of its place.
func FuzzOf(f *testing.F) {
	for _, address := range []string{
		"https://youtu.be/dQw4w9WgXcQ?t=1h2m3s&start=9", "https://vimeo.com/1/abcdef",
		"https://open.spotify.com/track/4uLU6hMCjMI75M1A2tKUQC#'", "https://codepen.io/a/pen/b", "https://youtu.be/dQw4w9WgXcQ?t=99999999999999999999",
	} {
		f.Add(address)
	}
	known := map[string]bool{"www.youtube-nocookie.com": true, "player.vimeo.com": true, "open.spotify.com": true, "codepen.io": true}
	f.Fuzz(func(t *testing.T, address string) {
		p, ok := all.Of(address)
		if !ok {
			return
		}
		u, err := url.Parse(p.Address)
		if err != nil || u.Scheme != "https" || !known[u.Host] || u.User != nil || u.Fragment != "" || strings.ContainsAny(p.Address, "\"'<> \\\n") {
			t.Errorf("%q has the player %q", address, p.Address)
		}
	})
}
