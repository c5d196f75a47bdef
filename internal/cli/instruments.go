package cli

import (
	"context"
	"log/slog"
	"net/http"

	"github.com/quartet-dev/quartet/internal/app"
	"github.com/quartet-dev/quartet/internal/metrics"
	"github.com/quartet-dev/quartet/internal/traces"
	"github.com/quartet-dev/quartet/observe"
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

// watch has the site tell the instruments, beside whom it tells already.
func (i *instruments) watch(site *app.Options) {
	if i.metrics != nil {
		site.Observer = both(site.Observer, i.metrics.Observe)
	}
	if i.traces != nil {
		site.Observer = both(site.Observer, i.traces.Observe)
		site.DeliveryObserver = bothDeliveries(site.DeliveryObserver, i.traces.Delivery)
	}
}

func both(first, second observe.Observer) observe.Observer {
	if first == nil {
		return second
	}
	return func(r *http.Request) func(observe.Answer) {
		one, other := first(r), second(r)
		if one == nil {
			return other
		}
		return func(a observe.Answer) { one(a); other(a) }
	}
}

func bothDeliveries(first, second observe.DeliveryObserver) observe.DeliveryObserver {
	if first == nil {
		return second
	}
	return func(ctx context.Context, d observe.Delivery) (context.Context, func(error)) {
		ctx, one := first(ctx, d)
		ctx, other := second(ctx, d)
		if one == nil {
			return ctx, other
		}
		return ctx, func(err error) { other(err); one(err) }
	}
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
