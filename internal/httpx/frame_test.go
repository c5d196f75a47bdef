package httpx_test

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
	"time"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/httpx"
	"github.com/quartet-dev/quartet/internal/logtest"
)

// exchange sends r through a Frame around handler and gives the answer and the
// log.
func exchange(t *testing.T, r *http.Request, handler http.HandlerFunc) (*http.Response, string, string) {
	t.Helper()
	var log bytes.Buffer
	frame := &httpx.Frame{Next: handler, Log: slog.New(slog.NewTextHandler(&log, nil)), CacheScope: "tea"}
	w := httptest.NewRecorder()
	frame.ServeHTTP(w, r)
	answer := w.Result()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer, string(body), log.String()
}

func get(path string) *http.Request { return httptest.NewRequest("GET", path, nil) }

func TestRequestID(t *testing.T) {
	for sent, taken := range map[string]bool{
		"abc-DEF_1.2": true, strings.Repeat("a", 64): true,
		"": false, strings.Repeat("a", 65): false, "a b": false, "a\x7f": false, "ä": false, "<x>": false,
	} {
		r := get("/")
		r.Header.Set("X-Request-Id", sent)
		answer, _, _ := exchange(t, r, func(http.ResponseWriter, *http.Request) {})
		got := answer.Header.Get("X-Request-Id")
		if got == "" || (got == sent) != taken {
			t.Errorf("sent %q, got %q", sent, got)
		}
	}
}

func TestRequestIDsAreUnique(t *testing.T) {
	seen := map[string]bool{}
	for range 100 {
		answer, _, _ := exchange(t, get("/"), func(http.ResponseWriter, *http.Request) {})
		seen[answer.Header.Get("X-Request-Id")] = true
	}
	if len(seen) != 100 {
		t.Errorf("%d ids for 100 requests", len(seen))
	}
}

func TestEveryAnswerIsFramed(t *testing.T) {
	for name, handler := range map[string]http.HandlerFunc{
		"nothing written": func(http.ResponseWriter, *http.Request) {},
		"body alone":      func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("x")) },
		"flushed":         func(w http.ResponseWriter, _ *http.Request) { w.(http.Flusher).Flush() },
		"failure": func(w http.ResponseWriter, r *http.Request) {
			httpx.WriteFailure(w, r, diag.At(diag.NotFound, "input#", "M."))
		},
		"panic": func(http.ResponseWriter, *http.Request) { panic("boom") },
	} {
		t.Run(name, func(t *testing.T) {
			answer, _, log := exchange(t, get("/a?token=secret"), handler)
			for header, want := range map[string]string{
				"Cache-Control": "private, no-store", "X-Content-Type-Options": "nosniff", "Referrer-Policy": "strict-origin-when-cross-origin",
			} {
				if got := answer.Header.Get(header); got != want {
					t.Errorf("%s: %q, want %q", header, got, want)
				}
			}
			if !strings.Contains(log, "path=/a ") || strings.Contains(log, "secret") {
				t.Errorf("access log: %s", log)
			}
		})
	}
}

// TestTheAccessLogIsThatOfTheProgramsLogger: its level and its attributes hold
// for the line of a request too.
func TestTheAccessLogIsThatOfTheProgramsLogger(t *testing.T) {
	for level, lines := range map[slog.Level]int{slog.LevelInfo: 1, slog.LevelWarn: 0} {
		var out bytes.Buffer
		log := slog.New(slog.NewTextHandler(&out, &slog.HandlerOptions{Level: level})).With("site", "tea").WithGroup("http")
		frame := &httpx.Frame{Log: log, Next: http.HandlerFunc(httpx.NotFound)}
		frame.ServeHTTP(httptest.NewRecorder(), get("/a"))
		if got := strings.Count(out.String(), "msg=request site=tea http.requestId="); got != lines {
			t.Errorf("%v: %d lines, want %d: %s", level, got, lines, out.String())
		}
	}
}

// TestInternalError is "Diagnostic": INTERNAL_ERROR carries the request id that
// the log line carries too, and no detail.
func TestInternalError(t *testing.T) {
	for name, handler := range map[string]http.HandlerFunc{
		"panic": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Set-Cookie", "half=done")
			panic("secret detail")
		},
		"error": func(w http.ResponseWriter, r *http.Request) {
			httpx.WriteFailure(w, r, errors.New("secret detail"))
		},
	} {
		t.Run(name, func(t *testing.T) {
			r := get("/")
			r.Header.Set("X-Request-Id", "req-1")
			answer, body, log := exchange(t, r, handler)
			want := `{"ok":false,"diagnostic":{"code":"INTERNAL_ERROR","phase":"runtime","severity":"error","path":"","message":"The service failed to answer this request.","requestId":"req-1"}}`
			if answer.StatusCode != 500 || body != want {
				t.Errorf("%d %s", answer.StatusCode, body)
			}
			if answer.Header.Get("Set-Cookie") != "" {
				t.Error("the answer keeps what the handler had begun")
			}
			if !strings.Contains(log, "secret detail") || !strings.Contains(log, "requestId=req-1") {
				t.Errorf("log: %s", log)
			}
		})
	}
}

