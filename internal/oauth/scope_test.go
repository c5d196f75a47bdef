package oauth_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet/internal/oauth"
)

// tea offers a scope that reads and one that changes things.
func tea(o *oauth.Options) {
	o.Asked = map[string]oauth.Asked{"/mcp": {All: []string{"tea.read", "tea.write"}, Reading: []string{"tea.read"}}}
}

// What the user may leave of a request: nothing that changes something, and
// nothing where that is no choice.
func TestReadOnlyIsAChoice(t *testing.T) {
	s := open(t, tea)
	client := s.app()
	for asked, test := range map[string]struct {
		left   string
		choice bool
	}{
		"mcp":                            {"mcp:read", true},
		"mcp mcp:read":                   {"mcp:read", true},
		"email mcp offline_access":       {"email mcp:read offline_access", true},
		"mcp tea.read tea.write profile": {"mcp:read tea.read profile", true},
		"mcp:read tea.write":             {"mcp:read", true},
		"mcp:read":                       {"mcp:read", false},
		"mcp:read tea.read openid":       {"mcp:read tea.read openid", false},
		"tea.write email":                {"email", false},
		"tea.write":                      {"", false},
	} {
		r, err := s.Authorize(t.Context(), query(client, "scope="+asked))
		s.ok(err)
		if choice := s.Consent(r).ReadOnly; choice != nil != test.choice || test.choice && strings.Join(choice, " ") != test.left {
			t.Errorf("for %q read-only leaves %q, want %q", asked, choice, test.left)
		}
		switch narrow := s.ReadOnly(r); {
		case narrow == nil && test.left != "":
			t.Errorf("read-only leaves nothing of %q", asked)
		case narrow != nil && strings.Join(narrow.Scopes, " ") != test.left:
			t.Errorf("%q is narrowed to %q, want %q", asked, narrow.Scopes, test.left)
		}
	}
}

// codeToRead has ann let a client read alone, and gives the code.
func (s *site) codeToRead(client string, pairs ...string) string {
	s.Helper()
	r, err := s.Authorize(s.Context(), query(client, pairs...))
	s.ok(err)
	location, err := s.Approve(s.Context(), s.ReadOnly(r), *ann)
	s.ok(err)
	return answer(s, location).Get("code")
}

// A token of somebody who let its client read alone says so, is let in to tools
// as one that reads, and is no more after a refresh.
func TestReadOnlyTokensStayReadOnly(t *testing.T) {
	s := open(t, tea)
	client := s.app()
	a := s.token(codeForm(client, s.codeToRead(client, "scope=mcp tea.write offline_access")))
	for range 2 {
		if a.Scope != "mcp:read offline_access" {
			t.Fatalf("scope %q", a.Scope)
		}
		access, err := s.VerifySurfaceToken(t.Context(), bearer(a.AccessToken), resource)
		s.ok(err)
		if diff := cmp.Diff([]string{"mcp:read", "offline_access"}, access.Scopes); diff != "" {
			t.Error(diff)
		}
		_, err = s.access(bearer(a.AccessToken))
		refused := s.refusal(err, oauth.InsufficientScope)
		if want := `scope="mcp:read offline_access mcp"`; !strings.Contains(refused.Challenge, want) {
			t.Errorf("a client is told %s, want %s in it", refused.Challenge, want)
		}
		_, err = s.send(refreshForm(client, a.RefreshToken, "scope=mcp"))
		s.wantCode(err, oauth.InvalidScope)
		a = s.token(refreshForm(client, a.RefreshToken))
	}
}

// Who may call tools may read; a token that is about the user alone may neither.
func TestToolsIncludeReading(t *testing.T) {
	s := open(t)
	client := s.app()
	a := s.connected(client, "mcp offline_access")
	_, err := s.VerifyAccessToken(t.Context(), bearer(a.AccessToken), resource, "mcp:read")
	s.ok(err)
	if less := s.token(refreshForm(client, a.RefreshToken, "scope=mcp:read")); less.Scope != "mcp:read" {
		t.Errorf("a refresh for less gives %q", less.Scope)
	}
	_, err = s.VerifySurfaceToken(t.Context(), bearer(s.connected(client, "email").AccessToken), resource)
	refused := s.refusal(err, oauth.InsufficientScope)
	if !strings.Contains(refused.Challenge, `scope="email mcp"`) {
		t.Errorf("a client is told %s", refused.Challenge)
	}
}

// What the user has not given this time is not given by itself the next time.
func TestDecliningIsRemembered(t *testing.T) {
	for name, test := range map[string]struct {
		then []string // what the client asks for after ann has let it read alone
		want string
	}{
		"the same again":      {[]string{"scope=mcp tea.write"}, "/oauth/consent"},
		"the same, silently":  {[]string{"scope=mcp", "prompt=none"}, "consent_required"},
		"what was given":      {[]string{"scope=mcp:read"}, "code"},
		"what was never lost": {[]string{"scope=email"}, "code"},
	} {
		t.Run(name, func(t *testing.T) {
			s := open(t, tea)
			client := s.app()
			s.code(client, "scope=mcp tea.write email")
			s.codeToRead(client, "scope=mcp tea.write")
			r, err := s.Authorize(t.Context(), query(client, test.then...))
			s.ok(err)
			location, err := s.Proceed(t.Context(), r, ann)
			if err != nil {
				location = s.told(err, ann)
			}
			if got := outcome(t, location); got != test.want {
				t.Errorf("Proceed leads to %s, want %s", got, test.want)
			}
			if less, err := s.GaveReadOnly(t.Context(), r, "ann"); err != nil || !less {
				t.Errorf("ann has let it read alone: %v, %v", less, err)
			}
		})
	}
}

