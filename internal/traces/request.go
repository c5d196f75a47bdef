package traces

import (
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"sync/atomic"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/propagation"
	semconv "go.opentelemetry.io/otel/semconv/v1.43.0"
	"go.opentelemetry.io/otel/trace"

	"github.com/quartet-dev/quartet/internal/httpx"
)

// Handler makes a span of each request to next, but for those that ask for the
// health of the process. It is a child of the caller's own where the request
// has a traceparent. Observe tells it what became of the request.
func (t *Traces) Handler(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/healthz" || r.URL.Path == "/readyz" {
			next.ServeHTTP(w, r)
			return
		}
		ctx := propagation.TraceContext{}.Extract(r.Context(), propagation.HeaderCarrier(r.Header))
		ctx, span := t.tracer.Start(ctx, httpx.MethodOf(r), trace.WithSpanKind(trace.SpanKindServer), trace.WithAttributes(asked(r)...))
		defer span.End()
		next.ServeHTTP(w, r.WithContext(ctx))
	})
}

// asked is what the conventions of OpenTelemetry have of a request. The peer is where
// the connection comes from: forwarded headers are anyone's to write.
func asked(r *http.Request) []attribute.KeyValue {
	host, port := hostAndPort(r.Host)
	peer, peerPort := hostAndPort(r.RemoteAddr)
	_, version, _ := strings.Cut(r.Proto, "/")
	scheme, usual := "http", 80
	if r.TLS != nil {
		scheme, usual = "https", 443
	}
	list := append(method(r),
		semconv.URLScheme(scheme), semconv.URLPath(r.URL.Path), semconv.ServerAddress(host),
		semconv.NetworkPeerAddress(peer), semconv.ClientAddress(peer), semconv.NetworkProtocolVersion(version))
	if port > 0 && port != usual {
		list = append(list, semconv.ServerPort(port))
	}
	if peerPort > 0 {
		list = append(list, semconv.NetworkPeerPort(peerPort))
	}
	if agent := r.UserAgent(); agent != "" {
		list = append(list, semconv.UserAgentOriginal(agent))
	}
	return list
}

// method is one that HTTP knows, or what was sent instead.
func method(r *http.Request) []attribute.KeyValue {
	if httpx.MethodOf(r) == r.Method {
		return []attribute.KeyValue{semconv.HTTPRequestMethodKey.String(r.Method)}
	}
	return []attribute.KeyValue{semconv.HTTPRequestMethodOther, semconv.HTTPRequestMethodOriginal(r.Method)}
}

// hostAndPort parts an address; the port is 0 where there is none.
func hostAndPort(address string) (string, int) {
	host, text, err := net.SplitHostPort(address)
	if err != nil {
		return strings.Trim(address, "[]"), 0
	}
	port, _ := strconv.ParseUint(text, 10, 16)
	return host, int(port)
}

// Observe is an httpx.Observer of requests that have come through Handler.
func (t *Traces) Observe(r *http.Request) func(httpx.Answer) {
	span := trace.SpanFromContext(r.Context())
	if !span.IsRecording() {
		return func(httpx.Answer) {}
	}
	read := countBody(r)
	return func(a httpx.Answer) {
		span.SetName(httpx.MethodOf(r) + " " + a.Route)
		span.SetAttributes(answered(a)...)
		if n := read(); n > 0 {
			span.SetAttributes(semconv.HTTPRequestBodySize(n))
		}
		switch {
		case a.Aborted:
			span.SetStatus(codes.Error, "the answer was broken off")
		case a.Status >= http.StatusInternalServerError:
			span.SetStatus(codes.Error, "")
		}
	}
}

// answered is what the conventions have of an answer, and its request id.
func answered(a httpx.Answer) []attribute.KeyValue {
	list := []attribute.KeyValue{semconv.HTTPRoute(a.Route), attribute.String("quartet.request.id", a.RequestID)}
	if a.Status > 0 {
		list = append(list, semconv.HTTPResponseStatusCode(a.Status))
	}
	if a.Bytes > 0 {
		list = append(list, semconv.HTTPResponseBodySize(int(a.Bytes)))
	}
	return list
}

// countBody counts how much is read of a request's body.
func countBody(r *http.Request) (read func() int) {
	if r.Body == nil || r.Body == http.NoBody {
		return func() int { return 0 }
	}
	body := &counted{ReadCloser: r.Body}
	r.Body = body
	return func() int { return int(body.read.Load()) }
}

// counted counts what is read of a body.
type counted struct {
	io.ReadCloser
	read atomic.Int64
}

func (c *counted) Read(p []byte) (int, error) {
	n, err := c.ReadCloser.Read(p)
	c.read.Add(int64(n))
	return n, err
}
