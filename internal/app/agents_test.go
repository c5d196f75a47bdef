package app_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/quartet-dev/quartet"
	"github.com/quartet-dev/quartet/internal/audit"
	"github.com/quartet-dev/quartet/internal/auth"
	"github.com/quartet-dev/quartet/internal/identity/identitytest"
	"github.com/quartet-dev/quartet/internal/keyring"
	"github.com/quartet-dev/quartet/internal/store/sqlite"
)

// club is a site with something for everybody: a View and a Procedure for whoever
// is signed in, others for staff and for what an API key may.
const club = `
apiVersion: quartet/v1
kind: Schema
metadata: { name: notes }
spec: { title: Notes, schema: { type: object, properties: { title: { type: string } } } }
---
apiVersion: quartet/v1
kind: View
metadata: { name: notes }
spec: { surface: public, from: notes }
---
apiVersion: quartet/v1
kind: View
metadata: { name: members }
spec: { surface: public, from: notes, requires: { auth: { all: [ctx.user] } } }
---
apiVersion: quartet/v1
kind: View
metadata: { name: desk }
spec: { surface: public, from: notes, requires: { auth: { all: [{ ctx.staff: [owner, editor] }] } } }
---
apiVersion: quartet/v1
kind: View
metadata: { name: machines }
spec: { surface: public, from: notes, requires: { auth: { all: [{ ctx.auth.scope: notes }] } } }
---
apiVersion: quartet/v1
kind: View
metadata: { name: report }
spec: { surface: staff, from: notes }
---
apiVersion: quartet/v1
kind: Procedure
metadata: { name: suggest }
spec:
  description: Suggests a note.
  requires: { auth: { all: [ctx.user] } }
  input: { type: object, properties: { title: { type: string } } }
  output: { type: object }
  handler: { kind: builtin, op: create, schema: notes }
---
apiVersion: quartet/v1
kind: Trigger
metadata: { name: suggest }
spec: { source: { kind: mcp, surface: public }, target: { procedure: suggest } }
---
apiVersion: quartet/v1
kind: Trigger
metadata: { name: suggest-by-http }
spec: { source: { kind: http, method: POST, path: /api/suggest }, target: { procedure: suggest } }
`

const clubSettings = `
auth:
  methods: [{ kind: magic-link }]
  oauthProvider: { resources: [%s/mcp, https://other.example/mcp] }
  rateLimit: { register: [1000/h], token: [1000/m], other: [1000/m] }
`

const clubSecret = "a secret of the club, of 32 bytes or more"

// memberSite is the club behind a real listener.
type memberSite struct {
	t       *testing.T
	service *quartet.Service
	origin  string
	store   *sqlite.Store // of the same file, as another process would open it
	users   *auth.Service
	owner   *identitytest.Person

	newcomers int    // that were given names
	surface   string // what clients ask for: mcp or api
}

func openClub(t *testing.T) *memberSite {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	h := &memberSite{t: t, origin: "http://" + listener.Addr().String()}
	file := filepath.Join(t.TempDir(), "club.db")
	h.service = start(t, quartet.Options{
		Database: "sqlite:" + file, Development: &quartet.Development{Origin: h.origin, Secret: clubSecret},
	}, map[string]string{
		"manifests/club.yaml": club,
		"quartet.yaml":        fmt.Sprintf(clubSettings, h.origin),
	})
	ctx, stop := context.WithCancel(context.Background())
	served := make(chan error, 1)
	go func() { served <- quartet.Serve(ctx, h.service, slog.New(slog.DiscardHandler), listener) }()
	t.Cleanup(func() {
		stop()
		if err := <-served; err != nil {
			t.Error(err)
		}
	})
	h.openStore(file)
	h.owner = h.signIn("owner@club.example")
	return h
}

func (h *memberSite) openStore(file string) {
	h.t.Helper()
	store, err := sqlite.OpenPlatform(h.t.Context(), sqlite.Options{Path: file})
	if err != nil {
		h.t.Fatal(err)
	}
	h.t.Cleanup(func() {
		if err := store.Close(); err != nil {
			h.t.Error(err)
		}
	})
	h.store, h.users = store, auth.New(store.Auth(), h.keys(), nil, auth.Options{})
}

func (h *memberSite) keys() *keyring.Keyring {
	h.t.Helper()
	keys, err := keyring.New(clubSecret, "")
	if err != nil {
		h.t.Fatal(err)
	}
	return keys
}

func (h *memberSite) signIn(email string) *identitytest.Person {
	h.t.Helper()
	link, err := h.service.SignInLink(h.t.Context(), email, "/", time.Minute)
	if err != nil {
		h.t.Fatal(err)
	}
	return identitytest.SignIn(h.t, link)
}

// member signs in somebody new, with a role.
func (h *memberSite) member(name string, role auth.Role) *identitytest.Person {
	h.t.Helper()
	p := h.signIn(name + "@club.example")
	if role != auth.None {
		h.setRole(p, role)
	}
	return p
}

func (h *memberSite) setRole(p *identitytest.Person, role auth.Role) {
	h.t.Helper()
	if err := h.users.SetRole(h.t.Context(), audit.Actor{ID: h.owner.ID()}, p.ID(), role); err != nil {
		h.t.Fatal(err)
	}
}

// reply is an answer, read.
type reply struct {
	status int
	header http.Header
	body   []byte
}

// ask sends one message of MCP.
func (h *memberSite) ask(path, method, params string, header http.Header) reply {
	h.t.Helper()
	return h.send(http.MethodPost, path, `{"jsonrpc":"2.0","id":1,"method":"`+method+`","params":`+params+`}`, header)
}

func (h *memberSite) send(method, path, body string, header http.Header) reply {
	h.t.Helper()
	request, err := http.NewRequestWithContext(h.t.Context(), method, h.origin+path, strings.NewReader(body))
	if err != nil {
		h.t.Fatal(err)
	}
	if header != nil {
		request.Header = header.Clone()
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Accept", "application/json, text/event-stream")
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		h.t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		h.t.Fatal(err)
	}
	return reply{answer.StatusCode, answer.Header, text}
}

// tools are the names in the answer to tools/list.
func (r reply) tools(t *testing.T) []string {
	t.Helper()
	var list struct {
		Result struct{ Tools []struct{ Name string } }
	}
	if err := json.Unmarshal(r.body, &list); err != nil || r.status != http.StatusOK {
		t.Fatalf("%d %s", r.status, r.body)
	}
	names := []string{}
	for _, tool := range list.Result.Tools {
		names = append(names, tool.Name)
	}
	slices.Sort(names)
	return names
}

func bearer(token string) http.Header { return http.Header{"Authorization": {"Bearer " + token}} }
