package identity

import (
	"errors"
	"net/http"
	"strings"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/httpx"
	"github.com/quartet-dev/quartet/internal/oauth"
)

// token is the token endpoint.
func (s *Surface) token(w http.ResponseWriter, r *http.Request) error {
	form, err := readForm(w, r)
	if err != nil {
		return err
	}
	answer, err := s.OAuth.Token(r.Context(), oauth.TokenRequest{
		Form: form, Authorization: r.Header.Get("Authorization"), Proofs: r.Header["Dpop"],
		Method: r.Method, URL: s.OAuth.Endpoint("token"),
	})
	if err != nil {
		return err
	}
	w.Header().Set("Pragma", "no-cache") // RFC 6749 section 5.1
	return send(w, answer)
}

// register is dynamic client registration.
func (s *Surface) register(w http.ResponseWriter, r *http.Request) error {
	text, err := readBounded(w, r)
	if err != nil {
		return err
	}
	registered, err := s.OAuth.Register(r.Context(), text)
	if err != nil {
		return err
	}
	return sendAs(w, http.StatusCreated, registered)
}

// revoke ends the grant of a token.
func (s *Surface) revoke(w http.ResponseWriter, r *http.Request) error {
	form, err := readForm(w, r)
	if err != nil {
		return err
	}
	if err := s.OAuth.Revoke(r.Context(), form, r.Header.Get("Authorization")); err != nil {
		return err
	}
	w.WriteHeader(http.StatusOK)
	return nil
}

func (s *Surface) userInfo(w http.ResponseWriter, r *http.Request) error {
	info, err := s.OAuth.UserInfo(r.Context(), s.accessRequest(r))
	if err != nil {
		return err
	}
	return send(w, info)
}

// accessRequest is a request with an access token as the provider looks at it.
// The URL is the one that clients know, whatever a proxy made of it.
func (s *Surface) accessRequest(r *http.Request) oauth.AccessRequest {
	scheme, token := "", ""
	if values := r.Header["Authorization"]; len(values) == 1 {
		scheme, token, _ = strings.Cut(values[0], " ")
	}
	return oauth.AccessRequest{
		Scheme: scheme, Token: strings.TrimLeft(token, " "), Proofs: r.Header["Dpop"],
		Method: r.Method, URL: originOf(s.Origin) + r.URL.EscapedPath(),
	}
}

func (s *Surface) jwks(w http.ResponseWriter, r *http.Request) error {
	keys, err := s.OAuth.JWKS(r.Context())
	if err != nil {
		return err
	}
	httpx.WriteJSON(w, http.StatusOK, keys)
	return nil
}

func (s *Surface) serverMetadata(w http.ResponseWriter, _ *http.Request) error {
	httpx.WriteJSON(w, http.StatusOK, s.OAuth.Metadata())
	return nil
}

// resourceMetadata is that of the resource which the path names, with or without
// a slash at its end; without one, of the MCP endpoint.
func (s *Surface) resourceMetadata(w http.ResponseWriter, r *http.Request) error {
	path := strings.TrimSuffix(strings.TrimPrefix(r.URL.Path, resourcePath), "/")
	if path == "" {
		path = oauth.ToolsSurface.Path
	}
	document, ok := s.OAuth.ProtectedResource(originOf(s.Origin) + path)
	if !ok {
		return diag.At(diag.NotFound, "input#", "There is no such resource.")
	}
	httpx.WriteJSON(w, http.StatusOK, document)
	return nil
}

// failClient answers an OAuth client in OAuth's own words (RFC 6749 section
// 5.2), with the challenge and the nonce that belong to them.
func (s *Surface) failClient(w http.ResponseWriter, r *http.Request, err error) {
	known := clientError(err)
	if known.Status >= http.StatusInternalServerError { // a refusal is the client's affair
		httpx.LogFailure(w, r, err)
	}
	s.challenge(w.Header(), known)
	_ = sendAs(w, known.Status, known) // two texts
}

// challenge adds the headers of a refusal. WWW-Authenticate tells a client how
// to go on.
func (s *Surface) challenge(h http.Header, refused *oauth.Error) {
	if refused.Challenge != "" {
		h.Set("WWW-Authenticate", refused.Challenge)
	}
	if refused.AsksForNonce() {
		h.Set("DPoP-Nonce", s.OAuth.Nonce())
	}
}

// clientError says a diagnostic in OAuth's words.
func clientError(err error) *oauth.Error {
	var known *oauth.Error
	if errors.As(err, &known) {
		return known
	}
	d := diag.As(err)
	switch status := d.Status(); {
	case d.Code == diag.RateLimited:
		return &oauth.Error{Code: oauth.TemporarilyUnavailable, Description: "Too many requests; see Retry-After.", Status: status}
	case status < http.StatusInternalServerError:
		return &oauth.Error{Code: oauth.InvalidRequest, Description: d.Message, Status: status}
	}
	return oauth.AsError(err)
}
