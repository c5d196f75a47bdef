package identity

import (
	"net/http"
	"net/url"
	"time"

	"github.com/quartet-dev/quartet/internal/auth"
)

// cookies are the names and the reach of the cookies of one site.
type cookies struct {
	session, flow, code string
	domain              string // "" keeps the session's cookie on its host
	secure              bool
}

// newCookies names the cookies (site-folder.md, Identity routes): __Host- on
// HTTPS, __Secure- where subdomains share the session. On plain http, which is
// loopback, the port is part of the name, because browsers share cookies
// between the ports of a host.
func newCookies(origin *url.URL, prefix, domain string) cookies {
	if prefix == "" {
		prefix = "quartet"
	}
	c := cookies{
		session: prefix + ".session", flow: prefix + ".flow", code: prefix + ".code", domain: domain, secure: origin.Scheme == "https",
	}
	switch {
	case !c.secure:
		port := "." + origin.Port()
		c.session, c.flow, c.code = c.session+port, c.flow+port, c.code+port
	case domain != "":
		c.session, c.flow, c.code = "__Secure-"+c.session, "__Host-"+c.flow, "__Host-"+c.code
	default:
		c.session, c.flow, c.code = "__Host-"+c.session, "__Host-"+c.flow, "__Host-"+c.code
	}
	return c
}

// token is the session's secret that the request carries, or "".
func (c cookies) token(r *http.Request) string { return value(r, c.session) }

// value is that of the request's cookie of that name, or "".
func value(r *http.Request, name string) string {
	if cookie, err := r.Cookie(name); err == nil {
		return cookie.Value
	}
	return ""
}

// setSession hands the session's secret to the browser.
func (c cookies) setSession(w http.ResponseWriter, token string, expires time.Time) {
	cookie := c.cookie(c.session, token, time.Until(expires)) //nolint:gosec // cookie sets its attributes
	cookie.Domain = c.domain
	http.SetCookie(w, cookie)
}

// clearSession makes the browser forget the session.
func (c cookies) clearSession(w http.ResponseWriter) {
	cookie := c.cookie(c.session, "", -1) //nolint:gosec // cookie sets its attributes
	cookie.Domain = c.domain
	http.SetCookie(w, cookie)
}

// setFlow ties what the browser began, a sign-in at a provider, to this browser.
func (c cookies) setFlow(w http.ResponseWriter, token string, life time.Duration) {
	http.SetCookie(w, c.cookie(c.flow, token, life))
}

func (c cookies) clearFlow(w http.ResponseWriter) { http.SetCookie(w, c.cookie(c.flow, "", -1)) }

// setCode ties a code to the browser that asked for it.
func (c cookies) setCode(w http.ResponseWriter, asked string) {
	http.SetCookie(w, c.cookie(c.code, asked, auth.CodeLifetime))
}

// cookie has a life of whole seconds; one that is not positive deletes it.
func (c cookies) cookie(name, token string, life time.Duration) *http.Cookie {
	age := int(life.Round(time.Second) / time.Second)
	if age <= 0 {
		age = -1
	}
	return &http.Cookie{ //nolint:gosec // Secure but on loopback, where there is no certificate
		Name: name, Value: token, Path: "/", MaxAge: age,
		HttpOnly: true, Secure: c.secure, SameSite: http.SameSiteLaxMode,
	}
}
