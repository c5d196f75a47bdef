package page

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/quartet-dev/quartet/internal/look"
	"github.com/quartet-dev/quartet/internal/principal"
)

func TestEveryLanguageSaysTheSame(t *testing.T) {
	if len(languages().languages) < 2 {
		t.Fatalf("there are %d languages", len(languages().languages))
	}
	first := languages().languages[0]
	for _, l := range languages().languages[1:] {
		if want, got := slices.Sorted(maps.Keys(first.words)), slices.Sorted(maps.Keys(l.words)); !slices.Equal(want, got) {
			t.Errorf("%s has the keys %v, %s has %v", first.Tag, want, l.Tag, got)
		}
		for key, words := range first.words {
			if want, got := placesIn(words), placesIn(l.words[key]); !slices.Equal(want, got) {
				t.Errorf("%s: %s speaks of %v, %s of %v", key, first.Tag, want, l.Tag, got)
			}
		}
	}
}

func TestEveryRoleHasWords(t *testing.T) {
	for _, l := range languages().languages {
		for _, role := range principal.Roles() {
			if !l.Knows("role_" + string(role)) {
				t.Errorf("%s has no words for the role %s", l.Tag, role)
			}
		}
	}
}

var place = regexp.MustCompile(`\{[a-z]+\}`)

func placesIn(words string) []string {
	found := place.FindAllString(words, -1)
	slices.Sort(found)
	return found
}

func TestViewersLanguage(t *testing.T) {
	for wish, want := range map[string]string{
		"": "en", "fr": "en", "zh-TW": "zh-TW", "zh-Hant": "zh-TW", "zh-HK,en;q=0.5": "zh-TW",
		"en-GB,zh-TW;q=0.9": "en", "!": "en", "fr;q=0.9,zh-TW;q=0.4": "zh-TW",
		strings.Repeat("a-b,", 10_000): "en",
	} {
		if got := LanguageFor(wish).Tag; got != want {
			t.Errorf("Speak(%.30q) = %s, want %s", wish, got, want)
		}
	}
	if got := LanguageFor("zh-TW", "en").Tag; got != "zh-TW" {
		t.Errorf("the first wish gives %s", got)
	}
}

var hostile = `"><script>alert(1)</script>{{.}}{site}`

// pages are every page with hostile text wherever text comes from outside.
var pages = map[string]any{
	"sign-in": SignIn{Site: Site{Title: hostile, URL: "/"}, Client: hostile, Email: hostile, Codes: true, Links: true,
		Providers: []Provider{{hostile, hostile}}, Callback: hostile, Trouble: &Trouble{"problem_provider", []string{"provider", hostile}}},
	"code":    SignIn{Site: Site{Title: hostile, URL: "/"}, Email: hostile, CodeSent: true, Callback: hostile, Trouble: &Trouble{Key: "problem_code"}},
	"button":  Link{Site: Site{Title: hostile, URL: "/"}, Email: hostile, Token: hostile},
	"link":    SignIn{Site: Site{Title: hostile, URL: "/"}, Email: hostile, LinkSent: true, Callback: hostile},
	"nothing": SignIn{Site: Site{Title: "Tea", URL: "/"}},
	"consent": Consent{Site: Site{Title: hostile, URL: "/"}, Client: Client{hostile, hostile, "javascript:alert(1)", hostile}, User: hostile,
		Role: hostile, Access: Choose, Scopes: []Scope{{"offline_access", false}, {hostile, true}}, Resource: hostile, Target: hostile, Kind: "local", Request: hostile, Proof: hostile, Switch: "javascript:alert(1)"},
	"apps": Apps{Site: Site{Title: hostile, URL: "/"}, User: hostile, Proof: hostile, Apps: []App{
		{Client: Client{ID: hostile, Name: hostile}, Scopes: []string{hostile}, Created: time.Unix(1, 0)}}},
	"notice": Notice{Site: Site{Title: hostile, URL: "javascript:alert(1)"}, Title: "problem_title", Trouble: Trouble{"problem_request", []string{"detail", hostile}}},
}

func TestPagesShowHostileTextAsText(t *testing.T) {
	for name, of := range pages {
		for _, l := range languages().languages {
			html, err := Render(l, look.Read(), "nonce", of)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			text := string(html)
			if strings.Contains(text, "<script") || strings.Contains(text, `="javascript:`) {
				t.Errorf("%s lets markup through:\n%s", name, text)
			}
			if !strings.Contains(text, `<html lang="`+l.Tag+`">`) || !strings.HasSuffix(strings.TrimSpace(text), "</html>") {
				t.Errorf("%s in %s is not a whole page:\n%s", name, l.Tag, text)
			}
		}
	}
}

