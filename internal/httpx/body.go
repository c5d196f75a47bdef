package httpx

import (
	"context"
	"errors"
	"io"
	"mime"
	"net/http"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/inflight"
	"github.com/quartet-dev/quartet/internal/jsonvalue"
)

const (
	// MaxBody is the longest request body that is read, in bytes.
	MaxBody = 1 << 20
	// bodyTimeout is how long a caller may take to send a body.
	bodyTimeout = 30 * time.Second
)

// ReadObject reads the body of r: one JSON object of at most MaxBody bytes. No
// body is the empty object. release, which is never nil, must be called when
// the object is no longer used: what large bodies decode to is bounded, and
// others wait for it. Errors are diagnostics: PAYLOAD_TOO_LARGE;
// INPUT_VALIDATION_FAILED at the place in the input for a body of another type,
// one that is not JSON or no object, and one that does not arrive; and
// RESOURCE_UNAVAILABLE for a large one that waited in vain.
func ReadObject(w http.ResponseWriter, r *http.Request) (object map[string]any, release func(), err error) {
	if r.ContentLength > MaxBody {
		return nil, noop, tooLarge()
	}
	if r.ContentLength == 0 || r.Body == nil {
		return map[string]any{}, noop, nil
	}
	buffer := bodies.Get().(*[]byte)
	defer putBuffer(buffer)
	arrived, err := receive(buffer, w, r)
	defer arrived.End()
	if err != nil {
		return nil, noop, err
	}
	if len(*buffer) == 0 {
		return map[string]any{}, noop, nil
	}
	if !IsJSON(r.Header) {
		return nil, noop, refused("input#", "A body must be JSON, sent as application/json.")
	}
	return decodeInSlot(r.Context(), *buffer)
}

// decodeInSlot decodes data when there is memory for what comes of it.
func decodeInSlot(ctx context.Context, data []byte) (map[string]any, func(), error) {
	release, err := acquireSlot(ctx, data)
	if err != nil {
		return nil, noop, err
	}
	object, err := decodeObject(data)
	if err != nil {
		release()
		return nil, noop, err
	}
	return object, release, nil
}

// ReadText reads the body of r whole, whatever it is, for a caller that decodes
// it. release, limits and errors are those of ReadObject.
func ReadText(w http.ResponseWriter, r *http.Request) (text []byte, release func(), err error) {
	if r.ContentLength > MaxBody {
		return nil, noop, tooLarge()
	}
	if r.ContentLength == 0 || r.Body == nil {
		return nil, noop, nil
	}
	arrived, err := receive(&text, w, r)
	leave := noop
	if err == nil {
		leave, err = acquireSlot(r.Context(), text)
	}
	switch {
	case err != nil:
		arrived.End()
		return nil, noop, err
	case arrived == nil:
		return text, leave, nil
	}
	return text, func() { leave(); arrived.End() }, nil
}

func noop() {}

// acquireSlot waits for the memory that a body decodes to; release gives it back. It
// is RESOURCE_UNAVAILABLE when ctx ends before, or the wait is too long.
func acquireSlot(ctx context.Context, text []byte) (release func(), err error) {
	if len(text) <= inflight.SmallBody {
		return noop, nil
	}
	weight := inflight.Weight(text)
	if err := inflight.Decoded.Acquire(ctx, weight); err != nil {
		return nil, err
	}
	return func() { inflight.Decoded.Release(weight) }, nil
}

var bodies = sync.Pool{New: func() any { b := make([]byte, 0, 512); return &b }}

// putBuffer puts a buffer back, but for those that a rare large body made grow.
func putBuffer(buffer *[]byte) {
	if cap(*buffer) <= inflight.Small {
		*buffer = (*buffer)[:0]
		bodies.Put(buffer)
	}
}

// receive reads the body under a deadline. It is lifted when the body is
// whole, because one that passed later would cancel the request; otherwise it
// stays, because the server reads on to reuse the connection.
func receive(buffer *[]byte, w http.ResponseWriter, r *http.Request) (*inflight.Body, error) {
	control := http.NewResponseController(w)
	// A writer without deadlines is not a network connection.
	_ = control.SetReadDeadline(time.Now().Add(bodyTimeout))
	arrived, err := fill(buffer, http.MaxBytesReader(w, r.Body, MaxBody), r.ContentLength, control)
	switch {
	case err != nil:
		return arrived, receiveError(err)
	case !arrived.Complete():
		return arrived, overloaded()
	}
	_ = control.SetReadDeadline(time.Time{})
	return arrived, nil
}

// receiveError is the diagnostic for what ended the arrival.
func receiveError(err error) error {
	var long *http.MaxBytesError
	switch {
	case errors.Is(err, errOverloaded):
		return overloaded()
	case errors.As(err, &long):
		return tooLarge()
	case errors.Is(err, os.ErrDeadlineExceeded):
		return refused("input#", "The body did not arrive in time.")
	case errors.Is(err, io.ErrUnexpectedEOF):
		return refused("input#", "The body ended before its declared length.")
	}
	return refused("input#", "The body could not be read.")
}

// errOverloaded ends an arrival for which there is no room.
var errOverloaded = errors.New("too many bodies are arriving")

func overloaded() *diag.Diagnostic {
	d := diag.At(diag.ResourceUnavailable, "input#", "Too many large bodies are arriving, and this one is slow.")
	d.Suggestion = "Repeat the request later."
	return d
}

// fill reads source to its end. The buffer doubles with what has arrived, up to
// the declared length, so that a caller who sends nothing takes no room. From a
// certain length on it is counted as arrived, which may break the read off.
func fill(buffer *[]byte, source io.Reader, declared int64, control *http.ResponseController) (arrived *inflight.Body, err error) {
	if declared < 0 {
		declared = MaxBody
	}
	data := *buffer
	for {
		n, err := source.Read(data[len(data):cap(data)])
		data = data[:len(data)+n]
		*buffer = data
		switch {
		case err == io.EOF:
			return arrived, nil
		case err != nil && !arrived.Complete():
			return arrived, errOverloaded
		case err != nil:
			return arrived, err
		case len(data) == cap(data):
			// One byte more than declared, for the read that finds the end.
			size := max(min(2*len(data), int(declared)+1), len(data)+1)
			if size > inflight.SmallBody && arrived == nil {
				arrived = inflight.Arrive(func() { _ = control.SetReadDeadline(time.Now()) })
			}
			if arrived != nil && !arrived.Grow(size) {
				return arrived, errOverloaded
			}
			grown := make([]byte, len(data), size)
			copy(grown, data)
			data = grown
		}
	}
}

func decodeObject(data []byte) (map[string]any, error) {
	v, err := jsonvalue.Decode(data, jsonvalue.Limits{})
	if err != nil {
		return nil, diag.Refused(diag.InputValidationFailed, "input#", err)
	}
	object, ok := v.(map[string]any)
	if !ok {
		d := refused("input#", "The input must be a JSON object.")
		d.Expected = "object"
		return nil, d
	}
	return object, nil
}

// IsJSON reports whether a body is sent as JSON. It takes application/json and application/<anything>+json, in UTF-8,
// without a content coding (decision 23).
func IsJSON(h http.Header) bool {
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
