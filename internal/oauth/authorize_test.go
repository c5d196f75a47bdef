package oauth_test

import (
	"errors"
	"net/url"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet/internal/oauth"
)

// What is wrong with client or redirect URI is shown to the user and never
// redirected (RFC 6749 section 4.1.2.1); everything else is told to the client
// once the user has consented to it, and shown before (RFC 9700 section 4.11.2).
func TestAuthorizeRefusals(t *testing.T) {
	for name, test := range map[string]struct {
		pairs    string // separated by &, unescaped
		want     oauth.Code
		redirect bool
	}{
		"6749 4.1.1 no client":                              {"client_id=", oauth.InvalidRequest, false},
		"6749 4.1.1 unknown client":                         {"client_id=nobody", oauth.InvalidClient, false},
		"9700 4.1.3 no redirect URI":                        {"redirect_uri=", oauth.InvalidRequest, false},
		"9700 4.1.3 another path":                           {"redirect_uri=https://app.example/callback/..", oauth.InvalidRequest, false},
		"9700 4.1.3 another host":                           {"redirect_uri=https://app.example.evil.example/callback", oauth.InvalidRequest, false},
		"9700 4.1.3 a query added":                          {"redirect_uri=https://app.example/callback?x=y", oauth.InvalidRequest, false},
		"9700 4.1.3 user information":                       {"redirect_uri=https://app.example@evil.example/callback", oauth.InvalidRequest, false},
		"8252 7.3 loopback, another host":                   {"redirect_uri=http://localhost:80/callback", oauth.InvalidRequest, false},
		"6749 3.1.1 no response type":                       {"response_type=", oauth.InvalidRequest, true},
		"9700 2.1.2 implicit grant":                         {"response_type=token", oauth.UnsupportedResponseType, true},
		"fragment mode":                                     {"response_mode=fragment", oauth.InvalidRequest, true},
		"7636 4.4.1 no challenge":                           {"code_challenge=", oauth.InvalidRequest, true},
		"7636 4.4.1 plain":                                  {"code_challenge_method=plain", oauth.InvalidRequest, true},
		"7636 4.3 no method, which means plain":             {"code_challenge_method=", oauth.InvalidRequest, true},
		"7636 4.2 no digest":                                {"code_challenge=short", oauth.InvalidRequest, true},
		"6749 3.3 unknown scope":                            {"scope=mcp everything", oauth.InvalidScope, true},
		"8707 2 another resource":                           {"resource=https://other.example/mcp", oauth.InvalidTarget, true},
		"8707 2 the bare origin":                            {"resource=https://tea.example", oauth.InvalidTarget, true},
		"8707 2 two slashes":                                {"resource=https://tea.example/mcp//", oauth.InvalidTarget, true},
		"9449 10 no thumbprint":                             {"dpop_jkt=x", oauth.InvalidRequest, true},
		"9101 request objects":                              {"request=eyJ", oauth.InvalidRequest, true},
		"unknown prompt":                                    {"prompt=dance", oauth.InvalidRequest, true},
		"none beside another prompt":                        {"prompt=none login", oauth.InvalidRequest, true},
		"a long state":                                      {"state=" + strings.Repeat("s", 2049), oauth.InvalidRequest, true},
		"a long parameter":                                  {"scope=" + strings.Repeat("s", 5000), oauth.InvalidRequest, true},
		"8252 8.4 loopback, another path":                   {"redirect_uri=http://127.0.0.1:8080/other", oauth.InvalidRequest, false},
		"9700 4.1.3 a registered URI with a fragment added": {"redirect_uri=https://app.example/callback#x", oauth.InvalidRequest, false},
	} {
		t.Run(name, func(t *testing.T) {
			s := open(t)
			client := s.app()
			_, err := s.Authorize(t.Context(), query(client, strings.Split(test.pairs, "&")...))
			s.wantRefusal(err, client, test.want, test.redirect)
		})
	}
}

