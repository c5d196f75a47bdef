package httpx

import (
	"bufio"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"runtime/debug"
	"time"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/inflight"
)

// Frame is what goes around every request: it gives the request an id, sets
// the security headers, holds the answer to the cache boundary, turns a panic
// into INTERNAL_ERROR and writes one line to the access log.
type Frame struct {
	Next http.Handler
	Log  *slog.Logger
	// CacheScope enables shared caching; "" is none. Package settings checks it.
	CacheScope string
	// Observer is told of every request; nil for nobody.
	Observer Observer
	// Proxies are those in front, which say whom a request comes from.
	Proxies Proxies
}

func (f *Frame) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	started := time.Now()
	answer := &response{ResponseWriter: w, request: r, frame: f, id: [1]string{requestID(r)}}
	answer.held.Context = r.Context()
	answer.setOwnHeaders()
	defer func() {
		if p := recover(); p != nil {
			answer.recovered(p)
		}
		answer.finish(started)
	}()
	if f.Observer != nil {
		answer.observed = f.Observer(r)
	}
	f.Next.ServeHTTP(answer, r)
}

// Values of headers that never change. Sharing the slices saves an allocation
// an answer; Header.Set and Add replace or copy them.
var (
	nosniff        = []string{"nosniff"}
	referrerPolicy = []string{"strict-origin-when-cross-origin"}
	jsonType       = []string{"application/json"}
	private        = []string{"private, no-store"}
	varyCaller     = []string{"Cookie, Authorization"}
)

// response is the ResponseWriter inside a Frame.
type response struct {
	http.ResponseWriter
	request  *http.Request
	frame    *Frame
	id       [1]string    // the value of a header, in place
	route    string       // "" while nobody has named it
	observed func(Answer) // nil without an Observer
	status   int          // 0 until the header is written
	bytes    int64
	held     inflight.Request
	static   bool // the static layer answers
	timed    bool // a deadline was set
	aborted  bool
}

// setOwnHeaders sets what every answer carries, whoever gives it.
func (w *response) setOwnHeaders() {
	h := w.Header()
	h["X-Request-Id"] = w.id[:]
	h["X-Content-Type-Options"] = nosniff
	h["Referrer-Policy"] = referrerPolicy
}

// Unwrap serves http.ResponseController.
func (w *response) Unwrap() http.ResponseWriter { return w.ResponseWriter }

func (w *response) WriteHeader(status int) {
	informational := status < http.StatusOK && status != http.StatusSwitchingProtocols
	if w.status == 0 && !informational {
		w.status = status
		w.boundCaching()
	}
	w.ResponseWriter.WriteHeader(status)
}

// boundCaching holds every answer to the cache boundary, but for the files of
// the static layer. What that layer fails to give is bounded too.
func (w *response) boundCaching() {
	if w.static && isFileStatus(w.status) {
		return
	}
	boundCaching(w.request, w.status, w.Header(), w.frame.CacheScope)
}

// FlushError serves http.ResponseController, Flush whoever asks for an
// http.Flusher. The header must not slip past the cache boundary with it.
func (w *response) FlushError() error {
	if w.status == 0 {
		w.WriteHeader(http.StatusOK)
	}
	return http.NewResponseController(w.ResponseWriter).Flush()
}

// Flush is FlushError for an http.Flusher.
func (w *response) Flush() { _ = w.FlushError() }

// Hijack serves http.ResponseController. What is said on the connection from then on
// is the handler's; the log and the Observer are told 101.
func (w *response) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	connection, buffered, err := http.NewResponseController(w.ResponseWriter).Hijack()
	if err == nil && w.status == 0 {
		w.status = http.StatusSwitchingProtocols
	}
	return connection, buffered, err
}

// recovered answers a panic with INTERNAL_ERROR, or, when the answer had
// begun, breaks the connection, so that nobody takes half an answer for whole.
func (w *response) recovered(p any) {
	if err, ok := p.(error); ok && errors.Is(err, http.ErrAbortHandler) {
		w.aborted = true
		return
	}
	err := fmt.Errorf("panic: %v\n%s", p, debug.Stack())
	if w.status != 0 {
		w.frame.Log.Error("request failed midway", "requestId", w.id[0], "error", err)
		w.aborted = true
		return
	}
	keepCrossOrigin(w.Header())
	w.setOwnHeaders()
	WriteFailure(w, w.request, diag.Internal(err))
}

// finish logs the request.
func (w *response) finish(started time.Time) {
	if w.status == 0 && !w.aborted {
		w.WriteHeader(http.StatusOK)
	}
	w.release()
	w.notifyObserver()
	w.log(started)
	if w.aborted {
		panic(http.ErrAbortHandler)
	}
}

// log writes the line of the access log. The query stays out of it: it may hold
// tokens. The record is made by hand because slog would look for the place in
// the source that logs, which is always this one.
func (w *response) log(started time.Time) {
	handler, ctx := w.frame.Log.Handler(), w.request.Context()
	if !handler.Enabled(ctx, slog.LevelInfo) {
		return
	}
	now := time.Now()
	line := slog.NewRecord(now, slog.LevelInfo, "request", 0)
	line.AddAttrs(
		slog.String("requestId", w.id[0]),
		slog.String("method", w.request.Method),
		slog.String("path", w.request.URL.Path),
		slog.Int("status", w.status),
		slog.Int64("bytes", w.bytes),
		slog.Duration("duration", now.Sub(started)),
		slog.String("remote", w.request.RemoteAddr),
	)
	if len(w.frame.Proxies) > 0 && w.request.Header["X-Forwarded-For"] != nil {
		line.AddAttrs(slog.String("client", w.frame.Proxies.Client(w.request).String()))
	}
	_ = handler.Handle(ctx, line) // as slog.Logger does: there is no other place to complain to
}
