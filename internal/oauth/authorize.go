package oauth

import (
	"context"
	"encoding/base64"
	"net/url"
	"slices"
	"strings"
)

const maxState = 2048

// The values of prompt that are honoured.
const (
	promptNone    = "none"
	promptLogin   = "login"
	promptConsent = "consent"
)

var prompts = []string{promptNone, promptLogin, promptConsent, "select_account"}

// AuthorizeRequest is a request for a code that was checked.
type AuthorizeRequest struct {
	Client      *Client
	RedirectURI string
	State       string
	Scopes      []string
	Resource    string
	Challenge   string // S256
	Thumbprint  string // of the DPoP key that the code is bound to, or ""
	prompts     []string
	declined    []string // scopes that the user has not given
	query       parameters
}

// AuthorizeError is a refusal of an authorization request. Provider.Redirect says
// who is told.
type AuthorizeError struct {
	Refusal *Error
	request *AuthorizeRequest // nil while client or redirect URI are not known good
}

// Error makes an AuthorizeError an error.
func (e *AuthorizeError) Error() string { return e.Refusal.Error() }

// Unwrap gives the refusal.
func (e *AuthorizeError) Unwrap() error { return e.Refusal }

// Authorize checks the query of an authorization request (RFC 6749 section
// 4.1.1, 7636, 8707, 9449 section 10), or the form in which the consent page
// brings it back. It changes nothing. The error is an *AuthorizeError.
func (p *Provider) Authorize(ctx context.Context, query url.Values) (*AuthorizeRequest, error) {
	q, refused := read(query)
	if refused == nil {
		return p.authorize(ctx, q)
	}
	// Where the answer goes may be known all the same, so that the refusal can go
	// there.
	known, unclear := read(url.Values{"client_id": query["client_id"], "redirect_uri": query["redirect_uri"]})
	if unclear != nil {
		return nil, &AuthorizeError{Refusal: refused}
	}
	r, err := p.resolveClient(ctx, known)
	if err != nil {
		return nil, err
	}
	if state := query["state"]; len(state) == 1 && len(state[0]) <= maxState {
		r.State = state[0]
	}
	return nil, p.deny(r, refused)
}

func (p *Provider) authorize(ctx context.Context, q parameters) (*AuthorizeRequest, error) {
	r, err := p.resolveClient(ctx, q)
	if err != nil {
		return nil, err
	}
	if len(q["state"]) > maxState {
		return nil, p.deny(r, refuse(InvalidRequest, "state is too long."))
	}
	r.State = q["state"]
	if refused := p.checkRequest(r, q); refused != nil {
		return nil, p.deny(r, refused)
	}
	return r, nil
}

// resolveClient finds out who asks and where the answer goes. Until then nothing is
// redirected.
func (p *Provider) resolveClient(ctx context.Context, q parameters) (*AuthorizeRequest, error) {
	if refused := q.need("client_id", "redirect_uri"); refused != nil {
		return nil, &AuthorizeError{Refusal: refused}
	}
	c, err := p.client(ctx, q["client_id"])
	if err != nil {
		return nil, &AuthorizeError{Refusal: AsError(err)}
	}
	if !c.redirects(q["redirect_uri"]) {
		return nil, &AuthorizeError{Refusal: refuse(InvalidRequest, "The redirect URI is not registered for this client.")}
	}
	return &AuthorizeRequest{Client: c, RedirectURI: q["redirect_uri"], query: q}, nil
}

// checkRequest checks what the client asks for.
func (p *Provider) checkRequest(r *AuthorizeRequest, q parameters) (refused *Error) {
	switch {
	case q["request"] != "" || q["request_uri"] != "":
		return refuse(InvalidRequest, "Request objects are not supported.")
	case q["response_type"] == "":
		return refuse(InvalidRequest, "response_type is missing.")
	case q["response_type"] != "code":
		return refuse(UnsupportedResponseType, "response_type must be code.")
	case q["response_mode"] != "" && q["response_mode"] != "query":
		return refuse(InvalidRequest, "response_mode must be query.")
	case q["code_challenge_method"] != "S256" || !isDigest(q["code_challenge"]):
		return refuse(InvalidRequest, "A code_challenge with the code_challenge_method S256 is needed.")
	case q["dpop_jkt"] != "" && !isDigest(q["dpop_jkt"]):
		return refuse(InvalidRequest, "dpop_jkt is no thumbprint.")
	}
	r.Challenge, r.Thumbprint, r.prompts = q["code_challenge"], q["dpop_jkt"], fields(q["prompt"])
	if !covers(prompts, r.prompts) || r.prompts != nil && slices.Contains(r.prompts, promptNone) && len(r.prompts) > 1 {
		return refuse(InvalidRequest, "prompt has an unknown value, or none beside another.")
	}
	if r.Resource, refused = p.resourceFor(q["resource"]); refused != nil {
		return refused
	}
	r.Scopes, refused = p.scopesFor(r.Client, q["scope"], r.Resource)
	return refused
}

// isDigest reports whether text is a SHA-256 digest in base64url.
func isDigest(text string) bool {
	sum, err := base64.RawURLEncoding.Strict().DecodeString(text)
	return err == nil && len(sum) == 32 && !strings.ContainsAny(text, "\r\n")
}

// Query is the request again, for a page that comes back with it, without the
// prompts that the page has met.
func (r *AuthorizeRequest) Query(met ...string) url.Values {
	query := url.Values{}
	for name, value := range r.query {
		query.Set(name, value)
	}
	rest := slices.DeleteFunc(slices.Clone(r.prompts), func(prompt string) bool { return slices.Contains(met, prompt) })
	if query.Del("prompt"); len(rest) > 0 {
		query.Set("prompt", strings.Join(rest, " "))
	}
	return query
}

// Deny is where the client is told that the user said no, whatever the user has
// consented to before: they chose to go there (RFC 6749 section 4.1.2.1, RFC
// 9207).
func (p *Provider) Deny(r *AuthorizeRequest) string {
	return p.redirectError(r, refuse(AccessDenied, "The user said no."))
}

// Redirect is where a refusal is told to the client; "" when it must be shown to
// the user instead. Anybody can register a client, and a link to us that leads
// somewhere else at once hides where it leads. So a client is told only when the
// user is signed in, s not being nil, and has consented to it before (RFC 9700
// section 4.11.2) (decision 116).
func (p *Provider) Redirect(ctx context.Context, refused *AuthorizeError, s *Session) (location string, err error) {
	r := refused.request
	if r == nil || s == nil {
		return "", nil
	}
	known, err := reading(ctx, p, "look up a consent", func(store Reader) (bool, error) { return store.Consented(s.UserID, r.Client.ID) })
	if !known || err != nil {
		return "", err
	}
	return p.redirectError(r, refused.Refusal), nil
}

func (p *Provider) deny(r *AuthorizeRequest, e *Error) *AuthorizeError {
	return &AuthorizeError{Refusal: e, request: r}
}

// redirectError is the redirect back to the client with an error.
func (p *Provider) redirectError(r *AuthorizeRequest, e *Error) string {
	return p.redirectBack(r, url.Values{"error": {string(e.Code)}, "error_description": {e.Description}})
}

// redirectBack is the redirect back to the client.
func (p *Provider) redirectBack(r *AuthorizeRequest, parameters url.Values) string {
	if r.State != "" {
		parameters.Set("state", r.State)
	}
	parameters.Set("iss", p.issuer)
	return with(r.RedirectURI, parameters)
}
