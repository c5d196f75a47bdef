package oauth_test

import (
	"bytes"
	"encoding/base64"
	"net/url"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/quartet-dev/quartet/internal/auth"
	"github.com/quartet-dev/quartet/internal/oauth"
)

// A refresh token comes with offline access, or to a client that registered
// for it.
func TestWhoGetsRefreshTokens(t *testing.T) {
	s := open(t)
	for metadata, want := range map[string]map[string]bool{
		`{"redirect_uris":["` + callback + `"]}`: {"mcp": false, "mcp offline_access": true},
		`{"redirect_uris":["` + callback + `"],"grant_types":["authorization_code","refresh_token","password"]}`: {"mcp": true, "offline_access": true},
	} {
		for scopes, refresh := range want {
			if a := s.connected(s.register(metadata), scopes); (a.RefreshToken != "") != refresh {
				t.Errorf("%s for %q: refresh token %q", metadata, scopes, a.RefreshToken)
			}
		}
	}
}

func TestRefreshRefusals(t *testing.T) {
	for name, test := range map[string]struct {
		change func(*site, url.Values)
		want   oauth.Code
	}{
		"6749 6 no token":            {func(_ *site, f url.Values) { f.Del("refresh_token") }, oauth.InvalidRequest},
		"6749 6 unknown token":       {func(_ *site, f url.Values) { f.Set("refresh_token", "x") }, oauth.InvalidGrant},
		"6749 6 another client":      {func(s *site, f url.Values) { f.Set("client_id", s.app()) }, oauth.InvalidGrant},
		"6749 6 more scopes":         {func(_ *site, f url.Values) { f.Set("scope", "mcp email") }, oauth.InvalidScope},
		"8707 2.2 another resource":  {func(_ *site, f url.Values) { f.Set("resource", origin+"/x") }, oauth.InvalidTarget},
		"9700 4.14 idle for 90 days": {func(s *site, _ url.Values) { s.wait(90 * 24 * time.Hour) }, oauth.InvalidGrant},
		"9700 4.14 the user is gone": {func(s *site, _ url.Values) { s.exec(`DELETE FROM _quartet_users`) }, oauth.InvalidGrant},
		"9700 4.14 signed out":       {func(s *site, _ url.Values) { s.exec(`DELETE FROM _quartet_sessions`) }, oauth.InvalidGrant},
		"9700 4.14 was disconnected": {func(s *site, _ url.Values) { s.disconnect() }, oauth.InvalidGrant},
		"an access token in its place": {func(s *site, f url.Values) {
			f.Set("refresh_token", s.connected(f.Get("client_id"), "mcp").AccessToken)
		}, oauth.InvalidGrant},
	} {
		t.Run(name, func(t *testing.T) {
			s := open(t)
			client := s.app()
			form := refreshForm(client, s.connected(client, "mcp offline_access").RefreshToken)
			test.change(s, form)
			_, err := s.send(form)
			s.wantCode(err, test.want)
		})
	}
}

// 6749 6: a refresh may ask for fewer scopes, and later for all again.
func TestRefreshNarrows(t *testing.T) {
	s := open(t)
	client := s.app()
	a := s.connected(client, "mcp email offline_access")
	narrow := s.token(refreshForm(client, a.RefreshToken, "scope=email"))
	if narrow.Scope != "email" {
		t.Errorf("scope %q", narrow.Scope)
	}
	_, err := s.access(bearer(narrow.AccessToken))
	s.wantCode(err, oauth.InsufficientScope)
	if all := s.token(refreshForm(client, narrow.RefreshToken)); all.Scope != "mcp email offline_access" {
		t.Errorf("scope %q", all.Scope)
	}
}

// A client that refreshes twice at once, or lost an answer, gets the same
// successor; after 30 seconds the old one is a copy, and ends the grant (RFC 9700
// section 4.14.2), and at once when its successor was used. after is when the
// first token comes again, with that many refreshes in between, gap from each
// other.
func TestRefreshReuse(t *testing.T) {
	for name, test := range map[string]struct {
		after   time.Duration
		between int
		gap     time.Duration
		alive   bool
	}{
		"at once":             {0, 0, 0, true},
		"within the grace":    {30 * time.Second, 0, 0, true},
		"after the grace":     {31 * time.Second, 0, 0, false},
		"after its successor": {0, 1, 0, false},
		"after its row":       {0, 2, time.Hour, false},
		"after many others":   {0, 20, time.Hour, false},
	} {
		t.Run(name, func(t *testing.T) {
			s := open(t)
			client := s.app()
			first := s.connected(client, "mcp offline_access").RefreshToken
			next := s.token(refreshForm(client, first)).RefreshToken
			for range test.between {
				s.wait(test.gap)
				next = s.token(refreshForm(client, next)).RefreshToken
			}
			if n := s.count("oauth_refresh"); n > 3 {
				t.Errorf("%d rows: those of rotated tokens pile up", n)
			}
			s.wait(test.after)
			again, err := s.send(refreshForm(client, first))
			if !test.alive {
				s.wantCode(err, oauth.InvalidGrant)
				_, err = s.send(refreshForm(client, next))
				s.wantCode(err, oauth.InvalidGrant)
				return
			}
			s.ok(err)
			if again.RefreshToken != next || !s.alive(again.AccessToken) {
				t.Error("the second answer has a successor of its own, or an access token that does not count")
			}
			if !s.alive(s.token(refreshForm(client, next)).AccessToken) {
				t.Error("the successor does not go on")
			}
		})
	}
}