// TestAPanicMidwayBreaksTheConnection so that half an answer is not taken for
// whole.
func TestAPanicMidwayBreaksTheConnection(t *testing.T) {
	frame := &httpx.Frame{Log: slog.New(slog.DiscardHandler), Next: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = w.Write([]byte("half"))
		_ = http.NewResponseController(w).Flush()
		panic("boom")
	})}
	server := httptest.NewServer(frame)
	defer server.Close()
	answer, err := http.Get(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if body, err := io.ReadAll(answer.Body); err == nil {
		t.Errorf("read %q without an error", body)
	}
}

// TestWhoIsCutOffIsLogged: a caller who is too slow has not left. The broken write
// ends the context of the request either way.
func TestWhoIsCutOffIsLogged(t *testing.T) {
	for name, test := range map[string]struct {
		cause  error // nil: that of a write whose time was over
		logged bool
	}{
		"cut off": {nil, true},
		"left":    {io.ErrClosedPipe, false},
	} {
		t.Run(name, func(t *testing.T) {
			var out logtest.Log
			failed := make(chan error, 1)
			frame := &httpx.Frame{Log: slog.New(slog.NewTextHandler(&out, nil)), Next: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				control := http.NewResponseController(w)
				_ = control.SetWriteDeadline(time.Now().Add(-time.Hour))
				_, _ = w.Write([]byte("half"))
				err := control.Flush()
				httpx.LogFailure(w, r, cmp.Or(test.cause, err))
				failed <- context.Cause(r.Context())
				panic(http.ErrAbortHandler)
			})}
			server := httptest.NewServer(frame)
			defer server.Close()
			if answer, err := http.Get(server.URL); err == nil {
				_ = answer.Body.Close()
				t.Error("there is an answer")
			}
			if err := <-failed; err == nil {
				t.Fatal("the request went on")
			}
			if got := strings.Contains(out.String(), "level=ERROR"); got != test.logged {
				t.Errorf("logged: %v, want %v: %s", got, test.logged, out.String())
			}
		})
	}
}

// patience is a cause that says how long to wait.
type patience time.Duration

func (p patience) Error() string             { return "later" }
func (p patience) RetryAfter() time.Duration { return time.Duration(p) }

func TestFailureStatusesAndHeaders(t *testing.T) {
	for name, tc := range map[string]struct {
		d              *diag.Diagnostic
		status         int
		header, value  string
		body, mustLack string
	}{
		"401":                      {diag.At(diag.Unauthenticated, "input#", "M."), 401, "WWW-Authenticate", "Bearer", `"UNAUTHENTICATED"`, "requestId"},
		"429":                      {diag.At(diag.RateLimited, "input#", "M."), 429, "Retry-After", "", `"RATE_LIMITED"`, "requestId"},
		"429 with a wait":          {diag.At(diag.RateLimited, "input#", "M.").WithCause(patience(1500 * time.Millisecond)), 429, "Retry-After", "2", `"RATE_LIMITED"`, "requestId"},
		"503":                      {diag.At(diag.ResourceUnavailable, "", "M."), 503, "Retry-After", "1", `"RESOURCE_UNAVAILABLE"`, "requestId"},
		"own code":                 {diag.At("OUT_OF_TEA", "", "M."), 500, "Content-Type", "application/json", `"OUT_OF_TEA"`, "requestId"},
		"public form":              {&diag.Diagnostic{Code: diag.Conflict, Message: "<M>", Path: "manifest:View/secret#", Candidates: []string{"secret"}}, 409, "Content-Type", "application/json", `"<M>"`, "secret"},
		"expected that is no JSON": {&diag.Diagnostic{Code: diag.Conflict, Expected: func() {}}, 409, "Content-Type", "application/json", `"CONFLICT"`, "expected"},
	} {
		t.Run(name, func(t *testing.T) {
			answer, body, _ := exchange(t, get("/"), func(w http.ResponseWriter, r *http.Request) { httpx.WriteFailure(w, r, tc.d) })
			if answer.StatusCode != tc.status || answer.Header.Get(tc.header) != tc.value {
				t.Errorf("%d, %s: %q", answer.StatusCode, tc.header, answer.Header.Get(tc.header))
			}
			if !strings.HasPrefix(body, `{"ok":false,"diagnostic":{`) || !strings.Contains(body, tc.body) || strings.Contains(body, tc.mustLack) {
				t.Errorf("body: %s", body)
			}
		})
	}
}

