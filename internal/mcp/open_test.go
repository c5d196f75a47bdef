package mcp_test

import (
	"bytes"
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/httpx"
	"github.com/quartet-dev/quartet/internal/manifest"
	"github.com/quartet-dev/quartet/internal/mcp"
	"github.com/quartet-dev/quartet/internal/mcp/toolset"
	"github.com/quartet-dev/quartet/internal/media"
	"github.com/quartet-dev/quartet/internal/media/delivery"
	"github.com/quartet-dev/quartet/internal/media/library"
	"github.com/quartet-dev/quartet/internal/media/storage/file"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/plan/plantest"
	"github.com/quartet-dev/quartet/internal/processor"
	"github.com/quartet-dev/quartet/internal/site"
	"github.com/quartet-dev/quartet/internal/store/sqlite"
)

const origin = "https://tea.example"

var discard = slog.New(slog.DiscardHandler)

// testSite is both surfaces over a service of its own, behind real HTTP.
type testSite struct {
	t       testing.TB
	service *content.Service
	media   *media.Service // nil where the site takes no uploads
	url     string
	log     *strings.Builder

	mu     sync.Mutex
	config *site.Config
	tokens map[string]content.Caller
}

// example serves one of the example sites; its seeds are left out, so that a
// transcript shows all that there is.
func example(t testing.TB, name string) *testSite {
	t.Helper()
	files, problems := manifest.ReadDir("../../examples/"+name+"/manifests", "")
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	set, problems := manifest.Parse(files)
	if problems.HasErrors() {
		t.Fatal(problems)
	}
	p, problems := plan.Seal(set)
	if problems.HasErrors() {
		t.Fatal(problems)
	}
	return serve(t, p, nil)
}

// open serves inline manifests.
func open(t testing.TB, manifests string) *testSite {
	t.Helper()
	return serve(t, plantest.Seal(t, manifests), nil)
}

// serve serves a plan, with media where purposes are declared.
func serve(t testing.TB, p *plan.Plan, locales func(context.Context) ([]string, error), purposes ...site.Purpose) *testSite {
	t.Helper()
	ctx := context.Background()
	store, err := sqlite.Open(ctx, sqlite.Options{Path: filepath.Join(t.TempDir(), "site.db"), Plan: p})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := store.Close(); err != nil {
			t.Error(err)
		}
	})
	s := &testSite{t: t, log: &strings.Builder{}, tokens: tokens(), config: &site.Config{Title: "Tea notes", Brand: "Tea desk"}}
	log := slog.New(slog.NewTextHandler(s.log, nil))
	s.service, err = content.New(ctx, p, store, content.Options{Handlers: handlers, Locales: locales, Log: log})
	if err != nil {
		t.Fatal(err)
	}
	if len(purposes) > 0 {
		s.config.Media.Purposes = purposes
		s.media = openMedia(t, store, s.site)
	}
	surface := mcp.New(mcp.Options{
		Service: s.service, Authenticate: s.authenticate, Origin: origin, Site: s.site, Version: "1.2.3", Log: log, Media: s.media,
	})
	files := delivery.New(s.media)
	server := httptest.NewServer(&httpx.Frame{Log: discard, Next: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if s.media != nil && files.Serves(r.URL.Path) {
			files.ServeHTTP(w, r)
			return
		}
		surface.ServeHTTP(w, r)
	})})
	t.Cleanup(server.Close)
	s.url = server.URL
	return s
}

func openMedia(t testing.TB, store *sqlite.Store, config func() *site.Config) *media.Service {
	t.Helper()
	bucket, err := file.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	service, err := media.New(media.Options{
		Store: store.Media(), Bucket: bucket, Key: bytes.Repeat([]byte("k"), 32), Config: config, Slots: processor.NewPool(1), Log: discard,
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(service.Close)
	return service
}

// tools are those that the site has for agents.
func (s *testSite) tools() *toolset.Set { return library.Tools(s.service.Plan(), s.media) }

func (s *testSite) site() *site.Config {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.config
}

func (s *testSite) configure(c *site.Config) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.config = c
}

// tokens are who the bearers are. Whoever is not here has a token that does not
// count: `revoked` was staff, and lost the role but not the token; who ends in
// `-read` lets its client read alone, `-notes` has given the scopes of stepup.txtar,
// and `-bare` comes by a sign-in that names no scopes.
func tokens() map[string]content.Caller {
	person := func(id, role string) content.Caller {
		c := content.Caller{User: &content.User{ID: id}, Auth: &content.Auth{Credential: "oauth", CredentialID: "grant-" + id, Scopes: []string{mcp.Scope}}}
		if role != "" {
			c.Staff = &content.Staff{ID: id, Role: role}
		}
		return c
	}
	with := func(c content.Caller, scopes ...string) content.Caller {
		c.Auth.Scopes = scopes
		return c
	}
	return map[string]content.Caller{
		"user-read": with(person("ada", ""), mcp.ReadScope), "editor-read": with(person("eve", "editor"), mcp.ReadScope, "offline_access"), "owner-read": with(person("olga", "owner"), mcp.ReadScope),
		"contributor-read": with(person("cleo", "contributor"), mcp.ReadScope),
		"user-notes":       with(person("ada", ""), mcp.Scope, "notes.read", "notes.write"), "user-bare": with(person("ada", "")),
		"user": person("ada", ""), "other": person("bob", ""), "revoked": person("rex", ""),
		"contributor": person("cleo", "contributor"), "editor": person("eve", "editor"), "owner": person("olga", "owner"),
	}
}

// authenticate stands where the verification of OAuth tokens will.
func (s *testSite) authenticate(r *http.Request) (content.Caller, error) {
	challenge := `Bearer resource_metadata="` + origin + mcp.MetadataPath + `", scope="mcp"`
	scheme, token, sent := strings.Cut(r.Header.Get("Authorization"), " ")
	switch caller, known := s.tokens[token]; {
	case known:
		return caller, nil
	case token == "unlucky":
		return content.Caller{}, diag.At(diag.ResourceUnavailable, "", "The database is busy.")
	case scheme == "DPoP":
		return content.Caller{}, &mcp.Refusal{Status: 401, Challenge: `DPoP error="use_dpop_nonce", algs="ES256"`, Nonce: "n-1", Message: "The proof needs a nonce."}
	case sent:
		challenge += `, error="invalid_token"`
	}
	return content.Caller{}, &mcp.Refusal{Status: 401, Challenge: challenge, Message: "An access token is needed."}
}

var handlers = map[string]content.Handler{
	"applications.check": func(_ context.Context, call *content.Call, input map[string]any) (any, error) {
		if call.Caller.User == nil {
			return nil, diag.At(diag.AuthDenied, "input#", "Nobody asks.")
		}
		return map[string]any{"id": "a-1", "version": 1, "stage": "received", "receivedAt": 1}, nil
	},
	"intake.isOpen": func(context.Context, *content.Call, map[string]any) (any, error) { return map[string]any{}, nil },
	"echo": func(_ context.Context, _ *content.Call, input map[string]any) (any, error) {
		return input["value"], nil
	},
	"fails": func(context.Context, *content.Call, map[string]any) (any, error) {
		return nil, &diag.Diagnostic{Code: diag.EntitlementRequired, Phase: diag.Runtime, Severity: diag.Error, Path: "input#/seats", Message: "Your plan has no seat left.", Value: "secret"}
	},
	"breaks": func(context.Context, *content.Call, map[string]any) (any, error) { panic("a secret of the handler") },
}
