package observe

import (
	"context"
	"net/http"
)

// Observer is told of every request before it is answered, and gives a
// function that is called once with what became of it, or nil. Many goroutines
// call it.
type Observer func(*http.Request) func(Answer)

// Answer is what became of a request.
type Answer struct {
	// Route is what answered: View/<name>, Trigger/<name>, static, the pattern
	// of a mounted route, or other. It has as many values as the site has
	// routes, whatever is asked for.
	Route string
	// RequestID is the X-Request-Id of the answer.
	RequestID string
	// Status is the status that was sent; 0 when none was.
	Status int
	// Bytes is how much of a body was sent.
	Bytes int64
	// Aborted says that the connection was broken off before the end.
	Aborted bool
}

// DeliveryObserver is told of every try of a deferred hook before it begins. The
// hook runs with the context that it gives, which must come from the one that it
// was given, and its function, unless that is nil, is called once with how the try
// ended: nil, or what the Procedure failed with. Many goroutines call it.
type DeliveryObserver func(context.Context, Delivery) (context.Context, func(error))

// Delivery is one try of a deferred hook.
type Delivery struct {
	Event   string // the event's id, the same through retries and replay
	Hook    string // such as after_create
	Schema  string
	Trigger string
	Tries   int // this one included
}
