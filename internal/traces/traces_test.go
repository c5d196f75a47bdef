package traces_test

import (
	"bytes"
	"context"
	"encoding/hex"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"go.opentelemetry.io/otel/trace"
	otlp "go.opentelemetry.io/proto/otlp/trace/v1"

	"github.com/quartet-dev/quartet"
	"github.com/quartet-dev/quartet/internal/traces"
)

// notes is a View, a Procedure that writes, and two hooks behind it.
const notes = `
apiVersion: quartet/v1
kind: Schema
metadata: { name: notes }
spec: { title: Notes, lifecycle: operational, schema: { type: object, properties: { text: { type: string } } } }
---
apiVersion: quartet/v1
kind: View
metadata: { name: notes }
spec: { from: notes, surface: public, fields: [text] }
---
apiVersion: quartet/v1
kind: Procedure
metadata: { name: take }
spec:
  input: { type: object, properties: { text: { type: string } } }
  output: { type: object }
  handler: { kind: builtin, op: create, schema: notes }
---
apiVersion: quartet/v1
kind: Trigger
metadata: { name: take }
spec: { source: { kind: http, method: POST, path: /api/notes }, target: { procedure: take } }
---
apiVersion: quartet/v1
kind: Procedure
metadata: { name: look }
spec: { input: { type: object }, output: {}, handler: { kind: ref, ref: look } }
---
apiVersion: quartet/v1
kind: Trigger
metadata: { name: before }
spec: { source: { kind: lifecycle, schema: notes, on: [before_create] }, target: { procedure: look } }
---
apiVersion: quartet/v1
kind: Trigger
metadata: { name: after }
spec: { source: { kind: lifecycle, schema: notes, on: [after_create] }, target: { procedure: look } }
---
apiVersion: quartet/v1
kind: Procedure
metadata: { name: fail }
spec: { input: { type: object }, output: {}, handler: { kind: ref, ref: fail } }
---
apiVersion: quartet/v1
kind: Trigger
metadata: { name: bad }
spec: { source: { kind: lifecycle, schema: notes, on: [after_create] }, target: { procedure: fail } }
`

// served is a site under traces. Its handlers make spans of their own.
type served struct {
	*httptest.Server
	service *quartet.Service
	traces  *traces.Traces
	log     *bytes.Buffer
	tried   chan struct{} // one for each after-hook that was tried
}

func serve(t *testing.T) *served {
	t.Helper()
	s := &served{log: new(bytes.Buffer), tried: make(chan struct{}, 8)}
	var err error
	if s.traces, err = traces.Open(t.Context(), "v1", slog.New(slog.NewTextHandler(s.log, nil))); err != nil {
		t.Fatal(err)
	}
	s.service, err = quartet.Open(t.Context(), quartet.Options{
		Dir: t.TempDir(), FS: fstest.MapFS{"manifests/notes.yaml": {Data: []byte(notes)}},
		Logger: slog.New(slog.DiscardHandler), Observer: s.traces.Observe, DeliveryObserver: s.observe,
		Handlers: quartet.Handlers{"look": look, "fail": refuse},
	})
	if err != nil {
		t.Fatal(err)
	}
	s.Server = httptest.NewServer(s.traces.Handler(s.service))
	return s
}

func (s *served) observe(ctx context.Context, d quartet.Delivery) (context.Context, func(error)) {
	ctx, ended := s.traces.Delivery(ctx, d)
	return ctx, func(err error) { ended(err); s.tried <- struct{}{} }
}

func look(ctx context.Context, c *quartet.Context, _ map[string]any) (any, error) {
	_, span := trace.SpanFromContext(ctx).TracerProvider().Tracer("site").Start(ctx, "look "+c.Event.Trigger)
	span.End()
	return nil, nil
}

func refuse(context.Context, *quartet.Context, map[string]any) (any, error) {
	return nil, quartet.Fail("CONFLICT", "Not today, with a secret.")
}

// stop ends the server, the service and, last, the traces.
func (s *served) stop(t *testing.T) {
	t.Helper()
	s.Server.Close()
	if err := s.service.Close(); err != nil {
		t.Error(err)
	}
	s.traces.Close()
}

func (s *served) send(t *testing.T, method, path, body string, header http.Header) *http.Response {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, s.URL+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header = header
	answer, err := s.Client().Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if _, err := io.Copy(io.Discard, answer.Body); err != nil {
		t.Fatal(err)
	}
	return answer
}

