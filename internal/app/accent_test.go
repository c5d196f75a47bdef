package app_test

import (
	"html"
	"strings"
	"testing"
)

// The color of the settings is on each page and in each mail of the service's own.
func TestEveryPageOfTheServiceHasTheColorOfTheSite(t *testing.T) {
	files := byMail()
	files["quartet.yaml"] += "site: { accentColor: \"#8b1a1a\" }\n"
	s := newSignInSite(t, files, nil)
	v := newVisitor(t)
	if got := v.send("GET", s.origin+"/oauth/sign-in", "").body; !strings.Contains(got, "--act: #8b1a1a;") {
		t.Errorf("the sign-in page: %s", got)
	}
	if got := html.UnescapeString(v.send("GET", s.origin+"/admin/sign-in", "").body); !strings.Contains(got, `"act":"#8b1a1a"`) {
		t.Errorf("the Admin application: %s", got)
	}
	v.send("POST", s.origin+"/api/auth/sign-in/magic-link", `{"email":"owner@tea.example","callbackURL":"/"}`)
	if letter := s.post.Next(t, "owner@tea.example"); !strings.Contains(letter.HTML, "background:#8b1a1a") {
		t.Errorf("the mail: %s", letter.HTML)
	}
}
