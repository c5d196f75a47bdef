package quartet_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"

	"go.opentelemetry.io/contrib/instrumentation/net/http/otelhttp"
	sdk "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"
	"go.opentelemetry.io/otel/trace"

	"github.com/quartet-dev/quartet"
)

// OpenTelemetry: the program wraps the service in otelhttp, and an Observer
// gives each span the name of the route. Handlers find the span in their
// context.
func ExampleObserver() {
	spans := tracetest.NewSpanRecorder() // stands for the program's exporter
	provider := sdk.NewTracerProvider(sdk.WithSpanProcessor(spans))

	service, done := open(quartet.Options{Observer: func(r *http.Request) func(quartet.Answer) {
		span := trace.SpanFromContext(r.Context())
		return func(a quartet.Answer) { span.SetName(r.Method + " " + a.Route) }
	}})
	defer done()
	handler := otelhttp.NewHandler(service, "", otelhttp.WithTracerProvider(provider))

	handler.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, "/api/views/greetings", nil))
	for _, span := range spans.Ended() {
		fmt.Println(span.Name())
	}
	// Output: GET View/greetings
}
