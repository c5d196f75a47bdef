package external_test

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/quartet-dev/quartet/internal/auth"
	"github.com/quartet-dev/quartet/internal/auth/external"
	"github.com/quartet-dev/quartet/internal/auth/external/externaltest"
	"github.com/quartet-dev/quartet/internal/diag"
)

const callbackURL = "https://tea.example/api/auth/callback/"

var client = external.Client{ID: externaltest.ClientID, Secret: externaltest.ClientSecret}

var keeper = externaltest.Person{
	ID: 42, Login: "keeper", Name: "The Keeper", Email: "keeper@tea.example", Verified: true, Image: "https://img.example/42.png",
}

func keeperClaims() externaltest.Claims {
	return externaltest.Claims{
		"sub": "subject-42", "preferred_username": "keeper", "name": "The Keeper", "email": "keeper@tea.example", "email_verified": true,
	}
}

func openIDProvider(o *externaltest.OpenID) *external.Provider {
	return external.Discovered("sso", o.DiscoveryURL(), client, nil, "")
}

// arrive begins a sign-in and goes through it at the provider.
func arrive(t *testing.T, p *external.Provider) (external.Pending, url.Values) {
	t.Helper()
	to, pending, err := p.Begin(t.Context(), external.BeginRequest{RedirectURI: callbackURL + p.ID()})
	if err != nil {
		t.Fatal(err)
	}
	return pending, externaltest.SignIn(t, to)
}

func signIn(t *testing.T, p *external.Provider) (auth.Identity, error) {
	t.Helper()
	pending, callback := arrive(t, p)
	return p.Finish(t.Context(), pending, callback)
}

// butTokens leaves out the parts of tokens that nobody can know beforehand.
var butTokens = cmpopts.IgnoreFields(auth.ProviderTokens{}, "Access", "Refresh", "Expires")

func mustSignIn(t *testing.T, p *external.Provider, want auth.Identity) auth.Identity {
	t.Helper()
	got, err := signIn(t, p)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got, butTokens); diff != "" {
		t.Error(diff)
	}
	return got
}

func TestSignInAtTheCodeHost(t *testing.T) {
	host := externaltest.NewCodeHost(t, keeper)
	p := external.CodeHost("github", host.URL, client, nil)
	got := mustSignIn(t, p, auth.Identity{
		Provider: "github", Subject: "42", Login: "keeper", Name: "The Keeper", Email: "keeper@tea.example", EmailVerified: true,
		Image: "https://img.example/42.png", Tokens: auth.ProviderTokens{Scopes: []string{"read:user", "user:email"}},
	})
	if got.Tokens.Access == "" || got.Tokens.Refresh == "" || time.Until(got.Tokens.Expires) <= 0 {
		t.Error("tokens are missing")
	}
}

// Only the primary address counts, and only when the code host has verified it.
func TestAddressesAtTheCodeHost(t *testing.T) {
	for name, test := range map[string]struct {
		change func(*externaltest.CodeHost)
	}{
		"not verified":    {func(h *externaltest.CodeHost) { h.Person.Verified = false }},
		"no primary one":  {func(h *externaltest.CodeHost) { h.Person.Unmentioned = true }},
		"not to be seen":  {func(h *externaltest.CodeHost) { h.Replace("/api/v3/user/emails", externaltest.JSON(403, nil)) }},
		"no such address": {func(h *externaltest.CodeHost) { h.Person.Email = "keeper" }},
	} {
		t.Run(name, func(t *testing.T) {
			host := externaltest.NewCodeHost(t, keeper)
			test.change(host)
			got, err := signIn(t, external.CodeHost("github", host.URL, client, nil))
			if err != nil || got.Email != "" || got.EmailVerified || got.Subject != "42" {
				t.Errorf("%+v %v", got, err)
			}
		})
	}
}

func TestSignInAtAnOpenIDProvider(t *testing.T) {
	o := externaltest.NewOpenID(t, keeperClaims())
	mustSignIn(t, openIDProvider(o), auth.Identity{
		Provider: "sso", Subject: "subject-42", Login: "keeper", Name: "The Keeper", Email: "keeper@tea.example", EmailVerified: true,
		Tokens: auth.ProviderTokens{Scopes: []string{"openid", "email", "profile"}},
	})
	if slices.Contains(o.Requests(), "/userinfo") {
		t.Error("the userinfo endpoint was asked for what the ID token says")
	}
}

