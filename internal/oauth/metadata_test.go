package oauth_test

import (
	"encoding/json"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet/internal/oauth"
)

// RFC 8414. Everything that is promised here is tested elsewhere.
func TestServerMetadata(t *testing.T) {
	wantJSON(t, open(t).Metadata(), `{
  "issuer": "https://tea.example/api/auth",
  "authorization_endpoint": "https://tea.example/api/auth/oauth2/authorize",
  "token_endpoint": "https://tea.example/api/auth/oauth2/token",
  "registration_endpoint": "https://tea.example/api/auth/oauth2/register",
  "revocation_endpoint": "https://tea.example/api/auth/oauth2/revoke",
  "userinfo_endpoint": "https://tea.example/api/auth/oauth2/userinfo",
  "jwks_uri": "https://tea.example/api/auth/jwks",
  "scopes_supported": ["mcp", "mcp:read", "api", "api:read", "offline_access", "profile", "email"],
  "response_types_supported": ["code"],
  "response_modes_supported": ["query"],
  "grant_types_supported": ["authorization_code", "refresh_token"],
  "prompt_values_supported": ["none", "login", "consent", "select_account"],
  "token_endpoint_auth_methods_supported": ["none"],
  "revocation_endpoint_auth_methods_supported": ["none"],
  "code_challenge_methods_supported": ["S256"],
  "dpop_signing_alg_values_supported": ["ES256", "EdDSA", "RS256"],
  "protected_resources": ["https://tea.example/mcp", "https://tea.example/api"],
  "authorization_response_iss_parameter_supported": true,
  "client_id_metadata_document_supported": true
}`)
}

// RFC 9728: the resource is named exactly, and nothing else is.
func TestResourceMetadata(t *testing.T) {
	s := open(t)
	got, found := s.ProtectedResource(resource)
	if !found {
		t.Fatal("the resource has no metadata")
	}
	wantJSON(t, got, `{
  "resource": "https://tea.example/mcp",
  "authorization_servers": ["https://tea.example/api/auth"],
  "scopes_supported": ["mcp", "mcp:read"],
  "bearer_methods_supported": ["header"],
  "dpop_signing_alg_values_supported": ["ES256", "EdDSA", "RS256"]
}`)
	for _, other := range []string{"", origin, origin + "/", resource + "/", resource + "/staff"} {
		if _, found := s.ProtectedResource(other); found {
			t.Errorf("%q has metadata", other)
		}
	}
	if got, want := oauth.ResourceMetadataURL(resource), origin+"/.well-known/oauth-protected-resource/mcp"; got != want {
		t.Errorf("they are at %s, want %s", got, want)
	}
}

func wantJSON(t *testing.T, got []byte, want string) {
	t.Helper()
	var value, wanted any
	if err := errors.Join(json.Unmarshal(got, &value), json.Unmarshal([]byte(want), &wanted)); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(wanted, value); diff != "" {
		t.Error(diff)
	}
}

// A site may offer its own resources, and scopes beside the standard ones (Auth
// factory).
func TestOptions(t *testing.T) {
	const other = "https://api.tea.example/v1"
	s := open(t, func(o *oauth.Options) {
		o.Resources, o.Scopes, o.LoginPage = []string{other, resource}, []string{"brew", "email"}, "/in"
	})
	client := s.app()
	a := s.token(codeForm(client, s.code(client, "resource="+other)))
	if a.Scope != "mcp brew" {
		t.Errorf("scope %q", a.Scope)
	}
	_, err := s.VerifyAccessToken(t.Context(), bearer(a.AccessToken), other, "brew")
	s.ok(err)
	if s.alive(a.AccessToken) {
		t.Error("a token counts for a resource that it is not for")
	}
	r, err := s.Authorize(t.Context(), query(client, "scope=mcp mcp:read offline_access profile brew"))
	s.ok(err)
	location, err := s.Proceed(t.Context(), r, nil)
	s.ok(err)
	if got := outcome(t, location); got != "/in" {
		t.Errorf("Proceed leads to %s", got)
	}
}

// RFC 9728 section 3.3: a client uses metadata that name the URL it connects to,
// and no others. What stands for a resource has such metadata, and its tokens are
// for the resource.
func TestAnAlias(t *testing.T) {
	const alias = resource + "/staff"
	s := open(t, func(o *oauth.Options) {
		o.Aliases = map[string]string{alias: resource, origin + "/nothing": origin + "/gone"}
	})
	document, ok := s.ProtectedResource(alias)
	if !ok {
		t.Fatal("it has no metadata")
	}
	wantJSON(t, document, `{"resource":"`+alias+`","authorization_servers":["`+s.Issuer()+`"],"scopes_supported":["mcp","mcp:read"],
		"bearer_methods_supported":["header"],"dpop_signing_alg_values_supported":["ES256","EdDSA","RS256"]}`)
	client := s.app()
	a := s.token(codeForm(client, s.code(client, "resource="+alias), "resource="+alias))
	if !s.alive(a.AccessToken) {
		t.Error("its token does not count for the resource")
	}
	if _, ok := s.ProtectedResource(origin + "/nothing"); ok {
		t.Error("what stands for nothing has metadata")
	}
	_, err := s.Authorize(t.Context(), query(client, "resource="+origin+"/nothing"))
	if err == nil {
		t.Error("a token for what stands for nothing can be asked for")
	}
}

func TestOptionsThatAreRefused(t *testing.T) {
	for name, o := range map[string]oauth.Options{
		"no origin":             {},
		"an origin with a path": {Origin: origin + "/"},
		"no TLS":                {Origin: "http://tea.example"},
		"a resource with slash": {Origin: origin, Resources: []string{resource + "/"}},
		"no resource":           {Origin: origin, Resources: []string{"mcp"}},
		"a scope that is none":  {Origin: origin, Scopes: []string{"mcp email"}},
	} {
		if _, err := oauth.New(nil, nil, o); err == nil {
			t.Errorf("%s is accepted", name)
		}
	}
	for _, origin := range []string{"http://localhost:8787", "http://127.0.0.2", "http://[::1]:8787"} {
		if _, err := oauth.New(nil, nil, oauth.Options{Origin: origin}); err != nil {
			t.Errorf("%s: %v", origin, err)
		}
	}
}
