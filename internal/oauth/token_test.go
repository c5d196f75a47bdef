package oauth_test

import (
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/quartet-dev/quartet/internal/oauth"
)

func TestTokenRefusals(t *testing.T) {
	for name, test := range map[string]struct {
		pairs  string // separated by &, unescaped
		want   oauth.Code
		status int
	}{
		"6749 4.1.3 no code":               {"code=", oauth.InvalidRequest, 400},
		"6749 4.1.3 unknown code":          {"code=nothing", oauth.InvalidGrant, 400},
		"6749 4.1.3 no redirect URI":       {"redirect_uri=", oauth.InvalidRequest, 400},
		"6749 4.1.3 another redirect URI":  {"redirect_uri=" + local, oauth.InvalidGrant, 400},
		"7636 4.5 no verifier":             {"code_verifier=", oauth.InvalidRequest, 400},
		"7636 4.6 another verifier":        {"code_verifier=" + verifier + "x", oauth.InvalidGrant, 400},
		"7636 4.1 a short verifier":        {"code_verifier=short", oauth.InvalidGrant, 400},
		"7636 4.1 a verifier of any bytes": {"code_verifier=" + strings.Repeat("字", 43), oauth.InvalidGrant, 400},
		"6749 5.2 no client":               {"client_id=", oauth.InvalidClient, 401},
		"6749 5.2 unknown client":          {"client_id=nobody", oauth.InvalidClient, 401},
		"6749 5.2 a secret":                {"client_secret=s", oauth.InvalidClient, 401},
		"6749 5.2 no grant type":           {"grant_type=", oauth.InvalidRequest, 400},
		"9700 2.4 passwords":               {"grant_type=password", oauth.UnsupportedGrantType, 400},
		"6749 4.4 client credentials":      {"grant_type=client_credentials", oauth.UnsupportedGrantType, 400},
		"6749 6 a code as refresh token":   {"grant_type=refresh_token", oauth.InvalidRequest, 400},
		"8707 2.2 another resource":        {"resource=" + origin + "/other", oauth.InvalidTarget, 400},
	} {
		t.Run(name, func(t *testing.T) {
			s := open(t)
			client := s.app()
			code := s.code(client)
			_, err := s.send(codeForm(client, code, strings.Split(test.pairs, "&")...))
			if refused := s.refusal(err, test.want); refused.Status != test.status {
				t.Errorf("status %d, want %d", refused.Status, test.status)
			}
			s.token(codeForm(client, code, "resource="+resource+"/")) // nothing was spent by it
		})
	}
}

func TestTokenFormIsRead(t *testing.T) {
	s := open(t)
	client := s.app()
	form := codeForm(client, s.code(client))
	form["code"] = append(form["code"], form["code"]...)
	_, err := s.send(form)
	s.wantCode(err, oauth.InvalidRequest)
	_, err = s.Token(t.Context(), oauth.TokenRequest{Form: codeForm(client, s.code(client)), Authorization: "Basic eDp5"})
	if refused := s.refusal(err, oauth.InvalidClient); !strings.HasPrefix(refused.Challenge, "Basic ") {
		t.Errorf("challenge %q", refused.Challenge)
	}
}

// 9700 4.5, code injection: a code is worth nothing to another client.
func TestCodeOfAnotherClient(t *testing.T) {
	s := open(t)
	client := s.app()
	code := s.code(client)
	_, err := s.send(codeForm(s.app(), code))
	s.wantCode(err, oauth.InvalidGrant)
	s.token(codeForm(client, code))
}

// 6749 4.1.2: a code counts for a minute.
func TestCodeExpires(t *testing.T) {
	s := open(t)
	client := s.app()
	code := s.code(client)
	s.wait(time.Minute)
	_, err := s.send(codeForm(client, code))
	s.wantCode(err, oauth.InvalidGrant)
}

