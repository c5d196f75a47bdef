package oauth

import (
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/quartet-dev/quartet/internal/loopback"
)

func TestRedirectMatching(t *testing.T) {
	for _, test := range []struct {
		registered, asked string
		want              bool
	}{
		{"https://a.example/cb", "https://a.example/cb", true},
		{"https://a.example/cb", "https://a.example:443/cb", false},
		{"https://a.example/cb", "https://A.example/cb", false},
		{"https://a.example/cb", "https://a.example/cb/", false},
		{"https://a.example:1/cb", "https://a.example:2/cb", false},
		{"http://127.0.0.1/cb", "http://127.0.0.1:1/cb", true},
		{"http://127.0.0.1:1/cb", "http://127.0.0.1:65535/cb", true},
		{"http://127.0.0.1:1/cb", "http://127.0.0.1/cb", true},
		{"http://[::1]/cb?a=b", "http://[::1]:1/cb?a=b", true},
		{"http://localhost", "http://localhost:1", true},
		{"http://localhost", "http://localhost:1/", false},
		{"http://localhost/cb", "http://localhost:1/cb?a=b", false},
		{"http://localhost/cb", "http://127.0.0.1:1/cb", false},
		{"http://localhost/cb", "http://localhost.evil.example/cb", false},
		{"http://localhost/cb", "http://localhost:1@evil.example/cb", false},
		{"http://localhost/cb", "http://localhost:123456/cb", false},
		{"http://localhost/cb", "http://localhost:1x/cb", false},
		{"http://localhost/cb", "https://localhost:1/cb", false},
		{"http://localhost/cb", "HTTP://localhost:1/cb", false},
		{"http://127.0.0.1/cb", "http://127.1/cb", false},
		{"http://127.0.0.1/cb", "http://127.0.0.1:1#/cb", false},
		{"http://127.0.0.2/cb", "http://127.0.0.2/cb", true},
		{"http://127.0.0.2/cb", "http://127.0.0.2:1/cb", false},
		{"cursor://auth/cb", "cursor://auth/cb", true},
		{"cursor://auth/cb", "cursor://auth:1/cb", false},
		{"com.example.app:/cb", "com.example.app:/cb", true},
	} {
		if got := (&Client{RedirectURIs: []string{test.registered}}).redirects(test.asked); got != test.want {
			t.Errorf("%s is redirected to %s: %v", test.registered, test.asked, got)
		}
	}
}

// Whatever is asked for, what is allowed has the scheme, the host, the path and
// the query of what is registered.
func FuzzRedirect(f *testing.F) {
	f.Add("https://a.example/cb", "https://a.example/cb")
	f.Add("http://127.0.0.1/cb", "http://127.0.0.1:80/cb")
	f.Add("http://[::1]:9?x", "http://[::1]:8?x")
	f.Add("http://localhost/cb", "http://localhost:1@evil.example/cb")
	f.Add("cursor://auth/cb", "cursor:\\auth")
	f.Fuzz(func(t *testing.T, registered, asked string) {
		c := &Client{RedirectURIs: []string{registered}}
		if !c.redirects(asked) {
			return
		}
		if c.normalize() != nil && registered != asked {
			t.Fatalf("%q could not be registered, and %q is allowed", registered, asked)
		}
		was, err := url.Parse(registered)
		is, err2 := url.Parse(asked)
		if err != nil || err2 != nil || was.Scheme != is.Scheme || was.Hostname() != is.Hostname() || was.Path != is.Path || was.RawQuery != is.RawQuery {
			t.Fatalf("%q is allowed for %q", asked, registered)
		}
		if is.User != nil || is.Fragment != "" || was.Port() != is.Port() && !loopback.IsHost(is.Hostname()) || is.Scheme == "javascript" {
			t.Fatalf("%q is allowed for %q", asked, registered)
		}
	})
}

// Whatever a document says, the client it makes can be shown and redirected to.
func FuzzClientDocument(f *testing.F) {
	const id = "https://a.example/client.json"
	f.Add(`{"client_id":"` + id + `","client_name":"App","redirect_uris":["https://a.example/cb"],"logo_uri":"https://a.example/l"}`)
	f.Add(`{"client_id":"` + id + `","redirect_uris":["http://localhost:1","cursor://x"],"grant_types":["refresh_token"],"scope":"a b"}`)
	f.Add(`{"client_id":"` + id + `","client_id":"x"}`)
	f.Fuzz(func(t *testing.T, text string) {
		c, refused := readDocument(id, []byte(text), time.Now())
		if (c == nil) == (refused == nil) {
			t.Fatalf("%v, %v", c, refused)
		}
		if refused != nil {
			return
		}
		if c.ID != id || c.AuthMethod != "none" || len(c.RedirectURIs) == 0 || strings.ContainsAny(c.Name, "\r\n\x00") {
			t.Fatalf("made of %q: %+v", text, c)
		}
		for _, uri := range c.RedirectURIs {
			if !c.redirects(uri) {
				t.Fatalf("registered %q, which is not allowed", uri)
			}
		}
	})
}
