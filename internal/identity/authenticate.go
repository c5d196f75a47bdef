package identity

import (
	"errors"
	"mime"
	"net/http"
	"strings"

	"github.com/quartet-dev/quartet/internal/auth"
	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/oauth"
	"github.com/quartet-dev/quartet/internal/principal"
)

// Authenticate says who calls a surface that takes every credential: an API
// key, or the session of a cookie. A credential in a header that is not valid is
// UNAUTHENTICATED; a cookie that counts for nothing is no credential, and is
// cleared. An unsafe request that a cookie speaks for must be JSON and must not
// come from another site: AUTH_DENIED.
//
// An access token of the provider's names what it is for, and is not valid here.
func (s *Surface) Authenticate(w http.ResponseWriter, r *http.Request) (content.Caller, error) {
	credentials := credentialsOf(r.Header)
	switch {
	case len(credentials) > 1:
		return content.Caller{}, invalidCredential()
	case len(credentials) == 1:
		return s.byKey(r, credentials[0])
	case r.Header["Cookie"] == nil:
		return content.Caller{}, nil
	}
	return s.byCookie(w, r)
}

// AuthenticateAPI is Authenticate for Views and Triggers, which take the provider's
// access tokens for the resource <origin>/api too. The answer to a token that does not
// count says why.
func (s *Surface) AuthenticateAPI(w http.ResponseWriter, r *http.Request) (content.Caller, error) {
	if !carriesToken(r.Header) {
		return s.Authenticate(w, r)
	}
	caller, err := s.AuthenticateToken(r, oauth.APISurface.Path)
	var refused *oauth.Error
	if !errors.As(err, &refused) || refused.Status >= http.StatusInternalServerError {
		return caller, err
	}
	s.challenge(w.Header(), refused)
	code := diag.Unauthenticated
	if refused.Status == http.StatusForbidden {
		code = diag.AuthDenied
	}
	return caller, diag.At(code, "input#", refused.Description)
}

// AskForToken says in a refusal of a View or Trigger that it needs an access token,
// scopes being nil, or one with these scopes.
func (s *Surface) AskForToken(w http.ResponseWriter, r *http.Request, scopes []string) {
	s.challenge(w.Header(), s.OAuth.Refusal(s.accessRequest(r), originOf(s.Origin)+oauth.APISurface.Path, scopes))
}

// carriesToken reports whether the one credential of the headers is no API key, so
// that only an access token can count.
func carriesToken(h http.Header) bool {
	if len(h["X-Api-Key"]) > 0 || len(h["Authorization"]) != 1 {
		return false
	}
	_, secret, _ := strings.Cut(h["Authorization"][0], " ")
	return !strings.HasPrefix(strings.TrimLeft(secret, " "), auth.KeyPrefix)
}

// credentialsOf are the secrets that the headers carry; one that has another
// form than a key's is "".
func credentialsOf(h http.Header) (found []string) {
	found = append(found, h["X-Api-Key"]...)
	for _, each := range h["Authorization"] {
		scheme, secret, _ := strings.Cut(each, " ")
		if !strings.EqualFold(scheme, "Bearer") {
			secret = ""
		}
		found = append(found, strings.TrimLeft(secret, " "))
	}
	return found
}

func invalidCredential() error {
	return diag.At(diag.Unauthenticated, "input#", "The credential that was sent is not valid.")
}

func (s *Surface) byKey(r *http.Request, secret string) (content.Caller, error) {
	key, err := s.Auth.VerifyKey(r.Context(), secret)
	if err != nil {
		return content.Caller{}, err
	}
	return content.Caller{Auth: &content.Auth{Credential: string(principal.APIKey), CredentialID: key.ID, Scopes: key.Scopes}}, nil
}

func (s *Surface) byCookie(w http.ResponseWriter, r *http.Request) (content.Caller, error) {
	session, user, err := s.session(w, r)
	if session == nil || err != nil {
		return content.Caller{}, err
	}
	if err := s.checkUse(r); err != nil {
		return content.Caller{}, err
	}
	return callerOf(user, &content.Auth{Credential: string(principal.Session), CredentialID: session.ID, Scopes: []string{}}), nil
}

// checkUse refuses a request that a browser could have been tricked into
// sending with its cookie.
func (s *Surface) checkUse(r *http.Request) error {
	if err := s.origins.checkUse(r); err != nil {
		return err
	}
	if r.Method == http.MethodGet || r.Method == http.MethodHead || r.ContentLength == 0 {
		return nil
	}
	if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || kind != "application/json" {
		return diag.At(diag.AuthDenied, "input#", "With a session's cookie the body must be sent as application/json.")
	}
	return nil
}

// AuthenticateToken says who calls a surface by one of the provider's access tokens,
// for the resource at path and with a scope of that surface.
// Whatever else is sent, or nothing, is an *oauth.Error with its challenge.
func (s *Surface) AuthenticateToken(r *http.Request, path string) (content.Caller, error) {
	access, err := s.OAuth.VerifySurfaceToken(r.Context(), s.accessRequest(r), originOf(s.Origin)+path)
	if err != nil {
		return content.Caller{}, err
	}
	credential := &content.Auth{Credential: string(principal.OAuth), CredentialID: access.CredentialID, ClientID: access.ClientID, Scopes: access.Scopes}
	return callerOf(&auth.User{ID: access.UserID, Role: auth.Role(access.Role)}, credential), nil
}

// VerifyAccess checks the access token that a request carries: for an audience and
// with all the scopes. The error is AuthenticateToken's.
func (s *Surface) VerifyAccess(r *http.Request, audience string, scopes ...string) (*oauth.Access, error) {
	return s.OAuth.VerifyAccessToken(r.Context(), s.accessRequest(r), audience, scopes...)
}

// callerOf is a user as the other surfaces know one, with the role of this
// moment.
func callerOf(u *auth.User, credential *content.Auth) content.Caller {
	c := content.Caller{User: &content.User{ID: u.ID}, Auth: credential}
	if u.Role.IsStaff() {
		c.Staff = &content.Staff{ID: u.ID, Role: string(u.Role)}
	}
	return c
}