// wantRefusal holds a refusal against its word, and where it goes: to the
// client with its state and our name (RFC 9207) when ann has consented to it, and
// else nowhere.
func (s *site) wantRefusal(err error, client string, code oauth.Code, redirect bool) {
	s.Helper()
	s.wantShown(err, code)
	s.code(client, "scope=email")
	where := s.told(err, ann)
	if (where != "") != redirect || s.told(err, nil) != "" || s.told(err, &oauth.Session{ID: "bob-1", UserID: "bob"}) != "" {
		s.Fatalf("once ann consented to the client she is redirected to %q, or others are", where)
	}
	s.ok(s.Disconnect(s.Context(), "ann", client))
	if where := s.told(err, ann); where != "" {
		s.Errorf("of a client that was disconnected she is redirected to %s", where)
	}
	if !redirect {
		return
	}
	got := answer(s, where)
	if got.Get("error") != string(code) || got.Get("iss") != s.Issuer() || !strings.HasPrefix(where, callback+"?") || got.Has("code") {
		s.Errorf("redirected to %s", where)
	}
}

// wantShown holds a refusal against its word, which nobody hears but the user.
func (s *site) wantShown(err error, code oauth.Code) {
	s.Helper()
	s.wantCode(err, code)
	for _, session := range []*oauth.Session{nil, ann, {ID: "bob-1", UserID: "bob"}} {
		if where := s.told(err, session); where != "" {
			s.Errorf("the client is told at %s", where)
		}
	}
}

// told is where a refusal is told to the client, or "".
func (s *site) told(err error, session *oauth.Session) string {
	s.Helper()
	var refused *oauth.AuthorizeError
	if !errors.As(err, &refused) {
		s.Fatalf("%v is no refusal of a request", err)
	}
	location, err := s.Redirect(s.Context(), refused, session)
	s.ok(err)
	return location
}

// 6749 3.1: a parameter that is repeated. Where the answer would go is not
// guessed.
func TestRepeatedParameters(t *testing.T) {
	s := open(t)
	client := s.app()
	for name, test := range map[string]struct {
		want     oauth.Code
		redirect bool
	}{
		"scope": {oauth.InvalidRequest, true}, "resource": {oauth.InvalidTarget, true}, "state": {oauth.InvalidRequest, true},
		"client_id": {oauth.InvalidRequest, false}, "redirect_uri": {oauth.InvalidRequest, false}, "unknown": {oauth.InvalidRequest, true},
	} {
		t.Run(name, func(t *testing.T) {
			q := query(client)
			q[name] = []string{q.Get(name), q.Get(name)}
			_, err := s.Authorize(t.Context(), q)
			s.wantRefusal(err, client, test.want, test.redirect)
		})
	}
	many := query(client)
	for i := range 100 {
		many.Set(strings.Repeat("x", i+1), "y")
	}
	_, err := s.Authorize(t.Context(), many)
	s.wantRefusal(err, client, oauth.InvalidRequest, true)
}

// What a request leaves out is filled in: all scopes about resources, the
// resource of the site. Unknown parameters are ignored.
func TestAuthorizeDefaults(t *testing.T) {
	s := open(t)
	narrow := s.register(`{"redirect_uris":["` + callback + `"],"scope":"email unknown"}`)
	for name, test := range map[string]struct {
		client string
		pairs  []string
		want   string
	}{
		"nothing":              {s.app(), []string{"scope="}, "mcp"},
		"what is registered":   {narrow, nil, "email"},
		"more than registered": {narrow, []string{"scope=mcp email"}, "mcp email"}, // what step-up asks for
		"once each, in order":  {s.app(), []string{"scope=email mcp email", "nonce=n"}, "email mcp"},
		"a slash is tolerated": {s.app(), []string{"resource=" + resource + "/"}, "mcp"},
	} {
		t.Run(name, func(t *testing.T) {
			r, err := s.Authorize(t.Context(), query(test.client, test.pairs...))
			s.ok(err)
			if got := strings.Join(r.Scopes, " "); got != test.want || r.Resource != resource {
				t.Errorf("scopes %q for %s", got, r.Resource)
			}
		})
	}
}

