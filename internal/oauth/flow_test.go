package oauth_test

import (
	"encoding/json"
	"errors"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/oauth"
)

// A client registers, asks, is consented to, exchanges its code, calls the
// resource, refreshes and is revoked.
func TestRoundTrip(t *testing.T) {
	s := open(t)
	client := s.app()
	r, err := s.Authorize(t.Context(), query(client, "scope=mcp offline_access", "resource="+resource+"/"))
	s.ok(err)
	location, err := s.Proceed(t.Context(), r, ann)
	s.ok(err)
	if !strings.HasPrefix(location, "/oauth/consent?") {
		t.Fatalf("Proceed leads to %s", location)
	}
	r, err = s.Authorize(t.Context(), answer(t, location))
	s.ok(err)
	location, err = s.Approve(t.Context(), r, *ann)
	s.ok(err)
	got := answer(t, location)
	if !strings.HasPrefix(location, callback+"?") || got.Get("state") != "state" || got.Get("iss") != s.Issuer() {
		t.Fatalf("Approve leads to %s", location)
	}
	first := s.token(codeForm(client, got.Get("code")))
	want := &oauth.TokenAnswer{TokenType: "Bearer", ExpiresIn: 600, Scope: "mcp offline_access"}
	if diff := cmp.Diff(want, first, cmpopts.IgnoreFields(oauth.TokenAnswer{}, "AccessToken", "RefreshToken")); diff != "" {
		t.Error(diff)
	}
	access, err := s.access(bearer(first.AccessToken))
	s.ok(err)
	wantAccess := &oauth.Access{UserID: "ann", ClientID: client, CredentialID: access.CredentialID, Scopes: []string{"mcp", "offline_access"}, Role: "editor"}
	if diff := cmp.Diff(wantAccess, access); diff != "" || access.CredentialID == "" {
		t.Error(diff)
	}
	second := s.token(refreshForm(client, first.RefreshToken))
	if !s.alive(second.AccessToken) || second.RefreshToken == first.RefreshToken {
		t.Error("the refresh gave nothing new that counts")
	}
	s.ok(s.Revoke(t.Context(), map[string][]string{"client_id": {client}, "token": {second.RefreshToken}}, ""))
	if s.alive(first.AccessToken) || s.alive(second.AccessToken) {
		t.Error("an access token outlives the revocation")
	}
}

// refreshing is a client that registers for refresh tokens, and is consented to
// as one that stays connected.
const refreshing = `{"redirect_uris":["` + callback + `"],"grant_types":["authorization_code","refresh_token"]}`

// MCP token rules: tokens are bound to the session. site-folder.md, Offline
// access: the mere expiry of the session does not end an offline grant, which is
// that of every client that the consent page says will stay connected.
func TestTokensEndWithTheirSession(t *testing.T) {
	const brief = `{"redirect_uris":["` + callback + `"]}`
	for name, test := range map[string]struct {
		client, scopes string
		change         func(*site)
		alive          bool
	}{
		"nothing happened":                     {brief, "mcp", func(*site) {}, true},
		"signed out":                           {brief, "mcp offline_access", func(s *site) { s.exec(`DELETE FROM _quartet_sessions`) }, false},
		"signed out, by registration":          {refreshing, "mcp", func(s *site) { s.exec(`DELETE FROM _quartet_sessions`) }, false},
		"the account was deleted":              {refreshing, "mcp", func(s *site) { s.exec(`DELETE FROM _quartet_users`) }, false},
		"the session expired":                  {brief, "mcp", func(s *site) { s.exec(`UPDATE _quartet_sessions SET expires_at = 0`) }, false},
		"the session expired, offline":         {brief, "mcp offline_access", func(s *site) { s.exec(`UPDATE _quartet_sessions SET expires_at = 0`) }, true},
		"the session expired, by registration": {refreshing, "mcp", func(s *site) { s.exec(`UPDATE _quartet_sessions SET expires_at = 0`) }, true},
		"the session is another's":             {refreshing, "mcp", func(s *site) { s.exec(`UPDATE _quartet_sessions SET user = 'bob'`) }, false},
		"ann disconnected the client":          {refreshing, "mcp", func(s *site) { s.disconnect() }, false},
		"the access token's time is up":        {refreshing, "mcp", func(s *site) { s.wait(11 * time.Minute) }, false},
		"within the leeway after it":           {brief, "mcp", func(s *site) { s.wait(10*time.Minute + 20*time.Second) }, true},
		"our clock was put back an hour":       {brief, "mcp", func(s *site) { s.wait(-time.Hour) }, false},
	} {
		t.Run(name, func(t *testing.T) {
			s := open(t)
			a := s.connected(s.register(test.client), test.scopes)
			test.change(s)
			if s.alive(a.AccessToken) != test.alive {
				t.Errorf("the access token counts: %v", !test.alive)
			}
		})
	}
}

func (s *site) disconnect() {
	s.Helper()
	apps, err := s.Apps(s.Context(), "ann")
	s.ok(err)
	for _, app := range apps {
		s.ok(s.Disconnect(s.Context(), "ann", app.ClientID))
	}
}

// The role is read on every protected call (First owner and roles, 3).
func TestRoleIsReadEachTime(t *testing.T) {
	s := open(t)
	a := s.connected(s.app(), "mcp")
	for _, role := range []string{"owner", "contributor", ""} {
		s.exec(`UPDATE _quartet_users SET role = nullif(?, '')`, role)
		access, err := s.access(bearer(a.AccessToken))
		s.ok(err)
		if access.Role != role {
			t.Errorf("the role is %q, want %q", access.Role, role)
		}
	}
}

