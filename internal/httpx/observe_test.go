package httpx_test

import (
	"bytes"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet/internal/diag"
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

// explained is a ResponseWriter that is told why a request failed.
type explained struct {
	*httptest.ResponseRecorder
	why    error
	status int // of the answer when it was told
}

func (e *explained) ObserveFailure(err error) { e.why, e.status = err, e.Code }

// What the answer keeps back is told to a writer around the Frame, and before
// the answer begins, so that it can be another one.
func TestAWriterIsToldWhyARequestFailed(t *testing.T) {
	cause := errors.New("templates/post.html:3:9: there is no such field")
	frame := &httpx.Frame{Log: slog.New(slog.DiscardHandler), Next: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/failing" {
			httpx.WriteFailure(w, r, diag.Internal(cause))
		}
	})}
	for path, want := range map[string]error{"/failing": cause, "/whole": nil} {
		w := &explained{ResponseRecorder: &httptest.ResponseRecorder{Body: new(bytes.Buffer)}}
		frame.ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil))
		if !errors.Is(w.why, want) || w.status != 0 || strings.Contains(w.Body.String(), "post.html") {
			t.Errorf("%s: told %v at status %d; %s", path, w.why, w.status, w.Body)
		}
	}
}
