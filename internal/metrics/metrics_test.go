package metrics_test

import (
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/quartet-dev/quartet/internal/httpx"
	"github.com/quartet-dev/quartet/internal/keyring"
	"github.com/quartet-dev/quartet/internal/metrics"
)

// framed answers with the status that the path asks for, as a View when it has
// a query, or breaks off.
func framed(observe httpx.Observer) http.Handler {
	return &httpx.Frame{
		Log: slog.New(slog.DiscardHandler), Observer: observe,
		Next: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.RawQuery != "" {
				httpx.SetRoute(w, "View/posts")
			}
			switch r.URL.Path {
			case "/abort":
				panic(http.ErrAbortHandler)
			case "/panic":
				panic("boom")
			case "/none":
				httpx.NotFound(w, r)
			}
		}),
	}
}

func send(handler http.Handler, method, target string) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	defer func() { _ = recover() }() // as net/http does
	handler.ServeHTTP(w, httptest.NewRequest(method, target, nil))
	return w
}

func TestRequestsAreCountedByRouteMethodAndClass(t *testing.T) {
	m := metrics.New()
	handler := framed(m.Observe)
	for _, request := range [][2]string{
		{"GET", "/?a"}, {"GET", "/other?b"}, {"HEAD", "/?a"}, {"GET", "/none"}, {"GET", "/panic?a"}, {"GET", "/abort"},
		{"MADEUP", "/x"}, {"ANOTHER", "/y"},
	} {
		send(handler, request[0], request[1])
	}
	text := send(m, "GET", "/metrics").Body.String()
	for _, line := range []string{
		`quartet_http_requests_total{method="GET",route="View/posts",status="2xx"} 2`,
		`quartet_http_requests_total{method="HEAD",route="View/posts",status="2xx"} 1`,
		`quartet_http_requests_total{method="GET",route="other",status="4xx"} 1`,
		`quartet_http_requests_total{method="GET",route="View/posts",status="5xx"} 1`,
		`quartet_http_requests_total{method="GET",route="other",status="aborted"} 1`,
		`quartet_http_requests_total{method="other",route="other",status="2xx"} 2`,
		`quartet_http_request_duration_seconds_count{method="GET",route="View/posts"} 3`,
		`quartet_http_requests_in_flight 0`,
	} {
		if !strings.Contains(text, line+"\n") {
			t.Errorf("no line %s in\n%s", line, text)
		}
	}
	if got := strings.Count(text, "\nquartet_http_requests_total{"); got != 6 {
		t.Errorf("%d series, want 6", got)
	}
	for _, name := range []string{"go_goroutines", "process_resident_memory_bytes"} {
		if !strings.Contains(text, "\n"+name+" ") {
			t.Errorf("no %s", name)
		}
	}
}

func TestWorkOnSecretsIsCountedByOperation(t *testing.T) {
	before := keyring.Work()
	keyring.Hash("tea")
	text := send(metrics.New(), "GET", "/metrics").Body.String()
	if line := fmt.Sprintf("quartet_secret_operations_total{operation=%q} %d\n", "hash", before[keyring.Hashing]+1); !strings.Contains(text, line) {
		t.Errorf("no line %s in\n%s", line, text)
	}
	if got := strings.Count(text, "\nquartet_secret_operations_total{"); got != len(before) {
		t.Errorf("%d operations, want %d", got, len(before))
	}
}

func newRequest(target string) *http.Request { return httptest.NewRequest("GET", target, nil) }

func TestRequestsUnderWayAreInFlight(t *testing.T) {
	m := metrics.New()
	end := m.Observe(newRequest("/"))
	defer end(httpx.Answer{})
	if text := send(m, "GET", "/metrics").Body.String(); !strings.Contains(text, "quartet_http_requests_in_flight 1\n") {
		t.Error(text)
	}
}

func TestMetricsAreAtOnePath(t *testing.T) {
	for target, status := range map[string]int{"/metrics": 200, "/": 404, "/metrics/x": 404, "/debug/pprof/": 404} {
		if got := send(metrics.New(), "GET", target).Code; got != status {
			t.Errorf("%s: %d", target, got)
		}
	}
}