func TestApps(t *testing.T) {
	s := open(t)
	first, second := s.app(), s.register(`{"redirect_uris":["`+callback+`"],"logo_uri":"https://app.example/logo.png"}`)
	s.connected(first, "mcp")
	s.wait(time.Minute)
	s.connected(second, "mcp")
	s.wait(time.Minute)
	s.connected(first, "email")
	s.code(second, "scope=profile") // never exchanged
	began := time.Unix(1_800_000_000, 0)
	list := func() []oauth.ConnectedApp {
		apps, err := s.Apps(t.Context(), "ann")
		s.ok(err)
		return apps
	}
	one := oauth.ConnectedApp{ClientID: first, Name: "App", Scopes: []string{"email", "mcp"}, CreatedAt: began, UsedAt: began.Add(2 * time.Minute)}
	two := oauth.ConnectedApp{
		ClientID: second, Name: second, Logo: "https://app.example/logo.png", Scopes: []string{"mcp"},
		CreatedAt: began.Add(time.Minute), UsedAt: began.Add(time.Minute),
	}
	if diff := cmp.Diff([]oauth.ConnectedApp{one, two}, list()); diff != "" {
		t.Error(diff)
	}
	s.ok(s.Disconnect(t.Context(), "ann", first))
	if diff := cmp.Diff([]oauth.ConnectedApp{two}, list()); diff != "" {
		t.Error(diff)
	}
}

func TestUserInfo(t *testing.T) {
	for scopes, want := range map[string]string{
		"openid":                   `{"sub":"ann"}`,
		"mcp profile":              `{"sub":"ann","name":"Ann","picture":"https://img.example/ann","preferred_username":"annie"}`,
		"openid email":             `{"sub":"ann","email":"ann@example.com","email_verified":true}`,
		"offline_access email mcp": `{"sub":"ann","email":"ann@example.com","email_verified":true}`,
	} {
		t.Run(scopes, func(t *testing.T) {
			s := open(t)
			info, err := s.UserInfo(t.Context(), bearer(s.connected(s.app(), scopes).AccessToken))
			s.ok(err)
			got, err := json.Marshal(info)
			s.ok(err)
			if diff := cmp.Diff(want, string(got)); diff != "" {
				t.Error(diff)
			}
		})
	}
	t.Run("a token without an identity scope", func(t *testing.T) {
		s := open(t)
		_, err := s.UserInfo(t.Context(), bearer(s.connected(s.app(), "mcp").AccessToken))
		if refused := s.refusal(err, oauth.InvalidToken); !strings.HasPrefix(refused.Challenge, `Bearer error="invalid_token"`) {
			t.Errorf("challenge %s", refused.Challenge)
		}
	})
}

// A database that cannot answer is nobody's fault: 503, and no word of why.
func TestWithoutItsDatabase(t *testing.T) {
	s := open(t)
	client, key := s.app(), proofKey(t)
	code := s.code(client)
	a := s.token(codeForm(client, code))
	email := s.connected(client, "email").AccessToken
	bound := s.token(codeForm(client, s.code(client)), s.tokenProof(key)).AccessToken
	r, err := s.Authorize(t.Context(), query(client))
	s.ok(err)
	_, err = s.Authorize(t.Context(), query(client, "scope=everything"))
	var wrong *oauth.AuthorizeError
	if !errors.As(err, &wrong) {
		t.Fatal(err)
	}
	s.ok(s.store.Close())
	for name, call := range map[string]func() error{
		"Register": func() error {
			_, err := s.Register(t.Context(), []byte(`{"redirect_uris":["`+callback+`"]}`))
			return err
		},
		"Authorize": func() error { _, err := s.Authorize(t.Context(), query(client)); return err },
		"Redirect": func() error {
			_, err := s.Redirect(t.Context(), wrong, ann)
			return err
		},
		"Proceed": func() error { _, err := s.Proceed(t.Context(), r, ann); return err },
		"Approve": func() error { _, err := s.Approve(t.Context(), r, *ann); return err },
		"Token":   func() error { _, err := s.send(codeForm(client, code)); return err },
		"Revoke": func() error {
			return s.Revoke(t.Context(), url.Values{"client_id": {client}, "token": {a.AccessToken}}, "")
		},
		"UserInfo":   func() error { _, err := s.UserInfo(t.Context(), bearer(email)); return err },
		"access":     func() error { _, err := s.access(bearer(a.AccessToken)); return err },
		"a proof":    func() error { _, err := s.access(s.shown(bound, s.resourceProof(key, bound))); return err },
		"Apps":       func() error { _, err := s.Apps(t.Context(), "ann"); return err },
		"Disconnect": func() error { return s.Disconnect(t.Context(), "ann", client) },
		"new keys":   func() error { _, err := s.process(s.store, secret, "").JWKS(t.Context()); return err },
	} {
		refused := s.refusal(call(), oauth.TemporarilyUnavailable)
		if refused.Status != 503 || strings.Contains(refused.Description, "closed") || !diag.HasCode(refused, diag.ResourceUnavailable) {
			t.Errorf("%s: %d, %s, because of %v", name, refused.Status, refused.Description, refused.Unwrap())
		}
	}
}
