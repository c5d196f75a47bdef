package httpx

import (
	"net/http"

	"github.com/quartet-dev/quartet/observe"
)

// Observers of requests are declared with these types (decision 30).
type (
	Observer = observe.Observer
	Answer   = observe.Answer
)

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
	answer := Answer{Route: w.route, RequestID: w.id[0], Status: w.status, Bytes: w.bytes, Aborted: w.aborted}
	if answer.Route == "" {
		answer.Route = otherRoute
	}
	w.observed(answer)
}
