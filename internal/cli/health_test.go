package cli

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

// Another program may listen at the address. What it says is bounded, followed
// nowhere, and never reaches the terminal as it is.
func TestHealthOfAnotherProgram(t *testing.T) {
	elsewhere := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("a redirect was followed") }))
	defer elsewhere.Close()
	for name, c := range map[string]struct {
		answer http.HandlerFunc
		want   string
	}{
		"redirect": {http.RedirectHandler(elsewhere.URL, http.StatusFound).ServeHTTP, "The answer is 302."},
		"page":     {func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "<h1>no</h1>", http.StatusNotFound) }, "The answer is 404."},
		"escapes": {func(w http.ResponseWriter, _ *http.Request) {
			http.Error(w, `{"diagnostic":{"code":"RESOURCE_UNAVAILABLE","message":"\u001b[2Jgone\nready: yes"}}`, http.StatusServiceUnavailable)
		}, "The answer is 503."},
		"endless": {func(w http.ResponseWriter, r *http.Request) {
			w.WriteHeader(http.StatusServiceUnavailable)
			for r.Context().Err() == nil {
				_, _ = w.Write([]byte(strings.Repeat(" ", 4096))) // the client goes away
			}
		}, "The answer is 503."},
	} {
		t.Run(name, func(t *testing.T) {
			server := httptest.NewServer(c.answer)
			defer server.Close()
			if d := readiness(t.Context(), server.URL); d == nil || d.Message != c.want {
				t.Errorf("it says %v, want %s", d, c.want)
			}
		})
	}
}

// A server that never answers is not ready once the time is over.
func TestHealthOfAServerThatHangs(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }))
	defer server.Close()
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if d := readiness(ctx, server.URL); d == nil || !strings.HasPrefix(d.Message, "Nothing answers: ") {
		t.Errorf("it says %v", d)
	}
}

func TestHealthAsksOnLoopback(t *testing.T) {
	for addr, want := range map[string]string{
		"127.0.0.1:8787": "http://127.0.0.1:8787/readyz", ":80": "http://127.0.0.1:80/readyz", "0.0.0.0:80": "http://127.0.0.1:80/readyz",
		"[::]:80": "http://[::1]:80/readyz", "[::1]:80": "http://[::1]:80/readyz", "tea.internal:80": "http://tea.internal:80/readyz",
	} {
		if got, err := (health{Addr: addr, Timeout: time.Second}).url(); err != nil || got != want {
			t.Errorf("%s is asked at %s, want %s: %v", addr, got, want, err)
		}
	}
}
