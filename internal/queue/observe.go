package queue

import "context"

// Observer is told of every try of a deferred hook before it begins. The hook
// runs with the context that it gives, which must come from the one that it
// was given, and its function is called once with how the try ended: nil, or
// what the Procedure failed with. Many goroutines call it.
type Observer func(context.Context, Delivery) (context.Context, func(error))

// Delivery is one try of a deferred hook.
type Delivery struct {
	Event   string // the event's id, the same through retries and replay
	Hook    string // such as after_create
	Schema  string
	Trigger string
	Tries   int // this one included
}