func TestTheUserinfoEndpointAddsWhatTheIDTokenLeavesOut(t *testing.T) {
	o := externaltest.NewOpenID(t, externaltest.Claims{"sub": "subject-42"})
	o.UserInfo = keeperClaims()
	got, err := signIn(t, openIDProvider(o))
	if err != nil || got.Email != "keeper@tea.example" || !got.EmailVerified {
		t.Errorf("%+v %v", got, err)
	}
}

func TestSignInByPlainOAuth(t *testing.T) {
	o := externaltest.NewOpenID(t, nil)
	o.UserInfo = keeperClaims()
	p := external.Discovered("sso", o.DiscoveryURL(), client, []string{"profile"}, "https://api.example")
	mustSignIn(t, p, auth.Identity{
		Provider: "sso", Subject: "subject-42", Login: "keeper", Name: "The Keeper", Email: "keeper@tea.example", EmailVerified: true,
		Tokens: auth.ProviderTokens{Scopes: []string{"profile"}},
	})
}

// Mode selection, rule 3: hosted is a public PKCE client, and the login that it
// tells is the code host's.
func TestSignInAtAHostedService(t *testing.T) {
	h := externaltest.NewHosted(t, keeperClaims())
	mustSignIn(t, external.Hosted("hosted", h.URL, externaltest.ClientID), auth.Identity{
		Provider: "hosted", Subject: "subject-42", Login: "keeper", Name: "The Keeper", Email: "keeper@tea.example", EmailVerified: true,
		Tokens: auth.ProviderTokens{Scopes: []string{"openid", "profile", "email"}},
	})
}

