package httpx

import (
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"strings"
)

// entityTag is the strong tag of a body: equal bodies have equal tags, in
// every process.
func entityTag(body []byte) string {
	sum := sha256.Sum256(body)
	return tagOf(sum[:])
}

// tagOf takes half of a SHA-256, which is enough to tell bodies apart.
func tagOf(sum []byte) string {
	tag := make([]byte, 0, 24)
	tag = append(tag, '"')
	tag = base64.RawURLEncoding.AppendEncode(tag, sum[:16])
	return string(append(tag, '"'))
}

// WriteTagged answers a GET or HEAD with a body that is encoded already and
// its entity tag; 304 without a body when the caller's If-None-Match has it.
func WriteTagged(w http.ResponseWriter, r *http.Request, body []byte) {
	tag := entityTag(body)
	w.Header()["Etag"] = []string{tag}
	if values := r.Header["If-None-Match"]; values != nil && matches(values, tag) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	WriteJSON(w, http.StatusOK, body)
}

// matches compares weakly, as RFC 9110, 13.1.2 wants for If-None-Match.
func matches(values []string, tag string) bool {
	for _, value := range values {
		for candidate := range strings.SplitSeq(value, ",") {
			candidate = strings.TrimSpace(candidate)
			if candidate == "*" || strings.TrimPrefix(candidate, "W/") == tag {
				return true
			}
		}
	}
	return false
}
