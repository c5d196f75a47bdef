package spec

import (
	"encoding/json"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/txtar"

	"github.com/quartet-dev/quartet"
	"github.com/quartet-dev/quartet/internal/audit"
	"github.com/quartet-dev/quartet/internal/auth"
	"github.com/quartet-dev/quartet/internal/identity/identitytest"
	"github.com/quartet-dev/quartet/internal/manifest"
	"github.com/quartet-dev/quartet/internal/transcript"
)

// Who visits a site.
const (
	owner  = "owner"
	reader = "reader"
)

// signInSite is a site that people can sign in to, with a Trigger for each of its
// Procedures on either surface.
type signInSite struct {
	*site
	captures map[string]string
	people   map[string]*signedInPerson
}

type signedInPerson struct {
	*identitytest.Person
	agent *identitytest.Agent
}

func openSignInSite(t *testing.T, archive *txtar.Archive) *signInSite {
	t.Helper()
	h := &signInSite{site: newSite(t, archive, sqliteDialect), captures: fresh()}
	h.open()
	return h
}

func (h *signInSite) open() {
	h.t.Helper()
	h.beforeStart = func(o *quartet.Options, origin string) {
		h.people = map[string]*signedInPerson{} // whose cookies and tokens were for another address
		o.Development = &quartet.Development{Origin: origin, Secret: strings.Repeat("s", 32), Mail: io.Discard}
		h.addTriggers()
	}
	if err := h.start(); err != nil {
		h.t.Fatalf("the site does not start with its surfaces: %v", err)
	}
	h.seed()
}

// person is somebody who is signed in. A name may begin with a staff role and a
// dot.
func (h *signInSite) person(name string) *signedInPerson {
	h.t.Helper()
	if p := h.people[name]; p != nil {
		return p
	}
	if name != owner {
		h.person(owner) // who comes first
	}
	link, err := h.service.SignInLink(h.t.Context(), name+"@people.example", "/", time.Minute)
	if err != nil {
		h.t.Fatal(err)
	}
	p := &signedInPerson{Person: identitytest.SignIn(h.t, link)}
	h.people[name] = p
	if role, _, ok := strings.Cut(name, "."); ok {
		h.giveRole(p, auth.Role(role))
	}
	return p
}

func (h *signInSite) giveRole(p *signedInPerson, role auth.Role) {
	h.t.Helper()
	err := h.asStaff(h.t.Context(), func(users *auth.Service) error {
		return users.SetRole(h.t.Context(), audit.Actor{ID: h.people[owner].ID()}, p.ID(), role)
	})
	if err != nil {
		h.t.Fatal(err)
	}
}

// token lets an agent in, once.
func (p *signedInPerson) token() string {
	if p.agent == nil {
		p.agent = p.Connect(identitytest.Ask{Scope: "mcp"})
	}
	return p.agent.AccessToken
}

// The Triggers that a site has beside those of its site.
const (
	ownPath     = "/api/two-surfaces/"
	ownManifest = "manifests/two-surfaces.yaml"
	httpTrigger = "---\n{ apiVersion: quartet/v1, kind: Trigger, metadata: { name: two-surfaces-http-NAME }, spec: { source: { kind: http, method: POST, path: PATH }, target: { procedure: NAME } } }\n"
	mcpTrigger  = "---\n{ apiVersion: quartet/v1, kind: Trigger, metadata: { name: two-surfaces-mcp-NAME }, spec: { source: { kind: mcp, surface: public }, target: { procedure: NAME } } }\n"
)

// addTriggers gives each Procedure an HTTP Trigger, and a public MCP Trigger
// where it has none.
func (h *signInSite) addTriggers() {
	h.t.Helper()
	if err := os.RemoveAll(filepath.Join(h.dir, ownManifest)); err != nil {
		h.t.Fatal(err)
	}
	files, _ := manifest.ReadDir(filepath.Join(h.dir, "manifests"), "")
	set, problems := manifest.Parse(files)
	if problems.HasErrors() || len(set.Procedures) == 0 {
		return // the start says so
	}
	var text strings.Builder
	for _, p := range set.Procedures {
		text.WriteString(strings.NewReplacer("NAME", p.Name, "PATH", ownPath+p.Name).Replace(httpTrigger))
		if !hasTool(set, p.Name) {
			text.WriteString(strings.ReplaceAll(mcpTrigger, "NAME", p.Name))
		}
	}
	h.file(ownManifest, []byte(text.String()))
}

func hasTool(set *manifest.Set, procedure string) bool {
	for _, t := range set.Triggers {
		if t.Procedure == procedure && t.Source.Kind == manifest.SourceMCP && t.Source.Surface == manifest.Public {
			return true
		}
	}
	return false
}

// browse comes in by REST, with the cookies of who visits.
func (h *signInSite) browse(v surfaceCall) transcript.Answer {
	h.t.Helper()
	p := h.person(v.who)
	return h.send(p.Browser, v.method, p.Origin+v.target(h.captures), "", strings.TrimSuffix(transcript.Fill(v.body, h.captures), "\n"))
}

// call comes in by MCP, with the token of who visits. The answer is put into
// REST's envelope, and its status is read off it; what lacks a scope is in it.
func (h *signInSite) call(v surfaceCall) transcript.Answer {
	h.t.Helper()
	p := h.person(v.who)
	params, err := json.Marshal(map[string]any{"name": v.tool, "arguments": json.RawMessage(v.arguments(h.captures))})
	if err != nil {
		h.t.Fatal(err)
	}
	a := h.send(http.DefaultClient, http.MethodPost, p.Origin+"/mcp", p.token(),
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":`+string(params)+`}`)
	if a.Status == "403" && strings.Contains(a.Header.Get("WWW-Authenticate"), `error="insufficient_scope"`) {
		return transcript.Answer{Status: "failed", Body: a.Body}
	}
	var said struct {
		Result *struct {
			IsError           bool
			StructuredContent json.RawMessage
			Content           []struct{ Text json.RawMessage }
		}
	}
	if err := json.Unmarshal([]byte(a.Body), &said); err != nil || said.Result == nil || len(said.Result.Content) != 1 {
		h.t.Fatalf("%s %s: %s %s", v.tool, params, a.Status, a.Body)
	}
	var text string
	if err := json.Unmarshal(said.Result.Content[0].Text, &text); err != nil {
		h.t.Fatal(err)
	}
	if structured := said.Result.StructuredContent; structured != nil && !reflect.DeepEqual(decoded(structured), decoded([]byte(text))) {
		h.t.Errorf("%s says one thing as text and another as structured content: %s", v.tool, a.Body)
	}
	if said.Result.IsError {
		return transcript.Answer{Status: "failed", Body: text}
	}
	return transcript.Answer{Status: "200", Body: `{"ok":true,"data":` + text + `}`}
}

func decoded(text []byte) (value any) {
	if err := json.Unmarshal(text, &value); err != nil {
		return err
	}
	return value
}

func (h *signInSite) send(client *http.Client, method, address, token, body string) transcript.Answer {
	h.t.Helper()
	request, err := http.NewRequestWithContext(h.t.Context(), method, address, strings.NewReader(body))
	if err != nil {
		h.t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Accept", "application/json, text/event-stream")
	if token != "" {
		request.Header.Set("Authorization", "Bearer "+token)
	}
	response, err := client.Do(request)
	if err != nil {
		h.t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		h.t.Fatal(err)
	}
	return transcript.Answer{Status: strconv.Itoa(response.StatusCode), Header: response.Header, Body: string(text)}
}
