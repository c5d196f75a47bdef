package app_test

import (
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet"
	"github.com/quartet-dev/quartet/internal/auth/external/externaltest"
)

// Auth factory: verifyOAuthAccessToken checks audience, scopes and the grant, and
// returns userId, clientId, credentialId and scopes alone.
func TestAccessTokensOnRoutesOfTheProgram(t *testing.T) {
	var s *signInSite
	var got *quartet.OAuthAccess
	var err error
	s = newSignInSite(t, byMail(), func(o *quartet.Options) {
		o.Mount = []quartet.Route{{Path: "/tools/brew", Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			got, err = s.VerifyOAuthAccessToken(r, s.origin+"/tools", "brew")
		})}}
	})
	v := newVisitor(t)
	v.signIn(s, "ann@tea.example")
	right := v.grant(s, "brew email", s.origin+"/tools").Access
	elsewhere := v.grant(s, "brew", "").Access
	less := v.grant(s, "mcp", s.origin+"/tools").Access

	for name, c := range map[string]struct {
		authorization, challenge string
		status                   int
	}{
		"none":              {"", `scope="brew"`, 401},
		"not a token":       {"Bearer x", `error="invalid_token"`, 401},
		"an API key":        {"Bearer qk_x", `error="invalid_token"`, 401},
		"another scheme":    {"DPoP " + right, `DPoP `, 401},
		"basic":             {"Basic " + right, `Bearer `, 401},
		"another audience":  {"Bearer " + elsewhere, `error="invalid_token"`, 401},
		"a missing scope":   {"Bearer " + less, `error="insufficient_scope"`, 403},
		"a changed payload": {"Bearer " + right[:len(right)-100] + "AAAA" + right[len(right)-96:], `error="invalid_token"`, 401},
		"an unsigned token": {"Bearer eyJhbGciOiJub25lIiwidHlwIjoiYXQrand0In0." + strings.Split(right, ".")[1] + ".", `error="invalid_token"`, 401},
	} {
		v.send("GET", s.origin+"/tools/brew", "", "Authorization", c.authorization)
		var refused *quartet.TokenRefusal
		if !errors.As(err, &refused) || refused.Status != c.status || !strings.Contains(refused.Challenge, c.challenge) || got != nil {
			t.Errorf("%s: %+v, %v", name, refused, err)
		}
	}
	v.send("GET", s.origin+"/tools/brew", "", "Authorization", "Bearer "+right)
	if err != nil || got.UserID == "" || got.ClientID == "" || got.CredentialID == "" {
		t.Fatalf("%+v, %v", got, err)
	}
	if diff := cmp.Diff([]string{"brew", "email"}, got.Scopes); diff != "" {
		t.Error(diff)
	}

	v.want(200, v.send("POST", s.origin+"/api/auth/sign-out", ""))
	v.send("GET", s.origin+"/tools/brew", "", "Authorization", "Bearer "+right)
	if refused := new(quartet.TokenRefusal); !errors.As(err, &refused) {
		t.Errorf("a token outlives its session: %v", err)
	}
}

// Auth factory: getProviderAccessToken is bound to the current local session,
// renews what is over and never returns a refresh token.
func TestAccessAtAProviderInAUsersName(t *testing.T) {
	host := externaltest.NewCodeHost(t, externaltest.Person{})
	host.Replace("/login/oauth/access_token", externaltest.JSON(200, map[string]any{
		"access_token": "short-lived", "refresh_token": "refresh-1", "token_type": "bearer", "expires_in": 10, "scope": "repo",
	}))
	host.Replace("/api/v3/user", externaltest.JSON(200, map[string]any{"id": 7, "login": "ann"}))
	host.Replace("/api/v3/user/emails", externaltest.JSON(200, []any{}))
	var s *signInSite
	var got *quartet.ProviderAccess
	var err error
	s = newSignInSite(t, map[string]string{
		".env": "PUBLIC_ORIGIN={{origin}}\nSERVICE_AUTH_MODE=self-managed\nCODEHOST_URL=" + host.URL +
			"\nCODEHOST_CLIENT_ID=tea\nCODEHOST_CLIENT_SECRET=hush\nADMIN_CODEHOST_LOGIN=mona\nAUTH_SECRET=" + siteSecret + "\n",
	}, func(o *quartet.Options) {
		o.Mount = []quartet.Route{{Path: "/calls/{provider}", Handler: http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
			got, err = s.ProviderAccessToken(r, r.PathValue("provider"))
		})}}
	})
	v := newVisitor(t)
	ask := func(provider string) { v.send("GET", s.origin+"/calls/"+provider, "") }

	if ask("github"); quartet.CodeOf(err) != "UNAUTHENTICATED" {
		t.Errorf("without a session: %v", err)
	}
	v.throughProvider(s, "github")
	if ask("gitlab"); quartet.CodeOf(err) != "NOT_FOUND" {
		t.Errorf("of a provider that there is not: %v", err)
	}

	host.Replace("/login/oauth/access_token", externaltest.JSON(200, map[string]any{
		"access_token": "renewed", "token_type": "bearer", "expires_in": 3600,
	}))
	for range 2 { // the second time it is kept
		if ask("github"); err != nil || got.AccessToken != "renewed" || time.Until(got.ExpiresAt) < 50*time.Minute {
			t.Fatalf("%+v, %v", got, err)
		}
		if diff := cmp.Diff([]string{"repo"}, got.Scopes); diff != "" {
			t.Error(diff)
		}
	}
	renewals := 0
	for _, path := range host.Requests() {
		if path == "/login/oauth/access_token" {
			renewals++
		}
	}
	if renewals != 2 {
		t.Errorf("the token endpoint was asked %d times", renewals)
	}
	v.want(200, v.send("POST", s.origin+"/api/auth/sign-out", ""))
	if ask("github"); quartet.CodeOf(err) != "UNAUTHENTICATED" {
		t.Errorf("after sign-out: %v", err)
	}
}

// throughProvider signs in at a provider.
func (v *visitor) throughProvider(s *signInSite, provider string) {
	v.t.Helper()
	var begun struct{ URL string }
	v.decode(v.want(200, v.send("POST", s.origin+"/api/auth/sign-in/social", `{"provider":"`+provider+`"}`)), &begun)
	v.want(302, v.follow(v.want(302, v.send("GET", begun.URL, "")), s.origin))
}

// Without sign-in there is nothing to verify.
func TestAccessWithoutSignIn(t *testing.T) {
	s := newSignInSite(t, map[string]string{}, nil)
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.origin, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.VerifyOAuthAccessToken(r, ""); quartet.CodeOf(err) != "RESOURCE_UNAVAILABLE" {
		t.Error(err)
	}
	if _, err := s.ProviderAccessToken(r, "github"); quartet.CodeOf(err) != "RESOURCE_UNAVAILABLE" {
		t.Error(err)
	}
	if s.MCPResource() != "" {
		t.Error(s.MCPResource())
	}
}