func TestNoticesThatLeadToTheSignIn(t *testing.T) {
	for _, key := range again {
		if !languages().languages[0].Knows(key) {
			t.Errorf("%s is no message", key)
		}
	}
	for key, want := range map[string]string{"problem_link": `href="/oauth/sign-in"`, "problem_request": `href="/tea"`} {
		html, err := Render(languages().languages[0], look.Read(), "nonce", Notice{Site: Site{Title: "Tea", URL: "/tea"}, Title: "problem_title", Trouble: Trouble{Key: key}})
		if err != nil || strings.Count(string(html), "<a href=") != 1 || !strings.Contains(string(html), want) {
			t.Errorf("%s: %v\n%s", key, err, html)
		}
	}
}

// Whoever asks, the page says as whom, where, and what for; it leaves the choice
// where there is one.
func TestConsentSaysWhatIsGiven(t *testing.T) {
	for name, test := range map[string]struct {
		of        Consent
		has, none []string
	}{
		"somebody": {Consent{User: "ann@tea.example", Access: Choose}, []string{"ann@tea.example", "role_none", "surface_public", `value="write" aria-describedby="access-write" checked`}, []string{"surface_staff"}},
		"owner":    {Consent{Role: "owner", Access: Choose, ReadBefore: true}, []string{"role_owner", "surface_staff", "access_before", `value="read" aria-describedby="access-read before" checked`}, nil},
		"editor":   {Consent{Role: "editor", Access: Read}, []string{"role_editor", "access_read_about"}, []string{"access_write", "radio"}},
		"reader":   {Consent{Role: "contributor", Access: Write}, []string{"role_contributor", "access_write_about"}, []string{"access_read", "radio"}},
		"no tools": {Consent{Scopes: []Scope{{"email", false}}}, []string{"consent_could", "scope_email"}, []string{"surface_public", "access_write", "radio"}},
		"another":  {Consent{Resource: "https://tea.example/api"}, []string{"https://tea.example/api"}, []string{"surface_public", "radio"}},
	} {
		for _, l := range languages().languages {
			html, err := Render(l, look.Read(), "nonce", test.of)
			if err != nil {
				t.Fatal(err)
			}
			said := func(key string) string {
				if l.Knows(key) {
					return l.Say(key, "client", "")
				}
				return key
			}
			for _, each := range test.has {
				if !strings.Contains(string(html), said(each)) {
					t.Errorf("%s in %s: %q is not said", name, l.Tag, said(each))
				}
			}
			for _, each := range test.none {
				if strings.Contains(string(html), said(each)) {
					t.Errorf("%s in %s: %q is said", name, l.Tag, said(each))
				}
			}
		}
	}
}

func TestInitial(t *testing.T) {
	for name, want := range map[string]string{"tea notes": "T", "茶壺": "茶", "<b> 7up": "B", "\"…": "?", "": "?", "éclair": "É"} {
		if got := initial(name); got != want {
			t.Errorf("initial(%q) = %q, want %q", name, got, want)
		}
	}
}

func TestEveryMessageOfAPageExists(t *testing.T) {
	used := regexp.MustCompile(`Say "([a-z_]+)"`)
	files, err := templateFiles.ReadDir("templates")
	if err != nil || len(files) != 8 {
		t.Fatalf("%d templates, %v", len(files), err)
	}
	for _, file := range files {
		data, _ := templateFiles.ReadFile("templates/" + file.Name())
		for _, match := range used.FindAllStringSubmatch(string(data), -1) {
			if !languages().languages[0].Knows(match[1]) {
				t.Errorf("%s says %s, which is no message", file.Name(), match[1])
			}
		}
	}
}

// TestTheSiteShowsItsOwnIcon in each color scheme, and an initial without one.
func TestTheSiteShowsItsOwnIcon(t *testing.T) {
	for _, each := range []struct {
		logo       Logo
		want, miss string
	}{
		{Logo{}, `<span class="mark" aria-hidden="true">T</span>`, "<picture>"},
		{Logo{"/icon.svg", "/icon.svg"}, `<picture><img class="mark" src="/icon.svg"`, "<source"},
		{Logo{"/icon.svg", "/night.svg"}, `<source srcset="/night.svg" media="(prefers-color-scheme: dark)"><img class="mark" src="/icon.svg"`, `>T</span>`},
	} {
		html, err := Render(languages().languages[0], look.Read(), "n", SignIn{Site: Site{Title: "Tea", URL: "/", Logo: each.logo}})
		if err != nil || !strings.Contains(string(html), each.want) || strings.Contains(string(html), each.miss) {
			t.Errorf("%v: %v\n%s", each.logo, err, html)
		}
	}
}
