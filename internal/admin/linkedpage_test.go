package admin_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"
)

// POST /linked-page: what a page says of itself, and nothing of why another cannot be
// read.
func TestALinkedPageSaysWhatItIs(t *testing.T) {
	s := open(t, tea)
	page := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Cookie") != "" || r.Header.Get("Referer") != "" {
			t.Errorf("it is told of who asks: %v", r.Header)
		}
		if r.URL.Path != "/pots" {
			w.WriteHeader(http.StatusForbidden)
		}
		w.Header().Set("Content-Type", "text/html")
		_, _ = w.Write([]byte(`<title>Pots</title><meta name="description" content="That pour">`))
	}))
	defer page.Close()
	for _, test := range []struct {
		as, body string
		status   int
		want     string
	}{
		{"contributor carl", fmt.Sprintf(`{"url": %q}`, page.URL+"/pots"), http.StatusOK, `{"page":{"title":"Pots","description":"That pour"}}`},
		{"editor eve", fmt.Sprintf(`{"url": %q}`, page.URL+"/hidden"), http.StatusOK, `{"page":null}`},
		{"editor eve", `{"url": "http://169.254.169.254/latest/meta-data/"}`, http.StatusOK, `{"page":null}`},
		{"editor eve", `{}`, http.StatusBadRequest, ""},
		{"", fmt.Sprintf(`{"url": %q}`, page.URL+"/pots"), http.StatusUnauthorized, ""},
	} {
		got := s.do("POST", "/admin/api/linked-page", test.as, test.body)
		if got.status != test.status || test.want != "" && got.body != test.want {
			t.Errorf("%s, %s: %d %s, want %d %s", test.as, test.body, got.status, got.body, test.status, test.want)
		}
	}
}

func TestLinkedPagesAreBounded(t *testing.T) {
	s := open(t, tea)
	for range 30 {
		if got := s.do("POST", "/admin/api/linked-page", "editor eve", `{"url": "no address"}`); got.status != http.StatusOK {
			t.Fatalf("%d %s", got.status, got.body)
		}
	}
	got := s.do("POST", "/admin/api/linked-page", "editor eve", `{"url": "no address"}`)
	if got.status != http.StatusTooManyRequests || got.header.Get("Retry-After") == "" {
		t.Errorf("%d %v", got.status, got.header)
	}
}
