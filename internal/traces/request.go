package traces

import (
	"net"
	"net/http"

	"go.opentelemetry.io/contrib/instrumentation/net/http/otelhttp"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/metric/noop"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/trace"

	"github.com/quartet-dev/quartet/internal/httpx"
)

// Handler makes a span of each request to next, but for those that ask for the
// health of the process. It is a child of the caller's own where the request
// has a traceparent. Observe gives it its name.
func (t *Traces) Handler(next http.Handler) http.Handler {
	return otelhttp.NewHandler(next, "",
		otelhttp.WithTracerProvider(t.provider),
		otelhttp.WithMeterProvider(noop.NewMeterProvider()),
		otelhttp.WithPropagators(propagation.TraceContext{}),
		otelhttp.WithFilter(func(r *http.Request) bool { return r.URL.Path != "/healthz" && r.URL.Path != "/readyz" }),
	)
}

// Observe is an httpx.Observer of requests that have come through Handler.
func (t *Traces) Observe(r *http.Request) func(httpx.Answer) {
	span := trace.SpanFromContext(r.Context())
	return func(a httpx.Answer) {
		span.SetName(httpx.MethodOf(r) + " " + a.Route)
		span.SetAttributes(
			attribute.String("http.route", a.Route),
			attribute.String("quartet.request.id", a.RequestID),
			attribute.String("client.address", peerOf(r)),
		)
		if a.Aborted {
			span.SetStatus(codes.Error, "the answer was broken off")
		}
	}
}

// peerOf is where the connection comes from. Forwarded headers, which otelhttp
// believes, are anyone's to write.
func peerOf(r *http.Request) string {
	if host, _, err := net.SplitHostPort(r.RemoteAddr); err == nil {
		return host
	}
	return r.RemoteAddr
}
