package s3

import (
	"encoding/xml"
	"fmt"
	"io"
	"net/http"

	"github.com/quartet-dev/quartet/internal/media/storage"
)

// A refusal is an answer of the server that is no success.
type refusal struct {
	asked  string // method and key
	status int
	code   string // of the protocol; "" where the answer has none
	detail string
}

func (r *refusal) Error() string {
	text := fmt.Sprintf("the media storage answered %d to %s", r.status, r.asked)
	if r.code != "" {
		text += ": " + r.code
	}
	if r.detail != "" {
		text += fmt.Sprintf(": %.200q", r.detail)
	}
	return text
}

// Unwrap is the error of the port that the refusal means.
func (r *refusal) Unwrap() error {
	switch {
	case isFull[r.code], r.status == http.StatusInsufficientStorage:
		return storage.ErrFull
	case isMismatch[r.code]:
		return storage.ErrMismatch
	case r.code == "NoSuchKey", r.status == http.StatusNotFound && r.code == "":
		return storage.ErrNotFound
	default:
		return nil
	}
}

// isFull are the codes of a server without room: of the protocol, and of servers
// that have their own.
var isFull = map[string]bool{
	"QuotaExceeded": true, "EntityTooLarge": true, "InsufficientStorage": true, "InsufficientCapacity": true, "StorageFull": true,
	"ServiceQuotaExceeded": true, "XMinioStorageFull": true, "XMinioAdminBucketQuotaExceeded": true, "StorageLimitExceeded": true,
}

var isMismatch = map[string]bool{
	"BadDigest": true, "InvalidDigest": true, "IncompleteBody": true, "XAmzContentSHA256Mismatch": true, "XAmzContentChecksumMismatch": true,
}

// refused reads what the server says about it.
func refused(r request, response *http.Response) error {
	var said struct{ Code, Message string }
	text, _ := io.ReadAll(io.LimitReader(response.Body, 64<<10))
	_ = xml.Unmarshal(text, &said) // an answer to HEAD, or of a proxy, has none
	return &refusal{asked: r.method + " " + r.key, status: response.StatusCode, code: said.Code, detail: said.Message}
}