// 6749 4.1.2, 9700 4.5: a second use is refused and ends what the first gave.
func TestCodeReuse(t *testing.T) {
	s := open(t)
	client := s.app()
	code := s.code(client)
	a := s.token(codeForm(client, code))
	_, err := s.send(codeForm(client, code, "code_verifier="+strings.Repeat("w", 43)))
	s.wantCode(err, oauth.InvalidGrant)
	if s.alive(a.AccessToken) {
		t.Error("the access token outlives the reuse of its code")
	}
}

// Of many that exchange one code at once, in two processes, one succeeds.
func TestCodeIsSpentOnce(t *testing.T) {
	s := open(t)
	client := s.app()
	form := codeForm(client, s.code(client))
	processes := []*oauth.Provider{s.Provider, s.process(s.openStore(), secret, "")}
	var all sync.WaitGroup
	errs := make([]error, 8)
	for i := range errs {
		all.Go(func() { _, errs[i] = processes[i%2].Token(t.Context(), oauth.TokenRequest{Form: form}) })
	}
	all.Wait()
	succeeded := 0
	for _, err := range errs {
		if err == nil {
			succeeded++
		} else {
			s.wantCode(err, oauth.InvalidGrant)
		}
	}
	if succeeded != 1 {
		t.Errorf("%d exchanges succeeded, want 1", succeeded)
	}
}

// What is over leaves no rows behind: each write removes some.
func TestNothingGrowsWithoutEnd(t *testing.T) {
	s := open(t)
	client, key := s.app(), proofKey(t)
	for range 5 {
		a := s.token(codeForm(client, s.code(client, "scope=mcp offline_access")), s.tokenProof(key))
		s.token(refreshForm(client, a.RefreshToken), s.tokenProof(key))
		s.wait(time.Hour)
	}
	s.wait(91 * 24 * time.Hour)
	s.signIn("ann-2", "ann", time.Hour)
	s.token(codeForm(client, s.codeIn(&oauth.Session{ID: "ann-2", UserID: "ann"}, client, "scope=offline_access")), s.tokenProof(key))
	for table, want := range map[string]int{"oauth_codes": 1, "oauth_grants": 1, "oauth_refresh": 1, "oauth_proofs": 1} {
		if n := s.count(table); n != want {
			t.Errorf("%s has %d rows, want %d", table, n, want)
		}
	}
}

// RFC 7009.
func TestRevoke(t *testing.T) {
	for name, test := range map[string]struct {
		form  func(s *site, client string, a *oauth.TokenAnswer) url.Values
		want  oauth.Code // "" for 200
		alive bool
	}{
		"2.1 a refresh token":  {revoking(func(a *oauth.TokenAnswer) string { return a.RefreshToken }), "", false},
		"2.1 an access token":  {revoking(func(a *oauth.TokenAnswer) string { return a.AccessToken }), "", false},
		"2.2 an unknown token": {revoking(func(*oauth.TokenAnswer) string { return "unknown" }), "", true},
		"2.1 no token":         {revoking(func(*oauth.TokenAnswer) string { return "" }), oauth.InvalidRequest, true},
		"2.1 another client's": {func(s *site, _ string, a *oauth.TokenAnswer) url.Values {
			return url.Values{"client_id": {s.app()}, "token": {a.RefreshToken}}
		}, oauth.InvalidGrant, true},
		"2.1 no client": {func(_ *site, _ string, a *oauth.TokenAnswer) url.Values {
			return url.Values{"token": {a.RefreshToken}}
		}, oauth.InvalidClient, true},
	} {
		t.Run(name, func(t *testing.T) {
			s := open(t)
			client := s.app()
			a := s.connected(client, "mcp offline_access")
			err := s.Revoke(t.Context(), test.form(s, client, a), "")
			if test.want == "" {
				s.ok(err)
			} else {
				s.wantCode(err, test.want)
			}
			if s.alive(a.AccessToken) != test.alive {
				t.Errorf("the grant lives: %v", !test.alive)
			}
		})
	}
}

func revoking(token func(*oauth.TokenAnswer) string) func(*site, string, *oauth.TokenAnswer) url.Values {
	return func(_ *site, client string, a *oauth.TokenAnswer) url.Values {
		return url.Values{"client_id": {client}, "token": {token(a)}, "token_type_hint": {"whatever"}}
	}
}