// A surface that takes no bearer credential asks for none.
func TestARefusalAsksForASession(t *testing.T) {
	for code, want := range map[diag.Code]string{diag.Unauthenticated: "Cookie", diag.AuthDenied: ""} {
		answer, body, _ := exchange(t, get("/"), func(w http.ResponseWriter, r *http.Request) {
			httpx.WriteRefusal(w, r, diag.At(code, "input#", "M."), "editor")
		})
		if got := answer.Header.Get("WWW-Authenticate"); got != want || !strings.HasSuffix(body, `,"minimumRole":"editor"}`) {
			t.Errorf("%s asks for %q: %s", code, got, body)
		}
	}
}

func TestEntityTags(t *testing.T) {
	write := func(body string) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Cache-Control", httpx.SharedCaching(60))
			httpx.Tag([]byte(body)).Write(w, r)
		}
	}
	first, _, _ := exchange(t, get("/"), write("{}"))
	tag := first.Header.Get("ETag")
	if other, _, _ := exchange(t, get("/"), write("[]")); other.Header.Get("ETag") == tag {
		t.Error("two bodies have one tag")
	}
	for sent, status := range map[string]int{
		"": 200, tag: 304, "W/" + tag: 304, `"x", ` + tag: 304, "*": 304, `"x"`: 200, strings.Trim(tag, `"`): 200,
	} {
		for _, method := range []string{"GET", "HEAD"} {
			r := httptest.NewRequest(method, "/", nil)
			if sent != "" {
				r.Header.Set("If-None-Match", sent)
			}
			answer, body, _ := exchange(t, r, write("{}"))
			if answer.StatusCode != status || answer.Header.Get("ETag") != tag || answer.Header.Get("Cache-Control") != "public, max-age=0, s-maxage=60" {
				t.Errorf("%s %q: %d %v", method, sent, answer.StatusCode, answer.Header)
			}
			if status == 304 && body != "" {
				t.Errorf("%s %q: 304 with %q", method, sent, body)
			}
		}
	}
}

// A handler that takes the connection over answers by itself: nothing is written
// after it, and net/http does not complain of that.
func TestAHandlerTakesTheConnectionOver(t *testing.T) {
	log, complaints := new(bytes.Buffer), new(bytes.Buffer)
	frame := &httpx.Frame{
		Log: slog.New(slog.NewTextHandler(log, nil)),
		Next: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			connection, _, err := http.NewResponseController(w).Hijack()
			if err != nil {
				t.Error(err)
				return
			}
			defer connection.Close()
			_, _ = io.WriteString(connection, "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: tea\r\n\r\n")
		}),
	}
	answered := make(chan struct{}) // Close does not wait for such a connection
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer close(answered)
		frame.ServeHTTP(w, r)
	}))
	server.Config.ErrorLog = slog.NewLogLogger(slog.NewTextHandler(complaints, nil), slog.LevelWarn)
	server.Start()
	answer, err := http.Get(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	_ = answer.Body.Close()
	<-answered
	server.Close()
	if answer.StatusCode != http.StatusSwitchingProtocols || !strings.Contains(log.String(), "status=101") || complaints.Len() > 0 {
		t.Errorf("%s\n%s%s", answer.Status, log, complaints)
	}
}

// Behind a proxy of ours the log says whom a request comes from, beside the socket.
func TestTheAccessLogNamesTheClientBehindAProxy(t *testing.T) {
	for forwarded, want := range map[string]string{"203.0.113.7": "client=203.0.113.7", "": ""} {
		var log strings.Builder
		frame := &httpx.Frame{
			Next: http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}), Log: slog.New(slog.NewTextHandler(&log, nil)),
			Proxies: httpx.Proxies{netip.MustParsePrefix("192.0.2.0/24")},
		}
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		if forwarded != "" {
			r.Header.Set("X-Forwarded-For", forwarded)
		}
		frame.ServeHTTP(httptest.NewRecorder(), r)
		if !strings.Contains(log.String(), want) || want == "" && strings.Contains(log.String(), "client=") {
			t.Errorf("%q: %s", forwarded, log.String())
		}
	}
}