// 8252 7.3: the port of a loopback redirect URI is whatever the system gave.
func TestLoopbackPort(t *testing.T) {
	s := open(t)
	client := s.app()
	q := query(client, "redirect_uri=http://127.0.0.1:53123/callback")
	r, err := s.Authorize(t.Context(), q)
	s.ok(err)
	location, err := s.Approve(t.Context(), r, *ann)
	s.ok(err)
	if !strings.HasPrefix(location, "http://127.0.0.1:53123/callback?") {
		t.Errorf("Approve leads to %s", location)
	}
	code := answer(t, location).Get("code")
	_, err = s.send(codeForm(client, code, "redirect_uri="+local))
	s.wantCode(err, oauth.InvalidGrant)
	s.token(codeForm(client, code, "redirect_uri=http://127.0.0.1:53123/callback"))
}

// 6749 3.1.2: the query of a redirect URI is kept.
func TestRedirectURIWithAQuery(t *testing.T) {
	s := open(t)
	client := s.register(`{"redirect_uris":["https://app.example/cb?tenant=a%20b"]}`)
	r, err := s.Authorize(t.Context(), query(client, "redirect_uri=https://app.example/cb?tenant=a%20b"))
	s.ok(err)
	if got := s.Deny(r); !strings.HasPrefix(got, "https://app.example/cb?tenant=a%20b&error=access_denied&") {
		t.Errorf("Deny leads to %s", got)
	}
}

// Where the browser goes. consented are the scopes that ann consented to before.
func TestProceed(t *testing.T) {
	for name, test := range map[string]struct {
		consented string
		session   *oauth.Session
		pairs     []string
		want      string // a page, "code", or an error
	}{
		"nobody is signed in":           {"", nil, nil, "/oauth/sign-in"},
		"nobody, silently":              {"", nil, []string{"prompt=none"}, "shown login_required"},
		"nobody, silently, at a client": {"mcp", nil, []string{"prompt=none"}, "shown login_required"},
		"the first time":                {"", ann, nil, "/oauth/consent"},
		"the first time, silently":      {"", ann, []string{"prompt=none"}, "shown consent_required"},
		"to less, silently":             {"mcp", ann, []string{"scope=mcp email", "prompt=none"}, "consent_required"},
		"consented before":              {"mcp email", ann, []string{"scope=email"}, "code"},
		"consented before, silently":    {"mcp", ann, []string{"prompt=none"}, "code"},
		"consented to less":             {"mcp", ann, []string{"scope=mcp email"}, "/oauth/consent"},
		"consented by another user":     {"mcp", &oauth.Session{ID: "bob-1", UserID: "bob"}, nil, "/oauth/consent"},
		"asked for again":               {"mcp", ann, []string{"prompt=consent"}, "/oauth/consent"},
		"signing in is asked for":       {"mcp", ann, []string{"prompt=login"}, "/oauth/sign-in"},
		"choosing is asked for":         {"mcp", ann, []string{"prompt=select_account consent"}, "/oauth/sign-in"},
		"8252 8.6 a loopback redirect":  {"mcp", ann, []string{"redirect_uri=" + local}, "/oauth/consent"},
		"8252 8.6 loopback and silence": {"mcp", ann, []string{"redirect_uri=" + local, "prompt=none"}, "consent_required"},
	} {
		t.Run(name, func(t *testing.T) {
			s := open(t)
			client := s.app()
			if test.consented != "" {
				s.code(client, "scope="+test.consented)
			}
			r, err := s.Authorize(t.Context(), query(client, test.pairs...))
			s.ok(err)
			location, err := s.Proceed(t.Context(), r, test.session)
			if err != nil {
				if location = s.told(err, test.session); location == "" {
					location = "shown " + string(oauth.AsError(err).Code)
				}
			}
			if got := outcome(t, location); got != test.want {
				t.Errorf("Proceed leads to %s", got)
			}
		})
	}
}

// outcome is the page that a location leads to, or what it tells the client.
func outcome(t *testing.T, location string) string {
	t.Helper()
	if told := answer(t, location).Get("error"); told != "" {
		return told
	}
	if page, _, found := strings.Cut(location, "?"); found && strings.HasPrefix(page, "/") {
		return page
	}
	if answer(t, location).Get("code") != "" {
		return "code"
	}
	return location
}

