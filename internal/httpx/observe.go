package httpx

import "net/http"

// Observer is told of every request before it is answered, and gives a
// function that is called once with what became of it. Many goroutines call it
// (decision 30).
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
	// Aborted says that the connection was broken off before the end.
	Aborted bool
}

const (
	otherRoute  = "other" // of everything that nobody gave a name
	otherMethod = "other"
)

// SetRoute says which route answers, for Answer.Route. Outside a Frame it does
// nothing.
func SetRoute(w http.ResponseWriter, route string) {
	if answer, ok := w.(*response); ok {
		answer.route = route
	}
}

// MethodOf is a request's method, or other for one that HTTP does not know: it
// keeps what callers make up out of labels and names.
func MethodOf(r *http.Request) string {
	switch r.Method {
	case http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete,
		http.MethodOptions, http.MethodConnect, http.MethodTrace:
		return r.Method
	}
	return otherMethod
}

// notifyObserver tells the Observer what became of the request.
func (w *response) notifyObserver() {
	if w.observed == nil {
		return
	}
	answer := Answer{Route: w.route, RequestID: w.id[0], Status: w.status, Aborted: w.aborted}
	if answer.Route == "" {
		answer.Route = otherRoute
	}
	w.observed(answer)
}
