package httpx_test

import (
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/quartet-dev/quartet/internal/httpx"
)

// A script may read that the service failed, and not why.
func TestAFailureKeepsWhoMayReadIt(t *testing.T) {
	origins := httpx.NewOrigins([]string{"https://app.example"}, nil)
	frame := &httpx.Frame{Log: slog.New(slog.NewTextHandler(io.Discard, nil)), Next: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		origins.Admit(w, r)
		w.Header().Set("ETag", `"half"`)
		panic("broken")
	})}
	r := httptest.NewRequest(http.MethodGet, "/api/views/notes", nil)
	r.Header.Set("Origin", "https://app.example")
	w := httptest.NewRecorder()
	frame.ServeHTTP(w, r)
	h := w.Result().Header
	if w.Code != http.StatusInternalServerError || h.Get("Access-Control-Allow-Origin") != "https://app.example" || h.Get("ETag") != "" {
		t.Errorf("%d %v", w.Code, h)
	}
}

// No origins cost nothing: a site without front ends elsewhere is as fast as ever.
func TestNoOriginsChangeNothing(t *testing.T) {
	origins := httpx.NewOrigins(nil, nil)
	r := httptest.NewRequest(http.MethodOptions, "/api/views/notes", nil)
	r.Header.Set("Origin", "https://app.example")
	r.Header.Set("Access-Control-Request-Method", http.MethodGet)
	w := httptest.NewRecorder()
	allocated := testing.AllocsPerRun(10, func() {
		if origins.Preflight(w, r, "GET, HEAD") {
			t.Error("there is a preflight")
		}
		origins.Admit(w, r)
	})
	if allocated > 0 || len(w.Result().Header) > 0 {
		t.Errorf("%v allocations, %v", allocated, w.Result().Header)
	}
}

// The headers of one answer are not those of the next: several are made of the
// same values.
func TestAnswersShareNoHeader(t *testing.T) {
	origins := httpx.NewOrigins([]string{"https://app.example"}, nil)
	r := httptest.NewRequest(http.MethodGet, "/api/views/notes", nil)
	r.Header.Set("Origin", "https://app.example")
	for range 3 {
		w := httptest.NewRecorder()
		w.Header().Add("Vary", "Accept")
		origins.Admit(w, r)
		w.Header().Add("Vary", "Cookie")
		w.Header().Add("Access-Control-Expose-Headers", "X")
		if got := w.Header()["Vary"]; len(got) != 3 || len(w.Header()["Access-Control-Expose-Headers"]) != 2 {
			t.Errorf("%v", w.Header())
		}
	}
}

// Two origins are none.
func TestOneOriginAsks(t *testing.T) {
	origins := httpx.NewOrigins([]string{"https://app.example"}, []string{"https://app.example"})
	for _, asks := range [][]string{{"https://app.example", "https://app.example"}, {"https://app.example", "https://other.example"}, {""}, {}} {
		r := httptest.NewRequest(http.MethodGet, "/api/views/notes", nil)
		r.Header["Origin"] = asks
		w := httptest.NewRecorder()
		origins.Admit(w, r)
		if h := w.Header(); h.Get("Access-Control-Allow-Origin") != "" || h.Get("Access-Control-Allow-Credentials") != "" || h.Get("Vary") != "Origin" {
			t.Errorf("%q: %v", asks, h)
		}
	}
}
