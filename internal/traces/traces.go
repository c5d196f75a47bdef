package traces

import (
	"context"
	"fmt"
	"log/slog"
	"net/url"
	"os"
	"time"

	"github.com/go-logr/logr"
	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/sdk/resource"
	sdk "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"
)

// Endpoints are the variables of which one switches traces on. The other
// variables of OpenTelemetry are read by its SDK.
var Endpoints = []string{"OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_EXPORTER_OTLP_ENDPOINT"}

const (
	flushTimeout = 3 * time.Second // that the collector may take for the last spans
	maxValue     = 1024            // characters of an attribute, unless the environment says otherwise
)

// Traces makes the spans of one program.
type Traces struct {
	provider *sdk.TracerProvider
	tracer   trace.Tracer
}

// Open gives nil, and starts nothing, unless one of Endpoints is set. Nobody
// looks for the collector: an error is one of the variables alone. What the SDK
// has to say goes to log (decision 31).
func Open(ctx context.Context, version string, log *slog.Logger) (*Traces, error) {
	wanted, err := wanted()
	if err != nil || !wanted {
		return nil, err
	}
	otel.SetLogger(logr.FromSlogHandler(log.Handler()))
	otel.SetErrorHandler(&errorLog{log: log})
	exporter, err := newExporter()
	if err != nil {
		return nil, err
	}
	provider := sdk.NewTracerProvider(
		sdk.WithSpanProcessor(utf8Processor{}), sdk.WithBatcher(exporter),
		sdk.WithResource(program(ctx, version)), sdk.WithRawSpanLimits(limits()),
	)
	return &Traces{provider, provider.Tracer("github.com/quartet-dev/quartet")}, nil
}

// Close sends the spans that are left, for three seconds at most.
func (t *Traces) Close() {
	ctx, cancel := context.WithTimeout(context.Background(), flushTimeout)
	defer cancel()
	if err := t.provider.Shutdown(ctx); err != nil {
		otel.Handle(err)
	}
}

// wanted reports whether an endpoint is set. The exporter would take one that
// cannot be read for localhost.
func wanted() (bool, error) {
	if os.Getenv("OTEL_SDK_DISABLED") == "true" {
		return false, nil
	}
	found := false
	for _, name := range Endpoints {
		value := os.Getenv(name)
		if value == "" {
			continue
		}
		u, err := url.Parse(value)
		if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
			return false, fmt.Errorf("%s must be an http or https URL, such as http://localhost:4318", name)
		}
		found = true
	}
	return found, nil
}

// program describes this one to the collector; the environment wins.
func program(ctx context.Context, version string) *resource.Resource {
	who, err := resource.New(ctx, resource.WithTelemetrySDK(),
		resource.WithAttributes(attribute.String("service.name", "quartet"), attribute.String("service.version", version)),
		resource.WithFromEnv())
	if err != nil { // who is what could be read
		otel.Handle(err)
	}
	return who
}

// limits bounds what callers can make spans hold.
func limits() sdk.SpanLimits {
	l := sdk.NewSpanLimits()
	if l.AttributeValueLengthLimit < 0 {
		l.AttributeValueLengthLimit = maxValue
	}
	return l
}