const (
	callersTrace = "4bf92f3577b34da6a3ce929d0e0e4736"
	callersSpan  = "00f067aa0ba902b7"
)

func TestARequestIsASpan(t *testing.T) {
	c := collects(t)
	s := serve(t)
	s.send(t, "GET", "/api/views/notes?page=secret", "", http.Header{
		"Traceparent": {"00-" + callersTrace + "-" + callersSpan + "-01"}, "X-Request-Id": {"mine"},
		"X-Forwarded-For": {"192.0.2.1"}, "Cookie": {"session=secret"},
	})
	s.send(t, "POST", "/api/views/notes", "", nil)
	s.send(t, "PUT", "/no/such/path", "", http.Header{"Authorization": {"Bearer secret"}})
	s.send(t, "GET", "/healthz", "", nil)
	s.send(t, "GET", "/readyz", "", nil)
	s.stop(t)

	span := c.named(t, "GET View/notes")
	if hex.EncodeToString(span.TraceId) != callersTrace || hex.EncodeToString(span.ParentSpanId) != callersSpan {
		t.Errorf("the span belongs to trace %x under %x", span.TraceId, span.ParentSpanId)
	}
	wants(t, span, map[string]string{
		"http.route": "View/notes", "url.path": "/api/views/notes", "http.response.status_code": "200",
		"quartet.request.id": "mine", "client.address": "127.0.0.1", "http.request.method": "GET",
	})
	wants(t, c.named(t, "PUT other"), map[string]string{"http.route": "other", "http.response.status_code": "404"})
	if len(c.spans) != 3 {
		t.Errorf("%d spans of 3 requests and 2 looks at the health", len(c.spans))
	}
	if bytes.Contains(c.raw, []byte("secret")) {
		t.Errorf("a secret got into %v", c.spans)
	}
	if c.resource["service.name"] != "quartet" || c.resource["service.version"] != "v1" {
		t.Errorf("sent by %v", c.resource)
	}
}

// What the conventions of OpenTelemetry have of a request, a span has under their
// names, and nothing else but our own.
func TestASpanHasTheConventionsOfHTTP(t *testing.T) {
	c := collects(t)
	s := serve(t)
	s.send(t, "POST", "/api/notes", `{"text":"One"}`, http.Header{"Content-Type": {"application/json"}, "User-Agent": {"tea/1"}, "X-Request-Id": {"mine"}})
	s.send(t, "BREW", "/api/views/notes", "", nil)
	s.stop(t)

	got := attributes(c.named(t, "POST Trigger/take").Attributes)
	for _, name := range []string{"server.port", "network.peer.port", "http.response.body.size"} { // differ each time
		if number, err := strconv.Atoi(got[name]); err != nil || number <= 0 {
			t.Errorf("%s is %q", name, got[name])
		}
		delete(got, name)
	}
	if diff := cmp.Diff(map[string]string{
		"http.request.method": "POST", "http.route": "Trigger/take", "http.request.body.size": "14", "http.response.status_code": "200",
		"url.scheme": "http", "url.path": "/api/notes", "server.address": "127.0.0.1", "client.address": "127.0.0.1", "network.peer.address": "127.0.0.1",
		"network.protocol.version": "1.1", "user_agent.original": "tea/1", "quartet.request.id": "mine",
	}, got); diff != "" {
		t.Error(diff)
	}
	made := c.named(t, "other other")
	wants(t, made, map[string]string{"http.request.method": "_OTHER", "http.request.method_original": "BREW", "http.request.body.size": ""})
	if made.Kind != otlp.Span_SPAN_KIND_SERVER || made.Status.GetCode() != otlp.Status_STATUS_CODE_UNSET {
		t.Errorf("%v, %v", made.Kind, made.Status)
	}
}

