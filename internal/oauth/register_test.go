package oauth_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet/internal/oauth"
)

// RFC 7591 section 3.2.1: the answer says what was registered: a public client,
// whatever it asked for, and no secret.
func TestRegistration(t *testing.T) {
	s := open(t)
	for name, test := range map[string]struct{ metadata, want string }{
		"the least": {
			`{"redirect_uris":["https://app.example/cb"]}`,
			`{"redirect_uris":["https://app.example/cb"],"grant_types":["authorization_code"],"response_types":["code"],"token_endpoint_auth_method":"none"`,
		},
		"a confidential client": {
			`{"redirect_uris":["https://app.example/cb"],"token_endpoint_auth_method":"client_secret_basic","response_types":["token"],"grant_types":["implicit","refresh_token"]}`,
			`{"redirect_uris":["https://app.example/cb"],"grant_types":["authorization_code","refresh_token"],"response_types":["code"],"token_endpoint_auth_method":"none"`,
		},
		"all there is": {
			`{"client_id":"chosen","client_name":"茶","client_uri":"https://app.example","logo_uri":"https://app.example/logo.png","scope":"mcp email other:scope",` +
				`"policy_uri":"https://app.example/p","tos_uri":"https://app.example/t","redirect_uris":["http://localhost/cb","cursor://auth/cb"],` +
				`"software_id":"app","software_version":"1.0","dpop_bound_access_tokens":true,"contacts":["x@app.example"],"extra":{"a":[1]}}`,
			`{"client_name":"茶","client_uri":"https://app.example","logo_uri":"https://app.example/logo.png","policy_uri":"https://app.example/p",` +
				`"tos_uri":"https://app.example/t","scope":"mcp email","redirect_uris":["http://localhost/cb","cursor://auth/cb"],` +
				`"grant_types":["authorization_code"],"response_types":["code"],"token_endpoint_auth_method":"none","software_id":"app","software_version":"1.0","dpop_bound_access_tokens":true`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			r, err := s.Register(t.Context(), []byte(test.metadata))
			s.ok(err)
			if len(r.ID) != 36 || r.ID == "chosen" {
				t.Errorf("client_id %q", r.ID)
			}
			text, err := json.Marshal(r)
			s.ok(err)
			want := strings.Replace(test.want, "{", `{"client_id":"`+r.ID+`",`, 1) + `,"client_id_issued_at":1800000000}`
			if diff := cmp.Diff(want, string(text)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// Where the clients that the guides name want their users back: pages of their makers,
// ports of loopback, and a scheme of an editor.
func TestRegistrationOfClientsThatTheGuidesName(t *testing.T) {
	s := open(t)
	for client, uri := range map[string]string{
		"Claude": "https://claude.ai/api/mcp/auth_callback", "ChatGPT": "https://chatgpt.com/connector_platform_oauth_redirect",
		"Cursor": "cursor://anysphere.cursor-mcp/oauth/callback", "VS Code": "https://vscode.dev/redirect", "VS Code here": "http://127.0.0.1:33418/",
		"Gemini CLI": "http://localhost:7777/oauth/callback", "MCP Inspector": "http://localhost:6274/oauth/callback",
	} {
		if _, err := s.Register(t.Context(), []byte(`{"client_name":"`+client+`","redirect_uris":["`+uri+`"]}`)); err != nil {
			t.Errorf("%s cannot come back to %s: %v", client, uri, err)
		}
	}
}

// RFC 7591 section 3.2.2.
func TestRegistrationRefusals(t *testing.T) {
	with := func(more string) string { return `{"redirect_uris":["https://app.example/cb"],` + more + `}` }
	to := func(uri string) string {
		text, err := json.Marshal(map[string]any{"redirect_uris": []string{uri}})
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	for name, test := range map[string]struct {
		metadata string
		want     oauth.Code
	}{
		"no JSON":                      {`client_name=App`, oauth.InvalidClientMetadata},
		"no object":                    {`["https://app.example/cb"]`, oauth.InvalidClientMetadata},
		"a name twice":                 {with(`"scope":"mcp","scope":"email"`), oauth.InvalidClientMetadata},
		"another type":                 {with(`"client_name":7`), oauth.InvalidClientMetadata},
		"17 kilobytes":                 {with(`"x":"` + strings.Repeat("x", 17<<10) + `"`), oauth.InvalidClientMetadata},
		"a long name":                  {with(`"client_name":"` + strings.Repeat("茶", 101) + `"`), oauth.InvalidClientMetadata},
		"a line break in the name":     {with(`"client_name":"Tea\nApp"`), oauth.InvalidClientMetadata},
		"a name that turns text":       {with(`"client_name":"Tea\u202eppA"`), oauth.InvalidClientMetadata},
		"a logo that is a script":      {with(`"logo_uri":"javascript:alert(1)"`), oauth.InvalidClientMetadata},
		"a logo in the text":           {with(`"logo_uri":"data:image/png;base64,AA"`), oauth.InvalidClientMetadata},
		"a logo without TLS":           {with(`"logo_uri":"http://app.example/logo.png"`), oauth.InvalidClientMetadata},
		"a page with a password":       {with(`"client_uri":"https://a:b@app.example"`), oauth.InvalidClientMetadata},
		"no scope that is offered":     {with(`"scope":"other"`), oauth.InvalidClientMetadata},
		"a scope that is none":         {with(`"scope":"\"mcp\""`), oauth.InvalidClientMetadata},
		"no redirect URI":              {`{}`, oauth.InvalidRedirectURI},
		"names in another case":        {`{"REDIRECT_URIS":["https://app.example/cb"]}`, oauth.InvalidRedirectURI},
		"21 redirect URIs":             {`{"redirect_uris":["https://a.example"` + strings.Repeat(`,"https://a.example"`, 20) + `]}`, oauth.InvalidRedirectURI},
		"9700 4.1.3 http":              {to("http://app.example/cb"), oauth.InvalidRedirectURI},
		"9700 4.1.3 a fragment":        {to("https://app.example/cb#x"), oauth.InvalidRedirectURI},
		"9700 4.1.3 an empty fragment": {to("https://app.example/cb#"), oauth.InvalidRedirectURI},
		"8252 8.4 loopback look-alike": {to("http://127.0.0.1.evil.example/cb"), oauth.InvalidRedirectURI},
		"loopback with a password":     {to("http://localhost@evil.example/cb"), oauth.InvalidRedirectURI},
		"javascript":                   {to("javascript:alert(1)"), oauth.InvalidRedirectURI},
		"javascript with slashes":      {to("javascript://app.example/%0aalert(1)"), oauth.InvalidRedirectURI},
		"JavaScript":                   {to("JavaScript:/alert(1)"), oauth.InvalidRedirectURI},
		"data":                         {to("data:text/html,x"), oauth.InvalidRedirectURI},
		"file":                         {to("file:///etc/passwd"), oauth.InvalidRedirectURI},
		"no slash behind the scheme":   {to("cursor:auth"), oauth.InvalidRedirectURI},
		"no scheme":                    {to("/cb"), oauth.InvalidRedirectURI},
		"no host":                      {to("https:///cb"), oauth.InvalidRedirectURI},
		"a space":                      {to("https://app.example/c b"), oauth.InvalidRedirectURI},
		"a line break":                 {to("https://app.example/\r\nSet-Cookie:x"), oauth.InvalidRedirectURI},
		"a backslash":                  {to(`https://app.example\@evil.example/cb`), oauth.InvalidRedirectURI},
		"another alphabet":             {to("https://аpp.example/cb"), oauth.InvalidRedirectURI},
		"three kilobytes":              {to("https://app.example/" + strings.Repeat("x", 3<<10)), oauth.InvalidRedirectURI},
		"empty":                        {to(""), oauth.InvalidRedirectURI},
	} {
		t.Run(name, func(t *testing.T) {
			s := open(t)
			_, err := s.Register(t.Context(), []byte(test.metadata))
			if refused := s.refusal(err, test.want); refused.Status != 400 {
				t.Errorf("status %d", refused.Status)
			}
			if n := s.count("oauth_clients"); n != 0 {
				t.Errorf("%d clients were stored", n)
			}
		})
	}
}

// Registrations that nobody used go after a month; used clients stay.
func TestUnusedClientsGo(t *testing.T) {
	s := open(t)
	used := s.app()
	s.connected(used, "mcp")
	s.app()
	s.code(s.app()) // asked for a code and did not come back
	s.wait(31 * 24 * time.Hour)
	s.app()
	if n := s.count("oauth_clients"); n != 2 {
		t.Errorf("%d clients are left, want the used and the new one", n)
	}
	_, err := s.Authorize(t.Context(), query(used))
	s.ok(err)
}
