package httpx

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"os"
	"strconv"
	"time"

	"github.com/quartet-dev/quartet/internal/diag"
)

// WriteJSON answers with a body that is encoded already.
func WriteJSON(w http.ResponseWriter, status int, body []byte) {
	h := w.Header()
	h["Content-Type"] = jsonType
	h["Content-Length"] = []string{strconv.Itoa(len(body))}
	w.WriteHeader(status)
	_, _ = w.Write(body) //nolint:gosec // JSON, sent as JSON with nosniff: no browser reads it as a page
}

// Success opens and closes the envelope `{ ok: true, data }` around data that
// is encoded already: append Success, the data, then SuccessEnd.
const (
	Success    = `{"ok":true,"data":`
	SuccessEnd = `}`
)

// What a 401 asks for (RFC 9110, 15.5.2) where the surface has not said more.
const (
	asksForKey    = "Bearer"
	asksForCookie = "Cookie"
)

// WriteFailure answers `{ ok: false, diagnostic }` with the status of the
// diagnostic's code. What goes out and what is logged is Failure's.
func WriteFailure(w http.ResponseWriter, r *http.Request, err error) {
	writeFailure(w, r, err, "", asksForKey)
}

// WriteRefusal is WriteFailure on a surface that takes the cookie of a session
// and no other credential, with the least staff role that would not have been
// refused, unless it is "": `{ ok: false, diagnostic, minimumRole }`.
func WriteRefusal(w http.ResponseWriter, r *http.Request, err error, minimumRole string) {
	writeFailure(w, r, err, minimumRole, asksForCookie)
}

// A FailureObserver is a ResponseWriter around a Frame that is told why a request
// failed before the answer says so. What it is told is for the operator alone.
type FailureObserver interface{ ObserveFailure(err error) }

func writeFailure(w http.ResponseWriter, r *http.Request, err error, minimumRole, challenge string) {
	if answer, ok := w.(*response); ok {
		if observer, ok := answer.ResponseWriter.(FailureObserver); ok {
			observer.ObserveFailure(err)
		}
	}
	body, status := failureOf(r.Context(), loggerOf(w), RequestID(w), err, minimumRole)
	h := w.Header()
	switch status {
	case http.StatusUnauthorized:
		if h["Www-Authenticate"] == nil {
			h.Set("WWW-Authenticate", challenge)
		}
	case http.StatusServiceUnavailable:
		h.Set("Retry-After", "1")
	case http.StatusTooManyRequests:
		var held interface{ RetryAfter() time.Duration }
		if errors.As(err, &held) {
			RetryAfter(w, held.RetryAfter())
		}
	}
	WriteJSON(w, status, body)
}

// Failure is the body `{ ok: false, diagnostic }` that answers err, and its
// status. The diagnostic is in its public form. What has a cause, or is a fault
// of ours, is logged with the request id; an INTERNAL_ERROR carries that id.
func Failure(ctx context.Context, log *slog.Logger, requestID string, err error) (body []byte, status int) {
	return failureOf(ctx, log, requestID, err, "")
}

func failureOf(ctx context.Context, log *slog.Logger, requestID string, err error, minimumRole string) (body []byte, status int) {
	d := diag.As(err)
	status = d.Status()
	logFailure(ctx, log, requestID, err, d, status)
	public := d.Public()
	if d.Code == diag.InternalError {
		public.RequestID = requestID
	}
	return failureBody(public, minimumRole), status
}

// NotFound answers NOT_FOUND: nothing is at the path.
func NotFound(w http.ResponseWriter, r *http.Request) { WriteFailure(w, r, notFound()) }

func notFound() *diag.Diagnostic {
	return diag.At(diag.NotFound, "input#", "There is nothing at this path.")
}

// NotAllowed answers METHOD_NOT_ALLOWED; methods is the value of Allow.
func NotAllowed(w http.ResponseWriter, r *http.Request, methods string) {
	w.Header().Set("Allow", methods)
	d := diag.At(diag.MethodNotAllowed, "input#", "This path is not served under this method.")
	d.Expected = methods
	WriteFailure(w, r, d)
}

// TooOften is RATE_LIMITED, with wait as the answer's Retry-After. The limit that was
// reached is told, and is in the log, so that an operator knows what to change.
func TooOften(w http.ResponseWriter, wait time.Duration, reached string) error {
	RetryAfter(w, wait)
	d := diag.At(diag.RateLimited, "input#", "Too many requests; Retry-After says when to try again.")
	d.Expected = reached
	return d.WithCause(errors.New("over " + reached))
}

// RetryAfter says in an answer after what time the request may be repeated.
func RetryAfter(w http.ResponseWriter, wait time.Duration) {
	seconds := max(1, int((wait+time.Second-1)/time.Second))
	w.Header().Set("Retry-After", strconv.Itoa(seconds))
}

func failureBody(d *diag.Diagnostic, minimumRole string) []byte {
	var body bytes.Buffer
	encoder := json.NewEncoder(&body)
	encoder.SetEscapeHTML(false)
	failure := struct {
		OK          bool             `json:"ok"`
		Diagnostic  *diag.Diagnostic `json:"diagnostic"`
		MinimumRole string           `json:"minimumRole,omitempty"`
	}{false, d, minimumRole}
	if err := encoder.Encode(failure); err != nil {
		d.Expected, d.Value = nil, nil // the fields that may hold what JSON cannot
		return failureBody(d, minimumRole)
	}
	return bytes.TrimSuffix(body.Bytes(), []byte("\n"))
}

// LogFailure logs a failure that is answered in another form than
// Failure's, or cannot be answered any more, by the same rule.
func LogFailure(w http.ResponseWriter, r *http.Request, err error) {
	d := diag.As(err)
	logFailure(r.Context(), loggerOf(w), RequestID(w), err, d, d.Status())
}

// logFailure logs d, which is to be answered, with what is behind it; and with the
// words around it in err, where there are any.
func logFailure(ctx context.Context, log *slog.Logger, requestID string, err error, d *diag.Diagnostic, status int) {
	if status < http.StatusInternalServerError && d.Unwrap() == nil {
		return
	}
	level := slog.LevelError
	switch {
	case ctx.Err() != nil && !errors.Is(d, os.ErrDeadlineExceeded): // the caller left, which is no fault of ours; one that was cut off did not
		level = slog.LevelDebug
	case status < http.StatusInternalServerError:
		level = slog.LevelWarn
	}
	attrs := []any{"requestId", requestID, "code", string(d.Code), "path", d.Path, "message", d.Message}
	switch cause := d.Unwrap(); {
	case cause == nil:
	case error(d) == err, cause == err: //nolint:errorlint // neither has words around it
		attrs = append(attrs, "error", cause)
	default:
		attrs = append(attrs, "error", diag.Logged(err))
	}
	log.Log(ctx, level, "request failed", attrs...)
}

// loggerOf is the log of the Frame that w answers inside.
func loggerOf(w http.ResponseWriter) *slog.Logger {
	if answer, ok := w.(*response); ok {
		return answer.frame.Log
	}
	return slog.Default()
}
