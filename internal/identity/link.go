package identity

import (
	"net/http"
	"net/url"

	"github.com/quartet-dev/quartet/internal/identity/page"
)

const linkPath = "/api/auth/magic-link/verify"

// Link is the address of a magic link. Where it leads after the sign-in is kept
// with the token, so that nobody changes it on the way.
func (s *Surface) Link(token string) string { return LinkAt(s.Origin, token) }

// LinkAt is Link of a site that is not served by this process.
func LinkAt(origin *url.URL, token string) string {
	return originOf(origin) + linkPath + "?" + url.Values{"token": {token}}.Encode()
}

// showLink is the page behind a link, with a button that signs in. Programs that
// look at what is in a message open its links too, and spend nothing. A link
// that never went by mail may sign in at once (decision 110).
func (s *Surface) showLink(w http.ResponseWriter, r *http.Request) error {
	token := r.URL.Query().Get("token")
	link, err := s.Auth.Link(r.Context(), token)
	if err != nil {
		return trouble("problem_link", err)
	}
	if link.AtOnce && r.Method == http.MethodGet && !isPrefetch(r) {
		return s.completeLinkSignIn(w, r, token)
	}
	s.show(w, r, http.StatusOK, page.Link{Site: s.site(r), Email: link.Email, Token: token})
	return nil
}

// followLink takes the page's form.
func (s *Surface) followLink(w http.ResponseWriter, r *http.Request) error {
	form, err := readForm(w, r)
	if err != nil {
		return err
	}
	return s.completeLinkSignIn(w, r, form.Get("token"))
}

func (s *Surface) completeLinkSignIn(w http.ResponseWriter, r *http.Request, token string) error {
	signed, callback, err := s.Auth.SignInWithLink(r.Context(), token, s.browserOf(r))
	if err != nil {
		return trouble("problem_link", err)
	}
	s.setSession(w, signed)
	return s.redirect(w, r, callback)
}
