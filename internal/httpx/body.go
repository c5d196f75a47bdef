package httpx

import (
	"bytes"
	"errors"
	"io"
	"mime"
	"net/http"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/jsonvalue"
)

const (
	// MaxBody is the longest request body that is read, in bytes.
	MaxBody = 1 << 20
	// bodyTimeout is how long a caller may take to send a body.
	bodyTimeout = 30 * time.Second
)

// ReadObject reads the body of r: one JSON object of at most MaxBody bytes. No
// body is the empty object. Errors are diagnostics: PAYLOAD_TOO_LARGE, or
// INPUT_VALIDATION_FAILED at the place in the input for a body of another
// type, one that is not JSON or no object, and one that does not arrive.
func ReadObject(w http.ResponseWriter, r *http.Request) (map[string]any, error) {
	if r.ContentLength == 0 || r.Body == nil {
		return map[string]any{}, nil
	}
	buffer := bodies.Get().(*bytes.Buffer)
	defer keep(buffer)
	if err := receive(buffer, w, r); err != nil {
		return nil, err
	}
	if buffer.Len() == 0 {
		return map[string]any{}, nil
	}
	if !isJSON(r.Header) {
		return nil, refused("input#", "A body must be JSON, sent as application/json.")
	}
	return decodeObject(buffer.Bytes())
}

// ReadText reads the body of r whole, whatever it is: at most MaxBody bytes,
// else PAYLOAD_TOO_LARGE; INPUT_VALIDATION_FAILED for one that does not arrive.
func ReadText(w http.ResponseWriter, r *http.Request) ([]byte, error) {
	if r.ContentLength == 0 || r.Body == nil {
		return nil, nil
	}
	var buffer bytes.Buffer
	if err := receive(&buffer, w, r); err != nil {
		return nil, err
	}
	return buffer.Bytes(), nil
}

var bodies = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// keep puts a buffer back, but for those that a rare large body made grow.
func keep(buffer *bytes.Buffer) {
	if buffer.Cap() <= MaxBody/16 {
		buffer.Reset()
		bodies.Put(buffer)
	}
}

// receive reads the body under a deadline. It is lifted when the body is
// whole, because one that passed later would cancel the request; otherwise it
// stays, because the server reads on to reuse the connection.
func receive(buffer *bytes.Buffer, w http.ResponseWriter, r *http.Request) error {
	if r.ContentLength > MaxBody {
		return tooLarge()
	}
	control := http.NewResponseController(w)
	// A writer without deadlines is not a network connection.
	_ = control.SetReadDeadline(time.Now().Add(bodyTimeout))
	_, err := buffer.ReadFrom(http.MaxBytesReader(w, r.Body, MaxBody))
	if err == nil {
		_ = control.SetReadDeadline(time.Time{})
		return nil
	}
	var long *http.MaxBytesError
	switch {
	case errors.As(err, &long):
		return tooLarge()
	case errors.Is(err, os.ErrDeadlineExceeded):
		return refused("input#", "The body did not arrive in time.")
	case errors.Is(err, io.ErrUnexpectedEOF):
		return refused("input#", "The body ended before its declared length.")
	}
	return refused("input#", "The body could not be read.")
}

func decodeObject(data []byte) (map[string]any, error) {
	v, err := jsonvalue.Decode(data, jsonvalue.Limits{})
	if err != nil {
		var fault *jsonvalue.Fault
		if errors.As(err, &fault) {
			return nil, refused("input#"+fault.Pointer, fault.Reason)
		}
		return nil, diag.Internal(err)
	}
	object, ok := v.(map[string]any)
	if !ok {
		d := refused("input#", "The body must be a JSON object.")
		d.Expected = "object"
		return nil, d
	}
	return object, nil
}

// isJSON takes application/json and application/<anything>+json, in UTF-8,
// without a content coding.
func isJSON(h http.Header) bool {
	if coding := h.Get("Content-Encoding"); coding != "" && !strings.EqualFold(coding, "identity") {
		return false
	}
	value := h.Get("Content-Type")
	if value == "application/json" {
		return true
	}
	mediaType, params, err := mime.ParseMediaType(value)
	if err != nil {
		return false
	}
	if charset := params["charset"]; charset != "" && !strings.EqualFold(charset, "utf-8") {
		return false
	}
	return mediaType == "application/json" ||
		strings.HasPrefix(mediaType, "application/") && strings.HasSuffix(mediaType, "+json")
}

func tooLarge() *diag.Diagnostic {
	d := diag.At(diag.PayloadTooLarge, "input#", "The body is larger than 1 MiB.")
	d.Expected = MaxBody
	return d
}

func refused(path, message string) *diag.Diagnostic {
	return diag.At(diag.InputValidationFailed, path, message)
}
