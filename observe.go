package quartet

import (
	"context"

	"github.com/quartet-dev/quartet/observe"
)

type (
	// Observer is told of every request and of what became of it: see
	// [observe.Observer].
	Observer = observe.Observer

	// Answer is what became of a request: see [observe.Answer].
	Answer = observe.Answer

	// DeliveryObserver is told of every try of a deferred hook and of how it
	// ended, and gives the context that the hook runs with: see
	// [observe.DeliveryObserver].
	DeliveryObserver = observe.DeliveryObserver

	// Delivery is one try of a deferred hook: see [observe.Delivery].
	Delivery = observe.Delivery

	// Health is the condition of a service in figures: see [observe.Health].
	Health = observe.Health
)

// Health reports how the service fares, for whoever watches it. Where the
// database cannot be asked, the error says so, and Hooks alone is missing.
func (s *Service) Health(ctx context.Context) (Health, error) { return s.app.Health(ctx) }
