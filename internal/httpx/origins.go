package httpx

import (
	"net/http"
	"slices"
	"strings"
)

// Origins are the origins of front ends elsewhere, whose scripts may read the answers of
// some surfaces (decision 177). nil lets none, and changes no answer.
type Origins struct {
	admitted map[string]admittedOrigin
}

// admittedOrigin is what a script of an origin is answered with.
type admittedOrigin struct {
	value       []string // the origin, as the value of a header
	credentials bool     // its browser may send cookies
}

// Values of headers for front ends elsewhere. exposedToFrontEnds is what their
// scripts may read beside what every script may (Fetch, CORS-safelisted
// response-header name), sentByFrontEnds what they may send.
var (
	exposedToFrontEnds = []string{"Content-Range, DPoP-Nonce, ETag, Link, Retry-After, Upload-Length, Upload-Offset, WWW-Authenticate, X-Request-Id, X-Service-Fingerprint"}
	sentByFrontEnds    = []string{"Authorization, Content-Type, DPoP, If-None-Match, Range, Upload-Offset, X-Request-Id, X-Service-Fingerprint"}
	varyOrigin         = []string{"Origin"}
	allowCredentials   = []string{"true"}
	preflightAge       = []string{"3600"} // seconds
)

// NewOrigins are those of some names, each as a browser sends it, of which some may
// send cookies. It is nil for no names.
func NewOrigins(names, credentials []string) *Origins {
	if len(names) == 0 {
		return nil
	}
	o := &Origins{admitted: make(map[string]admittedOrigin, len(names))}
	for _, name := range names {
		o.admitted[name] = admittedOrigin{[]string{name}, slices.Contains(credentials, name)}
	}
	return o
}

// Admit says in an answer whether the script that asks may read it. Call it before
// anything is written, whoever asks: the answer depends on the origin, and a
// cache must know that of an answer to nobody's script too.
func (o *Origins) Admit(w http.ResponseWriter, r *http.Request) {
	if o != nil {
		o.admit(w.Header(), r)
	}
}

func (o *Origins) admit(h http.Header, r *http.Request) bool {
	if h["Vary"] == nil {
		h["Vary"] = varyOrigin
	} else {
		h["Vary"] = append(h["Vary"], varyOrigin...)
	}
	origin := r.Header["Origin"]
	if len(origin) != 1 {
		return false
	}
	admitted, ok := o.admitted[origin[0]]
	if !ok {
		return false
	}
	h["Access-Control-Allow-Origin"] = admitted.value
	h["Access-Control-Expose-Headers"] = exposedToFrontEnds
	if admitted.credentials {
		h["Access-Control-Allow-Credentials"] = allowCredentials
	}
	return true
}

// Preflight answers what the browser of an admitted origin asks before it sends a
// request, and reports whether it did. Any other OPTIONS request is none of its
// business. methods are those of the path.
func (o *Origins) Preflight(w http.ResponseWriter, r *http.Request, methods string) bool {
	if o == nil || r.Method != http.MethodOptions || r.Header["Access-Control-Request-Method"] == nil {
		return false
	}
	admitted := http.Header{}
	if !o.admit(admitted, r) {
		return false
	}
	h := w.Header()
	for name, value := range admitted {
		h[name] = value
	}
	delete(h, "Access-Control-Expose-Headers") // which is about answers to requests
	h["Access-Control-Allow-Headers"] = sentByFrontEnds
	h["Access-Control-Allow-Methods"] = []string{methods}
	h["Access-Control-Max-Age"] = preflightAge
	w.WriteHeader(http.StatusNoContent)
	return true
}

// keepCrossOrigin drops the headers of an answer but those that say which scripts
// may read it.
func keepCrossOrigin(h http.Header) {
	for name := range h {
		if !strings.HasPrefix(name, "Access-Control-") {
			delete(h, name)
		}
	}
}
