package identity

import (
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/quartet-dev/quartet/internal/diag"
)

// maxURL bounds every URL that a caller sends, in bytes.
const maxURL = 4096

// origins are the service's own origin and those that take part in its sign-in.
type origins struct {
	own     *url.URL
	trusted []string
	forgery *http.CrossOriginProtection
	use     *http.CrossOriginProtection // trusts front ends that may send cookies, and nobody else
}

func newOrigins(own *url.URL, trusted, frontEnds []string) (o *origins, err error) {
	o = &origins{own: own, trusted: trusted}
	if o.forgery, err = protection(own, trusted); err != nil {
		return nil, err
	}
	o.use, err = protection(own, frontEnds)
	return o, err
}

// protection refuses unsafe requests that scripts of all but some origins send.
func protection(own *url.URL, others []string) (*http.CrossOriginProtection, error) {
	p := http.NewCrossOriginProtection()
	for _, each := range append([]string{originOf(own)}, others...) {
		if err := p.AddTrustedOrigin(each); err != nil {
			return nil, err
		}
	}
	return p, nil
}

func originOf(u *url.URL) string { return u.Scheme + "://" + u.Host }

// destination resolves a callbackURL, which must lie on the service's origin or
// a trusted one: INPUT_VALIDATION_FAILED otherwise. "" is the service's root.
func (o *origins) destination(callback string) (string, error) {
	if callback == "" {
		callback = "/"
	}
	refused := diag.At(diag.InputValidationFailed, "input#/callbackURL", "The callbackURL lies on no origin that this service trusts.")
	if len(callback) > maxURL || strings.ContainsFunc(callback, unsafeInURL) {
		return "", refused
	}
	parsed, err := o.own.Parse(callback)
	if err != nil || parsed.User != nil || parsed.Opaque != "" {
		return "", refused
	}
	if from := originOf(parsed); from != originOf(o.own) && !slices.Contains(o.trusted, from) {
		return "", refused
	}
	return parsed.String(), nil
}

// unsafeInURL reports whether browsers read r differently from url.Parse: a backslash
// is a slash to them, and control characters and spaces are dropped.
func unsafeInURL(r rune) bool { return r <= ' ' || r == '\\' || r == 0x7f }

// checkForgery refuses an unsafe request that another site made the browser
// send: AUTH_DENIED. Only requests that a cookie may speak for need it.
func (o *origins) checkForgery(r *http.Request) error {
	return check(o.forgery, r, "If the other origin is yours, name it in auth.trustedOrigins of quartet.yaml.")
}

// checkUse is checkForgery for what the site's manifests offer, which front ends
// use that may send cookies.
func (o *origins) checkUse(r *http.Request) error {
	return check(o.use, r, "If the other origin is yours, name it in cors.origins and cors.credentials of quartet.yaml.")
}

func check(p *http.CrossOriginProtection, r *http.Request, remedy string) error {
	if err := p.Check(r); err == nil {
		return nil
	}
	d := diag.At(diag.AuthDenied, "input#", "The request comes from another origin than this service.")
	d.Suggestion = remedy
	return d
}
