package app_test

import (
	"cmp"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"encoding/json"
	"flag"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/go-jose/go-jose/v4/jwt"
	gocmp "github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet/internal/audit"
	"github.com/quartet-dev/quartet/internal/auth"
	"github.com/quartet-dev/quartet/internal/identity/identitytest"
	"github.com/quartet-dev/quartet/internal/oauth"
)

// credentials makes what each request carries.
var credentials = []struct {
	name string
	make func(*memberSite) func(path string) http.Header
}{
	{"nobody", same(func(*memberSite) http.Header { return nil })},
	{"user", as(auth.None)},
	{"contributor", as(auth.Contributor)},
	{"editor", as(auth.Editor)},
	{"owner", same(func(h *memberSite) http.Header { return bearer(h.owner.Connect(h.asking("mcp")).AccessToken) })},
	{"role changed since", since(auth.Editor, func(h *memberSite, p *identitytest.Person, _ *identitytest.Agent) { h.setRole(p, auth.Contributor) })},
	{"role revoked since", since(auth.Editor, func(h *memberSite, p *identitytest.Person, _ *identitytest.Agent) { h.setRole(p, auth.None) })},
	{"signed out since", since(auth.Editor, func(_ *memberSite, p *identitytest.Person, _ *identitytest.Agent) { p.SignOut() })},
	{"grant ended since", since(auth.Editor, (*memberSite).revoke)},
	{"account deleted since", since(auth.None, (*memberSite).deleteUser)},
	{"API key", apiKey("Authorization", "Bearer ")},
	{"API key, X-API-Key", apiKey("X-Api-Key", "")},
	{"session cookie", same((*memberSite).cookie)},
	{"expired token", same((*memberSite).expired)},
	{"token of another key", same((*memberSite).forged)},
	{"token for another resource", asking("mcp", "https://other.example/mcp")},
	{"token without the scope", asking("openid profile")},
	{"token that reads alone", asking("mcp:read offline_access")},
	{"token with a scope of tools", asking("mcp notes")},
	{"token in the query", inQuery},
	{"token twice", same(func(h *memberSite) http.Header {
		one := bearer(h.owner.Connect(h.asking("mcp")).AccessToken)
		return http.Header{"Authorization": append(one["Authorization"], one["Authorization"]...)}
	})},
	{"token beside a key", same(func(h *memberSite) http.Header {
		header := bearer(h.owner.Connect(h.asking("mcp")).AccessToken)
		header.Set("X-Api-Key", "qk_something")
		return header
	})},
	{"token as API key", same(func(h *memberSite) http.Header {
		return http.Header{"X-Api-Key": {h.owner.Connect(h.asking("mcp")).AccessToken}}
	})},
	{"bearer token as DPoP", since(auth.None, nil, "DPoP")},
	{"bound token as Bearer", bound(func(b *binding, _ string) http.Header { return bearer(b.token) })},
	{"bound token, no proof", bound(func(b *binding, _ string) http.Header { return http.Header{"Authorization": {"DPoP " + b.token}} })},
	{"bound token, no nonce", bound(func(b *binding, path string) http.Header { return b.header(path, "") })},
	{"bound token, made-up nonce", bound(func(b *binding, path string) http.Header { return b.header(path, "zzz.AAAA") })},
	{"bound token, proof for another path", bound(func(b *binding, path string) http.Header { return b.header(path+"/x", b.nonce) })},
	{"bound token, proof of another key", bound((*binding).otherKey)},
	{"bound token, proof shown before", bound((*binding).replayed)},
	{"bound token, proof", bound(func(b *binding, path string) http.Header { return b.header(path, b.nonce) })},
}

var update = flag.Bool("update", false, "write what every credential gets into testdata/credentials.txt")

