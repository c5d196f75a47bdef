package app_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet"
	"github.com/quartet-dev/quartet/internal/diag"
)

// gate is sign-in of a program's own: whoever says a name has it.
type gate struct {
	base     string
	resource string
	failures atomic.Int32 // of Ready, to come
	asked    atomic.Int32 // Ready
	wanted   string       // the resource that a token was asked for
}

func (g *gate) BasePath() string    { return g.base }
func (g *gate) MCPResource() string { return g.resource }

func (g *gate) Ready(context.Context) error {
	g.asked.Add(1)
	if g.failures.Add(-1) >= 0 {
		return errors.New("the directory does not answer")
	}
	return nil
}

func (g *gate) Authenticate(_ http.ResponseWriter, r *http.Request) (quartet.Caller, error) {
	caller := g.callerOf(r.Header.Get("X-Name"))
	if role := r.Header.Get("X-Role"); role != "" {
		caller.Staff = &quartet.Staff{ID: caller.User.ID, Role: role}
	}
	if credential := r.Header.Get("X-Credential"); credential != "" {
		caller.Auth.Credential = credential
	}
	return caller, nil
}

func (g *gate) callerOf(name string) quartet.Caller {
	if name == "" {
		return quartet.Caller{}
	}
	return quartet.Caller{User: &quartet.User{ID: name}, Auth: &quartet.Auth{Credential: "session", CredentialID: "s", Scopes: []string{}}}
}

func (g *gate) AuthenticateToken(r *http.Request, resource, scope string) (quartet.Caller, error) {
	g.wanted = resource + " " + scope
	if r.Header.Get("X-Name") == "" {
		return quartet.Caller{}, &quartet.TokenRefusal{Status: 401, Challenge: `Bearer realm="gate"`, Message: "Who are you?"}
	}
	return g.callerOf(r.Header.Get("X-Name")), nil
}

func (g *gate) ServeHTTP(w http.ResponseWriter, r *http.Request) { teapot(w, r) }

