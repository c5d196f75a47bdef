package httpx

import (
	"crypto/rand"
	"encoding/hex"
	"net/http"
	"strconv"
	"sync/atomic"
)

const maxRequestID = 64

// requestID takes a sane X-Request-Id of the caller or makes one.
func requestID(r *http.Request) string {
	if values := r.Header["X-Request-Id"]; len(values) == 1 && saneID(values[0]) {
		return values[0]
	}
	return newRequestID()
}

// saneID admits what is safe in a log line and in a header.
func saneID(id string) bool {
	if id == "" || len(id) > maxRequestID {
		return false
	}
	for i := range len(id) {
		c := id[i]
		letter := 'a' <= c|0x20 && c|0x20 <= 'z'
		if !letter && (c < '0' || c > '9') && c != '-' && c != '_' && c != '.' {
			return false
		}
	}
	return true
}

var (
	processID = newProcessID()
	requests  atomic.Uint64
)

func newProcessID() string {
	var id [6]byte
	_, _ = rand.Read(id[:]) // never fails, by its documentation
	return hex.EncodeToString(id[:]) + "-"
}

// newRequestID is unique among processes by a random prefix. It is no secret,
// so a counter does for the rest, at a fraction of the cost.
func newRequestID() string {
	id := make([]byte, 0, 32)
	id = append(id, processID...)
	return string(strconv.AppendUint(id, requests.Add(1), 36))
}

// RequestID is the id of the request that w answers, or "" outside a Frame.
func RequestID(w http.ResponseWriter) string {
	if answer, ok := w.(*response); ok {
		return answer.id[0]
	}
	return ""
}
