package traces

import (
	"context"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/trace"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/queue"
)

// Delivery is a queue.Observer: each try of a deferred hook is a trace of its
// own. Of a failure it tells the code; the log has the rest.
func (t *Traces) Delivery(ctx context.Context, d queue.Delivery) (context.Context, func(error)) {
	ctx, span := t.tracer.Start(ctx, "deliver Trigger/"+d.Trigger, trace.WithSpanKind(trace.SpanKindConsumer), trace.WithAttributes(
		attribute.String("quartet.event.id", d.Event), attribute.String("quartet.hook", d.Hook),
		attribute.String("quartet.schema", d.Schema), attribute.String("quartet.trigger", d.Trigger),
		attribute.Int("quartet.tries", d.Tries),
	))
	return ctx, func(err error) {
		if err != nil {
			code := string(diag.As(err).Code)
			span.SetAttributes(attribute.String("error.type", code))
			span.SetStatus(codes.Error, code)
		}
		span.End()
	}
}
