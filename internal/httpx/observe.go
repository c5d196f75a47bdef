package httpx

import (
	"context"
	"net/http"
)

// Observer is told of every request, for metrics and traces. It is called
// before the request is answered, gives the context to answer it in, and a
// function that is called once with what became of it. It is called by many
// goroutines.
type Observer func(*http.Request) (context.Context, func(Answer))

// Answer is what became of a request.
type Answer struct {
	// Route is what answered: View/<name>, Trigger/<name>, static, the pattern
	// of a mounted route, or other. It has as many values as the site has
	// routes, whatever is asked for.
	Route string
	// Status is the status that was sent; 0 when none was.
	Status int
	// Aborted tells that the connection was broken off before the end.
	Aborted bool
}

// otherRoute is the Route of everything that nobody gave a name.
const otherRoute = "other"

// SetRoute says which route answers, for Answer.Route. Outside a Frame it does
// nothing.
func SetRoute(w http.ResponseWriter, route string) {
	if answer, ok := w.(*response); ok {
		answer.route = route
	}
}

// observe lets every Observer see the request, and gives the request as they
// want it answered.
func (w *response) observe() *http.Request {
	for _, observer := range w.frame.Observers {
		ctx, end := observer(w.request)
		w.request = w.request.WithContext(ctx)
		w.observed = append(w.observed, end)
	}
	return w.request
}

// tell ends what observe began, the last first.
func (w *response) tell() {
	if len(w.observed) == 0 {
		return
	}
	answer := Answer{Route: w.route, Status: w.status, Aborted: w.aborted}
	if answer.Route == "" {
		answer.Route = otherRoute
	}
	for i := len(w.observed) - 1; i >= 0; i-- {
		w.observed[i](answer)
	}
}