// Who gave a client both scopes for tools does not let it read alone.
func TestBothScopesAreNotReadOnly(t *testing.T) {
	s := open(t)
	client := s.app()
	s.code(client, "scope=mcp mcp:read")
	r, err := s.Authorize(t.Context(), query(client, "scope=mcp"))
	s.ok(err)
	if less, err := s.GaveReadOnly(t.Context(), r, "ann"); err != nil || less {
		t.Errorf("ann has let it read alone: %v, %v", less, err)
	}
}

// Of the apps that a user has connected each is shown with what it may do: one
// that may call tools is not shown as one that reads.
func TestAppsShowReadOnly(t *testing.T) {
	s := open(t)
	client := s.app()
	wants := func(want string) {
		t.Helper()
		apps, err := s.Apps(t.Context(), "ann")
		s.ok(err)
		if len(apps) != 1 || strings.Join(apps[0].Scopes, " ") != want {
			t.Errorf("the apps are %v, want one with %s", apps, want)
		}
	}
	s.token(codeForm(client, s.codeToRead(client, "scope=mcp")))
	wants("mcp:read")
	s.connected(client, "mcp email")
	wants("mcp email")
}

// Each surface has scopes of its own. A client that asks for those of another beside
// them, as one does that takes all of the metadata, gets its own; one that asks
// for others alone is refused.
func TestScopesBelongToTheirResource(t *testing.T) {
	const api = origin + "/api"
	s := open(t, func(o *oauth.Options) {
		o.Resources, o.Scopes = []string{"https://other.example"}, []string{"both"}
		o.Asked = map[string]oauth.Asked{"/mcp": {All: []string{"tools", "shared"}}, "/api": {All: []string{"calls", "shared"}, Reading: []string{"shared"}}}
	})
	client := s.app()
	everything := "mcp mcp:read api api:read offline_access profile email tools shared calls both"
	for _, test := range []struct{ resource, asked, want, read string }{
		{resource, "", "mcp tools shared both", "mcp:read"},
		{api, "", "api shared calls both", "api:read shared"},
		{resource, everything, "mcp mcp:read offline_access profile email tools shared both", "mcp:read offline_access profile email"},
		{api, everything, "api api:read offline_access profile email shared calls both", "api:read offline_access profile email shared"},
		{api, "api:read", "api:read", "api:read"},
		{api, "api email", "api email", "api:read email"},
		{api, "email", "email", "email"},
		{api, "both", "both", ""},
		{api, "mcp", "invalid_scope", ""},
		{api, "mcp email", "invalid_scope", ""},
		{resource, "api", "invalid_scope", ""},
		{resource, "api:read calls", "invalid_scope", ""},
		{api, "tea", "invalid_scope", ""},
		{"https://other.example", "", "mcp tools shared both", "mcp:read"},
		{"https://other.example", "api", "invalid_scope", ""},
	} {
		r, err := s.Authorize(t.Context(), query(client, "resource="+test.resource, "scope="+test.asked))
		var got, read string
		if err != nil {
			got = string(oauth.AsError(err).Code)
		} else {
			got = strings.Join(r.Scopes, " ")
			if less := s.ReadOnly(r); less != nil {
				read = strings.Join(less.Scopes, " ")
			}
		}
		if got != test.want || read != test.read {
			t.Errorf("%q at %s: %q, to read %q; want %q, %q", test.asked, test.resource, got, read, test.want, test.read)
		}
	}
	document, _ := s.ProtectedResource(api)
	wantJSON(t, document, `{"resource":"`+api+`","authorization_servers":["`+s.Issuer()+`"],"scopes_supported":["api","api:read","shared","calls","both"],
		"bearer_methods_supported":["header"],"dpop_signing_alg_values_supported":["ES256","EdDSA","RS256"]}`)
}

// The full scope of a surface includes that surface's read-only one, and no other.
func TestAFullScopeIncludesItsOwn(t *testing.T) {
	const api = origin + "/api"
	s := open(t)
	client := s.app()
	a := s.token(codeForm(client, s.code(client, "resource="+api, "scope=api offline_access")))
	if less := s.token(refreshForm(client, a.RefreshToken, "scope=api:read")); less.Scope != "api:read" {
		t.Errorf("refreshed to %q", less.Scope)
	}
	if _, err := s.VerifySurfaceToken(t.Context(), bearer(a.AccessToken), api); err != nil {
		t.Error(err)
	}
	if _, err := s.VerifySurfaceToken(t.Context(), bearer(a.AccessToken), resource); oauth.AsError(err).Code != oauth.InvalidToken {
		t.Errorf("at the tools: %v", err)
	}
	if _, err := s.VerifyAccessToken(t.Context(), bearer(a.AccessToken), api, "mcp:read"); oauth.AsError(err).Code != oauth.InsufficientScope {
		t.Errorf("as if for tools: %v", err)
	}
}