func TestADeliveredHookIsASpan(t *testing.T) {
	c := collects(t)
	t.Setenv("OTEL_SERVICE_NAME", "tea")
	s := serve(t)
	if status := s.send(t, "POST", "/api/notes", `{"text":"One"}`, http.Header{"Content-Type": {"application/json"}}).StatusCode; status != 200 {
		t.Fatal(status)
	}
	<-s.tried // after
	<-s.tried // bad
	s.stop(t)

	good, bad := c.named(t, "deliver Trigger/after"), c.named(t, "deliver Trigger/bad")
	wants(t, good, map[string]string{
		"quartet.hook": "after_create", "quartet.schema": "notes", "quartet.trigger": "after", "quartet.tries": "1",
	})
	wants(t, bad, map[string]string{"quartet.event.id": attributes(good.Attributes)["quartet.event.id"], "error.type": "CONFLICT"})
	if len(attributes(good.Attributes)["quartet.event.id"]) != 36 || bad.Status.GetCode() != otlp.Status_STATUS_CODE_ERROR {
		t.Errorf("%v\n%v", good, bad)
	}
	for child, parent := range map[string]*otlp.Span{"look before": c.named(t, "POST Trigger/take"), "look after": good} {
		if inner := c.named(t, child); !bytes.Equal(inner.ParentSpanId, parent.SpanId) || !bytes.Equal(inner.TraceId, parent.TraceId) {
			t.Errorf("%s is not inside %s", child, parent.Name)
		}
	}
	if c.resource["service.name"] != "tea" || bytes.Contains(c.raw, []byte("secret")) {
		t.Errorf("%v, %v", c.resource, c.spans)
	}
}

// Bytes that are no text would keep the spans of everyone else from being sent,
// and long headers fill the memory.
func TestHostileRequestsAreSpans(t *testing.T) {
	c := collects(t)
	s := serve(t)
	s.send(t, "GET", "/%ff%fe", "", http.Header{"User-Agent": {"\xff" + strings.Repeat("x", 5000)}, "X-Forwarded-For": {"\xff"}})
	s.send(t, strings.Repeat("M", 5000), "/api/views/notes", "", http.Header{"Traceparent": {"00-\xff"}})
	s.stop(t)
	wants(t, c.named(t, "GET other"), map[string]string{"url.path": "/\uFFFD"})
	for _, each := range c.spans {
		for key, value := range attributes(each.Attributes) {
			if len(value) > 1100 {
				t.Errorf("%s has %d bytes", key, len(value))
			}
		}
	}
	c.named(t, "other other")
}

func TestACollectorThatIsDownIsOneLineOfTheLog(t *testing.T) {
	down := httptest.NewServer(nil)
	down.Close()
	t.Setenv("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", down.URL+"/v1/traces")
	t.Setenv("OTEL_BSP_MAX_EXPORT_BATCH_SIZE", "1") // a try a span
	s := serve(t)
	for range 5 {
		if status := s.send(t, "GET", "/api/views/notes", "", nil).StatusCode; status != 200 {
			t.Error(status)
		}
	}
	s.stop(t)
	if lines := strings.Count(s.log.String(), "\n"); lines != 1 || !strings.Contains(s.log.String(), "traces are not sent") {
		t.Errorf("%d lines:\n%s", lines, s.log)
	}
}

func TestTracesAreOffWithoutAnEndpoint(t *testing.T) {
	for name, environment := range map[string]map[string]string{
		"nothing":  nil,
		"empty":    {"OTEL_EXPORTER_OTLP_ENDPOINT": ""},
		"a name":   {"OTEL_SERVICE_NAME": "tea"},
		"disabled": {"OTEL_EXPORTER_OTLP_ENDPOINT": "http://localhost:4318", "OTEL_SDK_DISABLED": "true"},
	} {
		t.Run(name, func(t *testing.T) {
			for key, value := range environment {
				t.Setenv(key, value)
			}
			if opened, err := traces.Open(t.Context(), "v1", slog.Default()); opened != nil || err != nil {
				t.Error(opened, err)
			}
		})
	}
}

func TestAnEndpointThatCannotBeReadIsAnError(t *testing.T) {
	for _, value := range []string{"localhost:4318", "http://", "://", "ftp://localhost", "/v1/traces"} {
		for _, name := range traces.Endpoints {
			t.Run(name+"="+value, func(t *testing.T) {
				t.Setenv(name, value)
				if opened, err := traces.Open(t.Context(), "v1", slog.Default()); opened != nil || err == nil || !strings.Contains(err.Error(), name) {
					t.Error(opened, err)
				}
			})
		}
	}
}

func wants(t *testing.T, span *otlp.Span, want map[string]string) {
	t.Helper()
	got := attributes(span.Attributes)
	for key, value := range want {
		if got[key] != value {
			t.Errorf("%s: %s is %q, want %q", span.Name, key, got[key], value)
		}
	}
}