// However many refresh with one token at once, in two processes, hold one family
// afterwards, and whoever comes after a change of the secret too; bound tokens go
// to their key alone.
func TestRefreshesAtOnceMakeOneFamily(t *testing.T) {
	for name, bound := range map[string]bool{"bearer": false, "bound to a key": true} {
		t.Run(name, func(t *testing.T) {
			s := open(t)
			client, key := s.register(refreshing), proofKey(t)
			proof := func() []string {
				if !bound {
					return nil
				}
				return []string{s.tokenProof(key)}
			}
			first := s.token(codeForm(client, s.code(client)), proof()...).RefreshToken
			processes := []*oauth.Provider{s.Provider, s.process(s.openStore(), secret, "")}
			answers := make([]*oauth.TokenAnswer, 8)
			errs := make([]error, len(answers))
			var all sync.WaitGroup
			for i := range answers {
				request := oauth.TokenRequest{Form: refreshForm(client, first), Method: "POST", URL: s.Endpoint("token")}
				request.Proofs = proof()
				all.Go(func() { answers[i], errs[i] = processes[i%2].Token(t.Context(), request) })
			}
			all.Wait()
			for i, err := range errs {
				s.ok(err)
				if answers[i].RefreshToken != answers[0].RefreshToken || answers[i].RefreshToken == first {
					t.Fatal("two refreshes at once have different successors")
				}
			}
			if n := s.count("oauth_refresh"); n != 2 {
				t.Errorf("%d rows, want the token and its successor", n)
			}
			s.Provider = s.process(s.store, strings.Repeat("renewed ", 6), secret)
			if again := s.token(refreshForm(client, first), proof()...); again.RefreshToken != answers[0].RefreshToken {
				t.Error("under a new secret there is another successor")
			}
			if bound {
				_, err := s.send(refreshForm(client, first), s.tokenProof(proofKey(t)))
				s.wantCode(err, oauth.InvalidGrant)
				_, err = s.send(refreshForm(client, first))
				s.wantCode(err, oauth.InvalidDPoPProof)
			}
			s.token(refreshForm(client, answers[0].RefreshToken), proof()...)
		})
	}
}

// Without the secret that sealed a successor, the token it succeeds is refused;
// whoever has the successor goes on.
func TestASuccessorThatCannotBeOpened(t *testing.T) {
	s := open(t)
	client := s.register(refreshing)
	first := s.connected(client, "mcp").RefreshToken
	next := s.token(refreshForm(client, first)).RefreshToken
	s.exec(`UPDATE _quartet_oauth_refresh SET successor = NULL`)
	_, err := s.send(refreshForm(client, first))
	s.wantCode(err, oauth.InvalidGrant)
	s.token(refreshForm(client, next))
}

// No token is stored in a form that could be shown.
func TestRefreshTokensAreNotStoredInClear(t *testing.T) {
	s := open(t)
	client := s.register(refreshing)
	next := s.token(refreshForm(client, s.connected(client, "mcp").RefreshToken)).RefreshToken
	raw, err := base64.RawURLEncoding.DecodeString(next)
	s.ok(err)
	s.exec(`PRAGMA wal_checkpoint(TRUNCATE)`)
	stored, err := os.ReadFile(s.path)
	s.ok(err)
	if !bytes.Contains(stored, []byte(client)) || bytes.Contains(stored, []byte(next)) || bytes.Contains(stored, raw[16:48]) {
		t.Error("the file is not that of the database, or has a token in it")
	}
}

// A grant lives by its use: for 90 days since the last refresh, however long the
// session has been over, whether its client asked for offline access or
// registered for refresh tokens.
func TestOfflineAccessSlides(t *testing.T) {
	for metadata, scopes := range map[string]string{
		`{"redirect_uris":["` + callback + `"]}`: "mcp offline_access",
		refreshing:                               "mcp",
	} {
		s := open(t)
		client := s.register(metadata)
		a := s.connected(client, scopes)
		for range 5 {
			s.wait(80 * 24 * time.Hour)
			s.ok(s.store.Auth().Update(t.Context(), func(tx auth.Tx) error { return tx.Purge(s.options.Now(), 100) }))
			a = s.token(refreshForm(client, a.RefreshToken))
		}
		if !s.alive(a.AccessToken) {
			t.Errorf("for %s the access token does not count", scopes)
		}
		s.wait(90 * 24 * time.Hour)
		_, err := s.send(refreshForm(client, a.RefreshToken))
		s.wantCode(err, oauth.InvalidGrant)
	}
}

// What a client gets is what was consented to: one that registers for refresh
// tokens later is asked for anew, and gets none before.
func TestStayingConnectedIsConsentedTo(t *testing.T) {
	s := open(t)
	client := s.app()
	code := s.code(client)
	s.exec(`UPDATE _quartet_oauth_clients SET metadata = json_set(metadata, '$.grant_types', json('["authorization_code","refresh_token"]'))`)
	if a := s.token(codeForm(client, code)); a.RefreshToken != "" {
		t.Error("the client stays connected, which nobody has consented to")
	}
	r, err := s.Authorize(t.Context(), query(client))
	s.ok(err)
	location, err := s.Proceed(t.Context(), r, ann)
	s.ok(err)
	if got := outcome(t, location); got != "/oauth/consent" {
		t.Errorf("Proceed leads to %s", got)
	}
	s.code(client)
	location, err = s.Proceed(t.Context(), r, ann)
	s.ok(err)
	if got := outcome(t, location); got != "code" {
		t.Errorf("once it was consented to Proceed leads to %s", got)
	}
}