func TestWhatTheBrowserIsSentWith(t *testing.T) {
	o := externaltest.NewOpenID(t, keeperClaims())
	p := external.Discovered("sso", o.DiscoveryURL(), client, nil, "https://api.example")
	to, pending, err := p.Begin(t.Context(), external.BeginRequest{RedirectURI: callbackURL + "sso"})
	if err != nil {
		t.Fatal(err)
	}
	u, err := url.Parse(to)
	if err != nil {
		t.Fatal(err)
	}
	q := u.Query()
	for name, want := range map[string]string{
		"response_type": "code", "client_id": "tea", "redirect_uri": callbackURL + "sso", "state": pending.State, "nonce": pending.Nonce,
		"code_challenge_method": "S256", "scope": "openid email profile", "resource": "https://api.example", "client_secret": "",
	} {
		if got := q.Get(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	if strings.Contains(to, pending.Verifier) {
		t.Error("the verifier goes through the browser")
	}
	_, again, err := p.Begin(t.Context(), external.BeginRequest{RedirectURI: callbackURL + "sso"})
	if err != nil || again.State == pending.State || again.Nonce == pending.Nonce || again.Verifier == pending.Verifier {
		t.Error("two sign-ins share a secret")
	}
}

func TestCallbacksThatDoNotBelongAreRefused(t *testing.T) {
	o := externaltest.NewOpenID(t, keeperClaims())
	p := openIDProvider(o)
	for name, test := range map[string]struct {
		change func(*external.Pending, url.Values)
		code   diag.Code
	}{
		"another state":          {func(_ *external.Pending, q url.Values) { q.Set("state", "x") }, diag.InputValidationFailed},
		"no state":               {func(_ *external.Pending, q url.Values) { q.Del("state") }, diag.InputValidationFailed},
		"no state on both sides": {func(p *external.Pending, q url.Values) { p.State = ""; q.Del("state") }, diag.InputValidationFailed},
		"the state twice":        {func(_ *external.Pending, q url.Values) { q.Add("state", q.Get("state")) }, diag.InputValidationFailed},
		"another provider's":     {func(p *external.Pending, _ url.Values) { p.Provider = "other" }, diag.InputValidationFailed},
		"another issuer":         {func(_ *external.Pending, q url.Values) { q.Set("iss", "https://evil.example") }, diag.InputValidationFailed},
		"no issuer":              {func(_ *external.Pending, q url.Values) { q.Del("iss") }, diag.InputValidationFailed},
		"no code":                {func(_ *external.Pending, q url.Values) { q.Del("code") }, diag.InputValidationFailed},
		"a huge code":            {func(_ *external.Pending, q url.Values) { q.Set("code", strings.Repeat("x", 5000)) }, diag.InputValidationFailed},
		"another code":           {func(_ *external.Pending, q url.Values) { q.Set("code", "x") }, diag.AuthDenied},
		"another verifier":       {func(p *external.Pending, _ url.Values) { p.Verifier = strings.Repeat("v", 43) }, diag.AuthDenied},
		"another redirect URI":   {func(p *external.Pending, _ url.Values) { p.RedirectURI = "https://evil.example" }, diag.AuthDenied},
		"another nonce":          {func(p *external.Pending, _ url.Values) { p.Nonce = "x" }, diag.AuthDenied},
		"access denied":          {func(_ *external.Pending, q url.Values) { q.Set("error", "access_denied") }, diag.AuthDenied},
		"a failing provider":     {func(_ *external.Pending, q url.Values) { q.Set("error", "server_error") }, diag.ResourceUnavailable},
		"an error from elsewhere": {func(_ *external.Pending, q url.Values) {
			q.Set("error", "access_denied")
			q.Set("iss", "https://evil.example")
		}, diag.InputValidationFailed},
	} {
		t.Run(name, func(t *testing.T) {
			pending, callback := arrive(t, p)
			test.change(&pending, callback)
			if who, err := p.Finish(t.Context(), pending, callback); !diag.HasCode(err, test.code) || who.Subject != "" {
				t.Errorf("%+v %v", who, err)
			}
		})
	}
}

// A code that somebody else got, put into one's own callback: the verifier is
// another one (RFC 9700 §4.5).
func TestASwappedCodeIsRefused(t *testing.T) {
	for name, p := range map[string]*external.Provider{
		"OpenID":    openIDProvider(externaltest.NewOpenID(t, keeperClaims())),
		"code host": external.CodeHost("github", externaltest.NewCodeHost(t, keeper).URL, client, nil),
	} {
		t.Run(name, func(t *testing.T) {
			_, theirs := arrive(t, p)
			pending, mine := arrive(t, p)
			mine.Set("code", theirs.Get("code"))
			if _, err := p.Finish(t.Context(), pending, mine); !diag.HasCode(err, diag.AuthDenied) {
				t.Error(err)
			}
		})
	}
}

func TestACallbackCountsOnce(t *testing.T) {
	p := openIDProvider(externaltest.NewOpenID(t, keeperClaims()))
	pending, callback := arrive(t, p)
	if _, err := p.Finish(t.Context(), pending, callback); err != nil {
		t.Fatal(err)
	}
	if _, err := p.Finish(t.Context(), pending, callback); !diag.HasCode(err, diag.AuthDenied) {
		t.Error(err)
	}
}

func TestTokensAreRefreshed(t *testing.T) {
	p := openIDProvider(externaltest.NewOpenID(t, keeperClaims()))
	who, err := signIn(t, p)
	if err != nil {
		t.Fatal(err)
	}
	fresh, err := p.Refresh(t.Context(), who.Tokens)
	if err != nil || fresh.Access == who.Tokens.Access || fresh.Refresh == who.Tokens.Refresh || !slices.Equal(fresh.Scopes, who.Tokens.Scopes) {
		t.Errorf("%v %v", fresh.Scopes, err)
	}
	if _, err := p.Refresh(t.Context(), who.Tokens); !diag.HasCode(err, diag.AuthDenied) {
		t.Errorf("a spent refresh token: %v", err)
	}
	if _, err := p.Refresh(t.Context(), auth.ProviderTokens{}); !diag.HasCode(err, diag.AuthDenied) {
		t.Errorf("no refresh token: %v", err)
	}
}

// A provider that is down fails its own sign-ins, and only while it is down.
func TestAProviderIsAskedAgainAfterAFailure(t *testing.T) {
	o := externaltest.NewOpenID(t, keeperClaims())
	o.Replace("/.well-known/openid-configuration", externaltest.JSON(http.StatusBadGateway, nil))
	p := openIDProvider(o)
	if _, _, err := p.Begin(t.Context(), external.BeginRequest{}); !diag.HasCode(err, diag.ResourceUnavailable) {
		t.Fatal(err)
	}
	o.Replace("/.well-known/openid-configuration", nil)
	if _, err := signIn(t, p); err != nil {
		t.Error(err)
	}
}
