package identity

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"
)

// site-folder.md, Identity routes: "cookie __Host- prefixed on HTTPS,
// __Secure-<cookiePrefix> when crossSubDomainCookies shares it, HttpOnly,
// SameSite=Lax". OWASP ASVS 3.4.1 to 3.4.5.
func TestSessionCookie(t *testing.T) {
	for _, c := range []struct {
		name, origin, prefix, domain, want string
	}{
		{"https", "https://tea.example", "", "", "__Host-quartet.session=secret; Path=/; Max-Age=60; HttpOnly; Secure; SameSite=Lax"},
		{"a prefix", "https://tea.example", "tea", "", "__Host-tea.session=secret; Path=/; Max-Age=60; HttpOnly; Secure; SameSite=Lax"},
		{"subdomains", "https://tea.example", "tea", "tea.example", "__Secure-tea.session=secret; Path=/; Domain=tea.example; Max-Age=60; HttpOnly; Secure; SameSite=Lax"},
		{"loopback", "http://localhost:8787", "", "", "quartet.session.8787=secret; Path=/; Max-Age=60; HttpOnly; SameSite=Lax"},
	} {
		origin, err := url.Parse(c.origin)
		if err != nil {
			t.Fatal(err)
		}
		kept := newCookies(origin, c.prefix, c.domain)
		w := httptest.NewRecorder()
		kept.setSession(w, "secret", time.Now().Add(time.Minute))
		if got := w.Header().Get("Set-Cookie"); got != c.want {
			t.Errorf("%s: %s\nwant %s", c.name, got, c.want)
		}
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		r.Header.Set("Cookie", "other=1; "+strings.SplitN(c.want, ";", 2)[0])
		if got := kept.token(r); got != "secret" {
			t.Errorf("%s: read back as %q", c.name, got)
		}
		w = httptest.NewRecorder()
		kept.clearSession(w)
		if got := w.Header().Get("Set-Cookie"); !strings.Contains(got, "Max-Age=0") {
			t.Errorf("%s: cleared by %s", c.name, got)
		}
	}
}
