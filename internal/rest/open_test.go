package rest_test

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/httpx"
	"github.com/quartet-dev/quartet/internal/plan/plantest"
	"github.com/quartet-dev/quartet/internal/rest"
	"github.com/quartet-dev/quartet/internal/store/sqlite"
)

// site is a surface over a service of its own, inside the frame that a server
// puts around it.
type site struct {
	t       testing.TB
	service *content.Service
	frame   *httpx.Frame
	log     *strings.Builder
}

func open(t testing.TB, manifests string) *site {
	t.Helper()
	return openAs(t, manifests, nobody)
}

// nobody takes no credential for valid, as a site without sign-in does.
func nobody(_ http.ResponseWriter, r *http.Request) (content.Caller, error) {
	if r.Header["Authorization"] != nil || r.Header["X-Api-Key"] != nil {
		return content.Caller{}, diag.At(diag.Unauthenticated, "input#", "The credential that was sent is not valid.")
	}
	return content.Caller{}, nil
}

func openAs(t testing.TB, manifests string, authenticate rest.Authenticator) *site {
	t.Helper()
	ctx := context.Background()
	p := plantest.Seal(t, manifests)
	store, err := sqlite.Open(ctx, sqlite.Options{Path: filepath.Join(t.TempDir(), "site.db"), Plan: p})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := store.Close(); err != nil {
			t.Error(err)
		}
	})
	s := &site{t: t, log: &strings.Builder{}}
	log := slog.New(slog.NewTextHandler(s.log, nil))
	s.service, err = content.New(ctx, p, store, content.Options{Handlers: handlers, Log: log})
	if err != nil {
		t.Fatal(err)
	}
	next := rest.New(s.service, authenticate, http.HandlerFunc(httpx.NotFound), "tea")
	t.Cleanup(next.Close)
	s.frame = &httpx.Frame{Next: next, Log: log, CacheScope: "tea"}
	return s
}

var handlers = map[string]content.Handler{
	"echo": func(_ context.Context, _ *content.Call, input map[string]any) (any, error) { return input, nil },
	"fail": func(context.Context, *content.Call, map[string]any) (any, error) {
		return nil, errors.New("the secret detail")
	},
}

// answer is what came back.
type answer struct {
	status int
	header http.Header
	body   string
}

// send makes a request; a body that is not empty is JSON. Headers come as
// `Name: value`.
func (s *site) send(method, target, body string, headers ...string) answer {
	s.t.Helper()
	r := httptest.NewRequest(method, target, strings.NewReader(body))
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	for _, each := range headers {
		name, value, _ := strings.Cut(each, ": ")
		r.Header.Set(name, value)
	}
	w := httptest.NewRecorder()
	s.frame.ServeHTTP(w, r)
	result := w.Result()
	data, err := io.ReadAll(result.Body)
	if err != nil {
		s.t.Fatal(err)
	}
	return answer{result.StatusCode, result.Header, string(data)}
}

// wants compares status and body; of a failure the body is `CODE path`.
func (s *site) wants(a answer, status int, body string) {
	s.t.Helper()
	got := a.body
	if a.status >= http.StatusBadRequest {
		got = failure(s.t, got)
	}
	if a.status != status || got != body {
		s.t.Errorf("got  %d %s\nwant %d %s", a.status, got, status, body)
	}
}
