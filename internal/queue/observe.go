package queue

import "github.com/quartet-dev/quartet/observe"

// Whoever watches deliveries is told of them in these types.
type (
	Observer = observe.DeliveryObserver
	Delivery = observe.Delivery
)
