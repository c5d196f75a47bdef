package httpx

import (
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"strconv"
	"strings"

	"github.com/quartet-dev/quartet/internal/inflight"
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

// Tagged is a body that is encoded already, with its entity tag. It can be written
// any number of times, at the same time too.
type Tagged struct {
	body        []byte
	contentType []string // values of headers
	etag        []string
	length      []string

	// Memory is what the body takes, where several requests have it; nil for a
	// small one.
	Memory *inflight.Share
}

// Tag tags a JSON body, which it keeps.
func Tag(body []byte) Tagged { return tag(jsonType, body) }

// TagAs tags a body of a content type, which it keeps.
func TagAs(contentType string, body []byte) Tagged { return tag([]string{contentType}, body) }

func tag(contentType []string, body []byte) Tagged {
	return Tagged{body: body, contentType: contentType, etag: []string{entityTag(body)}, length: []string{strconv.Itoa(len(body))}}
}

// Shared is the answer as several requests have it: its body is counted once.
func (t Tagged) Shared() Tagged {
	t.Memory = inflight.NewShare(cap(t.body))
	return t
}

// Size is the length of the body in bytes.
func (t Tagged) Size() int { return len(t.body) }

// Write answers a GET or HEAD with the body and its tag; 304 without a body
// when the caller's If-None-Match has the tag (decision 20).
func (t Tagged) Write(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h["Etag"] = t.etag
	if values := r.Header["If-None-Match"]; values != nil && matches(values, t.etag[0]) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	t.WriteStatus(w, http.StatusOK)
}

// WriteStatus answers with the body and a status, whatever was asked.
func (t Tagged) WriteStatus(w http.ResponseWriter, status int) {
	h := w.Header()
	h["Content-Type"] = t.contentType
	h["Content-Length"] = t.length
	w.WriteHeader(status)
	_, _ = w.Write(t.body)
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
