package oauth_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet/internal/oauth"
)

// tea offers a scope that reads and one that changes things.
func tea(o *oauth.Options) {
	o.Scopes, o.ReadScopes = []string{"tea.read", "tea.write"}, []string{"tea.read"}
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
		access, err := s.VerifyToolsToken(t.Context(), bearer(a.AccessToken), resource)
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
	_, err = s.VerifyToolsToken(t.Context(), bearer(s.connected(client, "email").AccessToken), resource)
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