const initialize = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}`

// Auth factory: a custom factory is in the place of the modes; a failed
// readiness is tried again with the next request.
func TestSignInOfTheProgramsOwn(t *testing.T) {
	g := &gate{base: "/api/gate"}
	g.failures.Store(2)
	s := newSignInSite(t, map[string]string{".env": "PUBLIC_ORIGIN={{origin}}\nSERVICE_AUTH_MODE=nonsense\n"}, func(o *quartet.Options) { o.SignIn = g })
	v := newVisitor(t)

	for _, path := range []string{"/api/gate/in", "/api/views"} { // each finds it not ready
		p := v.want(503, v.send("GET", s.origin+path, ""))
		if p.header.Get("Cache-Control") != "private, no-store" || p.header.Get("Retry-After") == "" {
			t.Errorf("%s: %v", path, p.header)
		}
	}
	for _, path := range []string{"/api/gate", "/api/gate/in", "/oauth/consent", "/.well-known/oauth-protected-resource/mcp"} {
		if p := v.want(http.StatusTeapot, v.send("GET", s.origin+path, "")); p.header.Get("Cache-Control") != "private, no-store" {
			t.Errorf("%s: %v", path, p.header)
		}
	}
	if g.asked.Load() != 3 {
		t.Errorf("made ready %d times", g.asked.Load())
	}
	v.want(http.StatusTeapot, v.send("GET", s.origin+"/api/g%61te/in", ""))
	for _, path := range []string{"/api/gateway", "/api//gate", "/api/./gate/in", "/api/gate/../gate", "/x/..%2Fapi/gate"} {
		v.want(404, v.send("GET", s.origin+path, ""))
	}
	v.want(404, v.send("GET", s.origin+"/api/auth/methods", ""))

	var who struct {
		Data struct{ User *quartet.User }
	}
	v.decode(v.want(200, v.send("POST", s.origin+"/api/whoami", "{}", "X-Name", "ann")), &who)
	if who.Data.User == nil || who.Data.User.ID != "ann" {
		t.Errorf("%+v", who)
	}
	mcp := []string{"Accept", "application/json, text/event-stream"}
	refused := v.want(401, v.send("POST", s.origin+"/mcp", initialize, mcp...))
	if refused.header.Get("WWW-Authenticate") != `Bearer realm="gate"` {
		t.Error(refused.header)
	}
	v.want(200, v.send("POST", s.origin+"/mcp", initialize, append(mcp, "X-Name", "ann")...))
	if want := s.origin + "/mcp mcp"; g.wanted != want || s.MCPResource() != s.origin+"/mcp" {
		t.Errorf("asked for %q, want %q", g.wanted, want)
	}
	g.resource = "https://tools.tea.example"
	if s.MCPResource() != g.resource {
		t.Error(s.MCPResource())
	}
}

// Admin routes: staff whom the program's own sign-in vouches for have the Admin
// API, with the role that it says.
func TestTheAdminAPIOfTheProgramsSignIn(t *testing.T) {
	g := &gate{base: "/api/gate"}
	g.failures.Store(1)
	s := newSignInSite(t, map[string]string{".env": "PUBLIC_ORIGIN={{origin}}\n", "manifests/site.yaml": teaSite}, func(o *quartet.Options) { o.SignIn = g })
	v := newVisitor(t)
	const notes = "/entries?collection=notes"
	contributor, editor, owner := []string{"X-Role", "contributor"}, []string{"X-Role", "editor"}, []string{"X-Role", "owner"}
	v.want(503, v.send("GET", s.origin+"/admin/api/me", "", "X-Name", "ann", "X-Role", "owner")) // not ready yet
	for _, c := range []struct {
		as           []string
		method, path string
		status       int
	}{
		{nil, "GET", "/me", 403},
		{contributor, "GET", "/me", 200},
		{contributor, "GET", "/bootstrap", 200},
		{contributor, "GET", notes, 200},
		{contributor, "POST", notes, 201},
		{contributor, "GET", "/members", 403},
		{contributor, "GET", "/site-settings", 403},
		{editor, "GET", "/site", 200},
		{editor, "GET", "/members", 404},
		{editor, "GET", "/staff", 403},
		{editor, "GET", "/audit", 403},
		{owner, "GET", "/staff", 404},
		{owner, "PATCH", "/staff/bob/role", 404},
		{owner, "POST", "/staff/invitations", 404},
		{owner, "DELETE", "/staff/invitations/x", 404},
		{owner, "GET", "/audit", 200},
		{owner, "GET", "/site-settings", 200},
		{owner, "GET", "/deferred?state=dead", 200},
		{owner, "GET", "/developer-console", 200},
		{append(owner, "X-Credential", "oauth"), "GET", "/me", 403},
		{append(owner, "X-Credential", "api-key"), "GET", "/me", 403},
		{append(owner, "Origin", "https://evil.example", "Sec-Fetch-Site", "cross-site"), "POST", notes, 403},
	} {
		body := map[string]string{"POST" + notes: `{"data":{}}`, "PATCH/staff/bob/role": `{"role":"editor"}`, "POST/staff/invitations": `{"email":"bob@tea.example","role":"editor"}`}[c.method+c.path]
		p := v.want(c.status, v.send(c.method, s.origin+"/admin/api"+c.path, body, append(c.as, "X-Name", "ann")...))
		var answer struct {
			Diagnostic struct{ Code quartet.Code }
		}
		v.decode(p, &answer)
		if c.status == 404 && answer.Diagnostic.Code != diag.NotFound {
			t.Errorf("%s %s: %s", c.method, c.path, p.body)
		}
	}
	v.want(401, v.send("GET", s.origin+"/admin/api/me", ""))
	var told struct {
		Me   struct{ UserID, Name, Role string }
		Site struct {
			PublicURL, MCPURL string
			Capabilities      map[string]bool
		}
	}
	v.decode(v.want(200, v.send("GET", s.origin+"/admin/api/bootstrap", "", "X-Name", "ann", "X-Role", "editor")), &told)
	if told.Me.UserID != "ann" || told.Me.Role != "editor" || told.Site.MCPURL != s.origin+"/mcp" {
		t.Errorf("%+v", told)
	}
	if diff := cmp.Diff(map[string]bool{"media": false, "publicPages": false, "invitations": false}, told.Site.Capabilities); diff != "" {
		t.Error(diff)
	}
	if log := s.log.String(); strings.Contains(log, "INTERNAL_ERROR") {
		t.Error(log)
	}
}

// The Admin API needs no PUBLIC_ORIGIN where the program signs people in: a
// request from the same site is enough.
func TestTheAdminAPIOfTheProgramsSignInWithoutAnOrigin(t *testing.T) {
	s := start(t, quartet.Options{SignIn: &gate{base: "/gate"}}, nil)
	for site, status := range map[string]int{"same-origin": 201, "cross-site": 403} {
		r := httptest.NewRequest("POST", "/admin/api/entries?collection=greetings", strings.NewReader(`{"data":{"name":"Ann","text":"Hello"}}`))
		for key, value := range map[string]string{"Content-Type": "application/json", "Sec-Fetch-Site": site, "X-Name": "ann", "X-Role": "owner"} {
			r.Header.Set(key, value)
		}
		answer := httptest.NewRecorder()
		s.ServeHTTP(answer, r)
		if answer.Code != status {
			t.Errorf("%s: %d %s", site, answer.Code, answer.Body)
		}
	}
}

// Reserved paths: a custom auth factory's base path.
func TestTheBasePathOfSignInIsReserved(t *testing.T) {
	for name, c := range map[string]struct {
		base  string
		route string
		want  []quartet.Code
	}{
		"a route at it":                   {"/gate", "/gate", []quartet.Code{diag.RouteConflict}},
		"a route below it":                {"/gate", "/gate/in", []quartet.Code{diag.RouteConflict}},
		"a pattern that could match":      {"/gate", "/{any}", []quartet.Code{diag.RouteConflict}},
		"a route beside it":               {"/gate", "/gateway", nil},
		"a Trigger above it":              {"/api/count-words/in", "/x", nil},
		"a path of the service":           {"/mcp", "/x", []quartet.Code{diag.RouteConflict}},
		"paths of the service below it":   {"/.well-known", "/x", []quartet.Code{diag.RouteConflict}},
		"a base path that resolves":       {"/gate/../door", "/x", []quartet.Code{diag.RouteConflict}},
		"a Trigger at it":                 {"/api/count-words", "/x", []quartet.Code{diag.TriggerPathInvalid}},
		"a base path that is none":        {"gate", "/x", []quartet.Code{diag.RouteConflict}},
		"a base path with a slash behind": {"/gate/", "/x", []quartet.Code{diag.RouteConflict}},
	} {
		o := quartet.Options{SignIn: &gate{base: c.base}, Mount: []quartet.Route{{Path: c.route, Handler: http.HandlerFunc(teapot)}}}
		s, err := tryStart(t, o, nil)
		if err == nil {
			err = s.Close()
		}
		if c.want == nil {
			if err != nil {
				t.Errorf("%s: %v", name, err)
			}
			continue
		}
		if diff := cmp.Diff(c.want, codes(t, err)); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}
