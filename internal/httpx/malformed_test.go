package httpx_test

import (
	"bufio"
	"encoding/json"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"testing"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/httpx"
)

// Errors, Cache classification: a request that cannot be read gets the envelope
// of every failure, and NS.
func TestRequestsThatCannotBeRead(t *testing.T) {
	address := serveAll(t, http.NotFoundHandler())
	for name, each := range map[string]struct {
		request string
		status  int
		code    diag.Code
	}{
		"a bad escape in the path":     {"GET /api/%zz HTTP/1.1\r\nHost: x\r\n\r\n", 400, diag.InputValidationFailed},
		"a lone percent sign":          {"GET /% HTTP/1.1\r\nHost: x\r\n\r\n", 400, diag.InputValidationFailed},
		"no host":                      {"GET / HTTP/1.1\r\n\r\n", 400, diag.InputValidationFailed},
		"a header that is none":        {"GET / HTTP/1.1\r\nHost: x\r\nbroken\r\n\r\n", 400, diag.InputValidationFailed},
		"an unknown transfer encoding": {"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: zip\r\n\r\n", 400, diag.InputValidationFailed},
		"headers without an end":       {"GET / HTTP/1.1\r\nHost: x\r\nA: " + strings.Repeat("a", 80<<10) + "\r\n\r\n", 413, diag.PayloadTooLarge},
		"after a request that was fine": {"GET / HTTP/1.1\r\nHost: x\r\n\r\nGET /%zz HTTP/1.1\r\nHost: x\r\n\r\n",
			400, diag.InputValidationFailed},
	} {
		t.Run(name, func(t *testing.T) {
			answer := last(t, address, each.request)
			var body struct {
				OK         *bool
				Diagnostic struct {
					Code diag.Code
					Path string
				}
			}
			if err := json.NewDecoder(answer.Body).Decode(&body); err != nil {
				t.Fatal(err)
			}
			if answer.StatusCode != each.status || body.OK == nil || *body.OK || body.Diagnostic.Code != each.code || body.Diagnostic.Path != "input#" {
				t.Errorf("%d with %+v", answer.StatusCode, body)
			}
			if cache := answer.Header.Get("Cache-Control"); cache != "private, no-store" {
				t.Errorf("Cache-Control is %q", cache)
			}
		})
	}
}

// What a handler says in the very words of net/http is the handler's.
func TestAHandlersOwnWordsStay(t *testing.T) {
	const own = "HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n\r\n400 Bad Request"
	address := serveAll(t, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_ = http.NewResponseController(w).Flush()
		_, _ = io.WriteString(w, own)
	}))
	text, err := io.ReadAll(last(t, address, "GET / HTTP/1.0\r\n\r\n").Body)
	if err != nil || string(text) != own {
		t.Errorf("%q, %v", text, err)
	}
}

func serveAll(t *testing.T, handler http.Handler) (address string) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	log := slog.New(slog.DiscardHandler)
	server := &http.Server{Handler: handler, MaxHeaderBytes: 16 << 10, ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelWarn)}
	unread := httpx.MalformedRequests{Log: log}
	unread.Attach(server)
	go func() { _ = server.Serve(unread.Listen(listener)) }()
	t.Cleanup(func() { _ = server.Close() })
	return listener.Addr().String()
}

// last sends requests and gives the last answer.
func last(t *testing.T, address, requests string) *http.Response {
	t.Helper()
	c, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	go func() { _, _ = io.WriteString(c, requests) }()
	reader := bufio.NewReader(c)
	var answer *http.Response
	for range max(1, strings.Count(requests, "HTTP/1.1\r\n")) {
		if answer != nil {
			_, _ = io.Copy(io.Discard, answer.Body)
		}
		if answer, err = http.ReadResponse(reader, nil); err != nil {
			t.Fatal(err)
		}
	}
	return answer
}
