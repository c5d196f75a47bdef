package identity

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"testing"

	"github.com/quartet-dev/quartet/internal/diag"
)

func testOrigins(t *testing.T) *origins {
	t.Helper()
	own, err := url.Parse("https://tea.example")
	if err != nil {
		t.Fatal(err)
	}
	o, err := newOrigins(own, []string{"https://shop.tea.example"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// "callbackURL must lie on PUBLIC_ORIGIN or trustedOrigins" (site-folder.md).
func TestCallbackURL(t *testing.T) {
	o := testOrigins(t)
	for callback, want := range map[string]string{
		"":                                  "https://tea.example/",
		"/":                                 "https://tea.example/",
		"/admin?tab=1#top":                  "https://tea.example/admin?tab=1#top",
		"admin":                             "https://tea.example/admin",
		"https://tea.example/x":             "https://tea.example/x",
		"https://shop.tea.example/x":        "https://shop.tea.example/x",
		"//tea.example/x":                   "https://tea.example/x",
		"https://evil.example/":             "",
		"//evil.example/":                   "",
		`/\evil.example/`:                   "",
		`\\evil.example/`:                   "",
		"/\t/evil.example/":                 "",
		"/\n/evil.example/":                 "",
		" //evil.example":                   "",
		"http://tea.example/":               "",
		"https://tea.example:8443/":         "",
		"https://tea.example@evil.example/": "",
		"https://me@tea.example/":           "",
		"https://tea.example.evil.example/": "",
		"https://sub.tea.example/":          "",
		"javascript:alert(1)":               "",
		"data:text/html,x":                  "",
		"https:evil.example":                "",
		"https:///evil.example":             "",
		"%":                                 "",
	} {
		got, err := o.destination(callback)
		if got != want || (want == "") != diag.HasCode(err, diag.InputValidationFailed) {
			t.Errorf("%q leads to %q, %v; want %q", callback, got, err, want)
		}
	}
}

func FuzzCallbackURL(f *testing.F) {
	f.Add("/admin")
	f.Add("https://tea.example@evil.example/")
	own, _ := url.Parse("https://tea.example")
	o, err := newOrigins(own, nil, nil)
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, callback string) {
		where, err := o.destination(callback)
		if err != nil {
			return
		}
		if again, err := url.Parse(where); err != nil || again.Host != "tea.example" || again.Scheme != "https" {
			t.Errorf("%q leads to %q", callback, where)
		}
	})
}

// OWASP ASVS 4.2.2: protection against cross-site request forgery.
func TestForgedRequests(t *testing.T) {
	o := testOrigins(t)
	for _, c := range []struct {
		name, method string
		header       map[string]string
		refused      bool
	}{
		{"a program, which sends no cookies of others", http.MethodPost, nil, false},
		{"the own page", http.MethodPost, map[string]string{"Sec-Fetch-Site": "same-origin", "Origin": "https://tea.example"}, false},
		{"a trusted origin", http.MethodPost, map[string]string{"Sec-Fetch-Site": "same-site", "Origin": "https://shop.tea.example"}, false},
		{"another site", http.MethodPost, map[string]string{"Sec-Fetch-Site": "cross-site", "Origin": "https://evil.example"}, true},
		{"a subdomain that is not trusted", http.MethodPost, map[string]string{"Sec-Fetch-Site": "same-site", "Origin": "https://blog.tea.example"}, true},
		{"an old browser on another site", http.MethodPost, map[string]string{"Origin": "https://evil.example"}, true},
		{"a sandboxed page", http.MethodPost, map[string]string{"Sec-Fetch-Site": "cross-site", "Origin": "null"}, true},
		{"reading changes nothing", http.MethodGet, map[string]string{"Sec-Fetch-Site": "cross-site", "Origin": "https://evil.example"}, false},
	} {
		r := httptest.NewRequest(c.method, "https://tea.example/api/auth/sign-out", nil)
		for name, each := range c.header {
			r.Header.Set(name, each)
		}
		if err := o.checkForgery(r); diag.HasCode(err, diag.AuthDenied) != c.refused {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}
