package identity

import (
	"net/http"
	"strings"
)

// isPrefetch reports whether a browser asks for a page before anybody wants to
// see it: by Sec-Purpose, or as browsers said it before.
func isPrefetch(r *http.Request) bool {
	for _, name := range []string{"Sec-Purpose", "Purpose", "X-Purpose", "X-Moz"} {
		for _, value := range r.Header.Values(name) {
			value = strings.ToLower(value)
			if strings.Contains(value, "prefetch") || strings.Contains(value, "prerender") || strings.Contains(value, "preview") {
				return true
			}
		}
	}
	return false
}

// tooEarly answers a prefetch where to answer would spend something. Browsers
// drop what is not a success, and ask again when the page is wanted.
func tooEarly(w http.ResponseWriter) { w.WriteHeader(http.StatusServiceUnavailable) }
