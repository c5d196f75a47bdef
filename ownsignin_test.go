package quartet_test

import (
	"context"
	"errors"
	"net/http"
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
	return g.callerOf(r.Header.Get("X-Name")), nil
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
