package httpx_test

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet/internal/httpx"
)

func TestAnObserverSeesEveryRequest(t *testing.T) {
	for name, test := range map[string]struct {
		handler http.HandlerFunc
		want    httpx.Answer
	}{
		"a named route": {
			func(w http.ResponseWriter, _ *http.Request) {
				httpx.SetRoute(w, "View/posts")
				w.WriteHeader(204)
			}, httpx.Answer{Route: "View/posts", Status: 204},
		},
		"a route that nobody named": {func(w http.ResponseWriter, r *http.Request) { httpx.NotFound(w, r) }, httpx.Answer{Route: "other", Status: 404, Bytes: 142}},
		"nothing written":           {func(http.ResponseWriter, *http.Request) {}, httpx.Answer{Route: "other", Status: 200}},
		"a panic":                   {func(http.ResponseWriter, *http.Request) { panic("boom") }, httpx.Answer{Route: "other", Status: 500, Bytes: 172}},
		"broken off":                {func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }, httpx.Answer{Route: "other", Aborted: true}},
		"broken off midway": {
			func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(200); panic("boom") },
			httpx.Answer{Route: "other", Status: 200, Aborted: true},
		},
	} {
		t.Run(name, func(t *testing.T) {
			var seen []httpx.Answer
			began := false
			frame := &httpx.Frame{
				Log: slog.New(slog.DiscardHandler),
				Observer: func(*http.Request) func(httpx.Answer) {
					began = true
					return func(a httpx.Answer) { seen = append(seen, a) }
				},
				Next: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
					if !began {
						t.Error("the request is answered before the observer is told")
					}
					test.handler(w, r)
				}),
			}
			func() {
				defer func() { _ = recover() }()
				r := get("/")
				r.Header.Set("X-Request-Id", "mine")
				frame.ServeHTTP(httptest.NewRecorder(), r)
			}()
			test.want.RequestID = "mine"
			if diff := cmp.Diff([]httpx.Answer{test.want}, seen); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestNoObserverCostsNothing: naming the route is on the way of every request.
func TestNoObserverCostsNothing(t *testing.T) {
	answer := func(named bool) float64 {
		frame := &httpx.Frame{Log: slog.New(slog.DiscardHandler), Next: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			if named {
				httpx.SetRoute(w, "View/posts")
			}
		})}
		r := get("/")
		return testing.AllocsPerRun(100, func() { frame.ServeHTTP(httptest.NewRecorder(), r) })
	}
	if with, without := answer(true), answer(false); with != without {
		t.Errorf("%v allocations, %v without a route", with, without)
	}
}
