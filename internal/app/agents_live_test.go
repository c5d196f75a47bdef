package app_test

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	sdkauth "github.com/modelcontextprotocol/go-sdk/auth"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/modelcontextprotocol/go-sdk/oauthex"

	"github.com/quartet-dev/quartet/internal/auth"
	"github.com/quartet-dev/quartet/internal/identity/identitytest"
	"github.com/quartet-dev/quartet/internal/site"
)

// serverInfo is what initialize tells of the site.
func (h *memberSite) serverInfo(path string, header http.Header) sdk.InitializeResult {
	h.t.Helper()
	a := h.ask(path, "initialize", `{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"test","version":"1"}}`, header)
	var said struct{ Result sdk.InitializeResult }
	if err := json.Unmarshal(a.body, &said); err != nil || said.Result.ServerInfo == nil {
		h.t.Fatalf("%d %s %v", a.status, a.body, err)
	}
	return said.Result
}

// Fields of `siteDefaults`, brand and icons: MCP's serverInfo has them as the
// database has them, at the next request. A process that starts beside this one
// brings new icons.
func TestServerInfoFollowsTheSite(t *testing.T) {
	h := openClub(t)
	token := bearer(h.owner.Connect(mcpAsk).AccessToken)
	for _, name := range []string{"one", "two"} {
		icons := []site.Icon{{Src: "/" + name + ".png", MimeType: "image/png", Sizes: []string{"48x48"}}, {Src: "https://cdn.example/" + name + ".svg", Theme: "dark"}}
		if _, err := site.Seed(t.Context(), h.store, site.Defaults{Icons: icons}); err != nil {
			t.Fatal(err)
		}
		if err := h.service.ChangeSite(t.Context(), map[string]string{"brand": "Club " + name, "title": "The club " + name, "description": "For " + name + "."}); err != nil {
			t.Fatal(err)
		}
		for _, path := range []string{"/mcp", "/mcp/staff"} {
			info := h.serverInfo(path, token)
			want := &sdk.Implementation{
				Name: "quartet", Title: "Club " + name, Version: info.ServerInfo.Version, Description: "For " + name + ".", WebsiteURL: h.origin,
				Icons: []sdk.Icon{
					{Source: h.origin + "/" + name + ".png", MIMEType: "image/png", Sizes: []string{"48x48"}},
					{Source: "https://cdn.example/" + name + ".svg", Theme: "dark"},
				},
			}
			if diff := cmp.Diff(want, info.ServerInfo); diff != "" {
				t.Errorf("%s: %s", path, diff)
			}
			if begins := "This is The club " + name + " (For " + name + "): "; !strings.HasPrefix(info.Instructions, begins) {
				t.Errorf("%s: the instructions are %q", path, info.Instructions)
			}
		}
	}
}

// First owner and roles 3: the role is read on every call, so that the list of
// tools is another one with the same token.
func TestToolsFollowTheRole(t *testing.T) {
	h := openClub(t)
	p := h.member("rex", auth.None)
	token := bearer(p.Connect(mcpAsk).AccessToken)
	listed := func(path string) []string {
		t.Helper()
		if a := h.ask(path, "tools/list", "{}", token); a.status == http.StatusOK {
			return a.tools(t)
		}
		return nil
	}
	for _, step := range []struct {
		role                              auth.Role
		sees, staffTools, drafts, publish bool
	}{
		{auth.None, false, false, false, false},
		{auth.Contributor, false, true, true, false},
		{auth.Editor, true, true, true, true},
		{auth.Contributor, false, true, true, false},
		{auth.Owner, true, true, true, true},
	} {
		if step.role != auth.None {
			h.setRole(p, step.role)
		}
		public, staff := listed("/mcp"), listed("/mcp/staff")
		got := []bool{
			slices.Contains(public, "query_view_desk"), staff != nil,
			slices.Contains(staff, "create_draft_notes"), slices.Contains(staff, "request_publish"),
		}
		if diff := cmp.Diff([]bool{step.sees, step.staffTools, step.drafts, step.publish}, got); diff != "" {
			t.Errorf("as %q: %v and %v: %s", step.role, public, staff, diff)
		}
	}
}

// TestAnSDKClientSignsIn: the SDK's own client finds its way from the first 401
// to the tools: metadata, registration, consent, the code and its exchange. Its
// person only opens an address and says yes.
func TestAnSDKClientSignsIn(t *testing.T) {
	h := openClub(t)
	p := h.member("ann", auth.Editor)
	for _, path := range []string{"/mcp", "/mcp/staff"} {
		session := h.connectSDK(p, path)
		tools, err := session.ListTools(t.Context(), nil)
		if err != nil || len(tools.Tools) == 0 {
			t.Fatal(err, tools)
		}
	}
	session := h.connectSDK(p, "/mcp")
	result, err := session.CallTool(t.Context(), &sdk.CallToolParams{Name: "suggest", Arguments: map[string]any{"title": "By an agent"}})
	if err != nil || result.IsError {
		t.Fatal(err, result)
	}
	p.SignOut()
	if _, err := session.ListTools(t.Context(), nil); err == nil {
		t.Error("the client goes on after its person has signed out")
	}
}

// connectSDK connects a client that has p let it in once.
func (h *memberSite) connectSDK(p *identitytest.Person, path string) *sdk.ClientSession {
	h.t.Helper()
	asked := 0
	oauth, err := sdkauth.NewAuthorizationCodeHandler(&sdkauth.AuthorizationCodeHandlerConfig{
		DynamicClientRegistrationConfig: &sdkauth.DynamicClientRegistrationConfig{Metadata: &oauthex.ClientRegistrationMetadata{
			ClientName: "SDK", RedirectURIs: []string{"http://localhost:3142/callback"}, GrantTypes: []string{"authorization_code", "refresh_token"},
		}},
		RequestRefreshToken: true,
		AuthorizationCodeFetcher: func(_ context.Context, args *sdkauth.AuthorizationArgs) (*sdkauth.AuthorizationResult, error) {
			if asked++; asked > 1 {
				return nil, context.Canceled // nobody is there any more
			}
			back := p.Approve(args.URL).Query()
			return &sdkauth.AuthorizationResult{Code: back.Get("code"), State: back.Get("state"), Iss: back.Get("iss")}, nil
		},
	})
	if err != nil {
		h.t.Fatal(err)
	}
	client := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, nil)
	session, err := client.Connect(h.t.Context(), &sdk.StreamableClientTransport{Endpoint: h.origin + path, OAuthHandler: oauth, DisableStandaloneSSE: true}, nil)
	if err != nil {
		h.t.Fatal(err)
	}
	h.t.Cleanup(func() { _ = session.Close() })
	return session
}