// TestCredentials is what every credential gets: at both MCP surfaces the
// status, the challenge and the tools that are listed, at REST the status and
// the challenge of a View and a Trigger for whoever is signed in and of a View
// for a scope, and of the Admin API the status with why and what it asks for
// ("What needs a session"; "MCP token rules"; "First owner and roles";
// "Authorization"): with tokens that are for MCP, and with tokens that are for the
// API. It stands in testdata/credentials.txt.
func TestCredentials(t *testing.T) {
	h := openClub(t)
	var got strings.Builder
	for _, h.surface = range []string{"mcp", "api"} {
		fmt.Fprintf(&got, "TOKENS FOR /%s\n", h.surface)
		for _, c := range credentials {
			fmt.Fprintf(&got, "%s\n%s", c.name, h.outcomes(c.make(h)))
		}
	}
	const golden = "testdata/credentials.txt"
	if *update {
		if err := os.WriteFile(golden, []byte(got.String()), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := gocmp.Diff(string(want), got.String()); diff != "" {
		t.Errorf("go test -run TestCredentials -update, and read what has changed:\n%s", diff)
	}
}

// outcomes are those of a credential, whose header may depend on the path.
func (h *memberSite) outcomes(header func(path string) http.Header) string {
	h.t.Helper()
	var lines strings.Builder
	for _, path := range []string{"/mcp", "/mcp/staff"} {
		fmt.Fprintf(&lines, "  %-10s %s\n", path, h.outcome(path, header(path)))
	}
	for _, path := range []string{"/api/views/members", "/api/views/machines", "/api/suggest"} {
		_, name, _ := strings.Cut(strings.TrimPrefix(path, "/api"), "/views/")
		a := h.send(methodOf(path), path, "{}", header(path))
		fmt.Fprintf(&lines, "  %-10s %d %s\n", cmp.Or(name, "suggest"), a.status, h.challenge(a))
	}
	fmt.Fprintf(&lines, "  %-10s %s\n", "Admin", h.refusal(h.send(http.MethodGet, "/admin/api/me", "", header("/mcp"))))
	return lines.String()
}

func methodOf(path string) string {
	if strings.HasPrefix(path, "/api/views/") {
		return http.MethodGet
	}
	return http.MethodPost
}

// challenge is what an answer asks for.
func (h *memberSite) challenge(a reply) string {
	challenge := strings.ReplaceAll(a.header.Get("WWW-Authenticate"), h.origin, "")
	if nonce := a.header.Get("DPoP-Nonce"); nonce != "" {
		challenge += " and a nonce"
	}
	return challenge
}

// outcome is the status with the tools that are listed, or with what the answer
// asks for.
func (h *memberSite) outcome(path string, header http.Header) string {
	h.t.Helper()
	query := header.Get("query")
	header.Del("query") // which is no header
	a := h.ask(path+query, "tools/list", "{}", header)
	line := fmt.Sprint(a.status)
	if a.status == http.StatusOK {
		return line + " " + strings.Join(a.tools(h.t), " ")
	}
	return line + " " + h.challenge(a)
}

// refusal is the status with the code, the place and the challenge of a failure.
func (h *memberSite) refusal(a reply) string {
	h.t.Helper()
	var body struct{ Diagnostic struct{ Code, Path string } }
	if err := json.Unmarshal(a.body, &body); err != nil {
		h.t.Fatalf("%s: %v", a.body, err)
	}
	line := fmt.Sprint(a.status, " ", body.Diagnostic.Code, " ", body.Diagnostic.Path, " ", a.header.Get("WWW-Authenticate"))
	return strings.TrimSpace(line)
}

var mcpAsk = identitytest.Ask{Scope: "mcp"}

// asking is what clients ask for, whose scopes are named as for MCP.
func (h *memberSite) asking(scope string, resource ...string) identitytest.Ask {
	return identitytest.Ask{Scope: strings.ReplaceAll(scope, "mcp", h.surface), Resource: append(resource, h.origin+"/"+h.surface)[0]}
}

func same(header func(*memberSite) http.Header) func(*memberSite) func(string) http.Header {
	return func(h *memberSite) func(string) http.Header {
		one := header(h)
		return func(string) http.Header { return one.Clone() }
	}
}

func as(role auth.Role) func(*memberSite) func(string) http.Header { return since(role, nil) }

// since is a token from before something happened.
func since(role auth.Role, happens func(*memberSite, *identitytest.Person, *identitytest.Agent), scheme ...string) func(*memberSite) func(string) http.Header {
	return same(func(h *memberSite) http.Header {
		p := h.newcomer(role)
		agent := p.Connect(h.asking("mcp"))
		if happens != nil {
			happens(h, p, agent)
		}
		return http.Header{"Authorization": {append(scheme, "Bearer")[0] + " " + agent.AccessToken}}
	})
}

func (h *memberSite) newcomer(role auth.Role) *identitytest.Person {
	h.newcomers++
	return h.member(fmt.Sprint("member-", h.newcomers), role)
}

func (h *memberSite) revoke(_ *identitytest.Person, agent *identitytest.Agent) {
	h.t.Helper()
	answer, err := http.PostForm(h.origin+"/api/auth/oauth2/revoke", url.Values{"client_id": {agent.ClientID}, "token": {agent.RefreshToken}})
	if err != nil || answer.StatusCode != http.StatusOK {
		h.t.Fatal(answer, err)
	}
	_ = answer.Body.Close()
}

func (h *memberSite) deleteUser(p *identitytest.Person, _ *identitytest.Agent) {
	h.t.Helper()
	if err := h.users.DeleteUser(h.t.Context(), audit.Actor{ID: h.owner.ID()}, p.ID()); err != nil {
		h.t.Fatal(err)
	}
}

func apiKey(header, prefix string) func(*memberSite) func(string) http.Header {
	return same(func(h *memberSite) http.Header {
		_, secret, err := h.users.CreateKey(h.t.Context(), audit.Actor{ID: h.owner.ID()}, "machine", []string{"notes", "mcp"}, time.Time{})
		if err != nil {
			h.t.Fatal(err)
		}
		return http.Header{header: {prefix + secret}}
	})
}

func (h *memberSite) cookie() http.Header {
	where, err := url.Parse(h.origin)
	if err != nil {
		h.t.Fatal(err)
	}
	r := &http.Request{Header: http.Header{}}
	for _, each := range h.owner.Browser.Jar.Cookies(where) {
		r.AddCookie(each)
	}
	return r.Header
}

func asking(scope string, resource ...string) func(*memberSite) func(string) http.Header {
	return same(func(h *memberSite) http.Header {
		ask := h.asking(scope, resource...)
		if len(resource) > 0 {
			ask.Scope = scope
		}
		return bearer(h.owner.Connect(ask).AccessToken)
	})
}

func inQuery(h *memberSite) func(string) http.Header {
	token := h.owner.Connect(h.asking("mcp")).AccessToken
	return func(string) http.Header { return http.Header{"Query": {"?access_token=" + token}} }
}

// expired is a token that another process of the provider gave out an hour ago.
func (h *memberSite) expired() http.Header {
	h.t.Helper()
	agent := h.owner.Connect(h.asking("mcp offline_access"))
	hourAgo := func() time.Time { return time.Now().Add(-time.Hour) }
	p, err := oauth.New(h.store.OAuth(), h.keys(), oauth.Options{Origin: h.origin, Now: hourAgo})
	if err != nil {
		h.t.Fatal(err)
	}
	then, err := p.Token(h.t.Context(), oauth.TokenRequest{Form: url.Values{
		"grant_type": {"refresh_token"}, "refresh_token": {agent.RefreshToken}, "client_id": {agent.ClientID},
	}})
	if err != nil {
		h.t.Fatal(err)
	}
	return bearer(then.AccessToken)
}

// forged has the claims of a token that counts, and the id of the key, but is
// signed with another.
func (h *memberSite) forged() http.Header {
	h.t.Helper()
	token, err := jwt.ParseSigned(h.owner.Connect(h.asking("mcp")).AccessToken, []jose.SignatureAlgorithm{jose.ES256})
	if err != nil {
		h.t.Fatal(err)
	}
	var claims map[string]any
	if err := token.UnsafeClaimsWithoutVerification(&claims); err != nil {
		h.t.Fatal(err)
	}
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		h.t.Fatal(err)
	}
	options := (&jose.SignerOptions{}).WithType("at+jwt").WithHeader("kid", token.Headers[0].KeyID)
	signer, err := jose.NewSigner(jose.SigningKey{Algorithm: jose.ES256, Key: key}, options)
	if err != nil {
		h.t.Fatal(err)
	}
	text, err := jwt.Signed(signer).Claims(claims).Serialize()
	if err != nil {
		h.t.Fatal(err)
	}
	return bearer(text)
}

// binding is a token that is bound to a key.
type binding struct {
	h            *memberSite
	key          *identitytest.Key
	token, nonce string
}

// bound makes the header of each request out of a token that is bound to a key.
func bound(header func(*binding, string) http.Header) func(*memberSite) func(string) http.Header {
	return func(h *memberSite) func(string) http.Header {
		b := &binding{h: h, key: identitytest.NewKey(h.t)}
		ask := h.asking("mcp")
		ask.Proof = b.key.Proof
		agent := h.newcomer(auth.Editor).Connect(ask)
		if agent.TokenType != "DPoP" {
			h.t.Fatalf("the token is a %s token", agent.TokenType)
		}
		b.token = agent.AccessToken
		b.nonce = h.send(http.MethodPost, b.opens(), "{}", b.header(b.opens(), "")).header.Get("DPoP-Nonce")
		return func(path string) http.Header { return header(b, path) }
	}
}

// opens is a path that the token is for.
func (b *binding) opens() string {
	return map[string]string{"mcp": "/mcp", "api": "/api/suggest"}[b.h.surface]
}

func (b *binding) header(path, nonce string) http.Header {
	return http.Header{"Authorization": {"DPoP " + b.token}, "Dpop": {b.key.ProofOf(b.token, methodOf(path), b.h.origin+path, nonce)}}
}

func (b *binding) otherKey(path string) http.Header {
	header := b.header(path, b.nonce)
	header.Set("DPoP", identitytest.NewKey(b.h.t).ProofOf(b.token, methodOf(path), b.h.origin+path, b.nonce))
	return header
}

func (b *binding) replayed(path string) http.Header {
	b.h.t.Helper()
	header := b.header(path, b.nonce)
	if a := b.h.send(methodOf(path), path, `{"jsonrpc":"2.0","id":1,"method":"ping"}`, header); strings.HasPrefix(path, "/"+b.h.surface) && a.status == http.StatusUnauthorized {
		b.h.t.Fatalf("%d %s", a.status, a.body)
	}
	return header
}
