package main

import (
	"context"
	"log/slog"
	"net/http"

	"github.com/quartet-dev/quartet"
	"github.com/quartet-dev/quartet/internal/metrics"
	"github.com/quartet-dev/quartet/internal/traces"
)

// instruments are what the service is watched by. One that was not asked for is
// nil and costs nothing.
type instruments struct {
	metrics *metrics.Metrics
	traces  *traces.Traces
}

// openTraces opens those that the environment asks for.
func (i *instruments) openTraces(ctx context.Context, logger *slog.Logger) (err error) {
	i.traces, err = traces.Open(ctx, version(), logger)
	return err
}

// observer notifies all of them; nil when there are none.
func (i *instruments) observer() quartet.Observer {
	switch {
	case i.traces == nil && i.metrics == nil:
		return nil
	case i.traces == nil:
		return i.metrics.Observe
	case i.metrics == nil:
		return i.traces.Observe
	}
	return func(r *http.Request) func(quartet.Answer) {
		measured, traced := i.metrics.Observe(r), i.traces.Observe(r)
		return func(a quartet.Answer) { measured(a); traced(a) }
	}
}

func (i *instruments) deliveries() quartet.DeliveryObserver {
	if i.traces == nil {
		return nil
	}
	return i.traces.Delivery
}

// around goes around a service that the observer is told of.
func (i *instruments) around(service http.Handler) http.Handler {
	if i.traces == nil {
		return service
	}
	return i.traces.Handler(service)
}

// close sends what is left; call it when the service is closed.
func (i *instruments) close() {
	if i.traces != nil {
		i.traces.Close()
	}
}