// The pages get the request whole, and come back to another step: signing in
// is asked for once.
func TestPagesComeBack(t *testing.T) {
	s := open(t)
	q := query(s.app(), "prompt=login consent", "resource="+resource, "scope=mcp", "unknown=kept")
	r, err := s.Authorize(t.Context(), q)
	s.ok(err)
	login, err := s.Proceed(t.Context(), r, ann)
	s.ok(err)
	if diff := cmp.Diff(changed(q, "prompt=consent"), answer(t, login)); diff != "" {
		t.Error(diff)
	}
	r, err = s.Authorize(t.Context(), answer(t, login))
	s.ok(err)
	consent, err := s.Proceed(t.Context(), r, ann)
	s.ok(err)
	if !strings.HasPrefix(consent, "/oauth/consent?") {
		t.Errorf("after signing in Proceed leads to %s", consent)
	}
	if got := answer(t, s.Deny(r)); got.Get("error") != "access_denied" || got.Get("state") != "state" || got.Get("iss") != s.Issuer() {
		t.Errorf("Deny tells %v", got)
	}
}

// The user decides on what the request says, and sees where the code goes.
func TestConsent(t *testing.T) {
	s := open(t)
	client := s.register(`{"client_name":"Tea App","client_uri":"https://app.example","redirect_uris":["` + callback + `","http://localhost/cb","cursor://auth/cb"]}`)
	nameless := s.register(`{"redirect_uris":["` + callback + `"],"grant_types":["refresh_token"]}`)
	for name, test := range map[string]struct {
		query url.Values
		want  oauth.Consent
	}{
		"https": {query(client), oauth.Consent{ClientID: client, Name: "Tea App", URI: "https://app.example", Host: "app.example"}},
		"loopback": {
			query(client, "redirect_uri=http://localhost:9/cb"),
			oauth.Consent{ClientID: client, Name: "Tea App", URI: "https://app.example", Host: "localhost:9", Loopback: true},
		},
		"a private scheme": {
			query(client, "redirect_uri=cursor://auth/cb"),
			oauth.Consent{ClientID: client, Name: "Tea App", URI: "https://app.example", Host: "cursor:"},
		},
		"refresh tokens, no name": {query(nameless), oauth.Consent{ClientID: nameless, Name: "app.example", Host: "app.example", Offline: true}},
	} {
		t.Run(name, func(t *testing.T) {
			r, err := s.Authorize(t.Context(), test.query)
			s.ok(err)
			test.want.Scopes, test.want.ReadOnly, test.want.Resource = []string{"mcp"}, []string{"mcp:read"}, resource
			if diff := cmp.Diff(test.want, s.Consent(r)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func FuzzAuthorize(f *testing.F) {
	s := open(f)
	client := s.app()
	s.code(client)
	f.Add("response_type=code&scope=mcp&state=s&prompt=login")
	f.Add(query(client).Encode())
	f.Add("redirect_uri=" + url.QueryEscape(local) + "&code_challenge_method=S256")
	f.Fuzz(func(t *testing.T, text string) {
		more, _ := url.ParseQuery(text)
		q := query(client)
		for name, values := range more {
			q[name] = values
		}
		r, err := s.Authorize(t.Context(), q)
		target := ""
		var refused *oauth.AuthorizeError
		switch {
		case err == nil:
			target = s.Deny(r)
		case !errors.As(err, &refused) || refused.Refusal.Status != 400 && refused.Refusal.Code != oauth.InvalidClient:
			t.Fatalf("%v", err)
		default:
			var unknown error
			if target, unknown = s.Redirect(t.Context(), refused, ann); unknown != nil {
				t.Fatal(unknown)
			}
		}
		u, err := url.Parse(target)
		if err != nil || target != "" && u.Host != "app.example" && u.Hostname() != "127.0.0.1" {
			t.Fatalf("redirected to %q: %v", target, err)
		}
	})
}
