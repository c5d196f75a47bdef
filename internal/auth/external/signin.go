package external

import (
	"context"
	"crypto/subtle"
	"net/url"
	"slices"
	"strings"
	"time"

	"golang.org/x/oauth2"

	"github.com/quartet-dev/quartet/internal/auth"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/keyring"
)

// BeginRequest says where the provider shall send the browser back to:
// <origin>/api/auth/callback/<provider>.
type BeginRequest struct {
	RedirectURI string
}

// Pending is a sign-in under way. It holds secrets: keep it sealed, give it to
// the browser that began alone, and to Finish once.
type Pending struct {
	Provider    string `json:"provider"`
	RedirectURI string `json:"redirectUri"`
	State       string `json:"state"`
	Verifier    string `json:"verifier"` // PKCE
	Nonce       string `json:"nonce"`
}

// phaseTimeout bounds all requests of one half of a sign-in together.
const phaseTimeout = 20 * time.Second

// Begin gives the URL where the user signs in, and what Finish needs. The error
// is RESOURCE_UNAVAILABLE when the provider does not tell where that is.
func (p *Provider) Begin(ctx context.Context, r BeginRequest) (authorizeURL string, pending Pending, err error) {
	ctx, cancel := context.WithTimeout(ctx, phaseTimeout)
	defer cancel()
	m, err := p.endpoints.find(ctx)
	if err != nil {
		return "", Pending{}, p.unavailable(err)
	}
	pending = Pending{
		Provider: p.id, RedirectURI: r.RedirectURI,
		State: keyring.Token(), Verifier: oauth2.GenerateVerifier(), Nonce: keyring.Token(),
	}
	config := p.config(m, r.RedirectURI)
	options := append(p.parameters(), oauth2.S256ChallengeOption(pending.Verifier))
	if slices.Contains(p.scopes, openID) {
		options = append(options, oauth2.SetAuthURLParam("nonce", pending.Nonce))
	}
	return config.AuthCodeURL(pending.State, options...), pending, nil
}

// parameters go with both the authorization and the token request: the resource
// of RFC 8707.
func (p *Provider) parameters() []oauth2.AuthCodeOption {
	if p.resource == "" {
		return nil
	}
	return []oauth2.AuthCodeOption{oauth2.SetAuthURLParam("resource", p.resource)}
}

// Finish takes the query of the callback and gives who signed in. The errors
// are INPUT_VALIDATION_FAILED for a callback that does not belong to the
// pending sign-in, AUTH_DENIED when the user or the provider refused or the
// answer cannot be believed, RESOURCE_UNAVAILABLE when the provider fails.
func (p *Provider) Finish(ctx context.Context, pending Pending, callback url.Values) (auth.Identity, error) {
	ctx, cancel := context.WithTimeout(ctx, phaseTimeout)
	defer cancel()
	if err := p.belongs(pending, callback); err != nil {
		return auth.Identity{}, err
	}
	m, err := p.endpoints.find(ctx)
	if err != nil {
		return auth.Identity{}, p.unavailable(err)
	}
	code, err := p.code(m, callback)
	if err != nil {
		return auth.Identity{}, err
	}
	config := p.config(m, pending.RedirectURI)
	token, err := config.Exchange(withHTTPClient(ctx), code, append(p.parameters(), oauth2.VerifierOption(pending.Verifier))...)
	if err != nil {
		return auth.Identity{}, p.exchangeFailed(err)
	}
	who, err := p.profile(ctx, p, finishedSignIn{m, pending, token})
	if err != nil {
		return auth.Identity{}, p.profileFailed(err)
	}
	if who, err = sanitize(who); err != nil {
		return auth.Identity{}, p.denied(err)
	}
	who.Provider, who.Tokens = p.id, p.tokens(token)
	return who, nil
}

// belongs holds the callback against the sign-in that was begun. A parameter
// that comes twice is refused (RFC 6749 §3.1).
func (p *Provider) belongs(pending Pending, callback url.Values) error {
	for _, name := range []string{"state", "code", "iss", "error"} {
		if values := callback[name]; len(values) > 1 || len(callback.Get(name)) > maxParameter {
			return diag.At(diag.InputValidationFailed, "input#/"+name, "The answer of the sign-in is malformed.")
		}
	}
	same := subtle.ConstantTimeCompare([]byte(callback.Get("state")), []byte(pending.State)) == 1
	if pending.State == "" || !same || pending.Provider != p.id {
		return diag.At(diag.InputValidationFailed, "input#/state", "This sign-in was not begun here, or is over; begin again.")
	}
	return nil
}

const maxParameter = 4096 // bytes

// code takes the authorization code out of the provider's answer. Whose answer
// it is comes first: an error may be another's as well (RFC 9207 §2.4).
func (p *Provider) code(m *metadata, callback url.Values) (string, error) {
	iss, known := callback.Get("iss"), m.knownIssuer()
	if known != "" && iss != known && (iss != "" || m.NamesItself) {
		return "", diag.At(diag.InputValidationFailed, "input#/iss", "The answer of the sign-in comes from elsewhere.")
	}
	if reason := callback.Get("error"); reason != "" {
		return "", p.refused(reason)
	}
	code := callback.Get("code")
	if code == "" {
		return "", diag.At(diag.InputValidationFailed, "input#/code", "The answer of the sign-in is incomplete.")
	}
	return code, nil
}

// Refresh trades the refresh token for new tokens. The errors are AUTH_DENIED
// when the provider no longer takes it, RESOURCE_UNAVAILABLE when it fails.
func (p *Provider) Refresh(ctx context.Context, t auth.ProviderTokens) (auth.ProviderTokens, error) {
	ctx, cancel := context.WithTimeout(ctx, phaseTimeout)
	defer cancel()
	if t.Refresh == "" {
		return auth.ProviderTokens{}, p.denied(errNoRefresh)
	}
	m, err := p.endpoints.find(ctx)
	if err != nil {
		return auth.ProviderTokens{}, p.unavailable(err)
	}
	config := p.config(m, "")
	token, err := config.TokenSource(withHTTPClient(ctx), &oauth2.Token{RefreshToken: t.Refresh}).Token()
	if err != nil {
		return auth.ProviderTokens{}, p.exchangeFailed(err)
	}
	fresh := p.tokens(token)
	if _, said := token.Extra("scope").(string); !said {
		fresh.Scopes = t.Scopes
	}
	return fresh, nil
}

// tokens reads an answer of the token endpoint. GitHub separates scopes by
// commas.
func (p *Provider) tokens(t *oauth2.Token) auth.ProviderTokens {
	scopes := p.scopes
	if said, ok := t.Extra("scope").(string); ok {
		scopes = strings.FieldsFunc(said, func(r rune) bool { return r == ' ' || r == ',' })
	}
	return auth.ProviderTokens{Access: t.AccessToken, Refresh: t.RefreshToken, Expires: t.Expiry, Scopes: scopes}
}
